"""How a message's bubble looks: its shape, its ground and its shadow, for either side and while it is edited."""

from enum import Enum
from math import sqrt

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath

from deskpet.ui.widgets import shadow, theme

# How far the shadow reaches around the bubble, and how far it has sunk.
SHADOW, SUNK = 10, 2
_TIGHT = 6.0
# The largest rectangle within a round one keeps so far from its edges; and one pixel more, for what is smoothed there.
_INSIDE = theme.RADIUS_BUBBLE * (1 - sqrt(0.5)) + 1


class BubbleKind(Enum):
    """What a bubble holds."""

    PERSON = "person"
    ANSWER = "answer"
    EDITOR = "editor"  # a person's words while they are changed


def paint(painter: QPainter, bubble: QRectF, ground: BubbleKind, *, is_focused: bool) -> None:
    """Draw the bubble itself."""
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
    if is_focused:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(path, look.colour("accent"))


def covers(bubble: QRectF, part: QRectF) -> bool:
    """Whether nothing but the inside of a bubble is in this part: where its round corners are, it is cut straight."""
    return bubble.adjusted(_INSIDE, _INSIDE, -_INSIDE, -_INSIDE).contains(part)


def paint_shadow(painter: QPainter, bubble: QRectF, seen: QRectF) -> None:
    """Draw what the bubble casts on its ground, at least what is in `seen`."""
    look = theme.current()
    strength = 0.16 if look.is_light else 0.5
    shadow.paint(painter, bubble.translated(0, SUNK), look.shadow, theme.RADIUS_BUBBLE, SHADOW, strength, seen)


def with_shadow(bubble: QRectF) -> QRectF:
    """All that a bubble and its shadow may cover."""
    reach = SHADOW + SUNK + 1
    return bubble.adjusted(-reach, -reach, reach, reach)


def near(bubble: QRectF, seen: QRectF) -> QRectF:
    """A bubble that looks the same within `seen`, and is not much higher: a long answer's is as high as ten screens."""
    reach = SHADOW + SUNK + theme.RADIUS_BUBBLE + 2
    top, bottom = max(bubble.top(), seen.top() - reach), min(bubble.bottom(), seen.bottom() + reach)
    return QRectF(bubble.left(), top, bubble.width(), bottom - top)


def grown_part(before: QRectF, now: QRectF) -> QRectF:
    """What of an answer's bubble looks different when it grew from `before` to `now`."""
    if before.topLeft() != now.topLeft() or before.width() != now.width():
        return before.united(now)
    # Its lower corners have moved; all above them is as it was.
    lowest = min(before.bottom(), now.bottom()) - theme.RADIUS_BUBBLE - 2
    return QRectF(now.left(), lowest, now.width(), max(before.bottom(), now.bottom()) - lowest)


def _path(rect: QRectF, *, is_answer: bool) -> QPainterPath:
    """A round rectangle whose lower corner on the speaker's side is tighter."""
    radius = min(theme.RADIUS_BUBBLE, rect.height() / 2)
    tight = min(_TIGHT, radius)
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
