"""The block views of a message: created and updated by turn events, and flushed in limited steps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.call_state import waiting_run
from deskpet.chat.continuation import is_hidden_notice, last_visible_block
from deskpet.chat.events import (
    BlockStarted,
    DocumentsIncluded,
    FactsIncluded,
    NoticeResolved,
    RequestStarted,
    RerunAsked,
    SpeechInterrupted,
    TextAppended,
    TextWasThinking,
    ThinkingWasText,
    ToolFinished,
    ToolNamed,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.messages import Block, Message, Notice, Text, Thinking, ToolUse
from deskpet.ui.blocks import BlockView, Context, TextView, view_of
from deskpet.ui.blocks.call_group import CallGroupView, call_groups, fatal_call
from deskpet.ui.blocks.inline_cards import InlineCard
from deskpet.ui.blocks.message_selection import MessageSelection
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.widgets.form import delete_widget


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The open parts of a message: the indexes of blocks, and the first indexes of groups of calls.

    texts: what the user folded or unfolded in texts, by the indexes of blocks.
    """

    blocks: frozenset[int] = frozenset()
    groups: frozenset[int] = frozenset()
    texts: Mapping[int, Mapping[int, bool]] = field(default_factory=dict[int, Mapping[int, bool]])


class BlockViews:
    """The views of a message's blocks, in the message's order.

    Texts with inline calls between them have one view: the calls are chips in it, and their own views cards below them.

    message: the message as last shown.
    selection: the text and the selection in the views.
    views: one for each block.
    texts: the views of texts, and those that the chips of calls are in, by the indexes of blocks.
    groups: the headers of groups of calls, by the index of their first call.
    """

    def __init__(
        self,
        message: Message,
        context: Context,
        parent: QWidget,
        connect: Callable[[int, BlockView], None],
        release: Callable[[BlockView], None],
    ) -> None:
        """Create the views as children of `parent`.

        `connect` is called with the index of each new view, `release` with a view before it is deleted.
        """
        self.message, self.selection = message, MessageSelection(context.notify)
        self._context, self._parent, self._connect, self._release = context, parent, connect, release
        self.views: list[BlockView] = []
        self.texts: dict[int, TextView] = {}
        self.groups: dict[int, CallGroupView] = {}
        self._folds: Mapping[int, Mapping[int, bool]] = {}
        self._repeated: set[int] = set()  # notices for which an equal one after them stands
        self._spare_view: TextView | None = None
        self._group_starts: dict[int, int] = {}  # index of the first call of the group, by the index of a call
        self._dirty: set[int] = set()

    def create(self, unfolded: Unfolded) -> None:
        """Create the views, with what is in `unfolded` open."""
        self._folds = unfolded.texts
        for index in range(len(self.message.blocks)):
            self._add(index)
            if index in unfolded.blocks:
                self.views[index].unfold()
        self._group_calls(unfolded.groups)
        self._count_notices()
        self._settle()
        self._mark_fatal_call()
        self._dirty.update(range(len(self.views)))

    @property
    def is_behind(self) -> bool:
        """Whether another `flush` has more to show."""
        return bool(self._dirty)

    @property
    def _is_streaming(self) -> bool:
        return self.message.ended is None and self.message.role != "user"

    def apply(self, event: TurnEvent, message: Message) -> None:
        """Update the views by an event; `message` is the value after it. `flush` shows the result."""
        self.message = message
        match event:
            case BlockStarted(index):
                before = last_visible_block(message.blocks[:index])
                if before is not None and not self._text_before(index):
                    self._settle_block(before)
                self._add(index)
                self._dirty.add(index)
            case TextAppended(index, text):
                self._append(index, text)
            case TextWasThinking(index) | ThinkingWasText(index):
                self._replace(index)
                if index + 1 < len(self.views):
                    self._settle_block(index)
                self._dirty.add(index)
            case ToolNamed(index) if self._is_inline(message.blocks[index]) != (index in self.texts):
                self._replace(index)
            case TurnStarted() | TurnEnded():
                if message.ended is not None:
                    self._settle()
                self._mark_fatal_call()
            case RequestStarted() | UsageReported() | FactsIncluded() | DocumentsIncluded() | SpeechInterrupted():
                pass
            case _:
                # Every other event changes a block.
                self._dirty.add(event.block)
        self._group_blocks(event)

    def _append(self, index: int, text: str) -> None:
        view, grown = self.views[index], self.texts.get(index)
        if view.is_settled or (grown and grown.last_index != index):
            # An answer that was cut off is continued.
            self._replace(index)
        else:
            view.append(text)
        self._dirty.add(index)

    def _group_blocks(self, event: TurnEvent) -> None:
        """Update what stands for several blocks, if the event may change it."""
        if isinstance(event, ToolFinished | RerunAsked):
            self._group_calls()
        elif isinstance(event, NoticeResolved) or (isinstance(event, BlockStarted) and event.value.kind == "notice"):
            self._count_notices()

    def only_grows(self, view: TextView) -> bool:
        """Whether the message streams, and nothing is to be flushed but what was appended to the text of this view."""
        last = len(self.views) - 1
        return self._is_streaming and self.views[last] is view and view.is_plain and not self._dirty - {last}

    def flush(self) -> bool:
        """Show the changes since the last flush, within its time limit. Returns True if some are left."""
        grown: list[int] = []
        for index in self._dirty:
            view, block = self.views[index], self.message.blocks[index]
            if not isinstance(block, Text | Thinking) or (isinstance(block, Thinking) and block.ended_at is not None):
                view.show_block(block)
                grown += [index] if index in self.texts else []
            else:
                grown.append(index)
        # A text with chips in it has several blocks, and is flushed once.
        views = {self.texts.get(index, self.views[index]): index for index in sorted(grown)}
        for view in views:
            view.flush()
        behind = {index for view, index in views.items() if view.is_behind()}
        behind |= {at for at in self._dirty if at not in self.texts and self.views[at].is_behind()}
        self._dirty = behind
        self._show_heard()
        self._show_caret()
        return bool(behind)

    def flush_later(self, index: int) -> None:
        """Schedule the rest of a view that was folded or unfolded for the next flushes."""
        if index < len(self.views) and self.texts.get(index, self.views[index]).is_behind():
            self._dirty.add(index)

    def prepare(self) -> None:
        """Create a spare view for the next text block: creating and showing one takes longer than painting a word."""
        if not self._spare_view and self._is_streaming:
            self._spare_view = TextView(self._context, self._parent)
            self._spare_view.setGeometry(0, 0, 0, 0)
            self._spare_view.show()

    def unfolded(self) -> Unfolded:
        """Return what is open."""
        blocks = frozenset(index for index, view in enumerate(self.views) if view.is_unfolded())
        groups = frozenset(index for index, group in self.groups.items() if group.is_unfolded())
        return Unfolded(blocks, groups, self._text_folds())

    def _text_folds(self) -> Mapping[int, Mapping[int, bool]]:
        return {index: dict(view.folds) for index, view in self.texts.items() if view.folds}

    def shows_no_progress(self) -> bool:
        """Whether no block shows that the rest of the answer is coming."""
        if not self._is_streaming:
            return False
        at = self._last_visible()
        match None if at is None else self.message.blocks[at]:
            case Text(text):
                return not text
            case ToolUse(status=status):
                return status != "running"
            case Thinking(ended_at=ended_at):
                return ended_at is not None
            case _:
                # No block, or a complete one.
                return True

    def is_hidden(self, index: int) -> bool:
        """Whether the view is hidden: by a folded group of calls, or by an equal notice right after it."""
        first = self._group_starts.get(index)
        return index in self._repeated or (first is not None and not self.groups[first].is_unfolded())

    def _count_notices(self) -> None:
        """Show only the last of equal notices in a row."""
        self._repeated.clear()
        shown = [(index, block) for index, block in enumerate(self.message.blocks) if not is_hidden_notice(block)]
        for _, run in groupby(shown, lambda each: _notice_key(each[1]) or each[0]):
            *repeated, last = (index for index, _ in run)
            self._repeated.update(repeated)
            if isinstance(view := self.views[last], NoticeView):
                view.set_count(len(repeated) + 1)

    def _group_calls(self, opened: frozenset[int] = frozenset()) -> None:
        """Fold finished calls in a row into groups; one with an open card, a question or in `opened` is open."""
        groups = {calls[0]: calls for calls in call_groups(self.message.blocks, self._is_inline)}
        for first in self.groups.keys() - groups.keys():
            # It is a part of the group before.
            self._discard(self.groups.pop(first))
        self._group_starts = {index: first for first, calls in groups.items() for index in calls}
        for first, calls in groups.items():
            view = self.groups.get(first)
            if view is None:
                view = self.groups[first] = CallGroupView(self._context, self._parent)
                self._connect(first, view)
            uses = [block for index in calls if isinstance(block := self.message.blocks[index], ToolUse)]
            view.show_calls(uses)
            cards = [self.views[index] for index in calls]
            if first in opened or any(card.is_unfolded() for card in cards) or any(map(waiting_run, uses)):
                view.unfold()
            elif (focused := QApplication.focusWidget()) and any(card.isAncestorOf(focused) for card in cards):
                view.header.setFocus(Qt.FocusReason.OtherFocusReason)

    def _mark_fatal_call(self) -> None:
        fatal = fatal_call(self.message)
        for index, view in enumerate(self.views):
            if isinstance(view, ToolUseView):
                view.set_fatal(index == fatal)
        if fatal is not None and (first := self._group_starts.get(fatal)) is not None:
            self.groups[first].unfold()

    def _last_visible(self) -> int | None:
        blocks = self.message.blocks
        return len(blocks) - 1 if blocks and isinstance(blocks[-1], Text) else last_visible_block(blocks)

    def _show_caret(self) -> None:
        """Show a caret behind streaming text."""
        at = self._last_visible()
        last = None if at is None else self.message.blocks[at]
        is_writing = self._is_streaming and isinstance(last, Text) and bool(last.text)
        for view in self.views:
            if isinstance(view, TextView):
                view.set_caret(is_writing and view is self.views[at or 0])

    def _show_heard(self) -> None:
        """Show how much was heard, if the user interrupted the voice."""
        left = self.message.heard_up_to
        if left is None:
            return
        heard: dict[TextView, tuple[int, int | None]] = {}
        for index, block in enumerate(self.message.blocks):
            if isinstance(block, Text):
                length, view = len(block.text), self.texts[index]
                if view not in heard or heard[view][1] is None:
                    heard[view] = index, left if left < length else None
                left = max(left - length, 0)
        for view, (index, end) in heard.items():
            view.show_heard(index, end)

    def _settle(self) -> None:
        """Settle all blocks, except the last shown one of a message that is still streaming."""
        last = None if self.message.ended is not None else last_visible_block(self.message.blocks)
        if self.message.ended is not None and (spare := self._take_spare()):
            spare.deleteLater()
        growing = None if last is None else self.texts.get(last, self.views[last])
        for index, view in enumerate(self.views):
            if index != last and self.texts.get(index, view) is not growing:
                self._settle_block(index)
                self._dirty.add(index)

    def _settle_block(self, index: int) -> None:
        """Mark a block as complete, and the text that its chip is in."""
        self.views[index].settle()
        if text := self.texts.get(index):
            text.settle()

    def _is_inline(self, block: Block) -> bool:
        return isinstance(block, ToolUse) and self._context.look(block.tool_name).is_inline

    def _text_before(self, index: int) -> TextView | None:
        """Return the text that a block goes on with: a chip follows a text or a chip, and a text follows a chip."""
        block = self.message.blocks[index]
        view = self.texts.get(index - 1)
        if view is None or view.is_settled:
            return None
        if isinstance(block, Text):
            return view if isinstance(self.message.blocks[index - 1], ToolUse) else None
        return view if self._is_inline(block) and view.can_add_chip else None

    def _add(self, index: int) -> None:
        if isinstance(self.message.blocks[index], Text):
            self.views.append(self._add_text(index))
        elif self._is_inline(self.message.blocks[index]):
            # First the text: the card is above it.
            text = self._text_before(index) or self._new_text(index)
            self.views.append(self._new_view(index))
            self._add_chip(index, text)
        else:
            self.views.append(self._new_view(index))

    def _add_text(self, index: int) -> TextView:
        """Show a text block, in the view of the one before if only chips are between them."""
        block = self.message.blocks[index]
        if view := self._text_before(index):
            before = (at for at in range(index - 1, -1, -1) if isinstance(self.message.blocks[at], Text))
            text_before = next(before, None)
            is_continuous = text_before is not None and self._round_of(index) == self._round_of(text_before)
            view.join(index, is_continuous=is_continuous)
        else:
            view = self._new_text(index)
        self.texts[index] = view
        view.show_block(block)
        return view

    def _round_of(self, index: int) -> int:
        block = self.message.blocks[index]
        return block.round if isinstance(block, Text | ToolUse) else 0

    def _new_text(self, index: int) -> TextView:
        view = self._take_spare() or TextView(self._context, self._parent)
        view.last_index = index
        view.restore_folds(self._folds.get(index, {}))
        self.selection.add(view.view)
        self._connect(index, view)
        return view

    def _add_chip(self, index: int, text: TextView) -> None:
        card = self.views[index]
        assert isinstance(card, ToolUseView)
        chip = card.create_chip()
        number = text.add_chip(InlineCard(chip, card))
        chip.renamed.connect(lambda: text.resize_chip(number))
        card.follow_chip()
        self.texts[index] = text

    def _new_view(self, index: int) -> BlockView:
        view = view_of(self.message.blocks[index], self._context)
        view.setParent(self._parent)
        self._connect(index, view)
        return view

    def _replace(self, index: int) -> None:
        """Create the view of a block anew, and the texts that it belongs to or divides."""
        first = last = index
        while first and self._is_of_text(first - 1):
            first -= 1
        while last + 1 < len(self.views) and self._is_of_text(last + 1):
            last += 1
        self._folds = self._text_folds()
        old = {self.views[index], *(self.texts.pop(at, self.views[at]) for at in range(first, last + 1))}
        for view in old:
            if not isinstance(view, ToolUseView):
                self._discard(view)
        for at in range(first, last + 1):
            self._create_again(at)
        self._settle_texts(first, last, index)
        self._dirty.update(range(first, last + 1))
        self.selection = MessageSelection(self._context.notify)
        for text in dict.fromkeys(self.texts[at] for at in sorted(self.texts)):
            self.selection.add(text.view)

    def _is_of_text(self, index: int) -> bool:
        return index in self.texts or self._is_inline(self.message.blocks[index])

    def _create_again(self, index: int) -> None:
        """Create the view of a block after that of the ones before it; a card is kept."""
        block, view = self.message.blocks[index], self.views[index]
        if isinstance(block, Text):
            self.views[index] = self._add_text(index)
        elif not isinstance(view, ToolUseView):
            self.views[index] = self._new_view(index)
        elif self._is_inline(block):
            self._add_chip(index, self._text_before(index) or self._new_text(index))
            view.raise_()
        else:
            view.chip = None

    def _settle_texts(self, first: int, last: int, growing: int) -> None:
        """Settle the texts of these blocks, except the one that grows and the one at the end of a streaming message."""
        kept = {self.texts.get(growing)}
        if self.message.ended is None:
            kept.add(self.texts.get(len(self.views) - 1))
        for text in {self.texts.get(at) for at in range(first, last + 1)} - kept:
            if text:
                text.settle()

    def _discard(self, view: BlockView) -> None:
        self._release(view)
        delete_widget(view)

    def _take_spare(self) -> TextView | None:
        spare, self._spare_view = self._spare_view, None
        return spare


def _notice_key(block: Block) -> tuple[object, ...]:
    """Return what equal notices have in common; empty for another block."""
    return (block.code, block.title, block.cause, block.resolution) if isinstance(block, Notice) else ()
