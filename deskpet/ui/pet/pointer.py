"""Cached position of the mouse pointer on the desktop.

Each query is a round trip to the window system, so it is made at most once a frame while the pointer moves, and less
often while it rests.
"""

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QWindow

from deskpet.pet.character_animator import GazeTargets
from deskpet.pet.held_gaze import Direction
from deskpet.ui.pet import placement, placement_tracker
from deskpet.ui.platform import positions

# Maximum age of the cached position in seconds, for a moving and a resting pointer: shorter than any frame, and
# shorter than a noticeable delay.
MOVING_S, RESTING_S = 0.004, 0.06
# Time without movement after which the pointer counts as resting, in seconds.
REST_AFTER_S = 1.0

# Distance at which the head is fully turned, in window heights.
REACH = 1.5
# Where a pointer counts to be that is not known, in window coordinates: far from everything.
UNKNOWN = QPointF(-100_000, -100_000)
# Height of the eyes from the window's upper edge, as a fraction of the window's height.
EYE_LEVEL = 0.42
# Distance within which the pointer counts as near, in window heights.
NEAR = 0.3


class _Cache:
    """The last position, the time it was queried, and the time of the last movement."""

    position = QPoint()
    queried_at = moved_at = float("-inf")


def is_moving() -> bool:
    """Return whether the pointer has moved within the last REST_AFTER_S seconds."""
    return perf_counter() - _Cache.moved_at < REST_AFTER_S


def position() -> QPoint:
    """Return the pointer's position in desktop coordinates, at most a few frames old."""
    now = perf_counter()
    max_age = MOVING_S if now - _Cache.moved_at < REST_AFTER_S else RESTING_S
    if now - _Cache.queried_at > max_age:
        before, _Cache.position, _Cache.queried_at = _Cache.position, positions.pointer(), now
        if _Cache.position != before:
            _Cache.moved_at = now
    return _Cache.position


class GazeTarget:
    """Computes the GazeTargets of a window. `chat` returns the chat's geometry on the desktop, or None."""

    def __init__(self, window: QWindow) -> None:
        self._window = window
        self._pointer = QPoint()
        self._hover: QPointF | None = None
        self.chat: Callable[[], QRect | None] = lambda: None

    def pointer(self) -> QPointF:
        """Return the pointer's position in window coordinates; it may be outside the window.

        Where positions are unknown, only a pointer on the character is known; elsewhere it is `UNKNOWN`.
        """
        if not positions.are_known():
            return self._hover or UNKNOWN
        at, window = position(), self._window
        if window.screen().geometry().contains(at):
            return QPointF(at - window.position())
        return placement.point_in(
            QPointF(at), window.position(), placement_tracker.screen_of(window), placement_tracker.screens()
        )

    def hover(self, point: QPointF | None) -> None:
        """Note where on the character the pointer is, in window coordinates; None when it has left her."""
        self._hover = point

    def direction_of(self, x: float, y: float) -> Direction:
        """Return the direction of a point of the screen, in fractions from its top left.

        Where positions are unknown, the window is taken to be in the middle of the screen.
        """
        if not positions.are_known():
            return 2 * x - 1, 1 - 2 * y
        screen = self._window.screen().geometry()
        point = QPoint(round(screen.x() + x * screen.width()), round(screen.y() + y * screen.height()))
        return _direction(self._window.geometry(), point)

    def look(self) -> GazeTargets:
        """Return the present surroundings; empty where positions are unknown."""
        if not positions.are_known():
            return GazeTargets()
        before, self._pointer = self._pointer, position()
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
