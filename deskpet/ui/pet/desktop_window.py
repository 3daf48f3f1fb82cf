"""A frameless, transparent window that stays above all others and stands in its place: what a character lives on."""

import logging
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMoveEvent, QResizeEvent, QShowEvent

from deskpet.ui.pet.fade import Fade
from deskpet.ui.pet.gl_window import GlWindow
from deskpet.ui.pet.placement_tracker import PlacementTracker
from deskpet.ui.platform import x11

log = logging.getLogger(__name__)


class DesktopWindow(GlWindow):
    """Where the window is, and whether it shows, is looked after here.

    moved: where the window is now, also after a change of size.
    shown, hidden: the window came or went.
    """

    moved = Signal(QRect)
    shown = Signal()
    hidden = Signal()

    def __init__(self, size: QSize, place_file: Path | None) -> None:
        """`place_file` keeps where the window stands; without one it begins in the lower right corner."""
        super().__init__()
        self.stand, self.fade = PlacementTracker(self, place_file), Fade(self)
        self._is_aside = False
        self._return = QTimer(self, singleShot=True)
        self._return.timeout.connect(self.show)
        self.setFlags(
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.NoDropShadowWindowHint
        )
        # Qt has setters for these two on widgets only. On macOS a tool window would go with its application's focus.
        self.setProperty("_q_macAlwaysShowToolWindow", True)
        self.setProperty("_q_showWithoutActivating", True)
        self._fix_size(size)
        self.stand.go(size)
        # On a screen of another density the window keeps its pixels, and would be larger or smaller for good.
        self.screenChanged.connect(lambda: QTimer.singleShot(0, self, self._keep_size))

    def grow(self, size: QSize) -> None:
        """Have this size from now on; the feet stay where they are."""
        self.stand.grow(size)
        self._fix_size(size)

    def step_aside(self, away: bool) -> None:
        """Go away for as long as there is no room, or come back if it did; one that the user hid stays hidden."""
        if away and self.isVisible():
            self.hide()
            self._is_aside = True
        elif not away and self._is_aside:
            self.show()

    def hide_for(self, seconds: float) -> None:
        """Go away for some time: where there is no tray, nothing else could bring the window back."""
        self.hide()
        self._return.start(round(seconds * 1000))

    def _fix_size(self, size: QSize) -> None:
        self.setMinimumSize(size)
        self.setMaximumSize(size)
        self.resize(size)

    def _keep_size(self) -> None:
        size = self.maximumSize()
        # The window manager's own bounds are counted in pixels, too, and are only told when they change.
        self.setMinimumSize(size - QSize(1, 1))
        self._fix_size(size)

    def check_transparency(self) -> None:
        """Warn when there is something behind the character that can't be seen; for when the window is on screen."""
        if self.format().alphaBufferSize() < 8:
            log.warning("the graphics driver gives no alpha channel: the character will stand on black")
        elif not x11.has_compositor():
            log.warning("no compositor is running: the character will stand on black")

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.moved.emit(self.geometry())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.moved.emit(self.geometry())

    def showEvent(self, event: QShowEvent) -> None:
        self._return.stop()
        self._is_aside = False
        x11.keep_out_of_taskbar(self.winId())
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hidden.emit()
