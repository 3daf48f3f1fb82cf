"""A frameless panel that stands beside the character and points at her, on a window nobody sees."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from deskpet.ui import shadow, theme

SHADOW, TAIL = 26, 13
_AWAY = 8  # from the screen's edges
_TAIL_AT = 0.42  # of the character's height, from below: where her face is


class BesidePanel(QWidget):
    """Holds one widget; its place follows the character."""

    def __init__(self, content: QWidget, width: int, tallest: int) -> None:
        """The panel is `width` wide and at most `tallest` high, both in logical pixels."""
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags | Qt.WindowType.NoDropShadowWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self._width, self._tallest = width, tallest
        self._is_left_of_pet, self._tail_from_bottom = True, 120
        self._content = content
        content.setParent(self)
        self.resize(width + 2 * SHADOW + TAIL, tallest + 2 * SHADOW)

    def place_beside(self, pet: QRect, screen: QRect) -> None:
        """Stand on the side of the pet that has room, bottoms aligned. Both rectangles in logical pixels."""
        room_right, room_left = screen.right() - pet.right(), pet.left() - screen.left()
        needed = self._width + TAIL
        self._is_left_of_pet = not (room_right >= needed or room_right >= room_left)
        width = self._width + TAIL + 2 * SHADOW
        height = min(self._tallest, screen.height() - 2 * _AWAY) + 2 * SHADOW
        left = pet.left() - width + SHADOW if self._is_left_of_pet else pet.right() + 1 - SHADOW
        left = max(screen.left() - SHADOW, min(left, screen.right() + 1 + SHADOW - width))
        bottom = min(pet.bottom() + 1, screen.bottom() + 1 - _AWAY) + SHADOW
        self._tail_from_bottom = round(pet.height() * _TAIL_AT)
        self.setGeometry(left, max(bottom - height, screen.top() + _AWAY - SHADOW), width, height)
        self._lay_out()

    def _panel(self) -> QRect:
        left = SHADOW if self._is_left_of_pet else SHADOW + TAIL
        return QRect(left, SHADOW, self._width, self.height() - 2 * SHADOW)

    def _lay_out(self) -> None:
        panel = self._panel()
        self._content.setGeometry(panel)
        self.setMask(QRegion(panel.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW)))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, panel = theme.current(), QRectF(self._panel())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strength = 0.34 if look.is_light else 0.7
        shadow.paint(painter, panel.translated(0, 5), look.shadow, theme.RADIUS_PANEL, SHADOW - 6, strength)
        shape = QPainterPath()
        shape.addRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_PANEL, theme.RADIUS_PANEL)
        fill = QLinearGradient(panel.topLeft(), panel.bottomLeft())
        fill.setColorAt(0, look.colour("panel_top"))
        fill.setColorAt(1, look.colour("panel"))
        painter.setPen(look.colour("panel_edge"))
        painter.setBrush(fill)
        painter.drawPath(shape.united(self._tail(panel)))

    def _tail(self, panel: QRectF) -> QPainterPath:
        """A soft point towards the character."""
        y = panel.bottom() - max(40.0, min(self._tail_from_bottom, panel.height() - 40))
        sign = 1 if self._is_left_of_pet else -1
        edge = panel.right() - 1 if self._is_left_of_pet else panel.left() + 1
        tip, flank = QPointF(edge + sign * (TAIL - 1), y + 2), edge + sign * 4
        tail = QPainterPath(QPointF(edge, y - 13))
        tail.cubicTo(QPointF(edge, y - 4), QPointF(flank, y), tip)
        tail.cubicTo(QPointF(flank, y + 4), QPointF(edge, y + 7), QPointF(edge, y + 14))
        tail.closeSubpath()
        return tail
