"""Keeps the window in its placement while screens are connected, removed or resized."""

from pathlib import Path

from PySide6.QtCore import QObject, QPointF, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen, QWindow

from deskpet.ui.pet import placement
from deskpet.ui.pet.placement import Placement, Screen, Screens
from deskpet.ui.platform import positions

# Delay after a change of screens, in ms: the signals come in bursts, and the window manager moves windows as well.
SETTLE_MS = 150


def screens() -> Screens:
    """Return all screens, the primary one first."""
    primary = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not primary]
    return tuple(_screen(each) for each in (primary, *others))


def screen_of(window: QWindow) -> Screen:
    """Return the screen from which Qt takes a window's ratio and position."""
    return _screen(window.screen())


def _screen(screen: QScreen) -> Screen:
    return Screen(screen.name(), screen.geometry(), screen.availableGeometry(), screen.devicePixelRatio())


def free_area(window: QRect) -> QRect:
    """Return the free part of the screen that shows most of a window, in logical pixels.

    Where positions are unknown, the window is taken to be in the middle of its screen.
    """
    if not positions.are_known():
        area = QRect(screens()[0].free)
        area.moveCenter(window.center())
        return area
    return placement.screen_of(window, screens()).free


class PlacementTracker(QObject):
    """Restores and saves a window's placement. Does nothing where positions are unknown.

    repositioned: Emitted when the window was moved because the screens changed.
    is_travelling: she moves by herself, so that the window has no placement to be restored to.
    """

    repositioned = Signal()

    def __init__(self, window: QWindow, file: Path | None) -> None:
        """`file` stores the placement; None to store nothing."""
        super().__init__(window)
        self._window, self._file = window, file
        self._is_dragged = self.is_travelling = self._is_wandering = False
        self._placement: Placement | None = placement.load(file) if file and positions.are_known() else None
        self._settle_timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle_timer.timeout.connect(self._reposition)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenAdded.connect(self._watch)
        for changed in (application.screenAdded, application.screenRemoved, application.primaryScreenChanged):
            changed.connect(self._schedule_reposition)
        for screen in QGuiApplication.screens():
            self._watch(screen)

    def restore(self, size: QSize) -> None:
        """Move a window of this size to the saved placement, or to the default one; not while she moves by herself."""
        if positions.are_known() and not self.is_travelling:
            self._window.setPosition(placement.top_left(self._placement, size, screens()))

    def resize(self, size: QSize, fixed: QPointF | None = None) -> None:
        """Move the window for a new size, so that the point `fixed` stays in place; see `placement.resized`."""
        if not positions.are_known():
            return
        available = screens()
        box = placement.resized(self._window.geometry(), size, fixed, available)
        self._window.setPosition(box.topLeft())
        # Away from its own screen the window stays only until that one is connected again: don't save.
        if self._placement and self._placement.screen == placement.screen_of(box, available).name:
            self.remember(box) if self._is_wandering or self.is_travelling else self._save(box)

    def begin_drag(self) -> None:
        """Suspend repositioning until `end_drag`: the user drags the window."""
        self._is_dragged = True

    def end_drag(self, box: QRect) -> None:
        """Save the geometry at which the user has dropped the window as its placement."""
        self._is_dragged = False
        if not positions.are_known():
            return
        visible = placement.keep_visible(box, placement.screen_of(box, screens()))
        if visible != box.topLeft():
            self._window.setPosition(visible)
        self._save(QRect(visible, box.size()))

    def remember(self, box: QRect) -> None:
        """Keep the window's geometry as its placement until the program ends: she went there by herself."""
        self._placement, self._is_wandering = placement.placement_of(box, screens()), True

    def _save(self, box: QRect) -> None:
        self._placement, self._is_wandering = placement.placement_of(box, screens()), False
        if self._file is not None:
            placement.save(self._file, self._placement)

    def _watch(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._schedule_reposition)
        screen.availableGeometryChanged.connect(self._schedule_reposition)

    def _schedule_reposition(self, *_arguments: object) -> None:
        self._settle_timer.start()

    def _reposition(self) -> None:
        # There may be no screen for a moment: the last one is removed before the next one is added.
        if self._is_dragged:
            self._settle_timer.start()
        elif QGuiApplication.screens():
            self.restore(self._window.maximumSize())
            self.repositioned.emit()
