"""The left button, held down on the character: a tap until the pointer has gone some way, then a drag."""

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QGuiApplication

from deskpet.ui.pet import placement, placement_tracker


class Drag:
    """Begins with the button pressed; all points are on the desktop.

    `goal` is where it has taken the window, which follows in its own time; None while it may be a tap.
    """

    def __init__(self, pointer: QPointF, window: QRect) -> None:
        self._pointer, self._window = pointer, window
        self._screens = placement_tracker.screens()
        self.goal: QPoint | None = None

    def is_far(self, pointer: QPointF) -> bool:
        """Whether the pointer has gone far enough for a drag."""
        way = pointer - self._pointer
        return way.manhattanLength() >= QGuiApplication.styleHints().startDragDistance()

    def take(self, pointer: QPointF) -> QPoint:
        """Where the window goes with the pointer here."""
        self.goal = placement.snapped(self._window.translated((pointer - self._pointer).toPoint()), self._screens)
        return self.goal

    def box(self) -> QRect:
        """Where the window is, or will be when it has followed."""
        return QRect(self.goal or self._window.topLeft(), self._window.size())
