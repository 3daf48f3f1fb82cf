"""Tests of the messages that wait for the end of an answer: shown, edited, removed, sent by hand, kept as a draft."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Image
from deskpet.ui.chat.message_queue import MAX_WAITING, QueuedMessage
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme
from tests.ui.active_window import active

pytestmark = pytest.mark.window

PICTURE = Image("image/png", "AAAA")


@pytest.fixture
def chat(qapp: QApplication, qtbot: QtBot) -> ChatWindow:
    """A chat with an answer that streams and two waiting messages."""
    theme.apply(qapp)
    chat = ChatWindow()
    qtbot.addWidget(chat)
    with qtbot.waitExposed(chat):
        chat.show()
    chat.activateWindow()
    qtbot.waitUntil(active(chat))
    chat.set_busy(True)
    chat.composer.queue.add(QueuedMessage("first\nline two"))
    chat.composer.queue.add(QueuedMessage("second", (PICTURE,)))
    return chat


def button(chat: ChatWindow, name: str, number: int = 0) -> QAbstractButton:
    """Return the visible button of a name, of the message with this number."""
    named = [each for each in chat.composer.queue.findChildren(QAbstractButton) if each.accessibleName() == name]
    return [each for each in named if each.isVisible()][number]


def waiting(chat: ChatWindow) -> list[str]:
    return [message.text for message in chat.composer.queue.messages]


def row_names(chat: ChatWindow) -> list[str]:
    rows = [each for each in chat.composer.queue.findChildren(QWidget) if each.accessibleName().startswith("Waiting: ")]
    return [each.accessibleName() for each in rows if each.isVisible()]


def editor(chat: ChatWindow) -> QTextEdit:
    (field,) = chat.composer.queue.findChildren(QTextEdit)
    return field


def test_waiting_messages_are_shown_above_the_field(chat: ChatWindow, qtbot: QtBot) -> None:
    queue = chat.composer.queue
    assert row_names(chat) == ["Waiting: first line two", "Waiting: second · 1 picture"]
    qtbot.waitUntil(lambda: chat.composer.height() == chat.composer.sizeHint().height())
    assert chat.composer.rect().contains(queue.geometry())
    assert queue.geometry().bottom() < chat.composer.field.geometry().top()
    qtbot.waitUntil(lambda: queue.height() == queue.sizeHint().height())
    queue.clear()
    assert not queue.isVisible()


def test_a_message_is_removed_and_the_focus_returns_to_the_field(chat: ChatWindow) -> None:
    away = button(chat, "Don't send")
    away.setFocus()
    QTest.keyClick(away, Qt.Key.Key_Space)
    assert waiting(chat) == ["second"]
    assert chat.composer.field.hasFocus()


def test_a_message_is_edited_in_place_and_not_taken_meanwhile(chat: ChatWindow, qtbot: QtBot) -> None:
    queue = chat.composer.queue
    button(chat, "Edit").click()
    qtbot.waitUntil(editor(chat).hasFocus)
    assert queue.take_first() is None
    QTest.keyClicks(editor(chat), " and three")
    with qtbot.waitSignal(queue.editing_ended):
        QTest.keyClick(editor(chat), Qt.Key.Key_Return)
    assert waiting(chat) == ["first\nline two and three", "second"]
    assert chat.composer.field.hasFocus()
    taken = queue.take_first()
    assert taken == QueuedMessage("first\nline two and three")


def test_escape_leaves_the_message_as_it_was_and_the_answer_running(chat: ChatWindow, qtbot: QtBot) -> None:
    button(chat, "Edit").click()
    qtbot.waitUntil(editor(chat).hasFocus)
    editor(chat).setPlainText("other words")
    with qtbot.assertNotEmitted(chat.composer.stop_requested):
        QTest.keyClick(editor(chat), Qt.Key.Key_Escape)
    assert waiting(chat) == ["first\nline two", "second"]


def test_a_message_is_sent_by_hand_when_no_answer_streams(chat: ChatWindow, qtbot: QtBot) -> None:
    assert "Send now" not in [each.accessibleName() for each in chat.findChildren(QAbstractButton) if each.isVisible()]
    chat.set_busy(False)
    with qtbot.waitSignal(chat.composer.queue.send_requested) as sent:
        button(chat, "Send now", 1).click()
    assert sent.args == [QueuedMessage("second", (PICTURE,))]
    assert waiting(chat) == ["first\nline two"]


def test_a_full_queue_leaves_the_text_in_the_field(chat: ChatWindow, qtbot: QtBot) -> None:
    for number in range(MAX_WAITING - 2):
        chat.composer.queue.add(QueuedMessage(f"more {number}"))
    QTest.keyClicks(chat.composer.field, "one too many")
    with qtbot.assertNotEmitted(chat.composer.submitted), qtbot.waitSignal(chat.composer.refused):
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert chat.composer.text() == "one too many"


def test_waiting_messages_belong_to_the_draft(chat: ChatWindow) -> None:
    chat.composer.set_text("and this")
    assert chat.composer.draft_text() == "first\nline two\n\nsecond\n\nand this"
    assert chat.composer.draft_attachments() == (PICTURE,)
    chat.composer.show_draft("another draft", ())
    assert (waiting(chat), chat.composer.text()) == ([], "another draft")
