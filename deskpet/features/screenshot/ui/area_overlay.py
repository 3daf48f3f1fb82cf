"""Cover the screen with its own picture, in which the user selects an area."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QScreen

from deskpet.features.screenshot.ui.picture_canvas import PictureCanvas
from deskpet.translation import tr
from deskpet.ui.widgets import theme

_HEIGHT, _TOP = 44, 48


class AreaOverlay(PictureCanvas):
    """Covers a screen. Escape cancels.

    cancelled: Emitted when the user wants no picture.
    """

    cancelled = Signal()

    def __init__(self, picture: QImage, screen: QScreen) -> None:
        super().__init__(picture)
        self.setWindowFlags(
            Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        )
        self.is_dimmed = True
        self.setWindowTitle(tr("Select an area"))
        self.setScreen(screen)
        self.setGeometry(screen.geometry())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.selection.isEmpty():
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.selection.isEmpty():
            return
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.ui_font(theme.TEXT))
        text = tr("Drag across the part that you want to show · Esc cancels")
        width = painter.fontMetrics().horizontalAdvance(text) + 2 * theme.S5
        label = QRectF((self.width() - width) / 2, _TOP, width, theme.scaled(_HEIGHT))
        painter.setPen(look.colour("menu_edge"))
        painter.setBrush(look.colour("menu"))
        painter.drawRoundedRect(label, label.height() / 2, label.height() / 2)
        painter.setPen(look.colour("text"))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)
