"""A frameless panel beside the character with a tail that points at it, on a translucent window."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
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
from deskpet.ui.widgets.beside_window import BesideWindow

if TYPE_CHECKING:
    from deskpet.ui.platform.wayland import InputRegion

SHADOW, TAIL = 26, 13
# In logical pixels.
_SCREEN_MARGIN = 8
_GRADIENT_HEIGHT = 54.0  # from the panel's upper edge
_TAIL_MIN_BOTTOM = 34.0  # from the panel's lower edge
_SHADOW_OFFSET = 5
_FACE_RATIO = 0.42  # height of the character's face, as a share of its height from the bottom
_TAIL_HALF = 13  # half the height of the tail where it begins


class BesidePanel(BesideWindow):
    """Holds one widget, aligned to the window's lower edge; `place_beside` follows the character."""

    def __init__(self, content: QWidget, width: int, max_height: int) -> None:
        """Set the panel's width and its maximum height, both in logical pixels."""
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(flags | Qt.WindowType.NoDropShadowWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self._width, self._max_height = width, max_height
        self._panel_height: int | None = None
        self._is_left_of_pet, self._tail_from_bottom, self._tail_length = False, 120, TAIL
        self._content = content
        self._place = QPoint()
        self._input: x11.InputShape | InputRegion | None = None
        content.setParent(self)
        self.resize(self._outer_width(), max_height + 2 * SHADOW)

    def place_beside(self, pet: QRect, screen: QRect, body: Sequence[QRect] = ()) -> None:
        """Move to the side of the pet that has room, bottoms aligned. All rectangles in logical pixels.

        body: the rows of the character's outline within `pet`; the tail reaches up to it.
        """
        room_right, room_left = screen.right() - pet.right(), pet.left() - screen.left()
        needed, width = self._width + TAIL, self._outer_width()
        self._is_left_of_pet = not (room_right >= needed or room_right >= room_left)
        height = min(self._max_height, screen.height() - 2 * _SCREEN_MARGIN) + 2 * SHADOW
        face = pet.bottom() + 1 - round(pet.height() * _FACE_RATIO)
        gap, approach = self._gap_at(face, pet, body)
        beside = pet.adjusted(approach, 0, -approach, 0)
        left = beside.left() - width + SHADOW if self._is_left_of_pet else beside.right() + 1 - SHADOW
        left = max(screen.left() - SHADOW, min(left, screen.right() + 1 + SHADOW - width))
        bottom = min(pet.bottom() + 1, screen.bottom() + 1 - _SCREEN_MARGIN) + SHADOW
        top = max(bottom - height, screen.top() + _SCREEN_MARGIN - SHADOW)
        self._tail_from_bottom = top + height - SHADOW - face
        self._tail_length = TAIL + min(gap - approach, SHADOW)
        self._place = QPoint(left, top)
        # A visible window is told of a new size at once, and lays itself out then.
        is_resized = self.isVisible() and self.size() != QSize(width, height)
        self.setGeometry(left, top, width, height)
        if not is_resized:
            self._lay_out()

    def room_beside(self, pet: QRect, screen: QRect, others: Sequence[QRect]) -> QRect:
        """Return the part of the screen beside the pet without what others cover, all of it if that is too little."""
        room = QRect(screen)
        for other in others:
            if other.center().x() > pet.center().x():
                room.setRight(min(room.right(), other.left() - 1))
            else:
                room.setLeft(max(room.left(), other.right() + 1))
        widest = max(room.right() - pet.right(), pet.left() - room.left())
        return room if widest >= self._width + TAIL else screen

    def _gap_at(self, y: int, pet: QRect, body: Sequence[QRect]) -> tuple[int, int]:
        """Return the distance from the window's edge to the body at the height `y`, and how much nearer to move.

        The panel moves nearer only as far as the tail is too short, and never over another part of the body.
        """

        def gap(row: QRect) -> int:
            return max(0, row.left() - pet.left() if self._is_left_of_pet else pet.right() - row.right())

        at_face = [gap(row) for row in body if row.top() < y + _TAIL_HALF and row.bottom() > y - _TAIL_HALF]
        if not at_face:
            return 0, 0
        return min(at_face), max(0, min(min(at_face) - SHADOW, *map(gap, body)))

    def set_panel_width(self, width: int) -> None:
        """Set the panel's width in logical pixels, which it has from the next `place_beside` on."""
        self._width = width

    def set_panel_height(self, height: int) -> None:
        """Set the panel's height in logical pixels, in place of all available height."""
        self._panel_height = height
        self._lay_out()

    @property
    def max_panel_height(self) -> int:
        """Maximum height of the panel at its present place, in logical pixels."""
        return self.height() - 2 * SHADOW

    @property
    def panel_geometry(self) -> QRect:
        """The panel on the desktop, without shadow and tail, in logical pixels."""
        return self._panel().translated(self.pos())

    def _outer_width(self) -> int:
        return self._width + TAIL + 2 * SHADOW

    def _panel(self) -> QRect:
        left = SHADOW if self._is_left_of_pet else SHADOW + TAIL
        height = self.max_panel_height if self._panel_height is None else self._panel_height
        return QRect(left, self.height() - SHADOW - height, self._width, height)

    def _lay_out(self) -> None:
        panel = self._panel()
        if self._content.parent() is self:
            self._content.setGeometry(panel)
        # Qt paints nothing outside of a mask, and Windows goes on to show what is there: the outline of a higher panel.
        # On Wayland a mask is the input shape.
        if sys.platform != "win32" and not x11.is_wayland():
            shown = panel.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW)
            self.setMask(QRegion(shown).united(QRegion(self._tail(QRectF(panel)).boundingRect().toAlignedRect())))
        self._update_input_shape()
        self.update()

    def _update_input_shape(self) -> None:
        """Pass clicks on the shadow to the window below it, where the platform supports input shapes."""
        if self._input is None:
            return
        pixels = QTransform.fromScale(self.devicePixelRatio(), self.devicePixelRatio())
        outline = pixels.map(self._outline(QRectF(self._panel())))
        self._input.set_region(x11.boxes_of(QRegion(outline.toFillPolygon().toPolygon())))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.windowHandle().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Not in showEvent and not in the first paintEvent: both may come before the window manager frames the window.
        if event.type() == QEvent.Type.Expose and watched is self.windowHandle():
            if not self.windowHandle().isExposed():
                self._input = None
            elif self._input is None:
                self._on_framed()
        return False

    def _on_framed(self) -> None:
        """Correct what Qt and the window manager missed while the window manager framed the window."""
        if x11.is_wayland():
            from deskpet.ui.platform import wayland

            self._input = wayland.InputRegion(self.windowHandle())
            self._update_input_shape()
            return
        if self.pos() != self._place:
            # Qt asks the X server where the window is when it was moved just before it is shown. While the window
            # manager frames it, the answer is the place in a frame that is not in its own place yet.
            self.move(self._place)
        # A window manager only notices a shape that is set after it has framed the window.
        with suppress(OSError):
            self._input = x11.InputShape(int(self.winId()))
            self._update_input_shape()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, panel = theme.current(), QRectF(self._panel())
        painter = QPainter(self)
        # One colour below the header, so that scrolled pixels match their background.
        fill = QLinearGradient(panel.topLeft(), panel.topLeft() + QPointF(0, _GRADIENT_HEIGHT))
        fill.setColorAt(0, look.colour("panel_top"))
        fill.setColorAt(1, look.colour("panel"))
        corner = theme.RADIUS_PANEL
        if panel.adjusted(1, corner + _SHADOW_OFFSET, -1, -corner).contains(QRectF(event.rect())):
            # The common case: text or the scroll bar is repainted, away from the edges.
            painter.fillRect(event.rect(), fill)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strength = 0.34 if look.is_light else 0.7
        shadow.paint(painter, panel.translated(0, _SHADOW_OFFSET), look.shadow, corner, SHADOW - 6, strength)
        painter.setPen(look.colour("panel_edge"))
        painter.setBrush(fill)
        painter.drawPath(self._outline(panel))

    def _outline(self, panel: QRectF) -> QPainterPath:
        shape = QPainterPath()
        shape.addRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_PANEL, theme.RADIUS_PANEL)
        return shape.united(self._tail(panel))

    def _tail(self, panel: QRectF) -> QPainterPath:
        """Return the path of the tail that points at the character."""
        lowest, highest = _TAIL_MIN_BOTTOM, max(panel.height() - 40, _TAIL_MIN_BOTTOM)
        y = panel.bottom() - min(max(self._tail_from_bottom, lowest), highest)
        sign = 1 if self._is_left_of_pet else -1
        edge = panel.right() - 1 if self._is_left_of_pet else panel.left() + 1
        tip, flank = QPointF(edge + sign * (self._tail_length - 1), y + 2), edge + sign * 4
        tail = QPainterPath(QPointF(edge, y - _TAIL_HALF))
        tail.cubicTo(QPointF(edge, y - 4), QPointF(flank, y), tip)
        tail.cubicTo(QPointF(flank, y + 4), QPointF(edge, y + 7), QPointF(edge, y + 14))
        tail.closeSubpath()
        return tail
