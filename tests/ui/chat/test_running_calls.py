"""Tests of the chip that lists the calls in the background, and stops them."""

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.background import RunningCall
from deskpet.chat.messages import Progress
from deskpet.ui.blocks.base import ToolLook
from deskpet.ui.chat.running_calls import RunningChip
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme

pytestmark = pytest.mark.window

FIRST, SECOND = ("m", 0), ("m", 3)


def look_of(name: str) -> ToolLook:
    return ToolLook(name.title(), "tool")


def running(address: tuple[str, int], name: str, seconds: float = 0, progress: Progress | None = None) -> RunningCall:
    return RunningCall(address, name, time.time() - seconds, progress)


@pytest.fixture
def chip(qapp: QApplication, qtbot: QtBot) -> RunningChip:
    theme.apply(qapp)
    chat = ChatWindow()
    qtbot.addWidget(chat)
    with qtbot.waitExposed(chat):
        chat.show()
    return chat.header.running


def opened(chip: RunningChip, qtbot: QtBot, press: Callable[[], None]) -> QWidget:
    press()
    panel = QApplication.activePopupWidget()
    assert panel
    qtbot.waitExposed(panel)
    return panel


def texts(panel: QWidget) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisibleTo(panel)]


def test_the_chip_is_there_while_something_runs(chip: RunningChip) -> None:
    assert not chip.isVisible()
    chip.show_calls([running(FIRST, "build"), running(SECOND, "fetch")], look_of)
    assert (chip.isVisible(), chip.text(), chip.accessibleName()) == (True, "2 running", "In the background: 2 running")
    chip.show_calls([], look_of)
    assert not chip.isVisible()


def test_the_list_shows_title_time_and_progress_and_follows_the_calls(chip: RunningChip, qtbot: QtBot) -> None:
    chip.show_calls([running(FIRST, "build", 75.4, Progress(0.4, "linking")), running(SECOND, "fetch", 3.5)], look_of)
    panel = opened(chip, qtbot, chip.click)
    assert texts(panel) == ["In the background", "Build", "1 min 15 s · 40% · linking", "Fetch", "3 s"]
    chip.show_calls([running(SECOND, "fetch", 4.5, Progress(None, "half"))], look_of)
    assert texts(panel) == ["In the background", "Fetch", "4 s · half"]
    chip.show_calls([], look_of)
    assert QApplication.activePopupWidget() is None


def test_each_call_is_stopped_in_the_list_with_the_mouse_or_the_keyboard(chip: RunningChip, qtbot: QtBot) -> None:
    chip.show_calls([running(FIRST, "build"), running(SECOND, "fetch")], look_of)
    stopped: list[object] = []
    chip.stop_requested.connect(stopped.append)
    chip.setFocus()
    panel = opened(chip, qtbot, lambda: QTest.keyClick(chip, Qt.Key.Key_Space))
    buttons = panel.findChildren(QPushButton)
    assert [button.accessibleName() for button in buttons] == ["Stop Build", "Stop Fetch"]
    assert buttons[0].hasFocus()
    QTest.keyClick(panel, Qt.Key.Key_Tab)
    assert buttons[1].hasFocus()
    QTest.keyClick(buttons[1], Qt.Key.Key_Space)
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert stopped == [SECOND, FIRST]
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
