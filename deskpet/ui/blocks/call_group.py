"""Header of a group of finished tool calls in a row: one line with their number, which opens to their cards."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.call_state import CallState, state_of, waiting_run
from deskpet.chat.messages import Block, Message, Notice, Text, ToolUse
from deskpet.translation import tr, tr_plural
from deskpet.ui.blocks.base import BlockView, Context
from deskpet.ui.blocks.call_format import IMPORTED_ICON, STATE_ICONS
from deskpet.ui.blocks.fold import FoldHeader, paint_card
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import smooth_painter

MIN_CALLS = 3
HEIGHT = 36
# Codes of notices about a failed call that ended the turn.
_FATAL_NOTICES = {"tool_failed", "arguments_too_long"}


def call_groups(
    blocks: Sequence[Block], is_inline: Callable[[ToolUse], bool] = lambda _: False
) -> list[tuple[int, ...]]:
    """Return the indexes of the calls of each group: `MIN_CALLS` finished ones or more in a row.

    is_inline: whether a call belongs to the text, and so to no group.
    """
    shown = [index for index, block in enumerate(blocks) if not (isinstance(block, Text) and not block.text)]
    runs = groupby(shown, lambda index: _may_be_grouped(blocks[index], is_inline))
    return [calls for is_finished, run in runs if is_finished and len(calls := tuple(run)) >= MIN_CALLS]


def _may_be_grouped(block: Block, is_inline: Callable[[ToolUse], bool]) -> bool:
    if not isinstance(block, ToolUse) or is_inline(block):
        return False
    # One that is to run again stays where it is.
    return state_of(block).is_final or waiting_run(block) is not None


def fatal_call(message: Message) -> int | None:
    """Return the index of the failed call that ended the turn; None if the turn went on or ended otherwise."""
    notice = message.blocks[-1] if message.blocks and message.ended == "error" else None
    if not isinstance(notice, Notice) or notice.code not in _FATAL_NOTICES:
        return None
    calls = ((index, block) for index, block in enumerate(message.blocks) if isinstance(block, ToolUse))
    failed = [index for index, call in calls if call.error and call.error.code != "not_run" and _is_error(call)]
    return failed[-1] if failed else None


def _is_error(call: ToolUse) -> bool:
    return state_of(call) is CallState.ERROR


class CallGroupView(BlockView):
    """The line of a group. Its owner shows the cards below it while `is_unfolded`."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.header = _GroupHeader()
        self.header.setParent(self)
        self.header.toggled.connect(self._on_toggled)

    def show_calls(self, calls: Iterable[ToolUse]) -> None:
        """Show the number of these calls, and how many failed."""
        self.header.show_calls(tuple(calls))

    def is_unfolded(self) -> bool:
        return self.header.isChecked()

    def unfold(self) -> None:
        self.header.blockSignals(True)
        self.header.setChecked(True)
        self.header.blockSignals(False)
        self.header.openness = 1.0

    def _on_toggled(self, opened: bool) -> None:
        self.header.openness = float(opened)
        if opened:
            self.reading_started.emit()
        self.resized.emit()

    def fit(self, width: int) -> int:
        self.header.setGeometry(0, 0, width, HEIGHT)
        return HEIGHT


class _GroupHeader(FoldHeader):
    def __init__(self) -> None:
        super().__init__()
        self._calls: tuple[ToolUse, ...] = ()
        self._title = self._failures = ""

    def show_calls(self, calls: tuple[ToolUse, ...]) -> None:
        if calls == self._calls:
            return
        self._calls, failed = calls, sum(map(_is_error, calls))
        self._title = tr_plural(len(calls), "1 tool", "{n} tools")
        self._failures = tr_plural(failed, "1 failed", "{n} failed") if failed else ""
        name = tr(", ").join(part for part in (self._title, self._failures) if part)
        self.setAccessibleName(name)
        self.setAccessibleDescription(tr("Tool calls in a row. Press to show or hide them."))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_card(self, event, "inset_hover" if self.underMouse() else "inset", "inset_edge")
        painter, right = smooth_painter(self), self.width() - 12.0
        self.paint_badge(painter, "tool")
        self.paint_chevron(painter, right - 6)
        icons.paint(painter, *self._icon(), QRectF(right - 32, self.height() / 2 - 7, 14, 14))
        room = QRectF(38, 0, max(self.width() - 86, 0), self.height())
        width = paint_line(painter, self._title, room, "text", theme.demibold_font(theme.TEXT - 1))
        room.setLeft(room.left() + width + 8)
        paint_line(painter, self._failures, room, "muted", theme.ui_font(theme.TEXT - 1))
        self.paint_focus(painter, theme.RADIUS_CARD - 1)

    def _icon(self) -> tuple[str, str]:
        """Return the icon of how the calls ended; of imported ones, that a file tells of them."""
        if any(call.is_imported for call in self._calls):
            return IMPORTED_ICON
        return STATE_ICONS[CallState.ERROR if self._failures else CallState.SUCCESS]
