"""Soft shadows from cached nine-patch pixmaps: nine blits at most, whatever the size."""

from functools import lru_cache
from math import ceil, exp

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap


@lru_cache(maxsize=32)
def _patch(colour: str, radius: int, blur: int, ratio: float) -> QPixmap:
    side = 2 * (radius + blur) + 2
    picture = QPixmap(ceil(side * ratio), ceil(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    # Overlaid rounded rectangles approximate a Gaussian edge.
    for step in range(2 * blur, 0, -1):
        grow = blur * (step / blur - 1)
        shade = QColor(colour)
        shade.setAlphaF(1.1 * exp(-2.2 * (grow / blur) ** 2) / (1.6 * blur))
        painter.setBrush(shade)
        edge = blur - grow
        corner = max(radius + grow, 2)
        painter.drawRoundedRect(QRectF(edge, edge, side - 2 * edge, side - 2 * edge), corner, corner)
    painter.end()
    return picture


def paint(
    painter: QPainter,
    rect: QRectF,
    colour: str,
    radius: int,
    blur: int,
    strength: float = 1.0,
    seen: QRectF | None = None,
) -> None:
    """Draw the shadow of a rounded rectangle.

    blur: width of the shadow around `rect`, in logical pixels. strength: its opacity, 0..1.
    seen: only the parts that intersect this rectangle are drawn.
    """
    ratio = painter.device().devicePixelRatioF()
    picture = _patch(colour, radius, blur, ratio)
    corner, side = radius + blur, 2 * (radius + blur) + 2
    outer = rect.adjusted(-blur, -blur, blur, blur)
    xs = (outer.left(), outer.left() + corner, outer.right() - corner, outer.right())
    ys = (outer.top(), outer.top() + corner, outer.bottom() - corner, outer.bottom())
    cuts = (0, corner, side - corner, side)
    before = painter.opacity()
    painter.setOpacity(before * strength)
    for row in range(3):
        for column in range(3):
            target = QRectF(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])
            if row == column == 1 or (seen is not None and not target.intersects(seen)):
                continue
            width, height = cuts[column + 1] - cuts[column], cuts[row + 1] - cuts[row]
            source = QRectF(cuts[column] * ratio, cuts[row] * ratio, width * ratio, height * ratio)
            if target.width() > 0 and target.height() > 0:
                painter.drawPixmap(target, picture, source)
    painter.setOpacity(before)
