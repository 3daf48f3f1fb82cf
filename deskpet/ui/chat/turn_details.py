"""The turn details panel: a page of figures, one of sums, and one with the requests as JSON."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPlainTextEdit, QWidget

from deskpet.chat.events import IncludedDocument
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.paged_text import PagedText, read_only_text
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import column_in, line_of, text_label
from deskpet.ui.widgets.item_delegate import paint_focus_ring
from deskpet.ui.widgets.painting import smooth_painter
from deskpet.ui.widgets.popup_panel import PopupPanel

if TYPE_CHECKING:
    from deskpet.llm.request_log import Exchange
    from deskpet.statistics.summary import TurnSummary
    from deskpet.statistics.totals import Totals

Row = tuple[str, str, str]
"""A translated name, a formatted value, and the value's level: `good`, `warning`, `bad` or empty."""
_END_REASONS = {
    "stop": tr_noop("Complete"),
    "length": tr_noop("Cut off: too long"),
    "refused": tr_noop("Refused by the model"),
    "max_rounds": tr_noop("Stopped: too many rounds"),
    "cancelled": tr_noop("Stopped by you"),
    "error": tr_noop("With an error"),
}

MAX_TOOLS = 8
WIDTH, TOTALS_WIDTH, SENT_WIDTH, SENT_HEIGHT = 290, 380, 540, 430
SENT_LIST_HEIGHT = 110
# Qt takes a second to lay out a line of a million characters, as that of a message with a document.
_MAX_LINE = 2_000


def document_share_line(told: IncludedDocument) -> str:
    """Return what a request contains of a document, such as `plan.pdf: parts of pages 1, 3–5 of 12`."""
    if told.is_whole:
        return tr("{file}: all of it", file=told.name)
    if told.page_count == 1:
        return tr("{file}: the parts that match the question", file=told.name)
    pages = tr(", ").join(_ranges(told.pages))
    return tr("{file}: parts of pages {pages} of {count}", file=told.name, pages=pages, count=told.page_count)


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Return the runs of ascending numbers: `1`, `3–5`."""
    for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        first, *others = (number for _, number in run)
        yield f"{first}–{others[-1]}" if others else str(first)


def figure_rows(turn: "TurnSummary") -> list[Row]:
    """Return the figures of a turn. Those of the tool calls and frames only if there are any."""
    tokens = tr("not counted")
    if turn.input_tokens or turn.output_tokens:
        tokens = tr("{sent:,} in, {received:,} out", sent=turn.input_tokens, received=turn.output_tokens)
    reason = tr(_END_REASONS[turn.reason]) if turn.reason in _END_REASONS else tr("Not yet")
    rows = [
        (tr("How it ended"), reason, "good" if turn.reason == "stop" else ""),
        (tr("Whole turn"), format_duration(turn.seconds), ""),
        (tr("First token after"), format_duration(turn.first_token), ""),
        (tr("Tokens per second"), f"{turn.tokens_per_second:.1f}" if turn.tokens_per_second else tr("not known"), ""),
        (tr("Tokens"), tokens, ""),
        (tr("Requests sent"), str(turn.requests), ""),
        (tr("Retries"), str(turn.retries), ""),
        (tr("Received"), format_size(turn.received), ""),
    ]
    if turn.calls_seen:
        rows.append(_calls_row(turn, "warning" if "detection" in turn.marks else ""))
    if turn.dropped_frames is not None:
        level = "warning" if "dropped_frames" in turn.marks else ""
        rows.append((tr("Dropped frames"), f"{turn.dropped_frames:,}", level))
    return rows


def total_rows(totals: "Totals") -> list[Row]:
    """Return the sums."""
    return [
        (tr("Answers"), f"{totals.turns:,}", ""),
        (tr("Time of answers"), format_duration(totals.seconds), ""),
        (tr("Requests sent"), f"{totals.requests:,}", ""),
        (tr("Retries"), f"{totals.retries:,}", ""),
        (tr("Tokens in"), f"{totals.input_tokens:,}", ""),
        (tr("Tokens out"), f"{totals.output_tokens:,}", ""),
        (tr("Received"), format_size(totals.received), ""),
        (tr("Tools that ran"), f"{totals.tool_runs:,}", ""),
        (tr("Tools that failed"), f"{totals.tool_errors:,}", ""),
        _calls_row(totals, "warning" if totals.detects_too_few else ""),
        (tr("Dropped frames"), f"{totals.dropped_frames:,}", "warning" if totals.drops_too_many else ""),
    ]


def _calls_row(counts: "TurnSummary | Totals", level: str) -> Row:
    mended, refused = counts.calls_mended, counts.calls_refused
    value = f"{counts.calls_seen:,}"
    if mended or refused:
        value = tr(
            "{seen:,}: {mended:,} mended, {refused:,} unusable", seen=counts.calls_seen, mended=mended, refused=refused
        )
    return tr("Tool calls"), value, level


def format_duration(seconds: float | None) -> str:
    """Format a duration in seconds; None stands for an event that never occurred."""
    if seconds is None:
        return tr("none")
    if seconds < 0.9995:
        ms = seconds * 1000
        return tr("{ms} ms", ms=round(ms)) if seconds >= 0.0095 else tr("{ms:.1f} ms", ms=ms)
    if seconds < 60:
        return tr("{s:.2f} s", s=seconds)
    return tr("{min} min {s} s", min=int(seconds // 60), s=int(seconds % 60))


@dataclass(frozen=True, slots=True)
class TurnDetails:
    """The summary of a turn, its HTTP requests, the oldest first, and the sums it belongs to.

    `totals` are those of the conversation since the start and of the day, as they were after the turn. `told` are the
    facts about the user that the requests contain, and `documents` tell what of the attached documents they contain.
    """

    turn: "TurnSummary"
    exchanges: "tuple[Exchange, ...]" = ()
    totals: "tuple[Totals, Totals] | None" = None
    told: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


class DetailsPanel(PopupPanel):
    """A popup beside a button of the transcript with the details of a turn."""

    def __init__(self, details: TurnDetails, look: Callable[[str], ToolLook], transcript: QWidget) -> None:
        super().__init__(transcript)
        self.setObjectName("details_panel")
        self.setAccessibleName(tr("Answer details"))
        figures, requests, totals = _FiguresPage(details, look), _RequestPage(details), _TotalsPage(details.totals)
        self._pages = (figures, requests, totals)
        for page in self._pages:
            self.column.addWidget(page)
            page.setVisible(page is figures)
        for button, page in (
            (figures.requests, requests),
            (figures.totals, totals),
            (requests.back, figures),
            (totals.back, figures),
        ):
            button.clicked.connect(lambda _=False, page=page: self._show_page(page))

    def open_beside(self, button: QWidget) -> None:
        super().open_beside(button)
        self._pages[0].setFocus()

    def _show_page(self, page: QWidget) -> None:
        for each in self._pages:
            each.setVisible(each is page)
        self.place()
        page.setFocus()


class _Page(QWidget):
    """A page of the panel: its title above the rest."""

    accessible_role = QAccessible.Role.Grouping

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = _label(title, "details_title")
        self.column = column_in(self, theme.S2, self.title, margins=(theme.S4, theme.S3, theme.S4, theme.S4))


class _TablePage(_Page):
    """A page with a table of names and values."""

    def __init__(self, title: str, width: int, wide_column: int) -> None:
        """`wide_column` is the number of the column that takes the spare room."""
        super().__init__(title)
        self.setMinimumWidth(theme.scaled(width))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(title)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S4)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(wide_column, 1)
        self.column.addLayout(self._grid)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            paint_focus_ring(smooth_painter(self), QRectF(self.rect()).adjusted(6, 6, -6, -6))

    def _add_value(self, text: str, level: str, spoken: str, row: int, column: int) -> None:
        label = _label(text, "details_value")
        label.setProperty("level", level)
        label.setAccessibleName(f"{spoken}: {text}")
        label.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._grid.addWidget(label, row, column)


class _FiguresPage(_TablePage):
    """The page with one line per figure, then the tools. `requests` and `totals` are buttons for the other pages."""

    def __init__(self, details: TurnDetails, look: Callable[[str], ToolLook]) -> None:
        super().__init__(tr("Answer details"), WIDTH, 1)
        for name, value, level in figure_rows(details.turn):
            self._add(name, value, level)
        self._add_tools(details.turn, look)
        self.requests = plain_button(tr("What was sent"), "", "secondary")
        self.requests.setEnabled(bool(details.exchanges))
        self.totals = plain_button(tr("Totals"), "", "secondary")
        self.totals.setEnabled(details.totals is not None)
        self.column.addSpacing(theme.S1)
        self.column.addLayout(line_of(theme.S2, (self.requests, 2), (self.totals, 1)))

    def _add(self, name: str, value: str, level: str = "") -> None:
        row = self._grid.rowCount()
        metrics = QFontMetrics(theme.ui_font(13))
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, self.width() // 2)
        self._grid.addWidget(_label(shown, "details_name"), row, 0)
        self._add_value(value, level, name, row, 1)

    def _add_tools(self, turn: "TurnSummary", look: Callable[[str], ToolLook]) -> None:
        if not turn.tools:
            return
        self._grid.addWidget(_label(tr("Tools"), "details_section"), self._grid.rowCount(), 0, 1, 2)
        for name, seconds, error in turn.tools[:MAX_TOOLS]:
            value = format_duration(seconds)
            if error and seconds is not None:
                value = tr("failed, {time}", time=value)
            self._add(look(name).title, value, "bad" if error else "")
        if len(turn.tools) > MAX_TOOLS:
            self._add(tr("and {n} more", n=len(turn.tools) - MAX_TOOLS), "")
        if sum(seconds is not None for _, seconds, _ in turn.tools) > 1:
            times = tr(", ").join((format_duration(turn.tools_p50), format_duration(turn.tools_p95)))
            is_slow = "slow_p50" in turn.marks or "slow_p95" in turn.marks
            self._add(tr("p50, p95"), times, "warning" if is_slow else "")


class _TotalsPage(_TablePage):
    """The page with the sums of the conversation and of the day, side by side. `back` leads to the figures."""

    def __init__(self, totals: "tuple[Totals, Totals] | None") -> None:
        super().__init__(tr("Totals"), TOTALS_WIDTH, 0)
        if totals:
            self._fill(totals)
        self.column.addSpacing(theme.S1)
        self.back = plain_button(tr("Back"), "", "secondary")
        self.column.addWidget(self.back)

    def _fill(self, totals: "tuple[Totals, Totals]") -> None:
        headings = (tr("Here, since the start"), tr("Today"))
        for number, heading in enumerate(headings, 1):
            self._grid.addWidget(_label(heading, "details_name"), 0, number, Qt.AlignmentFlag.AlignRight)
        for row, cells in enumerate(zip(*map(total_rows, totals), strict=True), 1):
            self._grid.addWidget(_label(cells[0][0], "details_name"), row, 0)
            for number, (name, value, level) in enumerate(cells, 1):
                self._add_value(value, level, f"{name}, {headings[number - 1]}", row, number)


class _RequestPage(_Page):
    """The page that shows the requests as sent, one at a time. `back` leads to the figures."""

    def __init__(self, details: TurnDetails) -> None:
        super().__init__("")
        self._exchanges = details.exchanges
        self.setFixedSize(theme.scaled(SENT_WIDTH), theme.scaled(SENT_HEIGHT))
        self._address = _label("", "details_name")
        self.column.addWidget(self._address)
        for heading, lines in ((tr("Memories sent"), details.told), (tr("Documents"), details.documents)):
            if lines:
                self.column.addWidget(_label(heading, "details_section"))
                self.column.addWidget(_sent_list(heading, lines))
        field = read_only_text("sent_text", tr("The request as JSON"))
        field.setFont(theme.mono_font(theme.SMALL))
        self._request = PagedText(field, len(self._exchanges), self._show_request)
        self.back = plain_button(tr("Back"), "", "secondary")
        self._request.foot.insertWidget(0, self.back)
        self._request.foot.insertStretch(1, 1)
        self.column.addWidget(self._request, 1)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the request. With a focus proxy, Tab would pass over the lists above it."""
        self._request.setFocus(reason)

    def showEvent(self, event: QEvent) -> None:
        if self._exchanges and not self._request.field.toPlainText():
            self._request.turn(0)

    def _show_request(self, number: int) -> tuple[str, str]:
        count, exchange = len(self._exchanges), self._exchanges[number]
        place = tr("What was sent · {number} of {many}", number=number + 1, many=count)
        self.title.setText(place if count > 1 else tr("What was sent"))
        address = f"{exchange.method} {exchange.url} · {tr('{n:,} bytes', n=exchange.size)}"
        metrics = QFontMetrics(theme.ui_font(13))
        self._address.setText(metrics.elidedText(address, Qt.TextElideMode.ElideMiddle, self.width() - 2 * theme.S4))
        request = json.dumps(exchange.body, ensure_ascii=False, indent=2)
        return "\n".join(map(_shortened, request.split("\n"))), request


def _shortened(line: str) -> str:
    left_out = len(line) - _MAX_LINE
    return (
        f"{line[:_MAX_LINE]} … {tr('{n:,} more characters: Copy has them all', n=left_out)}" if left_out > 0 else line
    )


def _sent_list(heading: str, told: tuple[str, ...]) -> QPlainTextEdit:
    """Return the list of the facts in the request, one item a line, as high as it needs up to SENT_LIST_HEIGHT."""
    lines = read_only_text("sent_text", heading)
    lines.setPlainText("\n".join(told))
    lines.setFont(theme.ui_font(theme.SMALL))
    line_height = QFontMetrics(theme.ui_font(theme.SMALL)).lineSpacing()
    lines.setFixedHeight(min((len(told) + 1) * line_height + theme.S2, theme.scaled(SENT_LIST_HEIGHT)))
    return lines


def _label(text: str, name: str) -> QLabel:
    label = text_label(text, name)
    label.setWordWrap(False)
    return label
