"""The turn details panel: a page of figures, one of sums, and one with the requests as JSON."""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from deskpet.chat.events import IncludedDocument
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks import ToolLook
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.popup_menu import install_field_menu
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

MAX_TURNS = 50
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
        rows.append(_calls_row(turn, "warning" if turn.marked("detection") else ""))
    if turn.dropped_frames is not None:
        level = "warning" if turn.marked("dropped_frames") else ""
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


class RecentDetails:
    """The details of the last `max_size` turns, by message id."""

    def __init__(self, max_size: int = MAX_TURNS) -> None:
        self._max_size = max_size
        self._entries: OrderedDict[str, TurnDetails] = OrderedDict()

    def put(self, message_id: str, details: TurnDetails) -> None:
        """Store a turn's details; drops the oldest ones above the limit."""
        self._entries[message_id] = details
        self._entries.move_to_end(message_id)
        while len(self._entries) > self._max_size:
            self._entries.popitem(last=False)

    def get(self, message_id: str) -> TurnDetails | None:
        return self._entries.get(message_id)

    def clear(self) -> None:
        self._entries.clear()


class DetailsPanel(PopupPanel):
    """A popup beside a button of the transcript with the details of a turn."""

    def __init__(self, details: TurnDetails, look: Callable[[str], ToolLook], transcript: QWidget) -> None:
        super().__init__(transcript)
        self.setObjectName("details_panel")
        self.setAccessibleName(tr("Answer details"))
        self._figures_page = _FiguresPage(details, look)
        self._request_page = _RequestPage(details)
        self._totals_page = _TotalsPage(details.totals)
        self._pages = (self._figures_page, self._request_page, self._totals_page)
        for page in self._pages[1:]:
            page.hide()
        for page in self._pages:
            self.column.addWidget(page)
        self._figures_page.requests_requested.connect(lambda: self._show_page(self._request_page))
        self._figures_page.totals_requested.connect(lambda: self._show_page(self._totals_page))
        for page in (self._request_page, self._totals_page):
            page.back_requested.connect(lambda: self._show_page(self._figures_page))

    def open_beside(self, button: QWidget) -> None:
        super().open_beside(button)
        self._figures_page.setFocus()

    def _show_page(self, page: QWidget) -> None:
        for each in self._pages:
            each.setVisible(each is page)
        self.place()
        page.setFocus()


class _FiguresPage(QWidget):
    """The page with one line per figure, then the tools.

    requests_requested: Emitted when the user opens the page of requests.
    totals_requested: Emitted when the user opens the page of sums.
    """

    accessible_role = QAccessible.Role.Grouping

    requests_requested = Signal()
    totals_requested = Signal()

    def __init__(self, details: TurnDetails, look: Callable[[str], ToolLook]) -> None:
        super().__init__()
        self.setMinimumWidth(theme.scaled(WIDTH))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Answer details"))
        column = _create_column(self)
        column.addWidget(_create_label(tr("Answer details"), "details_title"))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S4)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        for name, value, level in figure_rows(details.turn):
            self._add(name, value, level)
        self._add_tools(details.turn, look)
        sent = _create_button(tr("What was sent"), self.requests_requested)
        sent.setEnabled(bool(details.exchanges))
        totals = _create_button(tr("Totals"), self.totals_requested)
        totals.setEnabled(details.totals is not None)
        column.addSpacing(theme.S1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.S2)
        buttons.addWidget(sent, 2)
        buttons.addWidget(totals, 1)
        column.addLayout(buttons)

    def _add(self, name: str, value: str, level: str = "") -> None:
        row = self._grid.rowCount()
        value_label = _create_label(value, "details_value")
        value_label.setProperty("level", level)
        value_label.setAccessibleName(f"{name}: {value}")
        value_label.setAlignment(Qt.AlignmentFlag.AlignRight)
        label = _create_label("", "details_name")
        label.setText(QFontMetrics(theme.ui_font(13)).elidedText(name, Qt.TextElideMode.ElideRight, self.width() // 2))
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(value_label, row, 1)

    def _add_tools(self, turn: "TurnSummary", look: Callable[[str], ToolLook]) -> None:
        if not turn.tools:
            return
        self._grid.addWidget(_create_label(tr("Tools"), "details_section"), self._grid.rowCount(), 0, 1, 2)
        for name, seconds, error in turn.tools[:MAX_TOOLS]:
            value = format_duration(seconds)
            if error and seconds is not None:
                value = tr("failed, {time}", time=value)
            self._add(look(name).title, value, "bad" if error else "")
        if len(turn.tools) > MAX_TOOLS:
            self._add(tr("and {n} more", n=len(turn.tools) - MAX_TOOLS), "")
        if sum(seconds is not None for _, seconds, _ in turn.tools) > 1:
            times = tr(", ").join((format_duration(turn.tools_p50), format_duration(turn.tools_p95)))
            is_slow = turn.marked("slow_p50") or turn.marked("slow_p95")
            self._add(tr("p50, p95"), times, "warning" if is_slow else "")


class _TotalsPage(QWidget):
    """The page with the sums of the conversation and of the day, side by side.

    back_requested: Emitted when the user returns to the figures.
    """

    accessible_role = QAccessible.Role.Grouping

    back_requested = Signal()

    def __init__(self, totals: "tuple[Totals, Totals] | None") -> None:
        super().__init__()
        self.setMinimumWidth(theme.scaled(TOTALS_WIDTH))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Totals"))
        column = _create_column(self)
        column.addWidget(_create_label(tr("Totals"), "details_title"))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S4)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        column.addLayout(self._grid)
        if totals:
            self._fill(totals)
        column.addSpacing(theme.S1)
        column.addWidget(_create_button(tr("Back"), self.back_requested))

    def _fill(self, totals: "tuple[Totals, Totals]") -> None:
        headings = (tr("Here, since the start"), tr("Today"))
        for number, heading in enumerate(headings, 1):
            self._grid.addWidget(_create_label(heading, "details_name"), 0, number, Qt.AlignmentFlag.AlignRight)
        for row, cells in enumerate(zip(*map(total_rows, totals), strict=True), 1):
            self._grid.addWidget(_create_label(cells[0][0], "details_name"), row, 0)
            for number, (name, value, level) in enumerate(cells, 1):
                label = _create_label(value, "details_value")
                label.setProperty("level", level)
                label.setAccessibleName(f"{name}, {headings[number - 1]}: {value}")
                self._grid.addWidget(label, row, number, Qt.AlignmentFlag.AlignRight)


class _RequestPage(QWidget):
    """The page that shows the requests as sent, one at a time.

    back_requested: Emitted when the user returns to the figures.
    """

    accessible_role = QAccessible.Role.Grouping

    back_requested = Signal()

    def __init__(self, details: TurnDetails) -> None:
        super().__init__()
        self._exchanges, self._number, self._request = details.exchanges, 0, ""
        self.setFixedSize(SENT_WIDTH, SENT_HEIGHT)
        self._title, self._address = _create_label("", "details_title"), _create_label("", "details_name")
        lists = ((tr("Memories sent"), details.told), (tr("Documents"), details.documents))
        self._told = [(heading, _create_sent_list(heading, lines)) for heading, lines in lists if lines]
        self._text = QPlainTextEdit()
        install_field_menu(self._text)
        self._text.setReadOnly(True)
        self._text.setObjectName("sent_text")
        self._text.setFont(theme.mono_font(theme.SMALL))
        self._text.setAccessibleName(tr("The request as JSON"))
        self._previous, self._next = (
            _create_button(tr("Previous"), lambda: self._step(-1)),
            _create_button(tr("Next"), lambda: self._step(1)),
        )
        self._copy = _create_button(tr("Copy"), self._copy_text, "primary")
        self._lay_out()
        self.setFocusProxy(self._text)

    def showEvent(self, event: QEvent) -> None:
        if self._exchanges and not self._text.toPlainText():
            self._step(0)

    def _lay_out(self) -> None:
        column = _create_column(self)
        column.addWidget(self._title)
        column.addWidget(self._address)
        for heading, lines in self._told:
            column.addWidget(_create_label(heading, "details_section"))
            column.addWidget(lines)
        column.addWidget(self._text, 1)
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        line.addWidget(_create_button(tr("Back"), self.back_requested))
        line.addStretch(1)
        for button in (self._previous, self._next, self._copy):
            line.addWidget(button)
        column.addLayout(line)
        for button in (self._previous, self._next):
            button.setVisible(len(self._exchanges) > 1)

    def _step(self, steps: int) -> None:
        self._number += steps
        count, exchange = len(self._exchanges), self._exchanges[self._number]
        number = tr("What was sent · {number} of {many}", number=self._number + 1, many=count)
        self._title.setText(number if count > 1 else tr("What was sent"))
        metrics = QFontMetrics(theme.ui_font(13))
        size = tr("{n:,} bytes", n=exchange.size)
        place = f"{exchange.method} {exchange.url} · {size}"
        self._address.setText(metrics.elidedText(place, Qt.TextElideMode.ElideMiddle, SENT_WIDTH - 2 * theme.S4))
        self._request = json.dumps(exchange.body, ensure_ascii=False, indent=2)
        self._text.setPlainText("\n".join(map(_shortened, self._request.split("\n"))))
        self._previous.setEnabled(self._number > 0)
        self._next.setEnabled(self._number < count - 1)
        self._copy.setText(tr("Copy"))

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._request)
        self._copy.setText(tr("Copied"))


def _shortened(line: str) -> str:
    left_out = len(line) - _MAX_LINE
    return (
        f"{line[:_MAX_LINE]} … {tr('{n:,} more characters: Copy has them all', n=left_out)}" if left_out > 0 else line
    )


def _create_sent_list(heading: str, told: tuple[str, ...]) -> QPlainTextEdit:
    """Return the list of the facts in the request, one item a line, as high as it needs up to SENT_LIST_HEIGHT."""
    lines = QPlainTextEdit("\n".join(told))
    install_field_menu(lines)
    lines.setReadOnly(True)
    lines.setObjectName("sent_text")
    lines.setFont(theme.ui_font(theme.SMALL))
    lines.setAccessibleName(heading)
    line_height = QFontMetrics(theme.ui_font(theme.SMALL)).lineSpacing()
    lines.setFixedHeight(min((len(told) + 1) * line_height + theme.S2, theme.scaled(SENT_LIST_HEIGHT)))
    return lines


def _create_column(page: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(page)
    column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S4)
    column.setSpacing(theme.S2)
    return column


def _create_label(text: str, name: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setIndent(0)
    return label


def _create_button(text: str, pressed: Callable[[], None] | SignalInstance, kind: str = "secondary") -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.setProperty("kind", kind)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setAutoDefault(False)
    button.clicked.connect(pressed)
    return button
