"""The palette in a running pet: what it lists, what Enter runs, and the keys of all commands."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.features.palette.ui import Palette
from deskpet.ui.settings.search import PlaceMark
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.entry_list import PAGE
from deskpet.ui.widgets.keys_row import KeysRow
from tests.app.running_pet import converse, running_with_server, two_servers
from tests.support.waiting import until
from tests.ui.active_window import active

pytestmark = pytest.mark.window

CTRL = Qt.KeyboardModifier.ControlModifier


def palettes() -> list[Palette]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, Palette) and each.isVisible()]


async def opened(talk: ChatController) -> Palette:
    """Press Ctrl+K in the field of the chat, and return the palette that opens."""
    await until(active(talk.chat.pane.window()))
    QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_K, CTRL)
    await until(lambda: bool(palettes()) and palettes()[0].field.hasFocus())
    return palettes()[0]


def listed(palette: Palette) -> list[str]:
    model = palette.view.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]


async def choose(talk: ChatController, words: str) -> None:
    palette = await opened(talk)
    QTest.keyClicks(palette.field, words)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    await until(lambda: not palettes())


async def test_enter_runs_a_command_opens_a_conversation_or_a_setting(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "How do tomatoes grow?", "Slowly.")
        upstream.title("Tomatoes on the balcony")
        palette = await opened(talk)
        # What only the full window offers is left out.
        assert listed(palette)[:2] == [
            "New conversation, Command, Ctrl+N",
            "New private conversation, Command, Ctrl+Shift+N",
        ]
        assert not any(each.startswith("Files") for each in listed(palette))
        QTest.keyClick(palette.field, Qt.Key.Key_Up)
        assert palette.view.currentIndex().row() == palette.view.model().rowCount() - 1
        QTest.keyClicks(palette.field, "x")
        QTest.keyClick(palette.field, Qt.Key.Key_Escape)
        await until(lambda: not palettes())
        await choose(talk, "copy the last")
        assert QApplication.clipboard().text() == "Slowly."
        await choose(talk, "new conv")
        await until(lambda: not talk.conversation.messages)
        palette = await opened(talk)
        QTest.keyClicks(palette.field, "balcony")
        await until(lambda: listed(palette) == ["Tomatoes on the balcony, Conversation"])
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
        await until(lambda: [each.text for each in talk.conversation.messages][-1:] == ["Slowly."])
        await until(active(talk.chat.pane.window()))
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_F, CTRL)
        await until(lambda: talk.chat.full is not None and talk.chat.full.isVisible())
        panel = talk.chat.full and talk.chat.full.side_panel
        assert isinstance(panel, HistoryPanel)
        await until(panel.field.hasFocus)
        talk.chat.shrink()
        await choose(talk, "text size")
        await until(lambda: talk.settings_window is not None and talk.settings_window.page == "appearance")
        assert talk.settings_window
        await until(lambda: bool(talk.settings_window and talk.settings_window.findChildren(PlaceMark)))


async def test_a_models_name_switches_to_it(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (pet, talk, _first, second):
        palette = await opened(talk)
        # Without a word, they would hide the conversations.
        assert not any("Model" in each for each in listed(palette))
        QTest.keyClicks(palette.field, "small")
        assert listed(palette)[0] == "small, Model · Work"
        palette.hide()
        await choose(talk, "work sm")
        assert pet.settings_store.current.endpoint.model == "small"
        await converse(talk, second, "hello", "Hi.")
        assert second.requests[0]["model"] == "small"
        palette = await opened(talk)
        QTest.keyClicks(palette.field, "embed")
        assert not any("Model" in each for each in listed(palette))
        palette.hide()


async def test_the_open_palette_shows_a_title_that_comes_later(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        await converse(talk, upstream, "How do tomatoes grow?", "Slowly.")
        await until(lambda: upstream.title_requests)
        await choose(talk, "new conv")
        await until(lambda: not talk.conversation.messages)
        palette = await opened(talk)
        first = "How do tomatoes grow?, Conversation"
        await until(lambda: first in listed(palette))
        palette.view.setCurrentIndex(palette.view.model().index(1, 0))
        upstream.title("Tomatoes on the balcony")
        await until(lambda: "Tomatoes on the balcony, Conversation" in listed(palette))
        # What the user has gone to stays the current entry.
        assert palette.view.currentIndex().row() == 1
        assert first not in listed(palette)
        palette.hide()
        assert talk.store
        talk.store.rename((await talk.store.sessions())[0].id, "Beans")
        await talk.store.sessions()
        assert "Beans, Conversation" not in listed(palette)


async def test_changed_keys_count_everywhere_and_conflicts_are_named(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        talk.open_settings("keyboard")
        window = talk.settings_window
        assert window
        settings, again = (window.findChild(KeysRow, f"keyboard_{name}") for name in ("settings", "answer_again"))
        assert isinstance(settings, KeysRow)
        assert isinstance(again, KeysRow)
        assert not settings.reset.isEnabled()
        await until(active(window))
        QTest.keyClick(settings.edit, Qt.Key.Key_F4)
        await until(lambda: talk.chat.header.settings.accessibleName() == "Settings (F4)")
        QTest.keyClick(again.edit, Qt.Key.Key_N, CTRL)
        assert "“New conversation” and “Answer again” have the same keys" in _texts(again)
        QTest.keyClick(again.edit, Qt.Key.Key_C, CTRL)
        assert any("text fields" in each for each in _texts(again))
        settings.reset.click()
        await until(lambda: talk.chat.header.settings.accessibleName() == "Settings (Ctrl+,)")
        QTest.keyClick(settings.edit, Qt.Key.Key_Backspace)
        await until(lambda: talk.chat.header.settings.accessibleName() == "Settings")
        settings.reset.click()
        window.close()


async def test_ctrl_enter_sends_if_that_is_chosen(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, '[keyboard]\nsend_with = "ctrl_enter"\n') as (talk, upstream):
        field = talk.chat.composer.field
        QTest.keyClicks(field, "one")
        QTest.keyClick(field, Qt.Key.Key_Return)
        QTest.keyClicks(field, "two")
        assert talk.chat.composer.text() == "one\ntwo"
        QTest.keyClick(field, Qt.Key.Key_Return, CTRL)
        await until(lambda: len(upstream.requests) == 1)
        upstream.answer("Yes.")
        await until(lambda: not talk.conversation.is_running)


def _texts(row: QWidget) -> list[str]:
    return [each.text() for each in row.findChildren(QLabel)]


async def test_the_panel_ends_below_its_last_row(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        palette = await opened(talk)
        top, heights = palette.box.top(), [palette.box.height()]
        for words in ("walks", "no such thing", ""):
            palette.field.setText(words)
            await until(lambda: palette.box.height() == palette.height_for(palette.box.width()))
            assert palette.box.top() == top
            heights.append(palette.box.height())
        first, one_row, no_row, all_rows = heights
        assert first == all_rows > 2 * max(one_row, no_row)
        model, view = palette.view.model(), palette.view
        last = view.visualRect(model.index(PAGE - 1, 0)).bottomLeft()
        assert view.viewport().mapToGlobal(last).y() in range(palette.box.bottom() - 2 * theme.S2, palette.box.bottom())
