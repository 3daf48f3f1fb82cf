"""Buttons that allow something can be pressed only where they have been for a while."""

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.widgets import click_guard
from deskpet.ui.widgets.click_guard import ClickGuard


@pytest.fixture
def long_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes a guard that holds after the call hold for a minute."""
    monkeypatch.setattr(click_guard, "DEAD_MS", 30)
    return lambda: monkeypatch.setattr(click_guard, "DEAD_MS", 60_000)


pytestmark = pytest.mark.window


class Guarded(QWidget):
    """A window with a button in a scroll area below a spacer."""

    def __init__(self) -> None:
        super().__init__()
        self.button, self.other = QPushButton("Run"), QPushButton("Refuse")
        self.guard = ClickGuard(self.button)
        self.inner, self.spacer, self.area = QWidget(), QWidget(), QScrollArea(self)
        column = QVBoxLayout(self.inner)
        for each in (self.spacer, self.button, self.other):
            column.addWidget(each)
        self.spacer.setFixedHeight(60)
        self.inner.resize(180, 600)
        self.area.setWidget(self.inner)
        self.area.setGeometry(0, 0, 200, 300)


@pytest.fixture
def guarded(qtbot: QtBot, long_time: Callable[[], None]) -> Guarded:
    window = Guarded()
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    assert not window.button.isEnabled()
    qtbot.waitUntil(window.button.isEnabled)
    long_time()
    return window


def _scroll(window: Guarded) -> None:
    window.area.verticalScrollBar().setValue(5)


def _make_room(window: Guarded) -> None:
    window.spacer.setFixedHeight(70)


def _show_again(window: Guarded) -> None:
    window.button.hide()
    window.button.show()


def _show_window_again(window: Guarded) -> None:
    window.hide()
    window.show()


def _open(window: Guarded) -> None:
    window.guard.set_open(False)
    window.guard.set_open(True)


def _move_window(window: Guarded) -> None:
    window.move(window.pos() + QPoint(3, 0))


@pytest.mark.parametrize("change", [_scroll, _make_room, _show_again, _show_window_again, _open, _move_window])
def test_a_button_that_moved_or_was_shown_is_disabled_for_a_while(
    guarded: Guarded, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, change: Callable[[Guarded], None]
) -> None:
    change(guarded)
    qtbot.waitUntil(lambda: not guarded.button.isEnabled())
    monkeypatch.setattr(click_guard, "DEAD_MS", 30)
    guarded.area.verticalScrollBar().setValue(9)
    qtbot.waitUntil(guarded.button.isEnabled)


def test_no_time_passes_while_the_program_is_held_up(guarded: Guarded, monkeypatch: pytest.MonkeyPatch) -> None:
    # A click of that time was aimed at what stood on the screen before.
    monkeypatch.setattr(click_guard, "DEAD_MS", 30)
    guarded.button.hide()
    guarded.button.show()
    time.sleep(0.06)
    QCoreApplication.processEvents()
    assert not guarded.button.isEnabled()


def test_what_changes_elsewhere_disables_nothing(guarded: Guarded, qtbot: QtBot) -> None:
    guarded.other.setText("Refuse it")
    guarded.inner.update()
    qtbot.waitUntil(lambda: guarded.other.text() == "Refuse it")
    assert guarded.button.isEnabled()


def test_a_closed_guard_stays_closed(guarded: Guarded, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click_guard, "DEAD_MS", 1)
    guarded.guard.set_open(False)
    with qtbot.assertNotEmitted(guarded.button.clicked, wait=60):
        QTest.mouseClick(guarded.button, Qt.MouseButton.LeftButton)
    assert not guarded.button.isEnabled()


def test_the_focus_comes_back(guarded: Guarded, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    guarded.activateWindow()
    guarded.button.setFocus()
    qtbot.waitUntil(guarded.button.hasFocus)
    monkeypatch.setattr(click_guard, "DEAD_MS", 30)
    _scroll(guarded)
    assert not guarded.other.hasFocus()
    qtbot.waitUntil(guarded.button.hasFocus)
