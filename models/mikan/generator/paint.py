"""Drawing tools: smooth shapes through points, cel shading inside them, strokes that taper.

All coordinates are canvas pixels, y down. A sprite is a function that paints itself with an `Ink`.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import contextmanager

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QRadialGradient,
)

Point = tuple[float, float] | tuple[float, float, str]
"""x, y, and "c" where the contour has a corner."""
Stops = Sequence[tuple[float, str] | tuple[float, str, float]]
"""Position 0..1, colour and perhaps opacity."""

CENTRE = 500.0
"""The character's axis of symmetry on the canvas."""
LIGHT = (-0.55, -0.83)
"""Where the light comes from."""
INK_SHARES = (0.26, 1.12)
"""The thinnest and the fullest of an inked line, as shares of its width."""
INK_STEP, INK_REACH = 2.5, 5
"""Pixels between the points of an inked line, and how many of them on each side tell how it bends."""


def mirrored(points: Sequence[Point]) -> list[Point]:
    """The same contour on the other side of the axis."""
    return [(2 * CENTRE - p[0], *p[1:]) for p in points]  # type: ignore[misc]


def symmetric(half: Sequence[Point]) -> list[Point]:
    """A closed contour from one half, which starts and ends on the axis."""
    inner = [p for p in half if abs(p[0] - CENTRE) > 0.01]
    return [*half, *reversed(mirrored(inner))]


def _tangent(points: Sequence[Point], i: int, closed: bool) -> tuple[float, float] | None:
    """Direction of a Catmull-Rom spline at a point, None at corners and open ends."""
    n = len(points)
    if len(points[i]) == 3 or (not closed and i in (0, n - 1)):
        return None
    before, after = points[(i - 1) % n], points[(i + 1) % n]
    return (after[0] - before[0]) / 6, (after[1] - before[1]) / 6


def smooth(points: Sequence[Point], closed: bool = True) -> QPainterPath:
    """A curve through all points, sharp at the corners."""
    path = QPainterPath(QPointF(*points[0][:2]))
    n = len(points)
    for i in range(n if closed else n - 1):
        a, b = points[i], points[(i + 1) % n]
        reach = math.hypot(b[0] - a[0], b[1] - a[1]) / 2.2
        chord = (b[0] - a[0]) / 3, (b[1] - a[1]) / 3
        out, into = _tangent(points, i, closed) or chord, _tangent(points, (i + 1) % n, closed) or chord
        out, into = _capped(out, reach), _capped(into, reach)
        path.cubicTo(a[0] + out[0], a[1] + out[1], b[0] - into[0], b[1] - into[1], b[0], b[1])
    if closed:
        path.closeSubpath()
    return path


def _capped(vector: tuple[float, float], length: float) -> tuple[float, float]:
    size = math.hypot(*vector)
    return vector if size <= length else (vector[0] * length / size, vector[1] * length / size)


def ellipse(x: float, y: float, rx: float, ry: float) -> QPainterPath:
    """An ellipse around a centre."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), rx, ry)
    return path


def capsule(start: tuple[float, float], end: tuple[float, float], width: float) -> QPainterPath:
    """A thick line with round ends, as a shape."""
    line = QPainterPath(QPointF(*start))
    line.lineTo(QPointF(*end))
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    return stroker.createStroke(line)


def _fill(gradient: QLinearGradient | QRadialGradient, stops: Stops) -> QBrush:
    for position, colour, *alpha in stops:
        shade = QColor(colour)
        shade.setAlphaF(alpha[0] if alpha else 1.0)
        gradient.setColorAt(position, shade)
    return QBrush(gradient)


def fade(x0: float, y0: float, x1: float, y1: float, stops: Stops) -> QBrush:
    """A gradient along a line."""
    return _fill(QLinearGradient(x0, y0, x1, y1), stops)


def down(y0: float, y1: float, *colours: str) -> QBrush:
    """An even gradient from top to bottom."""
    return fade(0, y0, 0, y1, [(i / (len(colours) - 1), c) for i, c in enumerate(colours)])


def glow(x: float, y: float, radius: float, stops: Stops) -> QBrush:
    """A gradient from a centre outwards."""
    return _fill(QRadialGradient(QPointF(x, y), radius), stops)


def veil(colour: str, alpha: float) -> QBrush:
    """A translucent flat colour."""
    shade = QColor(colour)
    shade.setAlphaF(alpha)
    return QBrush(shade)


def _brush(fill: QBrush | str) -> QBrush:
    return QBrush(QColor(fill)) if isinstance(fill, str) else fill


class Ink:
    """A painter that knows the few things an artist does."""

    def __init__(self, painter: QPainter) -> None:
        self.painter = painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def fill(self, shape: QPainterPath, fill: QBrush | str) -> None:
        """Colour a shape without a line."""
        self.painter.fillPath(shape, _brush(fill))

    def outline(self, shape: QPainterPath, width: float, colour: str) -> None:
        """A contour as a pen draws it: thin towards the light and at tips, full in the shade and in hollows."""
        for polygon in shape.toSubpathPolygons():
            points, shares = _inked([(polygon.at(i).x(), polygon.at(i).y()) for i in range(polygon.size())])
            for (x0, y0), (x1, y1), share in zip(points, points[1:], shares, strict=False):
                self.painter.setPen(_round_pen(colour, width * share))
                self.painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))

    def even_line(self, shape: QPainterPath, width: float, colour: str) -> None:
        """A line of one width, round at joints and ends."""
        self.painter.strokePath(shape, _round_pen(colour, width))

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        colour: QBrush | str,
        taper: Callable[[float], float] = lambda t: math.sin(math.pi * t) ** 0.7,
    ) -> None:
        """A brush stroke through points; `taper` gives its width from 0 at the start to 1 at the end."""
        self.fill(_brushed(smooth(points, closed=False), width, taper), colour)

    def edge(self, shape: QPainterPath, dx: float, dy: float, colour: str, alpha: float, soft: bool = False) -> None:
        """Colour the strip of a shape that its copy, moved by (dx, dy), leaves bare; a soft one fades inwards.

        Moved towards the light it is a shade, moved away from it a rim light.
        """
        steps = math.ceil(math.hypot(dx, dy) / 2) if soft else 1
        share = 1 - (1 - alpha) ** (1 / steps)
        with self.inside(shape):
            for i in range(1, steps + 1):
                bare = QPainterPath()
                bare.addRect(shape.boundingRect().adjusted(-99, -99, 99, 99))
                bare.addPath(shape.translated(dx * i / steps, dy * i / steps))
                self.fill(bare, veil(colour, share))

    def haze(self, shape: QPainterPath, reach: float, colour: str, alpha: float) -> None:
        """Colour a shape whose edge fades away over `reach` pixels around it."""
        steps = math.ceil(reach / 2)
        share = 1 - (1 - alpha) ** (1 / (steps + 1))
        for i in range(steps + 1):
            self.fill(_grown(shape, reach * i / steps), veil(colour, share))

    def erase(self, x: float, y: float, radius: float) -> None:
        """Let what was painted fade away towards a point."""
        self.painter.save()
        self.painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
        self.fill(
            ellipse(x, y, radius, radius), glow(x, y, radius, [(0, "#000000"), (0.45, "#000000"), (1, "#000000", 0)])
        )
        self.painter.restore()

    def thin(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Let what was painted in a rectangle fade away from its side y = y1 to its side y = y0."""
        area = QPainterPath()
        area.addRect(QRectF(QPointF(x0, y0), QPointF(x1, y1)).normalized())
        self.painter.save()
        self.painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
        self.fill(area, fade(0, y0, 0, y1, [(0, "#000000"), (1, "#000000", 0)]))
        self.painter.restore()

    @contextmanager
    def inside(self, *shapes: QPainterPath):
        """Whatever is painted in this block stays within all the shapes."""
        self.painter.save()
        for shape in shapes:
            self.painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        yield self
        self.painter.restore()


def _grown(shape: QPainterPath, reach: float) -> QPainterPath:
    if not reach:
        return shape
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * reach)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return shape.united(stroker.createStroke(shape))


def _brushed(path: QPainterPath, width: float, taper: Callable[[float], float]) -> QPainterPath:
    steps = 40
    left: list[QPointF] = []
    right: list[QPointF] = []
    for i in range(steps + 1):
        t = i / steps
        at = path.pointAtPercent(t)
        angle = math.radians(-path.angleAtPercent(t))
        half = width / 2 * max(0.0, taper(t))
        dx, dy = -math.sin(angle) * half, math.cos(angle) * half
        left.append(QPointF(at.x() + dx, at.y() + dy))
        right.append(QPointF(at.x() - dx, at.y() - dy))
    outline = QPainterPath(left[0])
    for point in (*left[1:], *reversed(right)):
        outline.lineTo(point)
    outline.closeSubpath()
    return outline


def _round_pen(colour: str, width: float) -> QPen:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _inked(corners: Sequence[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    """Points close together along a line, and at each the share of its width that the line has."""
    at = np.asarray(corners)
    closed = bool(len(at) > 2 and np.hypot(*(at[0] - at[-1])) < 0.01)
    length = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(at, axis=0).T))])
    steps = np.linspace(0.0, length[-1], max(8, round(length[-1] / INK_STEP)) + 1)
    points = np.stack([np.interp(steps, length, at[:, axis]) for axis in (0, 1)], axis=1)
    around = np.pad(points[:-1] if closed else points, ((INK_REACH,) * 2, (0, 0)), "wrap" if closed else "edge")
    after, before = (
        around[2 * INK_REACH :] - around[INK_REACH:-INK_REACH],
        (around[INK_REACH:-INK_REACH] - around[: -2 * INK_REACH]),
    )
    along = after + before
    along /= np.maximum(0.01, np.hypot(*along.T))[:, None]
    x, y = points.T
    out = 1.0 if float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])) > 0 else -1.0
    towards_light = out * (along[:, 1] * LIGHT[0] - along[:, 0] * LIGHT[1])
    bend = out * np.arctan2(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0], np.sum(before * after, axis=1))
    shares = np.clip(0.7 - 0.36 * towards_light - 0.36 * np.clip(bend, -1, 1), *INK_SHARES)
    shares = _averaged(np.append(shares, shares[0]) if closed else shares, closed)
    if not closed:
        shares = shares * np.clip(0.4 + np.minimum(steps, length[-1] - steps) / 40, 0, 1)
    return points, shares


def _averaged(values: np.ndarray, closed: bool) -> np.ndarray:
    """Each value as the mean of its neighbours, so that a line swells and does not leap."""
    core = values[:-1] if closed else values
    wide = np.pad(core, INK_REACH, "wrap" if closed else "edge")
    mean = np.convolve(wide, np.full(2 * INK_REACH + 1, 1 / (2 * INK_REACH + 1)), "valid")
    return np.append(mean, mean[0]) if closed else mean


def rising(t: float) -> float:
    """A stroke that starts as a hair and ends full."""
    return t**0.7


def falling(t: float) -> float:
    """A stroke that starts full and ends as a hair."""
    return (1 - t) ** 0.7
