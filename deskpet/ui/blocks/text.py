"""View of a text block: markdown that may still be streaming."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.chat.messages import Block, Text, Thinking
from deskpet.markdown import parse_budget
from deskpet.translation import tr
from deskpet.ui.blocks.base import BlockView, Context
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.source_places import document_place

# Maximum text shown per flush, in characters and in units of work; the rest is shown by the next flushes.
MAX_FLUSH, MAX_FLUSH_WORK = 4_000, parse_budget.MAX_WORK // 4
_MAX_NAME = 2_000
# Space for the caret behind a single line, in logical pixels.
CARET_ROOM = 6
# Minimum width for the header of a code block, in logical pixels.
_CODE_WIDTH = 140


class TextView(BlockView):
    """A text block. `append` adds text, `flush` shows it."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.view = DocumentView(MarkdownDocument() if context.markdown else PlainDocument(), self)
        self.view.link_activated.connect(self.link_activated)
        self.view.content.resized = self._on_content_resized
        self.view.selecting.connect(self.reading_started)
        # Replaced by the text once it is complete.
        self.view.setAccessibleName(tr("Answer"))
        self._pending = ""
        self._caret_room = 0
        self._settled = False
        self._heard: tuple[int | None, bool] = None, False  # offset, and whether the text was complete then
        self._finished = self._is_flushing = False

    @property
    def is_settled(self) -> bool:
        return self._settled

    def show_block(self, block: Block) -> None:
        assert isinstance(block, Text | Thinking)
        self.append(str(block.text))

    def append(self, text: str) -> None:
        self._pending += text

    def settle(self) -> None:
        self._settled = True
        self.set_caret(False)
        if not self._pending:
            self.flush()

    def flush(self) -> None:
        if not self._finished:
            self._is_flushing = True
            self._flush()
            self._is_flushing = False

    def _flush(self) -> None:
        end = parse_budget.affordable_length(self._pending, MAX_FLUSH, MAX_FLUSH_WORK)
        part, self._pending = self._pending[:end], self._pending[end:]
        if self._settled and not self._pending:
            self._finished = True
            self.view.content.feed(part)
            self.view.content.finish()
            self.view.setAccessibleName(self.view.plain_text(_MAX_NAME)[:_MAX_NAME])
        elif part:
            self.view.append(part)

    def _on_content_resized(self) -> None:
        """Show a formula that was drawn later; one that is drawn by a flush is shown with it."""
        # Python may delete the document later than Qt the view.
        if isValid(self) and not self._is_flushing:
            self.resized.emit()

    def is_behind(self) -> bool:
        """Whether another flush has more to show."""
        return bool(self._pending)

    def show_heard(self, text: str, end: int | None) -> None:
        """Show that of `text`, all that was appended, the characters from `end` on were not heard; None: all were."""
        if (end, self._finished) != self._heard:
            self._heard = end, self._finished
            self.view.show_unheard(None if end is None else document_place(text, end))

    def set_caret(self, shown: bool) -> None:
        self._caret_room = CARET_ROOM if shown else 0
        self.view.set_caret(shown)

    def fit(self, width: int) -> int:
        return self.view.fit(width)

    def natural_width(self, available: int) -> int:
        self.view.lay_out(available)
        least = _CODE_WIDTH if self.view.content.code_count else 0
        return min(max(self.view.ideal_width() + self._caret_room, least), available)

    def retheme(self) -> None:
        self.view.retheme()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.resize(event.size())
