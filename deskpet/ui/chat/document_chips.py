"""The documents attached to the next message: read in the background, each on a card with a remove button."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAccessible, QHideEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from deskpet.chat.messages import Document
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.translation import tr
from deskpet.ui.blocks.attached_document import CARD_HEIGHT, badge_of, paint_card, size_text
from deskpet.ui.chat.attached_items import AttachedItem, AttachedItems
from deskpet.ui.widgets import language, theme, tooltip
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.spinner import Spinner

if TYPE_CHECKING:
    from deskpet.ui.platform.background_worker import BackgroundWorker

MAX_DOCUMENTS = 4
_BUTTON = 24


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
            self._submit(partial(chip.reading.run, partial(_read, path)), partial(self._on_read, chip))

    def show_documents(self, documents: Iterable[Document]) -> None:
        """Replace the documents by these."""
        self.clear()
        for each in documents:
            chip = _Chip(each.name, self)
            chip.show_document(each)
            self._insert(chip)

    def _submit(self, work: Callable[[], Document], on_done: "Callable[[Future[Document]], None]") -> None:
        # Most messages have none.
        from deskpet.ui.platform.background_worker import BackgroundWorker

        self._worker = self._worker or BackgroundWorker(self)
        self._worker.submit(work, on_done)

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
        item.cancel()
        super()._remove(item)


class _Chip(AttachedItem):
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
        self.setFixedHeight(theme.scaled(CARD_HEIGHT))
        language.keep_translated(self, self._retranslate)

    def show_document(self, document: Document) -> None:
        """Show that the document is read."""
        self.document, self.name = document, document.name
        self._spinner.set_running(False)
        self._retranslate()

    def cancel(self) -> None:
        """Stop reading."""
        self.reading.cancel()

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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
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
