"""A picture at its full size, as far as the screen allows; a click or Esc puts it away."""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from deskpet.ui.widgets import shadow, theme
from deskpet.words import tr

SHARE, EDGE = 0.86, 26


class PictureViewer(QWidget):
    """Stands in the middle of the screen that `beside` is on; it is gone when it closes."""

    def __init__(self, picture: QPixmap, beside: QWidget) -> None:
        super().__init__(beside, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Picture"))
        self.setAccessibleName(tr("Picture. Press Esc to close it."))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._picture = picture
        room = beside.screen().availableGeometry()
        size = _fitting(picture.size(), room.size() * SHARE)
        place = QRect(room.topLeft(), size + QSize(2 * EDGE, 2 * EDGE))
        place.moveCenter(room.center())
        self.setGeometry(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        shadow.paint(painter, rect.translated(0, 5), look.shadow, theme.RADIUS_CARD, EDGE - 6, 0.6)
        path = QPainterPath()
        path.addRoundedRect(rect, theme.RADIUS_CARD, theme.RADIUS_CARD)
        painter.setClipPath(path)
        painter.fillRect(rect, look.colour("surface"))
        painter.drawPixmap(rect, self._picture, QRectF(self._picture.rect()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.close()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            # The chat has an Esc of its own.
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.close()
        else:
            super().keyPressEvent(event)


def _fitting(size: QSize, room: QSize) -> QSize:
    """As large as the picture is, no larger than the room."""
    if size.width() > room.width() or size.height() > room.height():
        size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    return size
