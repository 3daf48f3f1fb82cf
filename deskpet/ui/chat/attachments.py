"""Thumbnails of the pictures attached to the next message, each with a remove button."""

from collections.abc import Iterable
from concurrent.futures import Future

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QBoxLayout, QWidget

from deskpet.chat.messages import Image
from deskpet.processes.threads import DaemonExecutor
from deskpet.translation import tr
from deskpet.ui.chat.attached_items import AttachedItem, AttachedItems
from deskpet.ui.chat.pictures import decode, encode
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.icons import IconButton

SIDE = 56  # of a thumbnail, in logical pixels
MAX_PICTURES = 6
# Packing a photograph takes about a second; a thread keeps typing responsive.
_pack_executor = DaemonExecutor(1)


class Attachments(AttachedItems["_Thumbnail"]):
    """A row of thumbnails."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight, theme.S2, parent)

    @property
    def images(self) -> tuple[Image, ...]:
        """The pictures packed for sending. Reading it blocks until all are packed."""
        return tuple(each.packed.result() for each in self._items)

    @property
    def is_packed(self) -> bool:
        """Whether reading `images` returns without blocking."""
        return all(each.packed.done() for each in self._items)

    @property
    def is_full(self) -> bool:
        return len(self._items) >= MAX_PICTURES

    def add(self, picture: QImage) -> None:
        """Add a picture and pack it in the background."""
        self._add(picture, _pack_executor.submit(encode, picture))

    def show_images(self, images: Iterable[Image]) -> None:
        """Replace the pictures by already packed ones; skips those that can't be decoded."""
        self.clear()
        for image in images:
            if not (picture := decode(image)).isNull():
                packed: Future[Image] = Future()
                packed.set_result(image)
                self._add(picture, packed)

    def _add(self, picture: QImage, packed: "Future[Image]") -> None:
        self._insert(_Thumbnail(picture, packed, self))

    def _update(self) -> None:
        for number, thumbnail in enumerate(self._items, 1):
            thumbnail.set_number(number)
        super()._update()


class _Thumbnail(AttachedItem):
    accessible_role = QAccessible.Role.Graphic

    def __init__(self, picture: QImage, packed: "Future[Image]", parent: QWidget) -> None:
        super().__init__(parent)
        self.packed = packed
        self._number = 1
        side = round(SIDE * self.devicePixelRatioF())
        filled = picture.scaled(
            side, side, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        )
        left, top = (filled.width() - side) // 2, (filled.height() - side) // 2
        self._pixmap = QPixmap.fromImage(filled.copy(left, top, side, side))
        self.setFixedSize(SIDE + 6, SIDE + 6)
        self.remove = _RemoveButton("close", "", self, 20)
        self.remove.move(SIDE + 6 - self.remove.width(), 0)
        language.keep_translated(self, self._retranslate)

    def set_number(self, number: int) -> None:
        """Set the position shown to assistive technology, from 1."""
        self._number = number
        self._retranslate()

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Picture {number}", number=self._number))
        self.remove.set_icon("close", tr("Remove picture {number}", number=self._number))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(0, 6, SIDE, SIDE)
        path = QPainterPath()
        path.addRoundedRect(rect, theme.RADIUS_CARD, theme.RADIUS_CARD)
        painter.setClipPath(path)
        painter.drawPixmap(rect, self._pixmap, QRectF(self._pixmap.rect()))
        painter.setClipping(False)
        painter.setPen(theme.current().colour("field_edge"))
        painter.drawPath(path)


class _RemoveButton(IconButton):
    """Overlaps the picture's corner, so it paints a background of its own."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.current().colour("field_edge"))
        painter.setBrush(theme.current().colour("surface"))
        painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
        super().paintEvent(event)
