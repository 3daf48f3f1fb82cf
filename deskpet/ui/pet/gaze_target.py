"""Direction of the pointer and the chat as seen from the character's window."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QWindow

from deskpet.pet.character_animator import GazeTargets
from deskpet.pet.held_gaze import Direction
from deskpet.ui.pet import placement_tracker, pointer

# Distance at which the head is fully turned, in window heights.
REACH = 1.5
# Height of the eyes from the window's upper edge, as a fraction of the window's height.
EYE_LEVEL = 0.42
# Distance within which the pointer counts as near, in window heights.
NEAR = 0.3


class GazeTarget:
    """Computes the GazeTargets of a window. `chat` returns the chat's geometry on the desktop, or None."""

    def __init__(self, window: QWindow) -> None:
        self._window = window
        self._pointer = QPoint()
        self.chat: Callable[[], QRect | None] = lambda: None

    def pointer(self) -> QPointF:
        """Return the pointer's position in window coordinates; it may be outside the window."""
        return QPointF(pointer.position() - self._window.position())

    def direction_of(self, x: float, y: float) -> Direction:
        """Return the direction of a point of the screen, in fractions from its top left.

        On Wayland, where the window's position is unknown, the window is taken to be in the middle of the screen.
        """
        if placement_tracker.is_wayland():
            return 2 * x - 1, 1 - 2 * y
        screen = self._window.screen().geometry()
        point = QPoint(round(screen.x() + x * screen.width()), round(screen.y() + y * screen.height()))
        return _direction(self._window.geometry(), point)

    def look(self) -> GazeTargets:
        """Return the present surroundings. On Wayland they are empty: a window can't know its position there."""
        if placement_tracker.is_wayland():
            return GazeTargets()
        before, self._pointer = self._pointer, pointer.position()
        box, chat = self._window.geometry(), self.chat()
        margin = round(NEAR * box.height())
        return GazeTargets(
            _direction(box, self._pointer),
            _direction(box, chat.center()) if chat else None,
            box.adjusted(-margin, -margin, margin, margin).contains(self._pointer),
            self._pointer != before,
            box.x() / box.height(),
        )


def _direction(box: QRect, point: QPoint) -> Direction:
    """Return the direction from the eyes to a point of the desktop; 1.0 is a fully turned head, y points up."""
    reach = REACH * box.height()
    dx, dy = point.x() - box.x() - box.width() / 2, point.y() - box.y() - box.height() * EYE_LEVEL
    return dx / reach, -dy / reach
