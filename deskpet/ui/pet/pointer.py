"""Cached position of the mouse pointer on the desktop.

Each query is a round trip to the window system, so it is made at most once a frame while the pointer moves, and less
often while it rests.
"""

from time import perf_counter

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

# Maximum age of the cached position in seconds, for a moving and a resting pointer: shorter than any frame, and
# shorter than a noticeable delay.
MOVING_S, RESTING_S = 0.004, 0.06
# Time without movement after which the pointer counts as resting, in seconds.
REST_AFTER_S = 1.0


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
        before, _Cache.position, _Cache.queried_at = _Cache.position, QCursor.pos(), now
        if _Cache.position != before:
            _Cache.moved_at = now
    return _Cache.position
