"""The pictures that will go with the next message, as thumbnails that can be taken away again."""

from collections.abc import Iterable
from concurrent.futures import Future

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QImage, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QWidget

from deskpet.chat.messages import Image
from deskpet.threads import DaemonExecutor
from deskpet.ui.chat.pictures import pack, unpacked
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr

SIDE, MOST = 56, 6
# Packing a photograph takes a second: meanwhile one goes on typing.
_packing = DaemonExecutor(1)


class Attachments(QWidget):
    """A row of thumbnails; it hides while there are none."""

    changed = Signal()  # a picture came or went
    emptied = Signal()  # the last one was taken away by the person

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
    def is_packed(self) -> bool:
        """Whether `images` has nothing to wait for."""
        return all(each.packed.done() for each in self._thumbnails)

    @property
    def is_empty(self) -> bool:
        return not self._thumbnails

    @property
    def is_full(self) -> bool:
        return len(self._thumbnails) >= MOST

    def add(self, picture: QImage) -> None:
        """One more picture."""
        self._add(picture, _packing.submit(pack, picture))

    def show_images(self, images: Iterable[Image]) -> None:
        """These pictures and no others, packed as they are; one that can't be shown is left out."""
        self.clear()
        for image in images:
            if not (picture := unpacked(image)).isNull():
                packed: Future[Image] = Future()
                packed.set_result(image)
                self._add(picture, packed)

    def _add(self, picture: QImage, packed: "Future[Image]") -> None:
        thumbnail = _Thumbnail(picture, packed, self)
        thumbnail.remove.clicked.connect(lambda: self._take_away(thumbnail))
        self._thumbnails.append(thumbnail)
        self._row.insertWidget(len(self._thumbnails) - 1, thumbnail)
        thumbnail.show()
        self._tell()

    def clear(self) -> None:
        for thumbnail in list(self._thumbnails):
            self._remove(thumbnail)

    def _take_away(self, thumbnail: "_Thumbnail") -> None:
        """The person does: the keyboard goes on with the next picture, or with what `emptied` leads to."""
        at = self._thumbnails.index(thumbnail)
        others = [*self._thumbnails[at + 1 :], *reversed(self._thumbnails[:at])]
        if thumbnail.remove.hasFocus() and others:
            others[0].remove.setFocus(Qt.FocusReason.OtherFocusReason)
        self._remove(thumbnail)
        if not others:
            self.emptied.emit()

    def _remove(self, thumbnail: "_Thumbnail") -> None:
        self._thumbnails.remove(thumbnail)
        self._row.removeWidget(thumbnail)
        thumbnail.hide()
        thumbnail.deleteLater()
        self._tell()

    def _tell(self) -> None:
        for number, thumbnail in enumerate(self._thumbnails, 1):
            thumbnail.tell_number(number)
        self.setVisible(bool(self._thumbnails))
        self.changed.emit()


class _Thumbnail(QWidget):
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
        language.say(self, self._say)

    def tell_number(self, number: int) -> None:
        """It is the picture with this number, from 1."""
        self._number = number
        self._say()

    def _say(self) -> None:
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
    """Lies over the picture's corner, so it has a ground of its own."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.current().colour("field_edge"))
        painter.setBrush(theme.current().colour("surface"))
        painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
        super().paintEvent(event)
