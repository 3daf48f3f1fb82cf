"""The window's standing on real screens: it keeps its place while they change, come and go."""

from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen, QWindow

from deskpet.ui.pet import placement
from deskpet.ui.pet.placement import Placement, Screen, Screens

# A change of screens comes as a burst of news, and the window manager has its own say in it.
SETTLE_MS = 150


def is_wayland() -> bool:
    """Wayland tells no window where it is or where the pointer is, and lets none choose its place."""
    return QGuiApplication.platformName().startswith("wayland")


def screens() -> Screens:
    """The screens that are there, the primary one first."""
    primary = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not primary]
    return tuple(Screen(each.name(), each.geometry(), each.availableGeometry()) for each in (primary, *others))


class PlacementTracker(QObject):
    """Puts a window in its place, again and again. On Wayland it does nothing, and remembers nothing.

    stood: it was put in its place because the screens have changed.
    """

    stood = Signal()

    def __init__(self, window: QWindow, file: Path | None) -> None:
        """`file` keeps the place for the next start."""
        super().__init__(window)
        self._window, self._file = window, file
        self._is_held = False
        self._place: Placement | None = placement.load(file) if file and not is_wayland() else None
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._stand_again)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenAdded.connect(self._watch)
        for changed in (application.screenAdded, application.screenRemoved, application.primaryScreenChanged):
            changed.connect(self._stand_again_soon)
        for screen in QGuiApplication.screens():
            self._watch(screen)

    def go(self, size: QSize) -> None:
        """Stand in the remembered place, or in the usual one, with this size."""
        if not is_wayland():
            self._window.setPosition(placement.corner(self._place, size, screens()))

    def grow(self, size: QSize) -> None:
        """Move so that with another size the feet stay where they are."""
        if is_wayland():
            return
        box = self._window.geometry()
        feet = QPoint(box.left() + box.width() // 2, box.top() + box.height())
        box = QRect(feet - QPoint(size.width() // 2, size.height()), size)
        there = screens()
        box.moveTopLeft(placement.in_sight(box, placement.screen_of(box, there)))
        self._window.setPosition(box.topLeft())
        # While its screen is away it only visits another one.
        if self._place and self._place.screen == placement.screen_of(box, there).name:
            self._keep(box)

    def lift(self) -> None:
        """The user has the window in hand: until it is put down, no change of screens takes it away."""
        self._is_held = True

    def put_down(self, box: QRect) -> None:
        """The user has put the window there: this is its place from now on."""
        self._is_held = False
        if is_wayland():
            return
        seen = placement.in_sight(box, placement.screen_of(box, screens()))
        if seen != box.topLeft():
            self._window.setPosition(seen)
        self._keep(QRect(seen, box.size()))

    def _keep(self, box: QRect) -> None:
        self._place = placement.placement_of(box, screens())
        if self._file is not None:
            placement.save(self._file, self._place)

    def _watch(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._stand_again_soon)
        screen.availableGeometryChanged.connect(self._stand_again_soon)

    def _stand_again_soon(self, *_news: object) -> None:
        self._settle.start()

    def _stand_again(self) -> None:
        # All screens may be gone for a moment: the last one is unplugged before the next one is there.
        if self._is_held:
            self._settle.start()
        elif QGuiApplication.screens():
            self.go(self._window.maximumSize())
            self.stood.emit()
