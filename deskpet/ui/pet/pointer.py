"""Where the pointer is on the desktop. Each question waits for the system's answer, so it is asked no oftener than
it matters: once a frame while the pointer moves, and less often while it rests.
"""

from time import perf_counter

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

# An answer is good for so long: shorter than any frame, and while the pointer rests, shorter than anybody notices.
MOVING_S, RESTING_S = 0.004, 0.06
# A pointer rests when it has not moved for so long.
CALM_S = 1.0


class _Memory:
    """The last answer, when it came, and when the pointer was last somewhere else."""

    position = QPoint()
    at = moved_at = float("-inf")


def is_moving() -> bool:
    """Whether it was somewhere else a moment ago."""
    return perf_counter() - _Memory.moved_at < CALM_S


def position() -> QPoint:
    """Where the pointer is now, or was a moment ago."""
    now = perf_counter()
    good_for = MOVING_S if now - _Memory.moved_at < CALM_S else RESTING_S
    if now - _Memory.at > good_for:
        before, _Memory.position, _Memory.at = _Memory.position, QCursor.pos(), now
        if _Memory.position != before:
            _Memory.moved_at = now
    return _Memory.position
