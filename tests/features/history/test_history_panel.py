"""Tests of the history in the full window: list, open, search, rename, delete, export and import conversations."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QLineEdit, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.events import TurnEnded
from deskpet.chat.messages import to_json, user_message
from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.ui.panel import HistoryPanel, ProgressRow
from deskpet.features.history.ui.session_list import (
    Heading,
    SessionMark,
    SessionModel,
    SessionRole,
    group_by_session,
    group_by_time,
)
from deskpet.store import SearchHit, Session, Store, rows
from deskpet.ui.chat.full_chat import FullChat
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.widgets.icons import IconButton
from tests.app.running_pet import SELDOM_DRAWN, converse, running, running_with_server, type_and_send
from tests.features.history.test_imports import chatgpt, node
from tests.support.waiting import until
from tests.ui.active_window import active

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("quick_companion")]

DAY = 86_400.0
NOON = 1_800_000_000.0


def session(name: str, at: float, *, pinned: bool = False) -> Session:
    return Session(name, name, False, pinned, at, at)


def test_sessions_are_grouped_by_time_of_change() -> None:
    today = datetime.fromtimestamp(NOON).astimezone().date()
    sessions = (session("old", NOON - 90 * DAY), session("now", NOON), session("kept", NOON - 400 * DAY, pinned=True))
    items = group_by_time((*sessions, session("before", NOON - DAY)), today)
    words = [item.words if isinstance(item, Heading) else item.id for item in items]
    assert words == ["Pinned", "kept", "Today", "now", "Yesterday", "before", "Earlier", "old"]


def test_hits_stand_below_the_title_of_their_conversation() -> None:
    title = SearchHit("now", None, "an owl", ((3, 6),), NOON)
    hits = (title, SearchHit("now", "a", "my owl", ((3, 6),), NOON), SearchHit("old", "b", "the owl", ((4, 7),), 5.0))
    added = SearchHit("old", None, "", (), NOON - DAY)
    assert group_by_session(hits, (session("now", NOON), session("old", NOON - DAY))) == [*hits[:2], added, hits[2]]


def test_a_hit_says_when_it_was(qapp: QApplication) -> None:
    model, september = SessionModel(), 1_000_000_000.0
    hits = [SearchHit("old", None, "", (), september), SearchHit("old", "b", "the owl", ((4, 7),), september)]
    model.show_items(list(hits), [session("old", september)._replace(title="Birds")])
    title, message = (model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2))
    assert title.startswith("Birds, 9 Sep 2001, ")
    assert message.startswith("Birds: the owl, 9 Sep 2001, ")


def texts_of(panel: HistoryPanel) -> list[str]:
    model = panel.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def index_of(panel: HistoryPanel, words: str) -> QModelIndex:
    model = panel.view.model()
    return next(model.index(row, 0) for row in range(model.rowCount()) if words in model.index(row, 0).data())


def choose(panel: HistoryPanel, words: str) -> None:
    view, index = panel.view, index_of(panel, words)
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def toast(talk: ChatController) -> str:
    label = talk.chat.pane.toast.findChild(QLabel, "toast")
    assert label
    return label.text()


async def turn(talk: ChatController, begin: Callable[[], None]) -> None:
    """Start a turn and wait until it ends."""
    ended: list[bool] = []
    talk.conversation.listen(on_event=lambda event, _: ended.append(isinstance(event, TurnEnded)))
    begin()
    await until(lambda: any(ended) and not talk.conversation.is_running)


async def ask(talk: ChatController, text: str) -> None:
    await turn(talk, lambda: type_and_send(talk, text))


async def two_conversations(pet: PetController) -> tuple[ChatController, FullChat]:
    """Open the full window with the conversations `hello there` and `tell me a joke`, the second one open."""
    talk = pet.chat_controller
    assert talk
    await ask(talk, "hello there")
    talk.chat.header.new.click()
    await until(lambda: not talk.conversation.messages)
    await ask(talk, "tell me a joke")
    full = talk.chat.expand()
    await until(lambda: len([each for each in texts_of(full.side_panel) if each != "Today"]) == 2)
    return talk, full


@asynccontextmanager
async def offline_pet(folder: Path) -> AsyncGenerator[PetController]:
    """Run a pet with the offline companion, and end it with the block."""
    file = folder / "settings.toml"
    file.write_text(SELDOM_DRAWN, encoding="utf-8")
    pet = PetController(file, offline=True)
    async with running(pet):
        yield pet


async def test_another_conversation_is_opened_and_the_pane_moves_between_windows(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        assert not talk.chat.isVisible()
        choose(full.side_panel, "hello there")
        await until(lambda: talk.conversation.messages[0].text == "hello there")
        await until(lambda: talk.chat.transcript.rows[0].message.text == "hello there")
        talk.chat.pane.header.size_button.click()
        assert talk.chat.isVisible()
        assert not full.isVisible()
        assert talk.chat.transcript.isVisible()
        talk.chat.pane.header.size_button.click()
        assert full.isVisible()
        full.close()
        assert talk.chat.isVisible()


async def test_search_finds_all_conversations_and_highlights_the_hit(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        QTest.keyClicks(full.side_panel.field, "hello")
        await until(
            lambda: bool(texts_of(full.side_panel)) and all("hello" in each for each in texts_of(full.side_panel))
        )
        hits = [each for each in texts_of(full.side_panel) if not each.endswith("hello there: hello there")]
        assert full.side_panel.view.model().rowCount() >= 2 or hits
        model = full.side_panel.view.model()
        QTest.mouseClick(
            full.side_panel.view.viewport(),
            Qt.MouseButton.LeftButton,
            pos=full.side_panel.view.visualRect(model.index(model.rowCount() - 1, 0)).center(),
        )
        await until(lambda: talk.conversation.messages[0].text == "hello there")
        # The view stays at the hit and no longer follows the end.
        await until(lambda: not talk.chat.transcript.follows)
        full.side_panel.field.clear()
        await until(lambda: "Today" in texts_of(full.side_panel))
        QTest.keyClicks(full.side_panel.field, "no such words anywhere")
        await until(lambda: texts_of(full.side_panel) == [])


async def test_a_conversation_is_renamed_pinned_deleted_and_restored(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        panel = full.side_panel
        panel.view.setCurrentIndex(index_of(panel, "hello there"))
        panel.view.edit(index_of(panel, "hello there"))
        editor = panel.view.findChild(QLineEdit, "title_editor")
        assert editor
        editor.setText("Greetings")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await until(lambda: "Greetings" in texts_of(panel))
        named = panel.view.model().item(index_of(panel, "Greetings"))
        panel.pinned.emit(named.id, True)
        await until(lambda: texts_of(panel)[:2] == ["Pinned", "Greetings"])
        panel.view.setCurrentIndex(index_of(panel, "Greetings"))
        # Words that are typed there belong to the message.
        QTest.keyClick(panel.view, Qt.Key.Key_W)
        assert talk.chat.composer.field.toPlainText() == "w"
        talk.chat.composer.field.clear()
        QTest.keyClick(panel.view, Qt.Key.Key_Delete)
        await until(lambda: "Greetings" not in texts_of(panel))
        assert "Greetings" in toast(talk)
        talk.chat.pane.toast.button.click()
        await until(lambda: "Greetings" in texts_of(panel))


async def test_a_restart_shows_the_conversation_that_was_open_and_opens_the_folders(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        choose(full.side_panel, "hello there")
        await until(lambda: talk.conversation.messages[0].text == "hello there")
        menu_action(full.side_panel, "hello there", "Move to a folder", "New folder")
        await until(lambda: full.side_panel.view.is_editing)
        QTest.keyClick(full.side_panel.view.findChild(QLineEdit, "title_editor"), Qt.Key.Key_Return)
        await until(lambda: "New folder" in texts_of(full.side_panel))
    async with offline_pet(tmp_path) as pet:
        talk = pet.chat_controller
        assert talk.conversation.messages[0].text == "hello there"
        panel = talk.chat.expand().side_panel
        await until(lambda: texts_of(panel)[:2] == ["New folder", "hello there"])


def click(panel: HistoryPanel, words: str, modifier: Qt.KeyboardModifier) -> None:
    view = panel.view
    place = view.visualRect(index_of(panel, words)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def menu_action(panel: HistoryPanel, words: str, *entry: str) -> None:
    """Choose an entry of the menu of a row, or of its submenu."""
    view = panel.view
    view.customContextMenuRequested.emit(view.visualRect(index_of(panel, words)).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    for name in entry:
        action = next(each for each in menu.actions() if each.text().split("\t")[0] == name)
        inner = action.menu()
        if isinstance(inner, QMenu):
            menu = inner
        else:
            action.trigger()
    menu.close()


def button_of(panel: HistoryPanel, shelf: str) -> QPushButton:
    return next(each for each in panel.findChildren(QPushButton) if each.objectName() == f"shelf_{shelf}")


async def test_several_are_selected_archived_moved_and_deleted_and_each_is_undone(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        panel, both = full.side_panel, ["hello there", "tell me a joke"]
        shown = lambda: sorted(each for each in texts_of(panel) if each in both)  # noqa: E731
        open_before = talk.conversation.messages[0].text
        click(panel, both[0], Qt.KeyboardModifier.ControlModifier)
        click(panel, both[1], Qt.KeyboardModifier.ControlModifier)
        click(panel, both[0], Qt.KeyboardModifier.ShiftModifier)
        assert talk.conversation.messages[0].text == open_before
        assert sorted(each.title for each in panel.view.selected) == both
        assert all(each.preview for each in panel.view.selected)

        menu_action(panel, both[0], "Archive")
        await until(lambda: shown() == [])
        assert toast(talk) == "2 conversations archived"
        QTest.keyClicks(panel.field, "hello")
        await until(lambda: "hello there" in texts_of(panel))
        menu_action(panel, "hello there", "Bring back from the archive")
        panel.field.clear()
        await until(lambda: texts_of(panel) == ["Today", "hello there"])
        button_of(panel, "archive").click()
        assert texts_of(panel) == ["Archive", "tell me a joke"]
        talk.chat.pane.toast.findChild(QPushButton).click()
        await until(lambda: len(texts_of(panel)) == 3)
        button_of(panel, "list").click()
        await until(lambda: shown() == [])
        await asyncio.wrap_future(
            talk.store.archive(*(each.id for each in await talk.store.sessions()), archived=False)
        )
        await until(lambda: shown() == both)

        panel.view.selectAll()
        menu_action(panel, both[0], "Move to a folder", "New folder")
        await until(lambda: panel.view.is_editing)
        editor = panel.view.findChild(QLineEdit, "title_editor")
        QTest.keyClicks(editor, "Work")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await until(lambda: texts_of(panel)[0] == "Work" and shown() == both)
        choose(panel, "Work")
        assert texts_of(panel) == ["Work"]
        choose(panel, "Work")
        menu_action(panel, "Work", "Dissolve the folder")
        await until(lambda: "Work" not in texts_of(panel) and shown() == both)

        panel.view.selectAll()
        QTest.keyClick(panel.view, Qt.Key.Key_Delete)
        await until(lambda: shown() == [])
        button_of(panel, "deleted").click()
        choose(panel, "hello there")
        await until(lambda: toast(talk) == "The conversation is back in the list")
        button_of(panel, "list").click()
        await until(lambda: shown() == ["hello there"])


async def test_deleted_ones_are_erased_now_by_keyboard_only(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        panel = full.side_panel
        panel.view.setFocus()
        panel.view.setCurrentIndex(index_of(panel, "tell me a joke"))
        QTest.keyClick(panel.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        assert len(panel.view.selected) == 2
        QTest.keyClick(panel.view, Qt.Key.Key_Delete)
        await until(button_of(panel, "deleted").isVisible)
        QTest.keyClick(button_of(panel, "deleted"), Qt.Key.Key_Space)
        assert panel.view.hasFocus()
        assert all(each.preview for each in panel.view.selected)
        first = panel.view.selected[0].title
        QTest.keyClick(panel.view, Qt.Key.Key_Delete)
        await until(lambda: "for good" in talk.chat.pane.status_lines.accessibleName())
        # Another question takes the place of the first.
        QTest.keyClick(panel.view, Qt.Key.Key_Delete)
        (line,) = [each for each in talk.chat.pane.status_lines.lines if "for good" in each.text()]
        assert first in line.text()
        links = talk.chat.pane.status_lines.findChildren(QPushButton)
        erase = next(each for each in links if each.isVisible() and each.text() == "Erase now")
        QTest.keyClick(erase, Qt.Key.Key_Space)
        await until(lambda: toast(talk) == "The conversation is erased")
        await until(lambda: first not in texts_of(panel))
        assert talk.store
        assert len(await talk.store.query(rows.read_deleted_sessions)) == 1


async def test_the_open_conversation_is_deleted_and_restored_open(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        open_one = full.side_panel.view.model().item(index_of(full.side_panel, "joke"))
        full.side_panel.delete_requested.emit((open_one.id,))
        await until(lambda: not talk.conversation.messages)
        await until(lambda: not any("joke" in each for each in texts_of(full.side_panel)))
        talk.chat.pane.toast.button.click()
        await until(lambda: bool(talk.conversation.messages) and "joke" in talk.conversation.messages[0].text)


def choose_file(full: FullChat, file: Path) -> None:
    dialog = full.findChild(QFileDialog)
    assert dialog
    dialog.fileSelected.emit(str(file))
    dialog.close()


async def test_a_conversation_is_exported_and_imported(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        first = full.side_panel.view.model().item(index_of(full.side_panel, "hello there"))
        full.side_panel.export_requested.emit((first.id,), ExportForm.MARKDOWN)
        choose_file(full, tmp_path / "hello.md")
        await until((tmp_path / "hello.md").exists)
        await until(lambda: "hello there" in (tmp_path / "hello.md").read_text(encoding="utf-8"))
        assert "## Mikan" in (tmp_path / "hello.md").read_text(encoding="utf-8")
        # A later change of persona must not change the name in the export.
        talk.chat.show_character("Aria", None)
        full.side_panel.export_requested.emit((first.id,), ExportForm.MARKDOWN)
        choose_file(full, tmp_path / "persona.md")
        await until((tmp_path / "persona.md").exists)
        await until(lambda: "## Mikan" in (tmp_path / "persona.md").read_text(encoding="utf-8"))
        full.side_panel.export_requested.emit(None, ExportForm.JSON)
        choose_file(full, tmp_path / "all.json")
        await until(lambda: "all.json" in toast(talk))
        assert json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
        full.side_panel.import_requested.emit()
        choose_file(full, tmp_path / "all.json")
        await until(lambda: toast(talk) == "These 2 conversations are here already")
        panel = full.side_panel
        panel.delete_requested.emit((first.id,))
        await until(lambda: "deleted" in toast(talk))
        panel.import_requested.emit()
        choose_file(full, tmp_path / "all.json")
        await until(lambda: toast(talk) == "1 conversation imported. 1 was here already.")
        await until(lambda: any("hello there" in each for each in texts_of(panel)))
        (tmp_path / "other.json").write_text("[]", encoding="utf-8")
        panel.import_requested.emit()
        choose_file(full, tmp_path / "other.json")
        await until(lambda: "other.json is no export of deskpet" in toast(talk))


async def test_an_export_of_another_program_is_imported_and_saved_for_reading(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        panel = full.side_panel
        file = tmp_path / "conversations.json"
        question = node("q", None, "user", "Can owls fly?", metadata={"attachments": [{"name": "a.pdf"}]})
        file.write_text(json.dumps(chatgpt(question, node("a", "q", "assistant", "Yes."))), encoding="utf-8")
        panel.import_requested.emit()
        choose_file(full, file)
        await until(lambda: toast(talk) == "1 conversation imported. Left out: 1 attached file.")
        await until(lambda: [each.text for each in talk.conversation.messages] == ["Can owls fly?", "Yes."])
        await until(lambda: any("Owls" in each for each in texts_of(panel)))
        session = panel.view.model().item(index_of(panel, "Owls"))
        for form, words in ((ExportForm.HTML, "<p>Yes.</p>"), (ExportForm.PDF, "%PDF-")):
            target = tmp_path / f"owls.{form.value}"
            panel.export_requested.emit((session.id,), form)
            choose_file(full, target)
            await until(lambda target=target: target.name in toast(talk))
            assert words in target.read_bytes().decode("utf-8", "replace")


async def test_an_import_is_cancelled_and_adds_nothing(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        before = texts_of(full.side_panel)
        messages: list[dict] = []
        for number in range(30_000):
            message = to_json(replace(user_message("imported"), id=f"m{number}"))
            messages.append({"parent": messages[-1]["message"]["id"] if messages else None, "message": message})
        times = {"begun_at": 1.0, "changed_at": 1.0}
        session = {"title": "Long", "is_named": True, "is_pinned": False, "leaf": "m29999", "messages": messages}
        content = {"format": "deskpet conversations", "version": 1, "sessions": [session | times]}
        (tmp_path / "long.json").write_text(json.dumps(content), encoding="utf-8")
        full.side_panel.import_requested.emit()
        choose_file(full, tmp_path / "long.json")
        button = full.side_panel.findChild(IconButton, "cancel_import")
        assert button
        await until(button.isVisible)
        button.click()
        await until(lambda: toast(talk) == "The import of long.json was cancelled")
        assert not button.isVisible()
        assert texts_of(full.side_panel) == before


async def test_the_draft_is_restored_after_a_restart(tmp_path):
    (tmp_path / "settings.toml").write_text(SELDOM_DRAWN, encoding="utf-8")
    pet = PetController(tmp_path / "settings.toml", offline=True)
    async with running(pet) as talk:
        await ask(talk, "hello there")
        QTest.keyClicks(talk.chat.composer.field, "half a thou")
    again = PetController(tmp_path / "settings.toml", offline=True)
    async with running(again) as talk:
        await until(lambda: talk.chat.composer.text() == "half a thou")
        talk.chat.header.new.click()
        await until(lambda: talk.chat.composer.text() == "")


@pytest.mark.slow
async def test_the_import_of_many_conversations_shows_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "many.json"
    source = Store(tmp_path / "source.db")
    for number in range(300):
        source.save_message(f"s{number}", user_message(f"question {number}"), None, None)
    await source.export_json(file)
    source.close()
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        row, shown = full.side_panel.findChild(ProgressRow), list[str]()
        assert isinstance(row, ProgressRow)
        label = row.findChild(QLabel)
        assert isinstance(label, QLabel)
        show = row.show_progress
        monkeypatch.setattr(row, "show_progress", lambda done, total: (show(done, total), shown.append(label.text())))
        full.side_panel.import_requested.emit()
        choose_file(full, file)
        await until(lambda: toast(talk) == "300 conversations imported")
        assert not row.isVisible()
        assert shown[0] == "Importing many.json… 0 of 300"
        assert shown[-1].endswith(" of 300")
        # Once for each percent.
        assert 50 < len(shown) <= 100


async def test_attached_pictures_stay_with_their_conversation(tmp_path):
    (tmp_path / "settings.toml").write_text(SELDOM_DRAWN, encoding="utf-8")
    pet = PetController(tmp_path / "settings.toml", offline=True)
    async with running(pet) as talk:
        await ask(talk, "hello there")
        composer = talk.chat.composer
        QTest.keyClicks(composer.field, "what is it")
        picture = QImage(60, 40, QImage.Format.Format_RGB32)
        picture.fill(QColor("#3aa7a0"))
        composer.attachments.add(picture)
        (packed,) = composer.attachments.images
        talk.chat.header.new.click()
        await until(lambda: composer.attachments.is_empty and not composer.text())
        QTest.keyClicks(composer.field, "something new")
    again = PetController(tmp_path / "settings.toml", offline=True)
    async with running(again) as talk:
        composer = talk.chat.composer
        await until(lambda: composer.text() == "what is it")
        assert composer.attachments.images == (packed,)
        talk.chat.header.new.click()
        await until(lambda: composer.text() == "something new")
        assert composer.attachments.is_empty


def test_the_list_keeps_its_position_and_an_open_title_editor(qapp, qtbot: QtBot) -> None:
    full = FullChat("Mikan")
    full.add_side_panel(HistoryPanel)
    qtbot.addWidget(full)
    panel, now = full.side_panel, time.time()
    full.show()
    qtbot.waitExposed(full)
    panel.show_sessions((session("one", now), session("two", now - 1), session("three", now - 2)), "one")
    panel.view.setCurrentIndex(index_of(panel, "two"))
    panel.show_sessions((session("two", now + 1), session("one", now), session("three", now - 2)), "one")
    assert panel.view.currentIndex().data() == "two"
    panel.view.edit(panel.view.currentIndex())
    editor = panel.view.findChild(QLineEdit, "title_editor")
    assert editor
    QTest.keyClicks(editor, "Half a ti")
    panel.show_sessions((session("four", now + 2), session("two", now + 1), session("three", now - 2)), "one")
    QTest.keyClicks(editor, "tle")
    with qtbot.waitSignal(panel.renamed) as renamed:
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert renamed.args == ["two", "Half a title"]
    qtbot.waitUntil(lambda: texts_of(panel) == ["Today", "four", "two", "three"])
    assert panel.view.currentIndex().data() == "two"
    panel.show_sessions((session("four", now + 2), session("three", now - 2)), "one")
    assert panel.view.currentIndex().data() == "three"
    panel.show_sessions((session("four", now + 2),), "one")
    assert panel.view.currentIndex().data() == "four"


async def test_a_new_conversation_focuses_the_composer_and_unmarks_the_others(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        panel = full.side_panel
        await until(lambda: index_of(panel, "tell me a joke").data(SessionRole.IS_CURRENT))
        panel.search()
        talk.chat.header.new.click()
        await until(lambda: not index_of(panel, "tell me a joke").data(SessionRole.IS_CURRENT))
        assert full.focusWidget() is talk.chat.composer.field


async def test_escape_clears_the_search_and_undo_restores_a_conversation(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk, full = await two_conversations(pet)
        panel = full.side_panel
        await until(active(full))
        panel.search()
        QTest.keyClicks(panel.field, "joke")
        await until(lambda: "Today" not in texts_of(panel))
        QTest.keyClick(panel.field, Qt.Key.Key_Escape)
        await until(lambda: "Today" in texts_of(panel))
        QTest.keyClick(panel.field, Qt.Key.Key_Down)
        panel.view.setCurrentIndex(index_of(panel, "hello there"))
        QTest.keyClick(panel.view, Qt.Key.Key_Delete)
        await until(lambda: "hello there" not in texts_of(panel))
        QTest.keyClick(panel.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: "hello there" in texts_of(panel))
        # In an empty field, the shortcut is not the field's own undo.
        talk.chat.transcript.toolbar.delete_requested.emit(talk.conversation.messages[0].id)
        await until(lambda: not talk.conversation.messages)
        talk.chat.composer.setFocus()
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(talk.conversation.messages) == 2)


async def test_focus_moves_to_the_message_after_a_deleted_one(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk = pet.chat_controller
        await ask(talk, "hello there")
        await ask(talk, "tell me a joke")
        await until(active(talk.chat))
        first, _, second, last = talk.conversation.messages
        row = next(row for row in talk.chat.transcript.rows if row.message.id == first.id)
        row.setFocus()
        talk.chat.transcript.toolbar.delete_requested.emit(first.id)
        focused = QApplication.focusWidget()
        assert isinstance(focused, MessageRow)
        assert focused.message.id == second.id
        talk.chat.transcript.toolbar.delete_requested.emit(last.id)
        assert QApplication.focusWidget() is talk.chat.composer.field


async def test_one_conversation_is_read_while_she_answers_in_another_one(tmp_path):
    async with running_with_server(tmp_path, 'titles = "first_line"\n') as (talk, upstream):
        await converse(talk, upstream, "hello there", "Hi.")
        talk.chat.header.new.click()
        await converse(talk, upstream, "tell me a joke", "A joke.")
        panel = talk.chat.expand().side_panel
        await until(lambda: len(texts_of(panel)) == 3)
        type_and_send(talk, "another one")
        await until(lambda: len(upstream.requests) == 3)
        upstream.delta(content="Why did")
        shown = lambda: [each.text for each in talk.chat.transcript.messages]  # noqa: E731
        await until(lambda: shown()[-1] == "Why did")
        mark = lambda words: index_of(panel, words).data(SessionRole.MARK)  # noqa: E731
        await until(lambda: mark("tell me a joke") is SessionMark.ANSWERING)

        choose(panel, "hello there")
        await until(lambda: shown() == ["hello there", "Hi."])
        upstream.delta(content=" the chicken")
        await until(lambda: talk.conversation.messages[-1].text == "Why did the chicken")
        assert (shown(), talk.chat.composer.text()) == (["hello there", "Hi."], "")
        choose(panel, "tell me a joke")
        await until(lambda: shown()[-1] == "Why did the chicken")
        upstream.delta(content=" cross")
        await until(lambda: shown()[-1] == "Why did the chicken cross")

        choose(panel, "hello there")
        await until(lambda: shown() == ["hello there", "Hi."])
        talk.chat.composer.set_text("half a thought")
        talk.chat.header.new.click()
        await until(lambda: (shown(), talk.chat.composer.text()) == ([], ""))
        choose(panel, "hello there")
        await until(lambda: (shown(), talk.chat.composer.text()) == (["hello there", "Hi."], "half a thought"))
        talk.chat.composer.set_text("")
        # What is sent meanwhile waits, and goes where it was written.
        type_and_send(talk, "how are you")
        upstream.answer("?")
        await until(lambda: len(upstream.requests) == 4)
        upstream.answer("Fine.")
        await until(lambda: shown() == ["hello there", "Hi.", "how are you", "Fine."])
        await until(lambda: mark("tell me a joke") is SessionMark.UNSEEN)
        assert [each.text for each in talk.conversation.messages] == shown()
        await until(lambda: not talk.conversation.is_running)
        choose(panel, "tell me a joke")
        await until(lambda: shown()[-1] == "Why did the chicken cross?")
        await until(lambda: mark("tell me a joke") is None)


async def test_only_the_last_answer_can_be_continued(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk = pet.chat_controller
        await ask(talk, "hello there")
        await ask(talk, "tell me a joke")
        before = talk.conversation.messages
        talk.chat.transcript.action_requested.emit(before[1].id, "continue")
        await until(lambda: "Only the last answer can go on" in toast(talk))
        assert talk.conversation.messages == before


@pytest.mark.slow
async def test_a_regenerated_answer_keeps_both_variants(tmp_path):
    async with offline_pet(tmp_path) as pet:
        talk = pet.chat_controller
        await ask(talk, "hello there")
        first = talk.conversation.messages[1]
        await turn(talk, lambda: talk.chat.transcript.toolbar.regenerate_requested.emit(first.id))
        row = talk.chat.transcript.rows[-1]
        assert row.message.id == talk.conversation.messages[1].id != first.id
        names = {label.text() for label in row.findChildren(QLabel)}
        assert "2/2" in names
        next(each for each in row.findChildren(QAbstractButton) if each.accessibleName() == "Previous variant").click()
        await until(lambda: talk.conversation.messages[1].id == first.id)
        await until(lambda: talk.chat.transcript.rows[-1].message.id == first.id)
        question = talk.conversation.messages[0].id
        await turn(talk, lambda: talk.chat.transcript.toolbar.edited.emit(question, "tell me a joke"))
        assert talk.conversation.messages[0].text == "tell me a joke"
        talk.chat.transcript.toolbar.delete_requested.emit(talk.conversation.messages[0].id)
        await until(lambda: talk.conversation.messages[0].text == "hello there")
        talk.chat.pane.toast.button.click()
        await until(lambda: talk.conversation.messages[0].text == "tell me a joke")


def test_every_control_of_the_window_has_a_name(qapp, qtbot: QtBot) -> None:
    full = FullChat("Mikan")
    full.add_side_panel(HistoryPanel)
    qtbot.addWidget(full)
    buttons = full.findChildren(QAbstractButton)
    assert len(buttons) >= 3
    assert all(button.accessibleName() for button in buttons)
    assert full.side_panel.field.accessibleName()
    assert full.side_panel.view.accessibleName()
