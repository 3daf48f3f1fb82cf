"""A frameless panel that stands beside the character and points at her, on a window nobody sees."""

from contextlib import suppress

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QShowEvent,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from deskpet.ui.platform import x11
from deskpet.ui.widgets import shadow, theme

SHADOW, TAIL = 26, 13
_AWAY = 8  # from the screen's edges
_GRADED = 54.0  # so far down from its upper edge the colour changes
_TAIL_LOWEST = 34.0  # from the panel's lower edge
_SUNK = 5  # the shadow, below the panel
_TAIL_AT = 0.42  # of the character's height, from below: where her face is


class BesidePanel(QWidget):
    """Holds one widget at the lower edge of its place; its place follows the character."""

    def __init__(self, content: QWidget, width: int, tallest: int) -> None:
        """The panel is `width` wide and at most `tallest` high, both in logical pixels."""
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags | Qt.WindowType.NoDropShadowWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self._width, self._tallest = width, tallest
        self._panel_height: int | None = None
        self._is_left_of_pet, self._tail_from_bottom = False, 120
        self._content = content
        self._input: x11.InputShape | None = None
        self._is_new = False
        content.setParent(self)
        self.resize(self._outer_width(), tallest + 2 * SHADOW)

    def place_beside(self, pet: QRect, screen: QRect) -> None:
        """Stand on the side of the pet that has room, bottoms aligned. Both rectangles in logical pixels."""
        room_right, room_left = screen.right() - pet.right(), pet.left() - screen.left()
        needed, width = self._width + TAIL, self._outer_width()
        self._is_left_of_pet = not (room_right >= needed or room_right >= room_left)
        height = min(self._tallest, screen.height() - 2 * _AWAY) + 2 * SHADOW
        left = pet.left() - width + SHADOW if self._is_left_of_pet else pet.right() + 1 - SHADOW
        left = max(screen.left() - SHADOW, min(left, screen.right() + 1 + SHADOW - width))
        bottom = min(pet.bottom() + 1, screen.bottom() + 1 - _AWAY) + SHADOW
        top = max(bottom - height, screen.top() + _AWAY - SHADOW)
        face = pet.bottom() + 1 - round(pet.height() * _TAIL_AT)
        self._tail_from_bottom = top + height - SHADOW - face
        self.setGeometry(left, top, width, height)
        self._lay_out()

    def set_panel_width(self, width: int) -> None:
        """Let the panel be so wide; it wants to be placed anew."""
        self._width = width
        self.resize(self._outer_width(), self.height())

    def set_panel_height(self, height: int) -> None:
        """Let the panel be so high, and no longer as high as there is room."""
        self._panel_height = height
        self._lay_out()

    @property
    def highest(self) -> int:
        """How high the panel may be here."""
        return self.height() - 2 * SHADOW

    def _outer_width(self) -> int:
        return self._width + TAIL + 2 * SHADOW

    def _panel(self) -> QRect:
        left = SHADOW if self._is_left_of_pet else SHADOW + TAIL
        height = self.highest if self._panel_height is None else self._panel_height
        return QRect(left, self.height() - SHADOW - height, self._width, height)

    def _lay_out(self) -> None:
        panel = self._panel()
        if self._content.parent() is self:
            self._content.setGeometry(panel)
        self.setMask(QRegion(panel.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW)))
        self._take_clicks()
        self.update()

    def _take_clicks(self) -> None:
        """Where the platform knows of that, leave the clicks on the shadow to what it falls on."""
        if self._input is None:
            return
        pixels = QTransform.fromScale(self.devicePixelRatio(), self.devicePixelRatio())
        outline = pixels.map(self._outline(QRectF(self._panel())))
        self._input.take(x11.boxes_of(QRegion(outline.toFillPolygon().toPolygon())))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._input, self._is_new = None, True

    def _shape_input(self) -> None:
        self._is_new = False
        with suppress(OSError):
            self._input = x11.InputShape(int(self.winId()))
            self._take_clicks()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        # Not as soon as it is shown: window managers look for shapes that come after they have made it a frame.
        if self._is_new:
            self._shape_input()
        look, panel = theme.current(), QRectF(self._panel())
        painter = QPainter(self)
        # Below its head it is of one colour: what is scrolled there goes along with its ground.
        fill = QLinearGradient(panel.topLeft(), panel.topLeft() + QPointF(0, _GRADED))
        fill.setColorAt(0, look.colour("panel_top"))
        fill.setColorAt(1, look.colour("panel"))
        corner = theme.RADIUS_PANEL
        if panel.adjusted(1, corner + _SUNK, -1, -corner).contains(QRectF(event.rect())):
            # Most often words are painted, or the scroll bar, with only this below them.
            painter.fillRect(event.rect(), fill)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strength = 0.34 if look.is_light else 0.7
        shadow.paint(painter, panel.translated(0, _SUNK), look.shadow, corner, SHADOW - 6, strength)
        painter.setPen(look.colour("panel_edge"))
        painter.setBrush(fill)
        painter.drawPath(self._outline(panel))

    def _outline(self, panel: QRectF) -> QPainterPath:
        shape = QPainterPath()
        shape.addRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_PANEL, theme.RADIUS_PANEL)
        return shape.united(self._tail(panel))

    def _tail(self, panel: QRectF) -> QPainterPath:
        """A soft point towards the character."""
        lowest, highest = _TAIL_LOWEST, max(panel.height() - 40, _TAIL_LOWEST)
        y = panel.bottom() - min(max(self._tail_from_bottom, lowest), highest)
        sign = 1 if self._is_left_of_pet else -1
        edge = panel.right() - 1 if self._is_left_of_pet else panel.left() + 1
        tip, flank = QPointF(edge + sign * (TAIL - 1), y + 2), edge + sign * 4
        tail = QPainterPath(QPointF(edge, y - 13))
        tail.cubicTo(QPointF(edge, y - 4), QPointF(flank, y), tip)
        tail.cubicTo(QPointF(flank, y + 4), QPointF(edge, y + 7), QPointF(edge, y + 14))
        tail.closeSubpath()
        return tail
