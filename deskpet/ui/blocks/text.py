"""View of text blocks: markdown that may still be streaming, with the chips of the calls in it."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.chat.messages import Block, Text, Thinking
from deskpet.markdown import parse_budget
from deskpet.markdown.splitter import begins_block
from deskpet.translation import tr
from deskpet.ui.blocks.base import BlockView, Context
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.inline_cards import InlineCard, InlineCards
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import MAX_WIDGETS, OBJECT, widget_source, without_widgets
from deskpet.ui.markdown.plain_text import no_name
from deskpet.ui.markdown.source_places import document_place

# Maximum text shown per flush, in characters and in units of work; the rest is shown by the next flushes.
MAX_FLUSH, MAX_FLUSH_WORK = 4_000, parse_budget.MAX_WORK // 4
_MAX_NAME = 2_000
# Characters that cost less than the limits, whatever they are: the common case is a word or two.
_FEW = MAX_FLUSH_WORK // parse_budget.MAX_COST
# Space for the caret behind a single line, in logical pixels.
CARET_ROOM = 6
# Minimum width for the header of a code block, in logical pixels.
_CODE_WIDTH = 140
# Maximum parts, chips and joins of texts per flush: each parses the paragraph once more.
_MAX_JOINS = 32


@dataclass(frozen=True, slots=True)
class _Chip:
    """Stands in the queue for the chip with this number."""

    number: int


@dataclass(frozen=True, slots=True)
class _Join:
    """Stands in the queue before the text of block `index`, which may go on with the paragraph.

    is_continuous: whether it came in the same stream as the text before it, and so may go on with an item of a list.
    """

    index: int
    is_continuous: bool


class TextView(BlockView):
    """A text block, or several with calls between them that are drawn as chips in the text.

    `append` adds text, `flush` shows it. `add_chip` adds a chip behind the text so far, and `join` another block.

    last_index: index of the block that grows.
    """

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.view = DocumentView(MarkdownDocument() if context.markdown else PlainDocument(), self)
        self.view.link_activated.connect(context.open_link)
        self.view.diagrams_wanted.connect(context.want_diagrams)
        self.view.content.resized = self._on_content_resized
        self.view.selecting.connect(self.reading_started)
        # Replaced by the text once it is complete.
        self.view.setAccessibleName(tr("Answer"))
        self._pending = ""
        self._queue: deque[str | _Chip | _Join] = deque()  # what comes before the pending text
        self._is_undecided = False  # whether the pending text is too short to tell whether it begins a block
        self._starts: dict[int, int] = {}  # offsets of the blocks in the text, by their indexes
        self._inline: InlineCards | None = None
        self.last_index = -1
        self._caret_room = 0
        # Offset, and whether the text was complete and what of it was folded or unfolded then.
        self._heard: tuple[int | None, bool, Mapping[int, bool]] = None, False, {}
        self._finished = self._is_flushing = False

    def show_block(self, block: Block) -> None:
        assert isinstance(block, Text | Thinking)
        self.append(str(block.text))

    def append(self, text: str) -> None:
        self._pending += text

    @property
    def folds(self) -> Mapping[int, bool]:
        """Whether the user folded or unfolded a part of the text that folds, by its number."""
        return self.view.content.folds

    def restore_folds(self, folds: Mapping[int, bool]) -> None:
        """Fold and unfold parts of a text that is still to come."""
        if isinstance(self.view.content, MarkdownDocument):
            self.view.content.folds.update(folds)

    @property
    def is_plain(self) -> bool:
        """Whether it has no chips."""
        return self._inline is None

    @property
    def can_add_chip(self) -> bool:
        """Whether a chip can be added: more than `MAX_WIDGETS` have no room."""
        return not self.is_settled and self.context.markdown and (not self._inline or len(self._inline) < MAX_WIDGETS)

    def add_chip(self, chip: InlineCard) -> int:
        """Add a chip behind the text so far; returns its number."""
        assert isinstance(self.view.content, MarkdownDocument)
        if not self._inline:
            self._inline = InlineCards(self.view.content, self.view)
        number = self._inline.add(chip)
        self._queue_pending()
        self._queue.append(_Chip(number))
        return number

    def join(self, index: int, *, is_continuous: bool) -> None:
        """Begin the text of block `index`: it goes on with the paragraph, or begins another one."""
        self._queue_pending()
        self._queue.append(_Join(index, is_continuous))
        self.last_index = index

    def _queue_pending(self) -> None:
        if self._pending:
            self._queue.append(self._pending)
            self._pending = ""

    def show_card(self, card: BlockView, *, shown: bool) -> None:
        """Show or hide the card of a chip with the next `fit`."""
        if self._inline:
            self._inline.show_card(card, shown=shown)

    def resize_chip(self, number: int) -> None:
        """Lay out the line of a chip again, whose text has changed."""
        if self._inline:
            self._inline.resize(number)
            if self._finished:
                self._update_name()

    def settle(self) -> None:
        self.is_settled = True
        self.set_caret(False)
        if self._is_undecided or not (self._pending or self._queue):
            self.flush()

    def flush(self) -> None:
        if self._finished:
            return
        self._is_flushing = True
        if self._queue:
            self._flush_queue()
        if not self._queue:
            self._flush_pending()
        self._is_flushing = False

    def _flush_queue(self) -> None:
        """Show a part of what comes before the pending text, with a single layout."""
        left = MAX_FLUSH
        for _ in range(_MAX_JOINS):
            match self._queue[0] if self._queue else None:
                case str(text):
                    left -= self._feed_part(text, left)
                    if left <= 0:
                        break
                case _Chip():
                    self._feed_chips()
                case _Join(index, is_continuous):
                    if not self._feed_join(index, is_continuous=is_continuous):
                        break
                case None:
                    break
        self._append("")

    def _feed_part(self, text: str, most: int) -> int:
        """Take the beginning of the text at the head of the queue. Returns how much of `most` characters it used."""
        end = parse_budget.affordable_length(text, most, MAX_FLUSH_WORK)
        self._queue.popleft()
        self._feed(without_widgets(text[:end]))
        if end == len(text) <= _FEW:
            return end
        if end < len(text):
            self._queue.appendleft(text[end:])
        return most

    def _feed_chips(self) -> None:
        """Take the chips at the head of the queue: in the paragraph, or as the beginning of the next one."""
        assert self._inline
        assert isinstance(self.view.content, MarkdownDocument)
        source = ""
        if self.view.content.open_paragraph_level() is None:
            source = self.view.content.block_end
        while self._queue and isinstance(chip := self._queue[0], _Chip):
            self._queue.popleft()
            source += widget_source(chip.number)
            self._inline.note_written(chip.number)
        self._feed(source)

    def _feed_join(self, index: int, *, is_continuous: bool) -> bool:
        """Begin the text of a block. Returns False if more of it is needed to tell whether it goes on."""
        assert isinstance(self.view.content, MarkdownDocument)
        following = self._queue[1] if len(self._queue) > 1 else self._pending
        text = following if isinstance(following, str) else ""
        is_complete = len(self._queue) > 1 or self.is_settled
        begins = begins_block(text, is_complete=is_complete)
        self._is_undecided = begins is None or not (text or is_complete)
        if self._is_undecided:
            return False
        self._queue.popleft()
        level = self.view.content.open_paragraph_level()
        if text and (begins or level is None or (level and not is_continuous)):
            self._feed(self.view.content.block_end)
        self._starts[index] = len(self.view.content.source)
        return True

    def _feed(self, source: str) -> None:
        """Take source that is shown with the next `_append`."""
        self.view.content.feed(source)
        if self._inline:
            self._inline.note_change(self.view.content.unchanged_until)

    def _append(self, part: str) -> None:
        self.view.append(without_widgets(part) if OBJECT in part else part)
        if self._inline:
            self._inline.note_change(self.view.content.unchanged_until)

    def _flush_pending(self) -> None:
        end = len(self._pending)
        if end > _FEW:
            end = parse_budget.affordable_length(self._pending, MAX_FLUSH, MAX_FLUSH_WORK)
        part, self._pending = self._pending[:end], self._pending[end:]
        if self.is_settled and not self._pending:
            self._finished = True
            self.view.content.feed(without_widgets(part))
            self.view.content.finish()
            if self._inline:
                self._inline.note_change()
            self._update_name()
        elif part:
            self._append(part)

    def _update_name(self) -> None:
        text = self.view.plain_text(_MAX_NAME, self._inline.name_of if self._inline else no_name)
        self.view.setAccessibleName(text[:_MAX_NAME])

    def _on_content_resized(self) -> None:
        """Show a formula or diagram that was drawn later; one that is drawn by a flush is shown with it."""
        # Python may delete the document later than Qt the view.
        if isValid(self) and not self._is_flushing:
            if self._inline:
                self._inline.note_change()
            self._show_heard(self._heard[0])
            if self._finished and self.view.content.summaries:
                self._update_name()
            # The box around code is larger than what the layout reports.
            self.view.update()
            self.resized.emit()

    def is_behind(self) -> bool:
        """Whether another flush has more to show."""
        return bool(self._pending or self._queue) and not self._is_undecided

    def show_heard(self, index: int, end: int | None) -> None:
        """Show that of the text of block `index` the characters from `end` on were not heard; None: all were."""
        self._show_heard(None if end is None else self._starts.get(index, 0) + end)

    def _show_heard(self, place: int | None) -> None:
        content = self.view.content
        state = place, self._finished, dict(content.folds)
        if state != self._heard:
            self._heard = state
            shown = None if place is None else document_place(content.source, place, content.folds)
            self.view.show_unheard(shown)

    def set_caret(self, shown: bool) -> None:
        self._caret_room = CARET_ROOM if shown else 0
        self.view.set_caret(shown)

    def fit(self, width: int) -> int:
        if not self._inline:
            return self.view.fit(width)
        room = self._inline.make_room(width)
        height = self.view.fit(width)
        self._inline.place()
        return height + room

    @property
    def card_places(self) -> list[tuple[BlockView, QRect]]:
        """The cards that are shown below their paragraphs, with their places in the view, after `fit`."""
        return self._inline.places if self._inline else []

    def natural_width(self, available: int) -> int:
        if self._inline and self._inline.takes_room:
            return available
        self.view.lay_out(available)
        least = _CODE_WIDTH if self.view.content.code_count else 0
        return min(max(self.view.ideal_width() + self._caret_room, least), available)

    def on_style_changed(self) -> None:
        self.view.on_style_changed()
        if self._inline:
            self._inline.note_change()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.resize(event.size())
