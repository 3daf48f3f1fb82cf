"""Spinner: shows that something is running."""

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

_INTERVAL_MS = 40


class Spinner:
    """A rotating arc. The owner calls `paint`, and is updated while the spinner runs."""

    def __init__(self, owner: QWidget) -> None:
        self._timer = QTimer(owner, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._step)
        self._owner = owner
        self._angle = 0

    def set_running(self, running: bool) -> None:
        """Start or stop; a hidden owner's spinner does not start."""
        if running and self._owner.isVisible():
            self._timer.start()
        else:
            self._timer.stop()

    def _step(self) -> None:
        self._angle = (self._angle + 15) % 360
        self._owner.update()

    def paint(self, painter: QPainter, rect: QRectF, colour: QColor) -> None:
        """Paint the arc at its present angle on a faint circle within `rect`."""
        pen = QPen()
        faint = QColor(colour)
        faint.setAlphaF(0.22)
        for tint, start, span in ((faint, 0, 360), (colour, -self._angle, 100)):
            pen.setColor(tint)
            pen.setWidthF(2)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawArc(rect, start * 16, span * 16)
