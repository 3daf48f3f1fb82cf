"""The quick ask in a running pet: its keys, the text that comes along, the answer, and the way into the chat."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QClipboard, QCursor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.app.chat_controller import ChatController
from deskpet.config.prompts import Prompt
from deskpet.features.history.ui.session_list import SessionMark, SessionRole
from deskpet.features.quick_ask.ui import QuickAskPanel
from deskpet.ui.blocks.call_chip import CallChip
from deskpet.ui.platform import x11
from deskpet.ui.widgets import theme
from tests.app.running_pet import converse, running_with_server
from tests.gallery import samples
from tests.support.waiting import until
from tests.ui.active_window import active
from tests.ui.keyboard import TAB, press, stops
from tests.ui.pet.scene import needs_xdotool, xdotool

pytestmark = [pytest.mark.window, needs_xdotool]

KEYS = '[quick_ask]\nshortcut = "Ctrl+Alt+J"\n'
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def panels() -> list[QuickAskPanel]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, QuickAskPanel) and each.isVisible()]


async def opened() -> QuickAskPanel:
    xdotool("key", "ctrl+alt+j")
    await until(lambda: bool(panels()))
    await until(active(panels()[0]))
    return panels()[0]


async def test_a_program_that_does_not_give_its_selection_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, release = threading.Event(), threading.Event()

    def never(_seconds: float) -> str:
        asked.set()
        release.wait(30)
        return ""

    monkeypatch.setattr(x11, "selected_text", never)
    async with running_with_server(tmp_path, KEYS) as (_, upstream):
        try:
            panel = await opened()
            await until(asked.is_set)
            QTest.keyClicks(panel.field, "Hello")
            QTest.keyClick(panel.field, Qt.Key.Key_Return)
            await until(lambda: len(upstream.requests) == 1)
            assert upstream.requests[0]["messages"][-1]["content"] == "Hello"
            upstream.answer("Hi.")
        finally:
            release.set()


async def titles(talk: ChatController) -> list[str]:
    assert talk.store
    return [each.title for each in await talk.store.sessions()]


async def test_a_selected_text_is_explained_beside_the_chat_and_the_answer_is_kept(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, KEYS) as (talk, upstream):
        await converse(talk, upstream, "Hello", "Hi.")
        upstream.title("Greetings")
        QGuiApplication.clipboard().setText("entropy", QClipboard.Mode.Selection)
        QCursor.setPos(QPoint(300, 300))
        panel = await opened()
        assert panel.box.topLeft().x() in range(290, 330)
        await until(lambda: panel.selection.text == "entropy")
        QTest.mouseClick(panel.buttons["explain"], Qt.MouseButton.LeftButton)
        await until(lambda: len(upstream.requests) == 2)
        assert upstream.requests[1]["messages"][-1]["content"] == "Explain this:\n\nentropy"
        # A conversation of its own: what was said in the chat is not sent.
        assert "Hello" not in str(upstream.requests[1])
        upstream.delta(content="A measure of")
        await until(lambda: panel.transcript.isVisible() and panel.stop.isVisible())
        before = panel.height()
        upstream.answer(" disorder.\n\n" + "It grows.\n\n" * 20)
        await until(lambda: panel.copy.isVisible() and panel.height() > before)
        QTest.keyClick(panel.field, Qt.Key.Key_C, CTRL_SHIFT)
        assert QGuiApplication.clipboard().text().startswith("A measure of disorder.")
        upstream.title("Entropy")
        await until(lambda: "Entropy" in upstream.title_requests.__str__() or len(upstream.title_requests) == 2)
        assert [each.text for each in talk.conversation.messages] == ["Hello", "Hi."]
        QTest.keyClick(panel.field, Qt.Key.Key_F, CTRL_SHIFT)
        await until(lambda: not panels() and talk.chat.has_focus)
        await until(lambda: talk.conversation.messages[0].text == "Explain this:\n\nentropy")
        assert talk.conversation.messages[1].text.startswith("A measure of disorder.")
        await converse(talk, upstream, "More", "No.")
        assert len(await titles(talk)) == 2


async def test_a_selected_text_that_is_too_large_is_told_of_and_comes_from_the_clipboard(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, KEYS) as (_, upstream):
        large = "word " * (1 << 18)
        QGuiApplication.clipboard().setText(large, QClipboard.Mode.Selection)
        panel = await opened()
        await until(lambda: any("too large" in each.text() for each in visible_labels(panel)))
        assert panel.selection.text == ""
        assert not panel.selection.remove.isVisible()
        assert not panel.buttons["explain"].isEnabled()
        QGuiApplication.clipboard().setText(large)
        QTest.mouseClick(panel.selection.paste, Qt.MouseButton.LeftButton)
        assert not any("too large" in each.text() for each in visible_labels(panel))
        QTest.mouseClick(panel.buttons["explain"], Qt.MouseButton.LeftButton)
        await until(lambda: len(upstream.requests) == 1)
        assert upstream.requests[0]["messages"][-1]["content"] == f"Explain this:\n\n{large.strip()}"
        upstream.answer("Words.")


def test_tab_scrolls_to_what_gets_the_focus(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    panel = QuickAskPanel(samples.look)
    qtbot.addWidget(panel)
    panel.open_empty(QPoint(), "Mikan", "")
    for message in samples.conversation():
        panel.show_message(message)
    bar = panel.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: panel.transcript.height() > 200 and bar.maximum() > 0)
    reached = stops(panel)
    assert any(isinstance(each, CallChip) for each in reached)
    bar.setValue(bar.maximum())
    seen = panel.transcript.viewport()
    for each in reached:
        press(panel, TAB)
        now = panel.focusWidget()
        assert now is not None
        if seen.isAncestorOf(now):
            top = now.mapTo(seen, QPoint()).y()
            assert top >= 0, each
            assert top + min(now.height(), seen.height()) <= seen.height(), each


def visible_labels(panel: QuickAskPanel) -> list[QLabel]:
    return [each for each in panel.findChildren(QLabel) if each.isVisible()]


async def test_while_the_chat_is_private_nothing_of_it_is_kept(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, KEYS + "takes_selection = false\n") as (talk, upstream):
        talk.chat.header.private_requested.emit()
        panel = await opened()
        assert panel.private_label.isVisible()
        QTest.keyClicks(panel.field, "Who am I?")
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        await until(lambda: len(upstream.requests) == 1)
        upstream.answer("You.")
        await until(panel.copy.isVisible)
        assert not panel.go_on.isVisible()
        assert await titles(talk) == []
        panel.hide()
        talk.chat.header.new.click()
        assert not (await opened()).private_label.isVisible()


async def test_the_list_shows_its_answer_and_the_conversation_stays_until_it_is_over(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, KEYS + "takes_selection = false\n") as (talk, upstream):
        await converse(talk, upstream, "Hello", "Hi.")
        upstream.title("Greetings")
        side = talk.chat.expand().side_panel
        panel = await opened()
        QTest.keyClicks(panel.field, "Why?")
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="Because")

        def marked() -> list[object]:
            model = side.view.model()
            return [model.index(row, 0).data(SessionRole.MARK) for row in range(model.rowCount())]

        await until(lambda: SessionMark.ANSWERING in marked())
        (session,) = talk._turns.answering
        side.delete_requested.emit((session,))
        assert "Stop the answer" in talk.chat.pane.toast.findChild(QLabel, "toast").text()
        # It is not opened either: its answer would count as interrupted.
        side.opened.emit(session)
        await until(lambda: "She is answering" in talk.chat.pane.toast.findChild(QLabel, "toast").text())
        assert [each.text for each in talk.conversation.messages] == ["Hello", "Hi."]
        with pytest.raises(RuntimeError):
            await talk._host.sessions.erase()
        upstream.answer(" of that.")
        await until(lambda: SessionMark.ANSWERING not in marked())
        side.opened.emit(session)
        await until(lambda: talk.conversation.messages[-1].text == "Because of that.")
        side.delete_requested.emit((session,))
        await until(lambda: not talk.conversation.messages)


async def test_esc_stops_the_answer_and_the_next_opening_is_empty(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, KEYS + "takes_selection = false\n") as (talk, upstream):
        talk._host.prompts.save(Prompt("Poem", "A poem about {{selection}}", in_quick_ask=True))
        talk._host.prompts.save(Prompt("Letter", "A letter"))
        QGuiApplication.clipboard().setText("secret", QClipboard.Mode.Selection)
        QGuiApplication.clipboard().setText("copied")
        panel = await opened()
        assert panel.selection.text == ""
        assert [each.text() for each in panel.findChildren(QPushButton, "quick_ask_prompt")] == ["Poem"]
        assert not panel.buttons["explain"].isEnabled()
        panel.selection.paste.click()
        assert panel.selection.text == "copied"
        panel.selection.remove.click()
        QTest.keyClicks(panel.field, "rain")
        panel.findChildren(QPushButton, "quick_ask_prompt")[0].click()
        await until(lambda: len(upstream.requests) == 1)
        assert upstream.requests.pop()["messages"][-1]["content"] == "A poem about rain"
        upstream.answer("Drop.")
        await until(panel.copy.isVisible)
        QTest.keyClicks(panel.field, "Why?")
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        await until(lambda: len(upstream.requests) == 1)
        assert upstream.requests[0]["messages"][-1]["content"] == "Why?"
        upstream.delta(content="Because")
        await until(lambda: bool(panel.transcript.messages) and panel.transcript.messages[-1].text == "Because")
        QTest.keyClick(panel.field, Qt.Key.Key_Escape)
        await until(lambda: not panels() and upstream.disconnected.is_set())
        panel = await opened()
        assert panel.transcript.messages == []
        assert not panel.copy.isVisible()
        xdotool("key", "ctrl+alt+j")
        await until(lambda: not panels())
        assert await titles(talk) == ["A poem about rain"]
        # Off costs nothing: the keys belong to other programs again.
        talk._settings_store.change("quick_ask", shortcut="")
        assert talk.features.running("quick_ask").shortcut.keys == ""
