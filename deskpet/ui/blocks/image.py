"""A picture in a message."""

import base64
import binascii

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block, Image
from deskpet.ui import theme
from deskpet.ui.blocks.base import BlockView, Context

TALLEST = 240


class ImageView(BlockView):
    """A thumbnail with round corners; what can't be read says so."""

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
        self.setAccessibleName("Picture" if not self._picture.isNull() else "A picture that can't be shown")

    def fit(self, width: int) -> int:
        if self._picture.isNull():
            return 44
        scale = min(1, width / self._picture.width(), TALLEST / self._picture.height())
        return max(round(self._picture.height() * scale), 1)

    def natural_width(self, available: int) -> int:
        if self._picture.isNull():
            return min(260, available)
        return max(round(self._picture.width() * self.fit(available) / self._picture.height()), 1)

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
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "This picture can't be shown")
        else:
            painter.drawPixmap(rect, self._picture, QRectF(self._picture.rect()))
