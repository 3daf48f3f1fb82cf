"""The pictures that will go with the next message, as thumbnails that can be taken away again."""

from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QImage, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QWidget

from deskpet.chat.messages import Image
from deskpet.ui import language, theme
from deskpet.ui.chat.pictures import pack
from deskpet.ui.icons import IconButton
from deskpet.words import tr

SIDE, MOST = 56, 6
# Packing a photograph takes a second: meanwhile one goes on typing.
_packing = ThreadPoolExecutor(1, "pictures")


class Attachments(QWidget):
    """A row of thumbnails; it hides while there are none."""

    changed = Signal()  # a picture came or went

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._thumbnails: list[_Thumbnail] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2, 5, 2, 3)
        self._row.setSpacing(theme.S2)
        self._row.addStretch(1)
        self.hide()

    @property
    def images(self) -> tuple[Image, ...]:
        """The pictures, packed for sending; waits for those that are not packed yet."""
        return tuple(each.packed.result() for each in self._thumbnails)

    @property
    def is_empty(self) -> bool:
        return not self._thumbnails

    @property
    def is_full(self) -> bool:
        return len(self._thumbnails) >= MOST

    def add(self, picture: QImage) -> None:
        """One more picture."""
        thumbnail = _Thumbnail(picture, len(self._thumbnails) + 1, self)
        thumbnail.remove.clicked.connect(lambda: self._remove(thumbnail))
        self._thumbnails.append(thumbnail)
        self._row.insertWidget(len(self._thumbnails) - 1, thumbnail)
        thumbnail.show()
        self._tell()

    def clear(self) -> None:
        for thumbnail in list(self._thumbnails):
            self._remove(thumbnail)

    def _remove(self, thumbnail: "_Thumbnail") -> None:
        self._thumbnails.remove(thumbnail)
        self._row.removeWidget(thumbnail)
        thumbnail.hide()
        thumbnail.deleteLater()
        self._tell()

    def _tell(self) -> None:
        self.setVisible(bool(self._thumbnails))
        self.changed.emit()


class _Thumbnail(QWidget):
    accessible_role = QAccessible.Role.Graphic

    def __init__(self, picture: QImage, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.packed = _packing.submit(pack, picture)
        side = round(SIDE * self.devicePixelRatioF())
        filled = picture.scaled(
            side, side, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        )
        left, top = (filled.width() - side) // 2, (filled.height() - side) // 2
        self._pixmap = QPixmap.fromImage(filled.copy(left, top, side, side))
        self.setFixedSize(SIDE + 6, SIDE + 6)
        language.say(self, lambda: self.setAccessibleName(tr("Picture {number}", number=number)))
        self.remove = _RemoveButton(number, self)
        self.remove.move(SIDE + 6 - self.remove.width(), 0)

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
    """Lies over the picture's corner, so it has a ground of its own."""

    def __init__(self, number: int, parent: QWidget) -> None:
        super().__init__("close", "", parent, 20)
        language.say(self, lambda: self.set_icon("close", tr("Remove picture {number}", number=number)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.current().colour("field_edge"))
        painter.setBrush(theme.current().colour("surface"))
        painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
        super().paintEvent(event)
