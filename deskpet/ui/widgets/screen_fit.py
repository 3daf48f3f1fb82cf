"""Keeps a window within the free part of its screen, with a size and a minimum size that fit there."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QSize, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

# Size of a window frame until the window manager reports it, in logical pixels: both sides, and top with bottom.
_USUAL_FRAME = QSize(4, 36)
# Delay after a change of screens, in ms: the signals come in bursts, and the window manager moves windows as well.
_SETTLE_MS = 200
_STYLE_EVENTS = {QEvent.Type.StyleChange, QEvent.Type.FontChange}


class ScreenFit(QObject):
    """Fits a window to its screen when it is shown, when text size or theme change, and when the screens change."""

    def __init__(self, window: QWidget, size: QSize, minimum: Callable[[], QSize]) -> None:
        """Resize `window` to `size` as far as the screen allows; `minimum` returns the smallest size at present."""
        super().__init__(window)
        self._window, self._minimum = window, minimum
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._timer.timeout.connect(self.fit)
        self._watched: set[str] = set()
        # The size that the window had before its minimum made it larger, and the one that it has since.
        self._wanted = self._enlarged = QSize()
        self._apply_minimum()
        window.resize(size.expandedTo(self._minimum()).boundedTo(self._room()))
        window.installEventFilter(self)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        for changed in (application.screenAdded, application.screenRemoved, application.primaryScreenChanged):
            changed.connect(self._timer.start)

    def place_beside(self, obstacles: Sequence[QRect]) -> bool:
        """Move the window beside the obstacles; the last ones are ignored if the screen has no room for all.

        Returns whether it is clear of the first obstacle.
        """
        outer = self._window.size() + self._frame()
        narrowest = self._window.minimumWidth() + self._frame().width()
        place, cleared = beside(outer, narrowest, self._free(), obstacles)
        self._window.resize(place.size() - self._frame())
        self._window.move(place.topLeft())
        return cleared > 0

    def fit(self) -> None:
        """Make the window as small as its screen, and move it into the screen."""
        self._apply_minimum()
        window = self._window
        if window.isMaximized() or window.isFullScreen():
            return
        if (size := window.size().boundedTo(self._room())) != window.size():
            window.resize(size)
        outer = QRect(window.pos(), window.size() + self._frame())
        if window.isVisible() and (place := inside(outer, self._free())) != outer:
            window.move(place.topLeft())

    def _apply_minimum(self) -> None:
        """Set the minimum size. A window that it enlarges gets its size back with a smaller minimum."""
        window, before = self._window, self._window.size()
        window.setMinimumSize(self._minimum().boundedTo(self._room()))
        if before != self._enlarged:
            # The user has resized it since, or it was never enlarged.
            self._wanted = before
        elif before == window.size():
            window.resize(self._wanted.expandedTo(window.minimumSize()))
        self._enlarged = window.size() if window.size() != self._wanted else QSize()

    def _free(self) -> QRect:
        return (self._window.screen() or QGuiApplication.primaryScreen()).availableGeometry()

    def _room(self) -> QSize:
        return self._free().size() - self._frame()

    def _frame(self) -> QSize:
        return (self._window.frameGeometry().size() - self._window.size()).expandedTo(_USUAL_FRAME)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            # Follow changes of the free part of its screen.
            screen = self._window.screen()
            if screen.name() not in self._watched:
                self._watched.add(screen.name())
                screen.availableGeometryChanged.connect(self._timer.start)
            self._timer.start()
        elif event.type() in _STYLE_EVENTS:
            self.fit()
        return False


def inside(window: QRect, free: QRect) -> QRect:
    """Return the nearest rectangle of the same size within `free`; the upper left corner always is."""
    left = max(free.left(), min(window.left(), free.right() + 1 - window.width()))
    top = max(free.top(), min(window.top(), free.bottom() + 1 - window.height()))
    return QRect(left, top, window.width(), window.height())


def beside(size: QSize, narrowest: int, free: QRect, obstacles: Sequence[QRect]) -> tuple[QRect, int]:
    """Return a rectangle of at most `size` within `free`, and how many of the obstacles it is clear of.

    It is in the middle of the wider side of the obstacles. The last ones are ignored as long as no side is
    `narrowest` wide; if that leaves none, it is as far as possible from the first one.
    """
    size = size.boundedTo(free.size())
    top = free.top() + (free.height() - size.height()) // 2
    for count in range(len(obstacles), 0, -1):
        left, width = _wider_side(free, obstacles[:count])
        if width >= narrowest:
            fitted = min(size.width(), width)
            return QRect(left + (width - fitted) // 2, top, fitted, size.height()), count
    is_right = bool(obstacles) and obstacles[0].center().x() < free.center().x()
    left = free.right() + 1 - size.width() if is_right else free.left()
    return QRect(left, top, size.width(), size.height()), 0


def _wider_side(free: QRect, obstacles: Sequence[QRect]) -> tuple[int, int]:
    """Return left edge and width of what is free left or right of all obstacles."""
    first, last = min(each.left() for each in obstacles), max(each.right() + 1 for each in obstacles)
    left, right = first - free.left(), free.right() + 1 - last
    return (free.left(), left) if left >= right else (last, right)
