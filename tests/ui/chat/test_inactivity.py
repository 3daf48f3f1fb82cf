"""Tests of inactivity: the chat folds, fades out and returns, a pin keeps it open."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QCursor, QEnterEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message, StreamingText, Text, user_message
from deskpet.ui.chat.window import ChatWindow, InactivityTimer
from tests.ui.pet.scene import stays

pytestmark = pytest.mark.window

SCREEN = QRect(0, 0, 1400, 1000)
SOON = 0.05


@pytest.fixture
def other(qtbot: QtBot) -> Iterator[QWidget]:
    """Another window, which has the focus."""
    QCursor.setPos(0, 0)
    other = QWidget()
    other.setGeometry(0, 40, 100, 60)
    other.show()
    yield other
    other.close()


@pytest.fixture
def chat(chat: ChatWindow) -> ChatWindow:
    """The chat with a finished conversation."""
    chat.show_path([user_message("Hi"), Message("assistant", (Text(StreamingText("Hello there")),), ended="stop")])
    return chat


def test_the_folded_message_is_centred(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.fold()
    pane, row = chat.pane, chat.transcript.rows[-1]

    def room() -> tuple[int, int]:
        bubble = row.bubble().translated(row.mapTo(pane, QPoint())).toRect()
        return bubble.top(), pane.height() - bubble.bottom() - 1

    qtbot.waitUntil(lambda: room()[0] == room()[1] > 0)


def left_alone(chat: ChatWindow, other: QWidget, qtbot: QtBot, done: Callable[[], bool]) -> None:
    """Keep the focus on the other window until `done`, even if the window manager activates the new one."""

    def is_done() -> bool:
        if chat.isActiveWindow():
            other.activateWindow()
        return done()

    qtbot.waitUntil(is_done)


def tall(chat: ChatWindow) -> int:
    return chat.panel_geometry.height()


def settled_height(chat: ChatWindow, qtbot: QtBot) -> int:
    """Wait until the height no longer changes, and return it."""
    height = tall(chat)

    def is_unchanged() -> bool:
        nonlocal height
        before, height = height, tall(chat)
        return before == height

    qtbot.waitUntil(stays(is_unchanged, 30))
    return height


def come_near(chat: ChatWindow) -> None:
    spot = QPointF(80, chat.height() - 60)
    QApplication.sendEvent(chat, QEnterEvent(spot, spot, QPointF(chat.mapToGlobal(spot))))


def test_it_folds_to_the_last_message_and_unfolds_under_the_pointer(
    chat: ChatWindow, other: QWidget, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: tall(chat) > 200)
    whole = settled_height(chat, qtbot)
    chat.set_behavior(400, SOON, 0, keep_open=False)
    left_alone(chat, other, qtbot, lambda: not chat.composer.isVisible() and tall(chat) < whole - 80)
    assert chat.transcript.rows[-1].message.text == "Hello there"
    chat.set_behavior(400, 0, 0, keep_open=False)
    folded = settled_height(chat, qtbot)
    come_near(chat)
    qtbot.waitUntil(lambda: chat.composer.isVisible() and tall(chat) > folded + 80)


def test_it_fades_out_and_returns_unfolded(chat: ChatWindow, other: QWidget, qtbot: QtBot) -> None:
    chat.set_behavior(400, SOON, 2 * SOON, keep_open=False)
    left_alone(chat, other, qtbot, lambda: not chat.isVisible())
    chat.set_behavior(400, 0, 0, keep_open=False)
    chat.bring()
    assert chat.isVisible()
    assert chat.composer.isVisible()
    assert chat.windowOpacity() == 1.0


def test_streamed_text_unfolds_it(chat: ChatWindow, other: QWidget, qtbot: QtBot) -> None:
    chat.set_behavior(400, SOON, 0, keep_open=False)
    left_alone(chat, other, qtbot, lambda: not chat.composer.isVisible())
    chat.set_behavior(400, 0, 0, keep_open=False)
    chat.show_message(user_message("One more thing"))
    assert chat.composer.isVisible()


def test_a_pin_or_a_draft_keeps_it_open(chat: ChatWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(chat.pin_requested) as wanted:
        chat.pane.header.pin.click()
    assert wanted.args == [True]
    chat.set_behavior(400, SOON, SOON, keep_open=True)
    assert chat.pane.header.pin.property("on")
    with qtbot.waitSignal(chat.pin_requested) as wanted:
        chat.pane.header.pin.click()
    assert wanted.args == [False]
    assert not chat.pane.is_occupied
    chat.composer.set_text("half a thought")
    assert chat.pane.is_occupied


def test_folded_it_can_not_be_scrolled(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.show_path([user_message(f"message {number}") for number in range(60)])
    chat.fold()
    bar = chat.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    assert not bar.isVisible()
    place, viewport = bar.value(), chat.transcript.viewport()
    middle, up = QPointF(viewport.rect().center()), QPoint(0, 240)
    turned = QWheelEvent(
        middle,
        viewport.mapToGlobal(middle),
        QPoint(),
        up,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, turned)
    chat.show_message(user_message("One more thing"))
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > place)
    assert bar.isVisible()


def test_a_pinned_chat_stays_open(chat: ChatWindow, other: QWidget, qtbot: QtBot) -> None:
    chat.set_behavior(400, SOON, SOON, keep_open=True)
    # A timer that folds much later has fired before the assertion.
    late: list[bool] = []
    slow = InactivityTimer(lambda: False, chat)
    slow.expired.connect(lambda: late.append(chat.composer.isVisible()))
    slow.set_seconds(10 * SOON)
    left_alone(chat, other, qtbot, lambda: bool(late))
    assert late == [True]
    assert chat.isVisible()
    chat.set_behavior(400, SOON, 0, keep_open=False)
    left_alone(chat, other, qtbot, lambda: not chat.composer.isVisible())


def test_timeouts_wait_while_the_chat_is_occupied(qapp: QApplication, qtbot: QtBot) -> None:
    asked: list[bool] = []
    there = [True]

    def is_occupied() -> bool:
        asked.append(there[0])
        return there[0]

    rest = InactivityTimer(is_occupied, qapp)
    folded: list[bool] = []
    rest.expired.connect(lambda: folded.append(True))
    rest.set_seconds(SOON)
    qtbot.waitUntil(lambda: bool(asked))
    assert folded == []
    there[0] = False
    qtbot.waitUntil(lambda: folded == [True])
    assert set(asked[:-1]) == {True}
