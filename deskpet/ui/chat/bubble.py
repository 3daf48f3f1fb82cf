"""Paint message bubbles: shape, fill and shadow, for user messages, answers and the editor."""

from enum import Enum
from math import sqrt

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath

from deskpet.ui.widgets import shadow, theme

# Blur radius and vertical offset of the shadow, in logical pixels.
SHADOW, OFFSET = 10, 2
_TIGHT_RADIUS = 6.0
# Inset of the largest rectangle inside the rounded corners, plus one pixel for antialiasing.
_INNER_INSET = theme.RADIUS_BUBBLE * (1 - sqrt(0.5)) + 1


class BubbleKind(Enum):
    """Content of a bubble; selects its colours."""

    PERSON = "person"
    ANSWER = "answer"
    EDITOR = "editor"  # a user message being edited
    NOTICE = "notice"  # an answer of notices only, which have cards of their own


def paint(painter: QPainter, bubble: QRectF, ground: BubbleKind, *, is_focused: bool) -> None:
    """Draw the bubble without its shadow."""
    look = theme.current()
    rect = bubble.adjusted(0.5, 0.5, -0.5, -1.5)
    path = _path(rect, is_answer=ground is BubbleKind.ANSWER)
    match ground:
        case BubbleKind.EDITOR:
            painter.fillPath(path, look.colour("field"))
            painter.strokePath(path, look.colour("accent"))
        case BubbleKind.PERSON:
            fill = QLinearGradient(rect.topLeft(), rect.bottomLeft())
            fill.setColorAt(0, look.colour("user_top"))
            fill.setColorAt(1, look.colour("user_bottom"))
            painter.fillPath(path, fill)
        case BubbleKind.ANSWER:
            painter.setPen(look.colour("surface_edge"))
            painter.setBrush(look.colour("surface"))
            painter.drawPath(path)
        case BubbleKind.NOTICE:
            pass
    if is_focused:
        # The card of a notice covers the bubble.
        around = _path(rect.adjusted(-2, -2, 2, 2), is_answer=True) if ground is BubbleKind.NOTICE else path
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(around, look.colour("accent"))


def covers(bubble: QRectF, part: QRectF) -> bool:
    """Whether `part` lies wholly inside the bubble, away from its rounded corners."""
    return bubble.adjusted(_INNER_INSET, _INNER_INSET, -_INNER_INSET, -_INNER_INSET).contains(part)


def paint_shadow(painter: QPainter, bubble: QRectF, visible: QRectF) -> None:
    """Draw the bubble's shadow, at least the part within `visible`."""
    look = theme.current()
    strength = 0.16 if look.is_light else 0.5
    shadow.paint(painter, bubble.translated(0, OFFSET), look.shadow, theme.RADIUS_BUBBLE, SHADOW, strength, visible)


def with_shadow(bubble: QRectF) -> QRectF:
    """Return the bounding rectangle of a bubble and its shadow."""
    reach = SHADOW + OFFSET + 1
    return bubble.adjusted(-reach, -reach, reach, reach)


def shortened(bubble: QRectF, visible: QRectF) -> QRectF:
    """Return a bubble shortened to about `visible` that looks the same there; a long answer spans many screens."""
    reach = SHADOW + OFFSET + theme.RADIUS_BUBBLE + 2
    top, bottom = max(bubble.top(), visible.top() - reach), min(bubble.bottom(), visible.bottom() + reach)
    return QRectF(bubble.left(), top, bubble.width(), bottom - top)


def changed_part(before: QRectF, now: QRectF) -> QRectF:
    """Return the part of an answer's bubble to repaint when it grows from `before` to `now`."""
    if before.topLeft() != now.topLeft() or before.width() != now.width():
        return before.united(now)
    # Only the lower corners have moved.
    lowest = min(before.bottom(), now.bottom()) - theme.RADIUS_BUBBLE - 2
    return QRectF(now.left(), lowest, now.width(), max(before.bottom(), now.bottom()) - lowest)


def _path(rect: QRectF, *, is_answer: bool) -> QPainterPath:
    """Return a rounded rectangle with a smaller radius at the lower corner on the speaker's side."""
    radius = min(theme.RADIUS_BUBBLE, rect.height() / 2)
    tight = min(_TIGHT_RADIUS, radius)
    left, right = (tight, radius) if is_answer else (radius, tight)
    path = QPainterPath()
    path.moveTo(rect.left() + radius, rect.top())
    path.lineTo(rect.right() - radius, rect.top())
    path.arcTo(rect.right() - 2 * radius, rect.top(), 2 * radius, 2 * radius, 90, -90)
    path.lineTo(rect.right(), rect.bottom() - right)
    path.arcTo(rect.right() - 2 * right, rect.bottom() - 2 * right, 2 * right, 2 * right, 0, -90)
    path.lineTo(rect.left() + left, rect.bottom())
    path.arcTo(rect.left(), rect.bottom() - 2 * left, 2 * left, 2 * left, 270, -90)
    path.lineTo(rect.left(), rect.top() + radius)
    path.arcTo(rect.left(), rect.top(), 2 * radius, 2 * radius, 180, -90)
    path.closeSubpath()
    return path
