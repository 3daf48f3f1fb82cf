"""The SVG icons of assets/icons as pixmaps in any colour and device pixel ratio, and the widgets that show one."""

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QWidget

from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.painting import smooth_painter
from deskpet.ui.widgets.theme import FollowsStyle


class ScaledWidget(FollowsStyle, QWidget):
    """Keeps a fixed size, given in logical pixels at the normal text size."""

    def __init__(self, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unscaled = size
        self.on_style_changed()

    def on_style_changed(self) -> None:
        self.setFixedSize(theme.scaled(self._unscaled.width()), theme.scaled(self._unscaled.height()))


FALLBACK = "tool"
CONFIRMATION_MS = 1200
BADGE = 34  # side of a badge at the normal text size, in logical pixels


@cache
def _source(name: str) -> str:
    path = theme.assets() / "icons" / f"{name}.svg"
    if not path.is_file():
        path = path.with_name(f"{FALLBACK}.svg")
    return path.read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    """Render the icon `name`, `size` logical pixels wide and high. An unknown name gives the icon FALLBACK."""
    svg = _source(name).replace("currentColor", QColor(colour).name())
    picture = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    picture.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(picture)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def paint(painter: QPainter, name: str, role: str, rect: QRectF) -> None:
    """Draw an icon in the theme's colour `role` into the square `rect`."""
    ratio = painter.device().devicePixelRatioF()
    picture = pixmap(name, theme.current().roles[role], round(rect.width()), ratio)
    painter.drawPixmap(rect.topLeft(), picture)


class IconButton(FollowsStyle, QAbstractButton):
    """A round, flat button with an icon, which grows with the text.

    label: its accessible name and tooltip. name: that of the object.
    """

    def __init__(
        self,
        icon: str,
        label: str,
        parent: QWidget | None = None,
        size: int = 28,
        role: str = "muted",
        name: str = "",
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._icon, self._role = icon, role
        self._is_confirmed = self._is_on = False
        self._side = size
        self.on_style_changed()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tooltip.attach(self)
        self.set_icon(icon, label)

    def set_icon(self, icon: str, label: str) -> None:
        self._icon = icon
        self.setAccessibleName(label)
        self.setToolTip(label)
        self.update()

    def confirm(self) -> None:
        """Show a check mark for a moment, to confirm the action."""
        self._is_confirmed = True
        self.update()
        QTimer.singleShot(CONFIRMATION_MS, self, self._end_confirmation)

    def set_on(self, on: bool) -> None:
        """Show the button as switched on or off."""
        self._is_on = on
        self.setProperty("on", on)
        self.update()

    def _end_confirmation(self) -> None:
        self._is_confirmed = False
        self.update()

    def on_style_changed(self) -> None:
        side = theme.scaled(self._side)
        self._glyph = round(side * 0.6)
        self.setFixedSize(side, side)

    def sizeHint(self) -> QSize:
        return self.size()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isEnabled() and (self.underMouse() or self.hasFocus()):
            painter.setBrush(look.colour("accent_soft" if self.isDown() else "hover"))
            painter.drawEllipse(self.rect())
        if self.hasFocus():
            painter.setPen(look.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        margin = (self.width() - self._glyph) / 2
        role = self._role if self.isEnabled() else "faint"
        role = "accent" if self.underMouse() and self.isEnabled() else role
        icon, role = self._icon, "accent" if self._is_on else role
        if self._is_confirmed:
            icon, role = "check", "success"
        paint(painter, icon, role, QRectF(margin, margin, self._glyph, self._glyph))


class Icon(ScaledWidget):
    """An icon in a colour of the theme, which grows with the text.

    size: side of the icon at the normal text size, in logical pixels. inset: space above and below it.
    """

    def __init__(self, icon: str, role: str, size: int, inset: int = 0) -> None:
        super().__init__(QSize(size, size + 2 * inset))
        self._icon, self._role = icon, role

    def show_icon(self, icon: str, role: str) -> None:
        self._icon, self._role = icon, role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        side = self.width()
        paint(QPainter(self), self._icon, self._role, QRectF(0, (self.height() - side) / 2, side, side))


class Badge(ScaledWidget):
    """A tinted disc with an icon, which grows with the text."""

    def __init__(self, icon: str) -> None:
        super().__init__(QSize(BADGE, BADGE))
        self._icon = icon

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        _paint_badge(painter, self._icon, QRectF(self.rect()))


def paint_badge(painter: QPainter, icon: str, corner: QPointF) -> None:
    """Draw a badge, as large as the widget is, with its top left corner at `corner`."""
    side = theme.scaled(BADGE)
    _paint_badge(painter, icon, QRectF(corner, QSizeF(side, side)))


def _paint_badge(painter: QPainter, icon: str, disc: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().colour("accent_soft"))
    painter.drawEllipse(disc)
    glyph = round(disc.width() * 0.56)
    margin = (disc.width() - glyph) / 2
    paint(painter, icon, "accent", QRectF(disc.left() + margin, disc.top() + margin, glyph, glyph))
