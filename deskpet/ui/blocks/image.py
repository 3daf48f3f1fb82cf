"""A picture in a message."""

import base64
import binascii

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block, Image
from deskpet.ui.blocks.base import BlockView, Context
from deskpet.ui.blocks.picture_viewer import PictureViewer
from deskpet.ui.widgets import theme
from deskpet.words import tr

TALLEST = 240


class ImageView(BlockView):
    """A thumbnail with round corners; what can't be read says so."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._picture = QPixmap()

    def show_block(self, block: Block) -> None:
        assert isinstance(block, Image)
        try:
            data = base64.b64decode(block.data, validate=True)
        except binascii.Error:
            data = b""
        self._picture = QPixmap()
        self._picture.loadFromData(data)
        is_known = not self._picture.isNull()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_known else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_known else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(tr("Picture" if is_known else "A picture that can't be shown"))

    def fit(self, width: int) -> int:
        if self._picture.isNull():
            return 44
        scale = min(1, width / self._picture.width(), TALLEST / self._picture.height())
        return max(round(self._picture.height() * scale), 1)

    def natural_width(self, available: int) -> int:
        if self._picture.isNull():
            return min(260, available)
        return max(round(self._picture.width() * self.fit(available) / self._picture.height()), 1)

    def open(self) -> None:
        """Show the picture at its full size."""
        if not self._picture.isNull():
            viewer = PictureViewer(self._picture, self.window())
            viewer.show()
            viewer.activateWindow()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.open()
        else:
            event.ignore()

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
            painter.setPen(QPen(look.colour("accent"), 3))
            painter.drawPath(path)
