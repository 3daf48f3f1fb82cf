"""Time with her, in the settings of the running pet: listed, edited in place, erased, begun anew, and off."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.features.memory.ui.page import MemoryPage
from deskpet.features.together.ui import TogetherPage
from deskpet.store import facts, together_days
from deskpet.store.facts import Fact
from tests.app.kept_files import files_with
from tests.app.running_pet import running_with_server
from tests.support.waiting import until
from tests.ui.active_window import active

pytestmark = pytest.mark.window

PLAIN = 'titles = "first_line"\n'
CANARY = "persimmon-canary"
NOW = datetime.now().astimezone()
TODAY = NOW.date()
CAT = Fact(f"Has a {CANARY}", "user.pet", "person", said_at=(NOW - timedelta(1)).timestamp())


@asynccontextmanager
async def page_with(talk: ChatController, *ages: int) -> AsyncGenerator[TogetherPage]:
    """Open the settings at the page, after days of these ages; a fact was said yesterday."""
    await until(lambda: talk.store is not None)
    assert talk.store
    await talk.store.change(partial(facts.add, fact=CAT))
    for age in ages:
        await talk.store.change(partial(together_days.add, persona="", day=TODAY - timedelta(age), strokes=3))
    talk.open_settings("together")
    assert talk.settings_window
    page = talk.settings_window.findChild(TogetherPage)
    assert page
    await until(lambda: len(lines(page)) == min(len(ages), 7))
    # Else Esc would be a shortcut of the chat, which had the keyboard before.
    await until(active(talk.settings_window))
    yield page


def lines(page: TogetherPage) -> list[str]:
    return [row.record.lines[1][1] for row in page.rows.rows if row.isVisible()]


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


async def erase(page: TogetherPage, button: QWidget) -> None:
    click(button)
    await until(page.confirmation.isVisible)
    click(page.confirmation.confirm_button)
    await until(lambda: page.banner.message is not None and page.banner.message.level == "success")


async def test_it_shows_the_days_her_mood_and_a_line_about_each_day(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, 0, 1) as page:
        assert lines(page) == [
            "You stroked my head.",
            f"Our first day. You stroked my head. I learnt of you: “Has a {CANARY}”.",
        ]
        assert page.days.text().startswith("2 days together, since ")
        assert page.mood.text() == "She is content."
        assert page.mark.isVisible()
        assert [row.record.lines[0][1].partition(" ·")[0] for row in page.rows.rows] == ["Today", "Yesterday"]
        assert not page.more_button.isVisible()


async def test_before_the_first_day_there_is_nothing_to_begin_anew(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk) as page:
        await until(lambda: page.days.text() == "Your first day together is still to come.")
        assert not page.reset_button.isEnabled()


async def test_more_days_are_listed_on_request(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, *range(12)) as page:
        click(page.more_button)
        await until(lambda: len(lines(page)) == 12)
        assert not page.more_button.isVisible()


async def test_a_line_is_edited_in_place_by_the_keyboard_and_restored(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, 0) as page:
        (row,) = page.rows.rows
        edit = row.button("edit_day")
        edit.setFocus()
        QTest.keyClick(edit, Qt.Key.Key_Space)
        assert row.field.isVisible()
        QTest.keyClicks(row.field, "We saw the sea.")
        QTest.keyClick(row.field, Qt.Key.Key_Escape)
        assert (row.field.isVisible(), lines(page)) == (False, ["Our first day. You stroked my head."])
        QTest.keyClick(edit, Qt.Key.Key_Space)
        QTest.keyClicks(row.field, "We saw   the sea.")
        QTest.keyClick(row.field, Qt.Key.Key_Return)
        await until(lambda: lines(page) == ["We saw the sea."])
        (row,) = page.rows.rows
        # An empty line is hers again.
        row.start_editing()
        row.field.clear()
        QTest.keyClick(row.field, Qt.Key.Key_Return)
        await until(lambda: lines(page) == ["Our first day. You stroked my head."])


async def test_a_line_that_is_edited_stays_while_the_day_goes_on(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, 0, 1) as page:
        row = page.rows.rows[0]
        row.start_editing()
        QTest.keyClicks(row.field, "Half a")
        assert talk.store
        await talk.store.change(partial(together_days.add, persona="", day=TODAY - timedelta(2)))
        await until(lambda: len(lines(page)) == 3)
        assert (page.rows.rows[0] is row, row.field.text()) == (True, "Half a")


async def test_an_edited_line_goes_with_the_memory_in_it(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, 1) as page:
        assert talk.store
        row = page.rows.rows[0]
        row.start_editing()
        QTest.keyClicks(row.field, f"The {CANARY} came!")
        QTest.keyClick(row.field, Qt.Key.Key_Return)
        await until(lambda: lines(page) == [f"The {CANARY} came!"])
        await talk.store.maintain()
        assert any(each.name.startswith("conversations") for each in files_with(CANARY))
        for shown in ("memory", "together"):
            talk.open_settings(shown)
        memories = talk.settings_window.findChild(MemoryPage)
        memories.ask_to_erase("Erase it?", "", partial(facts.erase, fact_ids=[CAT.id]))
        memories.confirmation.confirm_button.click()
        await until(lambda: lines(page) == ["Our first day. You stroked my head."])
        await until(lambda: not files_with(CANARY))


async def test_a_day_is_erased_after_a_question(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, 0, 1) as page:
        click(page.rows.rows[0].button("erase_day"))
        await until(page.confirmation.isVisible)
        assert "You stroked my head." in page.confirmation.accessibleName()
        click(page.confirmation.cancel_button)
        assert len(lines(page)) == 2
        await erase(page, page.rows.rows[0].button("erase_day"))
        await until(
            lambda: (
                [row.record.lines[0][1].partition(" ·")[0] for row in page.rows.rows if row.isVisible()]
                == ["Yesterday"]
            )
        )
        assert page.days.text().startswith("1 day together")


async def test_begun_anew_nothing_of_it_is_in_any_file_and_memories_stay(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, 0, 1) as page:
        assert talk.store
        note = "pomegranate-note"
        await talk.store.change(partial(together_days.write_note, persona="", day=TODAY, note=note, fact_ids=()))
        await until(lambda: note in lines(page))
        await talk.store.maintain()
        await erase(page, page.reset_button)
        await until(lambda: page.days.text() == "Your first day together is still to come.")
        assert page.mood.text() == "She is calm."
        controller = talk.features.running("together")
        await until(lambda: controller.time is not None and controller.time.count == 0)
        assert files_with(note) == []
        assert [each.text for each in await talk.store.query(facts.read)] == [CAT.text]


async def test_off_it_can_still_be_read_and_erased(tmp_path):
    off = f"{PLAIN}[together]\nenabled = false\n"
    async with running_with_server(tmp_path, off) as (talk, _), page_with(talk, 0, 1) as page:
        assert page.mood.text() == "No days are counted at present."
        assert not page.mark.isVisible()
        talk._settings_store.change("together", enabled=True)
        await until(page.mark.isVisible)
        talk._settings_store.change("together", enabled=False)
        await until(lambda: not page.mark.isVisible())
        await erase(page, page.reset_button)
        await until(lambda: lines(page) == [])
