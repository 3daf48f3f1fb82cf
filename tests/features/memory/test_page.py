"""What she remembers, in the settings of the running pet: searched, changed, erased, exported and imported."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.config.choices import MemoryMode
from deskpet.features.memory import exchange
from deskpet.features.memory.ui.page import MemoryPage, MemoryServersRow
from deskpet.store import facts
from deskpet.store.facts import Fact
from deskpet.ui.settings.banner import Banner
from deskpet.ui.settings.record_list import RecordRow
from tests.app.kept_files import files_with
from tests.app.running_pet import converse, running_with_server
from tests.support.waiting import until

pytestmark = pytest.mark.window

PLAIN = 'titles = "first_line"\n'
CANARY = "xylophone-canary"
TEA = Fact("Drinks green tea", "user.drink", "preference", quote="I drink green tea", said_at=1.78e9)
HOME = Fact("Lives in Bergen", "user.home", "identity", said_at=1.77e9)
MUSIC = Fact(f"Plays the {CANARY}", "user.music", "preference", said_at=1.76e9)
PROPOSED = Fact("Has a cat called Miso", "user.pet", "person", said_at=1.75e9, state="proposed", reads=("foreign",))


@asynccontextmanager
async def page_with(talk: ChatController, *known: Fact) -> AsyncGenerator[MemoryPage]:
    """Open the settings at the page of memory, with these facts."""
    await until(lambda: talk.store is not None)
    assert talk.store
    for fact in known:
        await talk.store.change(lambda database, fact=fact: facts.add(database, fact))
    talk.open_settings("memory")
    assert talk.settings_window
    # Before, a key is one of the shortcuts of the window that is active.
    await until(talk.settings_window.isActiveWindow)
    page = talk.settings_window.findChild(MemoryPage)
    assert page
    await until(lambda: len(titles(page)) == len(known))
    yield page


def titles(page: MemoryPage) -> list[str]:
    rows = sorted((row for row in page.findChildren(RecordRow) if row.isVisible()), key=lambda row: row.y())
    return [row.findChild(QLabel, "field_title").text() for row in rows]


async def stored(talk: ChatController) -> dict[str, Fact]:
    assert talk.store
    return {fact.text: fact for fact in await talk.store.query(facts.read)}


def click(widget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


async def test_it_lists_what_waits_then_what_is_pinned_and_can_be_searched_while_memory_is_off(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, TEA, HOME, PROPOSED) as page:
        assert talk.features.running("memory") is None
        assert titles(page) == ["Has a cat called Miso", "Drinks green tea", "Lives in Bergen"]
        click(page.rows.row(HOME.id).button("pin_fact"))
        await until(lambda: titles(page) == ["Has a cat called Miso", "Lives in Bergen", "Drinks green tea"])
        QTest.keyClicks(page.field, "GREEN drink")
        await until(lambda: titles(page) == ["Drinks green tea"])
        page.field.clear()
        QTest.keyClicks(page.field, "who you are")
        await until(lambda: titles(page) == ["Lives in Bergen"])


async def test_a_fact_is_edited_in_place_by_the_keyboard(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, TEA) as page:
        row = page.rows.row(TEA.id)
        edit = row.button("edit_fact")
        edit.setFocus()
        QTest.keyClick(edit, Qt.Key.Key_Space)
        await until(row.field.isVisible)
        QTest.keyClicks(row.field, "Drinks nothing")
        QTest.keyClick(row.field, Qt.Key.Key_Escape)
        assert (row.field.isVisible(), titles(page)) == (False, ["Drinks green tea"])
        QTest.keyClick(edit, Qt.Key.Key_Space)
        QTest.keyClicks(row.field, f"Drinks black tea, not {CANARY}")
        QTest.keyClick(row.field, Qt.Key.Key_Return)
        await until(lambda: titles(page) == [f"Drinks black tea, not {CANARY}"])
        assert talk.store
        found = await talk.store.query(lambda database: facts.find(database, "black", "", 5))
        assert [fact.id for fact in found] == [TEA.id]
        assert not await talk.store.query(lambda database: facts.find(database, "green", "", 5))
        # What was corrected is not learned again from the same words.
        assert await talk.store.query(lambda database: facts.is_erased(database, TEA.text, TEA.message, TEA.about))


async def test_what_is_erased_is_in_no_file(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, TEA, MUSIC) as page:
        assert talk.store
        await talk.store.maintain()
        assert any(each.name.startswith("conversations") for each in files_with(CANARY))
        click(page.rows.row(MUSIC.id).button("erase_fact"))
        await until(page.confirmation.isVisible)
        assert CANARY in page.confirmation.accessibleName()
        click(page.confirmation.confirm_button)
        await until(lambda: page.banner.message is not None and page.banner.message.level == "success")
        await until(lambda: titles(page) == ["Drinks green tea"])
        assert files_with(CANARY) == []


async def test_many_and_all_are_erased_after_a_question(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, TEA, HOME, MUSIC) as page:
        assert not page.erase_selected.isVisible()
        for fact in (TEA, MUSIC):
            page.rows.row(fact.id).check.setChecked(True)
        assert page.erase_selected.text() == "Erase 2 selected…"
        click(page.erase_selected)
        click(page.confirmation.cancel_button)
        assert len(titles(page)) == 3
        click(page.erase_selected)
        click(page.confirmation.confirm_button)
        await until(lambda: titles(page) == ["Lives in Bergen"])
        await until(lambda: not page.erase_selected.isVisible())
        click(page.erase_all)
        click(page.confirmation.confirm_button)
        await until(lambda: titles(page) == [])
        assert await stored(talk) == {}


async def test_a_proposal_is_kept_or_dismissed(tmp_path):
    other = Fact("Lives in Oslo", "user.home", "identity", said_at=1.79e9, state="proposed")
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, HOME, other, PROPOSED) as page:
        assert page.rows.row(other.id).button("keep_fact").accessibleName() == "Keep: Lives in Oslo"
        click(page.rows.row(other.id).button("keep_fact"))
        # It is about the same as the one before, which it replaces.
        await until(lambda: titles(page) == ["Has a cat called Miso", "Lives in Oslo"])
        click(page.rows.row(PROPOSED.id).button("dismiss_fact"))
        await until(lambda: titles(page) == ["Lives in Oslo"])
        assert talk.store
        assert await talk.store.query(
            lambda database: facts.is_erased(database, PROPOSED.text, PROPOSED.message, PROPOSED.about)
        )


async def test_the_sentence_it_came_from_is_shown_in_its_conversation(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, upstream):
        await converse(talk, upstream, "I drink green tea", "Nice.")
        question = talk.conversation.messages[0]
        session = talk.persistence.recorder.session
        talk._start_conversation()
        await converse(talk, upstream, "hello", "Hi.")
        said = Fact("Drinks tea", quote="green tea", session=session, message=question.id, said_at=1.78e9)
        gone = Fact("Drinks milk", quote="milk", session=session, message="gone", said_at=1.77e9)
        async with page_with(talk, said, gone) as page:
            assert "“green tea”" in [each.text() for each in page.rows.row(said.id).findChildren(QLabel)]
            click(page.rows.row(said.id).button("source_of_fact"))
            await until(lambda: talk.conversation.messages[0].id == question.id)
            click(page.rows.row(gone.id).button("source_of_fact"))
            await until(lambda: "not there any more" in talk.chat.pane.toast.accessibleName())


async def test_it_is_exported_and_imported_and_the_import_waits_for_the_user(tmp_path):
    file, table = tmp_path / "memories.json", tmp_path / "memories.md"
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, TEA, HOME) as page:
        page.export_to(table)
        await until(table.exists)
        assert table.read_text(encoding="utf-8").splitlines() == [
            *("# What she remembers", "", "## Who you are", "", "- Lives in Bergen (2026-02-02)", ""),
            *("## Likes and habits", "", "- Drinks green tea (2026-05-28)"),
        ]
        click(page.export_json)
        (dialog,) = page.findChildren(QFileDialog)
        dialog.selectFile(str(file))
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        await until(file.exists)
        content = json.loads(file.read_text(encoding="utf-8"))
        content["facts"].append({"text": "My password is hunter2"})
        file.write_text(json.dumps(content), encoding="utf-8")
        click(page.erase_all)
        click(page.confirmation.confirm_button)
        await until(lambda: titles(page) == [])
        page.import_from(file)
        await until(lambda: sorted(titles(page)) == ["Drinks green tea", "Lives in Bergen"])
        assert {fact.state for fact in (await stored(talk)).values()} == {"proposed"}
        await until(lambda: bool(page.banner.message and page.banner.message.button))
        click(page.banner.button)
        await until(lambda: not any(each.isVisible() for each in page.findChildren(QWidget, "keep_fact")))
        assert {fact.state for fact in (await stored(talk)).values()} == {"kept"}
        page.import_from(tmp_path / "settings.toml")
        await until(lambda: bool(page.banner.message and page.banner.message.level == "error"))


class ShownLevels(QObject):
    """Records the levels of the messages that a banner shows, once for each change."""

    def __init__(self, banner: Banner) -> None:
        super().__init__(banner)
        self.levels: list[str] = []
        banner.installEventFilter(self)

    def eventFilter(self, banner: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DynamicPropertyChange and banner.property("level"):
            self.levels.append(banner.property("level"))
        return False


async def test_an_import_during_an_erasure_shows_its_message_last(tmp_path):
    file = tmp_path / "memories.json"
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, TEA, HOME) as page:
        exchange.write_json(file, tuple((await stored(talk)).values()))
        shown = ShownLevels(page.banner)
        click(page.erase_all)
        click(page.confirmation.confirm_button)
        page.import_from(file)
        await until(lambda: len(shown.levels) == 2)
        assert shown.levels == ["success", "info"]
        assert page.banner.message.button


async def test_levels_pause_and_servers_are_chosen_by_the_keyboard(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, upstream), page_with(talk, TEA) as page:
        window = talk.settings_window
        row = window._rows["memory", "remember"]
        automatic = row.buttons["automatic"]
        assert "Undo" in automatic.accessibleDescription()
        automatic.setFocus()
        QTest.keyClick(automatic, Qt.Key.Key_Space)
        assert talk._settings_store.effective.memory.remember is MemoryMode.AUTOMATIC
        assert not window.findChild(MemoryServersRow).allow.isVisible()
        await converse(talk, upstream, "What do I drink?", "Tea.")
        assert "green tea" in json.dumps(upstream.requests[-1])
        talk._settings_store.change("memory", paused=True)
        await converse(talk, upstream, "And now?", "Tea.")
        assert "green tea" not in json.dumps(upstream.requests[-1]["messages"][0])
        assert titles(page) == ["Drinks green tea"]


async def test_another_server_is_asked_about_once(tmp_path):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk) as page:
        del page
        window, store = talk.settings_window, talk._settings_store
        address = "https://api.example.org/v1"
        store.change("endpoint", base_url=address)
        servers = window.findChild(MemoryServersRow)
        await until(servers.allow.isVisible)
        click(servers.refuse)
        assert (store.effective.memory.endpoints, store.effective.memory.hidden_from) == ((), (address,))
        assert not servers.allow.isVisible()
        click(servers.rows.findChild(QWidget, "revoke"))
        assert store.effective.memory.hidden_from == ()
        await until(servers.allow.isVisible)
        click(servers.allow)
        assert (store.effective.memory.endpoints, store.effective.memory.hidden_from) == ((address,), ())


def test_a_file_of_the_wrong_kind_says_so(tmp_path: Path):
    from deskpet.features.memory import exchange

    file = tmp_path / "memories.json"
    file.write_text('{"format": "deskpet memories", "version": 2, "facts": []}')
    with pytest.raises(ValueError, match="no file of memories"):
        exchange.read_json(file)


@pytest.mark.slow
async def test_windows_that_are_gone_leave_no_listener_and_no_widget_behind(tmp_path, qapp):
    async with running_with_server(tmp_path, PLAIN) as (talk, _), page_with(talk, TEA):
        listeners = len(talk.store._changed)
        for _ in range(15):
            page = talk.settings_window.findChild(MemoryPage)
            gone = []
            page.destroyed.connect(lambda *_, gone=gone: gone.append(True))
            talk.settings._recreate_window()
            await until(lambda: len(titles(talk.settings_window.findChild(MemoryPage))) == 1)
            await until(lambda gone=gone: bool(gone))
        assert len(talk.store._changed) == listeners
        assert len([each for each in qapp.allWidgets() if isinstance(each, MemoryPage)]) == 1
