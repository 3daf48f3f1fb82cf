"""Tests of the composer and of the chat panel's placement: typing, sending, stopping, standing beside the pet."""

import sys

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QInputMethodEvent, QTextCharFormat, QTextFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import user_message
from deskpet.ui.chat.beside_panel import SHADOW
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme
from tests.ui.active_window import active
from tests.ui.scripted_turn import ScriptedTurn

pytestmark = pytest.mark.window

SCREEN = QRect(0, 0, 1400, 1000)


def test_enter_sends_and_empties_the_field(chat: ChatWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(chat.composer.field, "Hello Mikan")
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert sent.args == ["Hello Mikan", ()]
    assert chat.composer.text() == ""


def test_shift_enter_breaks_the_line_and_the_field_grows_to_six_lines(chat: ChatWindow, qtbot: QtBot) -> None:
    field = chat.composer.field
    low = field.height()
    heights = []
    with qtbot.assertNotEmitted(chat.composer.submitted):
        for _ in range(9):
            QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
            heights.append(field.minimumHeight())
    assert chat.composer.text() == "\n" * 9
    assert heights == sorted(heights)
    assert low * 4 < heights[-1] <= low * 6
    assert heights[-1] == heights[-2]


def test_large_text_of_several_lines_has_the_width_of_the_buttons_too(
    chat: ChatWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    composer, field = chat.composer, chat.composer.field
    composer.set_text("one\ntwo")
    qtbot.waitUntil(lambda: field.width() > 200)
    assert field.width() < composer.width() * 0.8
    qtbot.waitUntil(active(chat))
    field.setFocus()
    theme.apply(qapp, scale=1.4)
    qtbot.waitUntil(lambda: field.width() > composer.width() * 0.9)
    qtbot.waitUntil(lambda: composer.height() == composer.sizeHint().height())
    assert composer.rect().contains(field.geometry())
    assert field.geometry().bottom() <= composer.button.geometry().top()
    assert composer.button.geometry().right() > composer.width() - 10
    assert field.hasFocus()
    # A window is wide enough.
    window = chat.expand()
    qtbot.waitUntil(lambda: composer.width() > 500 and field.width() < composer.width() * 0.9)
    qtbot.waitUntil(lambda: composer.height() == composer.sizeHint().height())
    qtbot.waitUntil(lambda: field.geometry().top() < 10)
    assert composer.rect().contains(composer.button.geometry())
    window.close()
    qtbot.waitUntil(lambda: field.width() > composer.width() * 0.9)
    composer.set_text("one")
    qtbot.waitUntil(lambda: field.width() < composer.width() * 0.8)
    QTest.keyClicks(field, "Words that are too many for a line beside the buttons")
    qtbot.waitUntil(lambda: field.width() > composer.width() * 0.9)
    qtbot.waitUntil(field.hasFocus)
    field.clear()
    qtbot.waitUntil(lambda: composer.height() == composer.sizeHint().height() < 2 * field.height() + 20)
    theme.apply(qapp)


@pytest.mark.parametrize("in_a_window", [False, True])
def test_a_quote_is_completely_visible_at_once(chat: ChatWindow, qtbot: QtBot, *, in_a_window: bool) -> None:
    if in_a_window:
        qtbot.addWidget(chat.expand())
    chat.composer.quote("one\ntwo")
    field = chat.composer.field
    qtbot.waitUntil(lambda: chat.composer.height() == chat.composer.sizeHint().height())
    assert field.height() >= 4 * field.fontMetrics().lineSpacing()
    assert chat.composer.rect().contains(field.geometry())
    chat.composer.set_text("")
    qtbot.waitUntil(lambda: chat.composer.height() == chat.composer.sizeHint().height())
    assert chat.composer.height() < 2 * field.height() + 20


def test_blank_text_is_not_sent(chat: ChatWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(chat.composer.field, "   ")
    assert not chat.composer.button.isEnabled()
    with qtbot.assertNotEmitted(chat.composer.submitted):
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)


def test_enter_belongs_to_the_input_method_while_it_composes(chat: ChatWindow, qtbot: QtBot) -> None:
    field = chat.composer.field
    QApplication.sendEvent(field, QInputMethodEvent("にほん", []))
    with qtbot.assertNotEmitted(chat.composer.submitted):
        QTest.keyClick(field, Qt.Key.Key_Return)
    done = QInputMethodEvent()
    done.setCommitString("日本")
    QApplication.sendEvent(field, done)
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert sent.args[0].strip().endswith("日本")


def test_what_an_input_method_converts_has_a_soft_ground_in_place_of_a_black_one(chat: ChatWindow) -> None:
    converted, rest, form = QTextCharFormat(), QTextCharFormat(), QInputMethodEvent.AttributeType.TextFormat
    converted.setBackground(QColor("black"))
    rest.setFontUnderline(True)
    parts = [QInputMethodEvent.Attribute(form, 0, 2, converted), QInputMethodEvent.Attribute(form, 2, 1, rest)]
    QApplication.sendEvent(chat.composer.field, QInputMethodEvent("日本語", parts))
    shown = chat.composer.field.textCursor().block().layout().formats()
    has_ground = QTextFormat.Property.BackgroundBrush
    grounds = [each.format.background().color() for each in shown if each.format.hasProperty(has_ground)]
    assert grounds == [theme.current().colour("accent_soft")]
    assert any(each.format.fontUnderline() for each in shown)


def test_during_a_turn_enter_submits_and_escape_and_the_button_stop(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.set_busy(True)
    QTest.keyClicks(chat.composer.field, "next")
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert (sent.args, chat.composer.text()) == (["next", ()], "")
    assert chat.composer.button.accessibleName() == "Stop"
    with qtbot.waitSignal(chat.composer.stop_requested):
        chat.composer.button.click()
    stops: list[bool] = []
    chat.composer.stop_requested.connect(lambda: stops.append(True))
    QTest.keyClick(chat.composer.field, Qt.Key.Key_Escape)
    assert stops == [True]
    chat.set_busy(False)
    with qtbot.assertNotEmitted(chat.composer.stop_requested):
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Escape)
    QTest.keyClicks(chat.composer.field, "more")
    with qtbot.waitSignal(chat.composer.submitted):
        chat.composer.button.click()


def test_a_quote_is_appended_to_the_draft(chat: ChatWindow) -> None:
    chat.composer.set_text("Is that so?")
    chat.transcript.toolbar.quoted.emit("First line\n\nsecond line\n")
    assert chat.composer.text() == "Is that so?\n\n> First line\n>\n> second line\n\n"
    chat.composer.set_text("")
    chat.transcript.toolbar.quoted.emit("Words")
    QTest.keyClicks(chat.composer.field, "So?")
    assert chat.composer.text() == "> Words\n\nSo?"


def test_ctrl_n_requests_a_new_conversation(chat: ChatWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(active(chat))
    with qtbot.waitSignal(chat.header.new.clicked):
        QTest.keyClick(chat.composer.field, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)


def test_a_clicked_suggestion_is_sent(chat: ChatWindow, qtbot: QtBot) -> None:
    chip = next(button for button in chat.findChildren(QAbstractButton) if button.accessibleName() == "Wave at me!")
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        chip.click()
    assert sent.args == ["Wave at me!", ()]


@pytest.mark.parametrize(
    ("pet", "side"),
    [
        (QRect(100, 500, 300, 450), "right"),
        (QRect(1050, 500, 300, 450), "left"),
        (QRect(0, 500, 300, 450), "right"),
        (QRect(1100, 500, 300, 450), "left"),
    ],
)
def test_the_chat_is_placed_on_the_side_with_room(chat: ChatWindow, pet: QRect, side: str) -> None:
    chat.place_beside(pet, SCREEN)
    panel = chat.geometry().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
    assert SCREEN.contains(panel)
    assert not panel.intersects(pet)
    assert (panel.left() > pet.right()) == (side == "right")
    assert abs(panel.bottom() - pet.bottom()) <= 8


def test_the_panel_grows_with_the_conversation_and_is_masked(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.show_message(user_message("Hi"))
    turn = ScriptedTurn(chat)
    qtbot.waitUntil(lambda: 0 < chat.panel_geometry.height() < 420)
    low = chat.panel_geometry
    # On Windows the window has no mask.
    if sys.platform != "win32":
        assert chat.mask().boundingRect().height() == low.height() + 2 * SHADOW
    turn.say("line\n\n" * 12)
    turn.end()
    qtbot.waitUntil(lambda: chat.panel_geometry.height() > low.height() + 150)
    assert chat.panel_geometry.bottom() == low.bottom()
    assert chat.panel_geometry.height() <= chat.max_panel_height


def test_a_new_conversation_shows_the_welcome(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.show_message(user_message("Hi"))
    qtbot.waitUntil(chat.transcript.isVisible)
    chat.clear()
    assert not chat.transcript.isVisible()
    assert not chat.transcript.rows


def test_every_control_has_a_name(chat: ChatWindow) -> None:
    buttons = chat.findChildren(QAbstractButton)
    assert len(buttons) >= 5
    assert all(button.accessibleName() for button in buttons)
    assert chat.composer.field.accessibleName()


def test_a_shortcut_turns_the_panel_into_a_window_and_back(chat: ChatWindow, qtbot: QtBot) -> None:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.waitUntil(active(chat))
    chat.composer.set_text("half a thought")
    QTest.keyClick(chat.composer.field, Qt.Key.Key_F, both)
    full = chat.full
    assert full
    qtbot.waitUntil(active(full))
    assert not chat.isVisible()
    assert chat.composer.text() == "half a thought"
    QTest.keyClick(chat.composer.field, Qt.Key.Key_F, both)
    assert not chat.is_expanded
    assert chat.isVisible()
    assert not full.isVisible()
