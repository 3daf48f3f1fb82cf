"""What the character sees of the desktop from where its window stands."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QWindow

from deskpet.pet.presence import Direction, Sight
from deskpet.ui.pet import pointer, stand

# How far away the pointer turns the head all the way, in window heights.
REACH = 1.5
# Where the eyes are, as a share of the window's height.
EYE_LEVEL = 0.42
# This close to the window, in its heights, the pointer is near.
NEAR = 0.3


class Eyes:
    """Looks out of a window. `chat` tells where on the desktop the chat is, or None."""

    def __init__(self, window: QWindow) -> None:
        self._window = window
        self._pointer = QPoint()
        self.chat: Callable[[], QRect | None] = lambda: None

    def pointer(self) -> QPointF:
        """Where the pointer is, as a point of the window, or beside it."""
        return QPointF(pointer.position() - self._window.position())

    def look(self) -> Sight:
        """What there is to see. Wayland tells nothing of that."""
        if stand.is_wayland():
            return Sight()
        before, self._pointer = self._pointer, pointer.position()
        box, chat = self._window.geometry(), self.chat()
        margin = round(NEAR * box.height())
        return Sight(
            self._towards(self._pointer),
            self._towards(chat.center()) if chat else None,
            box.adjusted(-margin, -margin, margin, margin).contains(self._pointer),
            self._pointer != before,
            box.x() / box.height(),
        )

    def _towards(self, point: QPoint) -> Direction:
        box = self._window.geometry()
        away = QPointF(point - box.topLeft()) - QPointF(box.width() / 2, box.height() * EYE_LEVEL)
        reach = REACH * box.height()
        return away.x() / reach, -away.y() / reach
