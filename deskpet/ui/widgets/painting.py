"""Pieces of what widgets paint themselves, in the colours of the theme."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintDevice, QPainter

from deskpet.ui.widgets import theme


def smooth_painter(device: QPaintDevice) -> QPainter:
    """Return a painter with smooth edges."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def paint_box(painter: QPainter, box: QRectF, radius: float, fill: str = "", edge: str = "") -> None:
    """Paint a box with round corners. fill, edge: their colours in the theme; without one it is not painted."""
    look, inset = theme.current(), 0.5 if edge else 0.0
    painter.setPen(look.colour(edge) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(look.colour(fill) if fill else Qt.BrushStyle.NoBrush)
    # The middle of the edge is half a pixel inside.
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), radius, radius)


def paint_disc(painter: QPainter, box: QRectF, fill: str) -> None:
    """Paint a disc or an ellipse in a colour of the theme."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().colour(fill))
    painter.drawEllipse(box)
