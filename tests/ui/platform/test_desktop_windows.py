"""The windows of another program, as the desktop tells of them."""

import sys

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.platform import x11
from deskpet.ui.platform.desktop_windows import DesktopWindows, OtherWindow
from tests.features.roaming.other_program import move_window, other_window
from tests.ui.pet.scene import PATIENCE

pytestmark = pytest.mark.window


@pytest.fixture
def windows(qtbot: QtBot) -> DesktopWindows:
    if not (x11.is_x11() or sys.platform == "win32"):
        pytest.skip("this system tells nothing of other windows")
    return DesktopWindows()


def listed(windows: DesktopWindows, number: int) -> OtherWindow | None:
    return next((each for each in windows.visible() if each.number == number), None)


def test_a_window_is_listed_with_its_frame_until_it_is_closed(qtbot: QtBot, windows: DesktopWindows) -> None:
    own = QWidget()
    qtbot.addWidget(own)
    changes: list[bool] = []
    windows.changed.connect(lambda: changes.append(True))
    with other_window(300, 200, 400, 300) as number:
        qtbot.waitUntil(lambda: listed(windows, number) is not None, timeout=PATIENCE)
        found = listed(windows, number)
        assert found
        assert found.box.contains(QRect(300, 200, 400, 300).adjusted(2, 2, -2, -2))
        assert found.box.width() < 440
        assert not found.fills_screen
        changes.clear()
        own.show()
        own.activateWindow()
        # Wine 8 does not tell which window is used (EVENT_SYSTEM_FOREGROUND).
        qtbot.waitUntil(lambda: bool(changes) or not x11.is_x11(), timeout=PATIENCE)
        assert listed(windows, int(own.winId())) is None
    qtbot.waitUntil(lambda: listed(windows, number) is None, timeout=PATIENCE)
    windows.close()
    assert windows.visible() == ()


def test_the_watched_window_tells_of_its_moves(qtbot: QtBot, windows: DesktopWindows) -> None:
    if not x11.is_x11():
        pytest.skip("the test moves the window by xdotool")
    with other_window(300, 200, 400, 300) as number:
        qtbot.waitUntil(lambda: listed(windows, number) is not None, timeout=PATIENCE)
        windows.watch(number)
        with qtbot.waitSignal(windows.changed, timeout=PATIENCE):
            move_window(number, 350, 260)
        qtbot.waitUntil(lambda: windows.visible()[0].box.left() > 340, timeout=PATIENCE)
    windows.close()
