"""Show a picture, in which a rectangle is selected with the mouse or the keyboard."""

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import theme

# Smallest selection that counts, in pixels of the picture: less is a click.
MIN_SIDE = 4
# Steps of a selection by the keyboard along a side of the picture.
_STEPS = 40
_DIM = QColor("#90000000")
_ARROWS = {
    Qt.Key.Key_Left: QPoint(-1, 0),
    Qt.Key.Key_Right: QPoint(1, 0),
    Qt.Key.Key_Up: QPoint(0, -1),
    Qt.Key.Key_Down: QPoint(0, 1),
}


class PictureCanvas(QWidget):
    """Shows a picture as large as there is room, not enlarged.

    The arrow keys move the selection, with Shift they resize it, Enter takes it, and Escape removes it.

    selected: Emitted with a rectangle, in pixels of the picture.

    selection: the one that is being made, in pixels of the picture; empty if there is none.
    """

    selected = Signal(QRect)

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, picture: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self._picture, self._scaled = picture, QPixmap()
        self.selection, self._start = QRect(), QPoint()
        self.is_dimmed = False
        self.setAccessibleName(tr("Picture"))
        self.setAccessibleDescription(
            tr("The arrow keys move a selection, with Shift they resize it, and Enter takes it.")
        )

    def show_picture(self, picture: QImage) -> None:
        """Show another picture, without a selection."""
        self._picture, self._scaled, self.selection = picture, QPixmap(), QRect()
        self.update()

    def _target(self) -> QRectF:
        """Return where the picture is shown, in logical pixels."""
        natural = QSizeF(self._picture.size()) / self.devicePixelRatioF()
        size = natural.scaled(QSizeF(self.size()), Qt.AspectRatioMode.KeepAspectRatio).boundedTo(natural)
        return QRectF(
            (self.width() - size.width()) / 2, (self.height() - size.height()) / 2, size.width(), size.height()
        )

    def _to_picture(self, point: QPointF) -> QPoint:
        target, size = self._target(), self._picture.size()
        x = (point.x() - target.x()) / max(target.width(), 1) * size.width()
        y = (point.y() - target.y()) / max(target.height(), 1) * size.height()
        return QPoint(min(max(round(x), 0), size.width() - 1), min(max(round(y), 0), size.height() - 1))

    def _to_widget(self, box: QRect) -> QRectF:
        target, scale = self._target(), self._target().width() / max(self._picture.width(), 1)
        return QRectF(QPointF(box.topLeft()) * scale + target.topLeft(), QSizeF(box.size()) * scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._start, self.selection = self._to_picture(event.position()), QRect()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.selection = QRect(self._start, self._to_picture(event.position())).normalized()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._take()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        arrow = _ARROWS.get(Qt.Key(event.key()))
        if arrow is not None:
            self._step(arrow, resizes=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.selection.isEmpty():
            self._take()
        elif event.key() == Qt.Key.Key_Escape and not self.selection.isEmpty():
            self.selection = QRect()
            self.update()
        else:
            super().keyPressEvent(event)

    def _step(self, arrow: QPoint, *, resizes: bool) -> None:
        width, height = self._picture.width(), self._picture.height()
        box = self.selection
        if box.isEmpty():
            box = QRect(width * 3 // 8, height * 3 // 8, max(width // 4, 1), max(height // 4, 1))
        else:
            step = QPoint(arrow.x() * max(width // _STEPS, 1), arrow.y() * max(height // _STEPS, 1))
            box = box.adjusted(0, 0, step.x(), step.y()) if resizes else box.translated(step)
        box = box.intersected(self._picture.rect())
        if min(box.width(), box.height()) >= MIN_SIDE:
            self.selection = box
        self.update()

    def _take(self) -> None:
        box, self.selection = self.selection, QRect()
        self.update()
        if min(box.width(), box.height()) >= MIN_SIDE:
            self.selected.emit(box)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._scaled = QPixmap()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, target = QPainter(self), self._target()
        painter.drawPixmap(target.topLeft(), self._scaled_picture(target))
        selection = self._to_widget(self.selection)
        if self.is_dimmed or not self.selection.isEmpty():
            # By the odd-even rule, the path is all but the selection.
            dimmed = QPainterPath()
            dimmed.addRect(target)
            dimmed.addRect(selection)
            painter.fillPath(dimmed, _DIM)
        if not self.selection.isEmpty():
            self._paint_selection(painter, selection)
        if self.hasFocus() and not self.is_dimmed:
            painter.setPen(QPen(theme.current().colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(target.adjusted(1, 1, -1, -1))

    def _scaled_picture(self, target: QRectF) -> QPixmap:
        """Return the picture in the size in which it is shown; it is scaled once, not for each frame of a drag."""
        if self._scaled.isNull():
            ratio = self.devicePixelRatioF()
            size = (target.size() * ratio).toSize().expandedTo(QSizeF(1, 1).toSize())
            smooth = Qt.TransformationMode.SmoothTransformation
            scaled = self._picture.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
            self._scaled = QPixmap.fromImage(scaled)
            self._scaled.setDevicePixelRatio(ratio)
        return self._scaled

    def _paint_selection(self, painter: QPainter, selection: QRectF) -> None:
        look = theme.current()
        painter.setPen(QPen(look.colour("accent"), 2))
        painter.drawRect(selection)
        text = f"{self.selection.width()} × {self.selection.height()}"
        painter.setFont(theme.ui_font(theme.SMALL))
        box = painter.fontMetrics().boundingRect(text).adjusted(-theme.S2, -theme.S1, theme.S2, theme.S1)
        label = QRectF(selection.left(), max(selection.top() - box.height() - theme.S1, 0), box.width(), box.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
        painter.drawRoundedRect(label, theme.RADIUS_CONTROL, theme.RADIUS_CONTROL)
        painter.setPen(look.colour("on_accent"))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)
