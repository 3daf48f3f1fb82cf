"""What the character sees of the desktop from where its window stands."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QWindow

from deskpet.pet.presence import Direction, Surroundings
from deskpet.ui.pet import placement_tracker, pointer

# How far away the pointer turns the head all the way, in window heights.
REACH = 1.5
# Where the eyes are, as a share of the window's height.
EYE_LEVEL = 0.42
# This close to the window, in its heights, the pointer is near.
NEAR = 0.3


class GazeTarget:
    """Looks out of a window. `chat` tells where on the desktop the chat is, or None."""

    def __init__(self, window: QWindow) -> None:
        self._window = window
        self._pointer = QPoint()
        self.chat: Callable[[], QRect | None] = lambda: None

    def pointer(self) -> QPointF:
        """Where the pointer is, as a point of the window, or beside it."""
        return QPointF(pointer.position() - self._window.position())

    def look(self) -> Surroundings:
        """What there is to see. Wayland tells nothing of that."""
        if placement_tracker.is_wayland():
            return Surroundings()
        before, self._pointer = self._pointer, pointer.position()
        box, chat = self._window.geometry(), self.chat()
        margin = round(NEAR * box.height())
        return Surroundings(
            _direction(box, self._pointer),
            _direction(box, chat.center()) if chat else None,
            box.adjusted(-margin, -margin, margin, margin).contains(self._pointer),
            self._pointer != before,
            box.x() / box.height(),
        )


def _direction(box: QRect, point: QPoint) -> Direction:
    """Where a point of the desktop is for who looks out of this window."""
    reach = REACH * box.height()
    across, down = point.x() - box.x() - box.width() / 2, point.y() - box.y() - box.height() * EYE_LEVEL
    return across / reach, -down / reach
