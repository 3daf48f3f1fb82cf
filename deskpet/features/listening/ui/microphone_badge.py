"""Badge beside the character's head while the microphone is open. It never takes the focus."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QRegion

from deskpet.translation import tr
from deskpet.ui.pet.floating_bubble import FloatingWindow
from deskpet.ui.widgets import icons, language, shadow, theme, tooltip

# In logical pixels: the disc, and the margin around it for its shadow and the ring of the level.
_DISC, _EDGE = 34, 10
# The steps in which the ring grows with the level; between them nothing is painted.
_STEPS = 6
# Where the badge is: at this part of her height, and by so much of its disc over her outline.
_HEIGHT, _OVERLAP = 0.3, 0.3


class MicrophoneBadge(FloatingWindow):
    """A disc with a microphone, around which a ring grows with the level of the sound.

    clicked: Emitted when the user clicks it, to close the microphone.
    """

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("microphone_badge")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._step = 0
        self._is_deaf = False
        tooltip.attach(self)
        self._fit()
        language.keep_translated(self, self._retranslate)

    def show_level(self, level: float, *, is_deaf: bool = False) -> None:
        """Show how loud it is, 0 to 1, or that the microphone waits while she speaks."""
        step = 0 if is_deaf else min(round(level * _STEPS), _STEPS)
        if (step, is_deaf) != (self._step, self._is_deaf):
            self._step, self._is_deaf = step, is_deaf
            self.update()

    def place_at(self, pet: QRect, body: Sequence[QRect], screen: QRect) -> None:
        """Place the badge at the right of the character's head, or at the left where the `screen` ends.

        pet: the character's window. body: the rows of her outline, if they are known. All of them on the desktop.
        """
        top = min((row.top() for row in body), default=pet.top())
        bottom = max((row.bottom() for row in body), default=pet.bottom())
        y = round(top + (bottom - top) * _HEIGHT)
        beside = [row for row in body if row.top() <= y <= row.bottom()] or [pet]
        disc = theme.scaled(_DISC)
        inward = round(disc * _OVERLAP)
        place = QRect(0, 0, disc, disc)
        place.moveCenter(pet.center())
        place.moveTop(y - disc // 2)
        place.moveLeft(max(row.right() for row in beside) + 1 - inward)
        if place.right() > screen.right():
            place.moveRight(min(row.left() for row in beside) - 1 + inward)
        place.moveLeft(max(screen.left(), place.left()))
        place.moveTop(max(screen.top(), min(place.top(), screen.bottom() + 1 - disc)))
        self.setGeometry(place.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE))

    def sizeHint(self) -> QSize:
        side = theme.scaled(_DISC) + 2 * _EDGE
        return QSize(side, side)

    def _fit(self) -> None:
        self.setFixedSize(self.sizeHint())
        # What is beside the disc gets its clicks.
        self.setMask(QRegion(self.rect(), QRegion.RegionType.Ellipse))

    def _retranslate(self) -> None:
        text = tr("The microphone is open. Click to close it.")
        self.setWindowTitle(tr("Microphone"))
        self.setAccessibleName(text)
        self.setToolTip(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        disc = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        strength = 0.22 if look.is_light else 0.6
        shadow.paint(painter, disc.translated(0, 2), look.shadow, round(disc.width() / 2), _EDGE - 4, strength)
        if self._step:
            grow = 1 + (_EDGE - 3) * self._step / _STEPS
            ring = look.colour("accent")
            ring.setAlphaF(0.3)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ring)
            painter.drawEllipse(disc.adjusted(-grow, -grow, grow, grow))
        role = "muted" if self._is_deaf else "accent"
        painter.setPen(QPen(look.colour(role), 1.5))
        painter.setBrush(look.colour("panel"))
        painter.drawEllipse(disc.adjusted(0.75, 0.75, -0.75, -0.75))
        glyph = disc.width() * 0.56
        margin = (disc.width() - glyph) / 2
        icons.paint(painter, "microphone", role, disc.adjusted(margin, margin, -margin, -margin))
