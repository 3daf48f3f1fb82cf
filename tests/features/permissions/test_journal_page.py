"""The list of the calls that ran: read when it is shown, with more on request."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message
from deskpet.features.permissions.ui.journal_page import JournalPage
from deskpet.store import CallRecord, Store
from deskpet.ui.blocks.base import default_look
from tests.support.waiting import until


def lines(page: JournalPage) -> list[str]:
    model = page.list.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]


async def test_the_newest_calls_are_read_when_the_page_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    store = Store(tmp_path / "talks.db")
    store.save_message("s", Message("assistant", (), "m", 1.0, "stop"), None, "m")
    outcomes = [("success", "rule"), ("timeout", "asked"), ("refused", "refused"), ("cancelled", "ghost")]
    store.record_calls(
        "s",
        [
            CallRecord(1.7e9 + at, "s", "m", at, "read_file", {"path": "a.txt"}, decision, outcome, 1.7e9 + at)
            for at, (outcome, decision) in enumerate(outcomes)
        ],
    )
    page = JournalPage()
    qtbot.addWidget(page)
    page.serve(default_look, lambda: store)
    assert lines(page) == []
    page.show()
    await until(lambda: len(lines(page)) == 4)
    parts = [line.split(" · ", 1)[1] for line in lines(page)]
    assert parts == ["ghost · cancelled", "refused", "you were asked · failed: timeout", "allowed by a rule · done"]
    assert all("a.txt" in line for line in lines(page))
    store.close()


async def test_more_calls_are_asked_for_up_to_500(qtbot: QtBot, tmp_path: Path) -> None:
    store = Store(tmp_path / "talks.db")
    store.save_message("s", Message("assistant", (), "m", 1.0, "stop"), None, "m")
    calls = [CallRecord(1.7e9, "s", "m", at, "read_file", {}, "rule", "success", 1.7e9) for at in range(600)]
    store.record_calls("s", calls)
    page = JournalPage()
    qtbot.addWidget(page)
    page.serve(default_look, lambda: store)
    page.show()
    for listed in (100, 200, 300, 400, 500):
        await until(lambda listed=listed: len(lines(page)) == listed)
        assert page.more_button.isVisible() == (listed < 500)
        QTest.mouseClick(page.more_button, Qt.MouseButton.LeftButton)
    assert page.list.height() == 500 * page.list.sizeHintForRow(0)
    store.close()


async def test_a_database_that_opens_later_is_read_without_a_further_look(qtbot: QtBot, tmp_path: Path) -> None:
    opened: list[Store] = []
    page = JournalPage()
    qtbot.addWidget(page)
    page.serve(default_look, lambda: opened[0] if opened else None)
    page.show()
    await until(page.banner.isVisible)
    opened.append(Store(tmp_path / "talks.db"))
    await until(lambda: not page.banner.isVisible())
    opened[0].close()


def test_without_calls_there_is_a_sentence(qtbot: QtBot) -> None:
    page = JournalPage()
    qtbot.addWidget(page)
    page.show()
    assert not page.list.isVisible()
    assert not page.more_button.isVisible()
