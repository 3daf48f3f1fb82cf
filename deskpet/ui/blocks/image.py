"""A picture in a message, and the window that shows it at full size."""

import base64

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block, Image
from deskpet.translation import tr
from deskpet.ui.blocks.base import Context, OpenableView
from deskpet.ui.widgets import shadow, theme

MAX_HEIGHT = 240
_SCREEN_SHARE, _SHADOW_MARGIN = 0.86, 26


class ImageView(OpenableView):
    """A thumbnail with round corners, or a text if the picture can't be decoded."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._picture = QPixmap()

    def show_block(self, block: Block) -> None:
        assert isinstance(block, Image)
        try:
            data = base64.b64decode(block.data, validate=True)
        except ValueError:
            data = b""
        self._picture = QPixmap()
        self._picture.loadFromData(data)
        is_valid = not self._picture.isNull()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_valid else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_valid else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(tr("Picture" if is_valid else "A picture that can't be shown"))

    def fit(self, width: int) -> int:
        if self._picture.isNull():
            return 44
        scale = min(1, width / self._picture.width(), MAX_HEIGHT / self._picture.height())
        return max(round(self._picture.height() * scale), 1)

    def natural_width(self, available: int) -> int:
        if self._picture.isNull():
            return min(260, available)
        return max(round(self._picture.width() * self.fit(available) / self._picture.height()), 1)

    def open(self) -> None:
        """Show the picture at full size in a window."""
        if not self._picture.isNull():
            viewer = PictureViewer(self._picture, self.window())
            viewer.show()
            viewer.activateWindow()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(0, 0, self.natural_width(self.width()), self.height())
        path = QPainterPath()
        path.addRoundedRect(rect, theme.RADIUS_CARD, theme.RADIUS_CARD)
        painter.setClipPath(path)
        if self._picture.isNull():
            painter.fillRect(rect, look.colour("code"))
            painter.setPen(look.colour("muted"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, tr("This picture can't be shown"))
        else:
            painter.drawPixmap(rect, self._picture, QRectF(self._picture.rect()))
        if self.hasFocus():
            # Of two colours: a picture may have one of them. Half of each line is cut off.
            for role, width in (("surface", 8), ("accent", 4)):
                painter.setPen(QPen(look.colour(role), width))
                painter.drawPath(path)


class PictureViewer(QWidget):
    """Shows a picture at full size in the middle of a screen. A click or Esc closes and deletes it."""

    def __init__(self, picture: QPixmap, parent: QWidget) -> None:
        """Create the window on the screen of `parent`."""
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Picture"))
        self.setAccessibleName(tr("Picture. Press Esc to close it."))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._picture = picture
        room = parent.screen().availableGeometry()
        size, most = picture.size(), room.size() * _SCREEN_SHARE
        if size.width() > most.width() or size.height() > most.height():
            size = size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(room.topLeft(), size + QSize(2 * _SHADOW_MARGIN, 2 * _SHADOW_MARGIN))
        place.moveCenter(room.center())
        self.setGeometry(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(self.rect()).adjusted(_SHADOW_MARGIN, _SHADOW_MARGIN, -_SHADOW_MARGIN, -_SHADOW_MARGIN)
        shadow.paint(painter, rect.translated(0, 5), look.shadow, theme.RADIUS_CARD, _SHADOW_MARGIN - 6, 0.6)
        path = QPainterPath()
        path.addRoundedRect(rect, theme.RADIUS_CARD, theme.RADIUS_CARD)
        painter.setClipPath(path)
        painter.fillRect(rect, look.colour("surface"))
        painter.drawPixmap(rect, self._picture, QRectF(self._picture.rect()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.close()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            # Esc is a shortcut of the chat.
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.close()
        else:
            super().keyPressEvent(event)
