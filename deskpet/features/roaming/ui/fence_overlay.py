"""Cover a screen, on which the user drags the part where she may walk."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import theme

_DIM = QColor(0, 0, 0, 110)
_LABEL_HEIGHT, _LABEL_TOP = 44, 48


class FenceOverlay(QWidget):
    """Covers a screen. Esc cancels.

    drawn: Emitted with a rectangle from the screen's top left, in logical pixels; then it closes.
    cancelled: Emitted when the user wants no change, or has drawn too little for her to stand in.
    """

    drawn = Signal(QRect)
    cancelled = Signal()

    def __init__(self, screen: QScreen, least: int) -> None:
        """least: the smallest side of the rectangle."""
        flags = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setWindowTitle(tr("Where she may walk"))
        self.setAccessibleName(self.windowTitle())
        self._least = least
        self._start: QPointF | None = None
        self.fence = QRect()
        self.setScreen(screen)
        self.setGeometry(screen.geometry())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._start, self.fence = event.position(), QRect()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._start is not None:
            self.fence = QRectF(self._start, event.position()).normalized().toRect().intersected(self.rect())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._start is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._start = None
        if min(self.fence.width(), self.fence.height()) >= self._least:
            self.drawn.emit(self.fence)
        else:
            self.cancelled.emit()
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
            self.close()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, painter = theme.current(), QPainter(self)
        painter.fillRect(self.rect(), _DIM)
        if not self.fence.isEmpty():
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
            painter.fillRect(self.fence, Qt.GlobalColor.transparent)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.setPen(look.colour("accent"))
            painter.drawRect(self.fence)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.ui_font(theme.TEXT))
        text = tr("Drag across the part where she may walk · Esc cancels")
        width = painter.fontMetrics().horizontalAdvance(text) + 2 * theme.S5
        label = QRectF((self.width() - width) / 2, _LABEL_TOP, width, theme.scaled(_LABEL_HEIGHT))
        painter.setPen(look.colour("menu_edge"))
        painter.setBrush(look.colour("menu"))
        painter.drawRoundedRect(label, label.height() / 2, label.height() / 2)
        painter.setPen(look.colour("text"))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)
