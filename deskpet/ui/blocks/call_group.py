"""Header of a group of finished tool calls in a row: one line with their number, which opens to their cards."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.call_state import CallState, state_of, waiting_run
from deskpet.chat.messages import Block, Message, Notice, Text, ToolUse
from deskpet.translation import tr, tr_plural
from deskpet.ui.blocks.base import BlockView, Context
from deskpet.ui.blocks.call_format import IMPORTED_ICON
from deskpet.ui.blocks.fold import FoldHeader, paint_card
from deskpet.ui.widgets import icons, theme

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
    runs = groupby(shown, lambda index: _is_finished(blocks[index]) and not _is_in_text(blocks[index], is_inline))
    return [calls for is_finished, run in runs if is_finished and len(calls := tuple(run)) >= MIN_CALLS]


def _is_finished(block: Block) -> bool:
    # One that is to run again stays where it is.
    return isinstance(block, ToolUse) and (state_of(block).is_final or waiting_run(block) is not None)


def _is_in_text(block: Block, is_inline: Callable[[ToolUse], bool]) -> bool:
    return isinstance(block, ToolUse) and is_inline(block)


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
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, right = self.height() / 2, self.width() - 12.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent_soft"))
        painter.drawEllipse(QRectF(8, middle - 11, 22, 22))
        icons.paint(painter, "tool", "accent", QRectF(12, middle - 7, 14, 14))
        self.paint_chevron(painter, right - 6)
        icons.paint(painter, *self._icon(), QRectF(right - 32, middle - 7, 14, 14))
        bold = theme.ui_font(theme.TEXT - 1)
        bold.setWeight(QFont.Weight.DemiBold)
        left = self._paint_words(painter, bold, "text", 38, self._title)
        self._paint_words(painter, theme.ui_font(theme.TEXT - 1), "muted", left, self._failures)
        if self.hasFocus():
            painter.setPen(look.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = theme.RADIUS_CARD - 1
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def _icon(self) -> tuple[str, str]:
        """Return the icon of how the calls ended; of imported ones, that a file tells of them."""
        if any(call.is_imported for call in self._calls):
            return IMPORTED_ICON
        return ("cross", "error") if self._failures else ("check", "success")

    def _paint_words(self, painter: QPainter, font: QFont, role: str, left: float, words: str) -> float:
        """Paint words of the line; returns where the next ones begin."""
        room = QRectF(left, 0, max(self.width() - 48 - left, 0), self.height())
        painter.setFont(font)
        painter.setPen(theme.current().colour(role))
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        return left + metrics.horizontalAdvance(shown) + 8
