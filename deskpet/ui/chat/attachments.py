"""Thumbnails of the pictures attached to the next message, each with a remove button."""

from collections.abc import Iterable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QHideEvent,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QWidget

from deskpet.chat.messages import Document, Image
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.processes.threads import DaemonExecutor
from deskpet.translation import tr
from deskpet.ui.blocks.attached_document import CARD_HEIGHT, badge_of, paint_card, size_text
from deskpet.ui.chat.pictures import decode, encode
from deskpet.ui.widgets import icons, language, theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import at_top, column_of, delete_widget, line_in, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.painting import smooth_painter
from deskpet.ui.widgets.spinner import Spinner

if TYPE_CHECKING:
    from deskpet.ui.platform.background_worker import BackgroundWorker

SIDE = 56  # of a thumbnail, in logical pixels
MAX_PICTURES = 6
# Packing a photograph takes about a second; a thread keeps typing responsive.
_pack_executor = DaemonExecutor(1)

MAX_DOCUMENTS = 4
_BUTTON = 24

_ICON = 16


class AttachedItem(QWidget):
    """An attached picture or document. `remove` is the button that takes it away."""

    remove: IconButton


_Item = TypeVar("_Item", bound=AttachedItem)


class AttachedItems(QWidget, Generic[_Item]):
    """A row or a column of items, hidden while empty.

    changed: Emitted when an item is added or removed.
    emptied: Emitted when the user removes the last item.
    """

    changed = Signal()
    emptied = Signal()

    def __init__(self, direction: QBoxLayout.Direction, spacing: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[_Item] = []
        self._box = QBoxLayout(direction, self)
        self._box.setContentsMargins(2, 5, 2, 3)
        self._box.setSpacing(spacing)
        self._box.addStretch(1)
        self.hide()

    @property
    def count(self) -> int:
        """The number of items."""
        return len(self._items)

    @property
    def is_empty(self) -> bool:
        return not self._items

    def clear(self) -> None:
        """Remove all items."""
        for item in list(self._items):
            self._remove(item)

    def _insert(self, item: _Item) -> None:
        item.remove.clicked.connect(lambda: self._remove_on_click(item))
        self._items.append(item)
        # The stretch stays last.
        self._box.insertWidget(len(self._items) - 1, item)
        item.show()
        self._update()

    def _remove_on_click(self, item: _Item) -> None:
        """Remove an item on click and move the focus to the next one; after the last, `emptied` handlers set it."""
        at = self._items.index(item)
        others = [*self._items[at + 1 :], *reversed(self._items[:at])]
        if item.remove.hasFocus() and others:
            others[0].remove.setFocus(Qt.FocusReason.OtherFocusReason)
        self._remove(item)
        if not others:
            self.emptied.emit()

    def _remove(self, item: _Item) -> None:
        self._items.remove(item)
        delete_widget(item, self._box)
        self._update()

    def _update(self) -> None:
        self.setVisible(bool(self._items))
        self.changed.emit()


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
        self._insert(_Thumbnail(picture, _pack_executor.submit(encode, picture), self))

    def show_images(self, images: Iterable[Image]) -> None:
        """Replace the pictures by already packed ones; skips those that can't be decoded."""
        self.clear()
        for image in images:
            if not (picture := decode(image)).isNull():
                packed: Future[Image] = Future()
                packed.set_result(image)
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
        painter = smooth_painter(self)
        painter.setPen(theme.current().colour("field_edge"))
        painter.setBrush(theme.current().colour("surface"))
        painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
        super().paintEvent(event)


class DocumentChips(AttachedItems["_Chip"]):
    """A column of cards. `changed` is emitted as well when a document is read.

    refused: Emitted with a sentence about a document that can't be attached.
    """

    refused = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QBoxLayout.Direction.TopToBottom, theme.S1, parent)
        self._worker: BackgroundWorker | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents that are read."""
        return tuple(each.document for each in self._items if each.document)

    @property
    def unread_name(self) -> str:
        """The name of a file that is still being read; empty if there is none."""
        return next((each.name for each in self._items if each.document is None), "")

    def add_files(self, paths: Iterable[Path]) -> None:
        """Read these files in the background; emits `refused` for each that can't be attached."""
        for path in paths:
            if len(self._items) >= MAX_DOCUMENTS:
                self.refused.emit(tr("A message takes {most} documents at most.", most=MAX_DOCUMENTS))
                return
            chip = _Chip(path.name, self)
            self._insert(chip)
            # Most messages have none.
            from deskpet.ui.platform.background_worker import BackgroundWorker

            self._worker = self._worker or BackgroundWorker(self)
            self._worker.submit(partial(chip.reading.run, partial(_read, path)), partial(self._on_read, chip))

    def show_documents(self, documents: Iterable[Document]) -> None:
        """Replace the documents by these."""
        self.clear()
        for each in documents:
            chip = _Chip(each.name, self)
            chip.show_document(each)
            self._insert(chip)

    def _on_read(self, chip: "_Chip", result: "Future[Document]") -> None:
        from deskpet.documents.document import DocumentError

        try:
            document = result.result()
        except Cancelled:
            return
        except DocumentError as error:
            if chip in self._items:
                self._remove(chip)
                self.refused.emit(str(error))
            return
        if chip in self._items:
            chip.show_document(document)
            self.changed.emit()

    def _remove(self, item: "_Chip") -> None:
        item.reading.cancel()
        super()._remove(item)


class _Chip(theme.FollowsStyle, AttachedItem):
    """A file with its name and, when it is read, its size. `reading` cancels the work in the background."""

    accessible_role = QAccessible.Role.ListItem

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.document: Document | None = None
        self.reading = Cancellation()
        self.remove = IconButton("close", "", self, _BUTTON)
        self._spinner = Spinner(self)
        self._detail = ""
        self.on_style_changed()
        language.keep_translated(self, self._retranslate)

    def show_document(self, document: Document) -> None:
        """Show that the document is read."""
        self.document, self.name = document, document.name
        self._spinner.set_running(False)
        self._retranslate()

    def _retranslate(self) -> None:
        self._detail = size_text(self.document) if self.document else tr("Being read…")
        self.setAccessibleName(f"{tr('Document {file}', file=self.name)}, {self._detail}")
        tooltip.set_text(self, self.name)
        self.remove.set_icon("close", tr("Remove {file}", file=self.name))
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        self._spinner.set_running(self.document is None)

    def hideEvent(self, event: QHideEvent) -> None:
        self._spinner.set_running(False)

    def on_style_changed(self) -> None:
        self.setFixedHeight(theme.scaled(CARD_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        margin = (self.height() - self.remove.height()) // 2
        self.remove.move(self.width() - self.remove.width() - theme.S2, margin)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        icon = "file" if self.document else ""
        paint_card(painter, self.rect(), self.name, self._detail, icon, reserved=self.remove.width() + theme.S1)
        if not self.document:
            self._spinner.paint(painter, badge_of(self.rect()), theme.current().colour("accent"))


def _read(path: Path) -> Document:
    from deskpet.documents import reader

    return reader.read(path)


class PictureRefusal(theme.FollowsStyle, QFrame):
    """A warning with the buttons `choose_model` and `send_anyway`.

    resized: Emitted when the needed height may have changed.
    """

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("picture_refusal")
        self._can_be_sent = True
        self._reason: QLabel = text_label("", "refusal_why")
        self._links = QWidget(self)
        self.choose_model = plain_button("", "refusal_model", "link")
        self.send_anyway = plain_button("", "refusal_anyway", "link")
        self._close = IconButton("close", "", self, 22)
        self._close.clicked.connect(self.hide)
        self._links.setLayout(FlowLayout(theme.S3, self.choose_model, self.send_anyway))
        column = column_of(theme.S1, self._reason, self._links)
        line_in(self, theme.S1, (column, 1), at_top(self._close), margins=(10 + _ICON + theme.S2, 8, 6, 8))
        language.keep_translated(self, self._retranslate)
        self.hide()

    def show_why(self, why: str, *, can_be_sent: bool) -> None:
        """Show the reason; offers to send anyway if `can_be_sent`."""
        self._reason.setText(why)
        self.setAccessibleName(why)
        self._can_be_sent = can_be_sent
        self.send_anyway.setVisible(can_be_sent)
        self._retranslate()
        self.show()
        self._fit()

    def _retranslate(self) -> None:
        self.choose_model.setText(tr("Choose another model") if self._can_be_sent else tr("Connect a model"))
        self.send_anyway.setText(tr("Send it anyway"))
        for button in (self.choose_model, self.send_anyway):
            button.setAccessibleName(button.text())
        self._close.set_icon("close", tr("Close"))

    def _fit(self) -> None:
        """Set the height that the text needs at this width: a size hint ignores the width."""
        for part in (self._reason, self._links):
            before = part.maximumHeight()
            # heightForWidth() never returns less than the minimum height.
            part.setMinimumHeight(0)
            height = part.heightForWidth(part.width()) if self._reason.text() else 0
            part.setFixedHeight(height)
            if height != before:
                self.updateGeometry()
        self.resized.emit()

    def sizeHint(self) -> QSize:
        """Activate the layout first, like the composer."""
        if layout := self.layout():
            layout.activate()
        return super().sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def on_style_changed(self) -> None:
        # The labels apply the new text size first.
        QTimer.singleShot(0, self, self._fit)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        icons.paint(QPainter(self), "warning", "warning", QRectF(11, 12, _ICON, _ICON))
