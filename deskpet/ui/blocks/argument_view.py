"""Paint the arguments of a call in full, row by row: megabytes of them are read in short steps."""

import math
import re
from bisect import bisect_right
from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from deskpet.text.shown_arguments import ArgumentLine, LinePart, ShownArguments, Value
from deskpet.translation import tr
from deskpet.ui.blocks.base import Fitted
from deskpet.ui.markdown.marks import format_range
from deskpet.ui.widgets import theme

MAX_LINES, LAST_LINES = 60_000, 2_000
"""The lines that are kept from the beginning, and from the end of longer arguments; the number between is told."""
PAD = 8

# Time limit in seconds for reading in one step, and the pause between two steps in ms.
_STEP_S, _PAUSE_MS = 0.008, 8
# Characters of the accessible name.
_MAX_NAME = 2_000
# Part of a row after which it is broken at a space, if there is one.
_BREAK_RATIO = 0.6
_MIN_COLUMNS, _MAX_HANG, _HANG = 16, 12, 2
_MARKS = re.compile(r"⟨[^⟩]{1,24}⟩|[⋅⇥␍↵]+|^ *│ ")
# Words in Hebrew and Arabic; what is between them and other characters keeps its place.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+(?: [\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+)*"
)
_ISOLATED = "\u2067\\g<0>\u2069"


class ArgumentsView(Fitted):
    """The lines of a value in a font of equal width. Symbols that stand for characters have a colour of their own.

    completed: Emitted when all lines are there; `notes` is complete then.
    """

    accessible_role = QAccessible.Role.StaticText

    completed = Signal()

    def __init__(self, title: str, value: Value, parent: QWidget | None = None) -> None:
        """`title` is the name of the value for screen readers."""
        super().__init__(parent)
        self._title = title
        self._shown = ShownArguments(value)
        self._source: Iterator[ArgumentLine] | None = self._shown.lines()
        self._lines: list[ArgumentLine] = []
        self._end: list[ArgumentLine] = []
        self._left_out = 0
        # The first row of each line that is wrapped, and of one more after the last.
        self._rows: list[int] = [0]
        self._columns = self._room = 0.0
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._read_on)
        self._measure(self.width())
        self._read()

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on what could mislead in the lines so far."""
        return self._shown.notes

    @property
    def is_complete(self) -> bool:
        """Whether all lines have their rows."""
        return self._source is None and len(self._rows) == len(self._lines) + 1

    def fit(self, width: int) -> int:
        self._measure(width)
        if not (self.is_complete or self._timer.isActive()):
            self._read()
        return self._rows[-1] * self._row_height + 2 * PAD

    def rows_text(self) -> list[str]:
        """Return the rows as they are painted."""
        return [row for line in self._lines for row in self._wrapped(line)]

    def widest_row(self) -> int:
        """Return the width that the widest row needs, in logical pixels."""
        widths = (self._metrics.horizontalAdvance(row) for row in self.rows_text())
        return math.ceil(max(widths, default=0)) + 2 * PAD

    def _measure(self, width: int) -> None:
        """Start to wrap the lines anew if the width or the font has changed."""
        self._font = theme.mono_font(theme.SMALL)
        self._metrics = QFontMetricsF(self._font)
        # Letters of other scripts come from other fonts, which may be higher.
        self._row_height = round(max(self._metrics.height(), theme.scaled(theme.SMALL) * 1.35)) + 2
        room = max(width - 2 * PAD, 40)
        columns = max(int(room / max(self._metrics.horizontalAdvance("m"), 1)), _MIN_COLUMNS)
        if (columns, room) != (self._columns, self._room):
            self._columns, self._room, self._rows = columns, room, [0]

    def _read_on(self) -> None:
        height = self._rows[-1]
        self._read()
        self.update()
        if self._rows[-1] != height or self.is_complete:
            self.resized.emit()

    def _read(self) -> None:
        """Read and wrap lines for a short time; the timer continues."""
        until = perf_counter() + _STEP_S
        was_complete = self.is_complete
        while not self.is_complete:
            if len(self._rows) <= len(self._lines):
                self._rows.append(self._rows[-1] + len(self._wrapped(self._lines[len(self._rows) - 1])))
            else:
                self._take_line()
            if perf_counter() > until:
                break
        if not self.is_complete:
            self._timer.start()
        elif not was_complete:
            self._describe()
            self.completed.emit()

    def _take_line(self) -> None:
        assert self._source
        line = next(self._source, None)
        if line is None:
            self._source = None
            self._add_end()
        elif len(self._lines) < MAX_LINES:
            self._lines.append(line)
        else:
            self._end.append(line)
            if len(self._end) >= 2 * LAST_LINES:
                self._left_out += LAST_LINES
                del self._end[:LAST_LINES]

    def _add_end(self) -> None:
        left_out = max(self._left_out + len(self._end) - LAST_LINES, 0) if self._left_out else 0
        if left_out:
            self._lines.append(ArgumentLine(0, "", tr("… {n:,} lines are left out here …", n=left_out)))
        self._lines += self._end[-LAST_LINES:] if left_out else self._end
        self._end = []

    def _describe(self) -> None:
        text = "; ".join(f"{line.lead.strip()} {line.text}".strip() for line in self._lines[: _MAX_NAME // 8])
        self.setAccessibleName(f"{self._title}: {text}"[:_MAX_NAME])

    def _wrapped(self, line: ArgumentLine) -> list[str]:
        """Return the rows of a line."""
        text, hang = line.lead + line.text, " " * min(2 * line.depth + _HANG, _MAX_HANG)
        if line.part is LinePart.REST:
            text = hang + text
        if len(text) <= self._columns and text.isascii():
            return [text]
        rows: list[str] = []
        at = 0
        while at < len(text) or not rows:
            indentation = hang if rows else ""
            end = self._row_end(text, at, int(self._columns) - len(indentation), len(rows) == 0)
            rows.append(indentation + text[at:end])
            at = end
        return rows

    def _row_end(self, text: str, start: int, columns: int, is_first: bool) -> int:
        piece = text[start : start + columns]
        if not piece.isascii():
            room = self._room if is_first else columns * self._metrics.horizontalAdvance("m")
            while len(piece) > 1 and (wide := self._metrics.horizontalAdvance(piece)) > room:
                piece = piece[: max(min(int(len(piece) * room / wide), len(piece) - 1), 1)]
        end = start + len(piece)
        if end < len(text) and (space := piece.rfind(" ")) > len(piece) * _BREAK_RATIO:
            return start + space + 1
        return end

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        top, bottom = event.rect().top() - PAD, event.rect().bottom() - PAD
        first_row, last_row = max(top // self._row_height, 0), bottom // self._row_height
        index = max(bisect_right(self._rows, first_row) - 1, 0)
        while index < len(self._rows) - 1 and self._rows[index] <= last_row:
            for number, row in enumerate(self._wrapped(self._lines[index]), self._rows[index]):
                if first_row <= number <= last_row:
                    lead = len(self._lines[index].lead) if number == self._rows[index] else 0
                    self._paint_row(painter, number, row, lead)
            index += 1

    def _paint_row(self, painter: QPainter, number: int, row: str, lead: int) -> None:
        y = PAD + number * self._row_height
        layout = self._layout_of(row, lead)
        # What is drawn above or below the letters covers no other row.
        painter.setClipRect(QRect(0, y, self.width(), self._row_height))
        painter.setPen(theme.current().colour("code_text"))
        offset = max(self._row_height - layout.lineAt(0).height(), 0) / 2
        layout.draw(painter, QPointF(PAD, y + offset))

    def _layout_of(self, row: str, lead: int) -> QTextLayout:
        look = theme.current()
        shown = _RIGHT_TO_LEFT.sub(_ISOLATED, row)
        layout = QTextLayout(shown, self._font)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        formats = [_coloured(found.start(), found.end(), look.colour("accent")) for found in _MARKS.finditer(shown)]
        if lead and row[:lead].strip(" │"):
            formats.append(_coloured(0, lead, look.colour("code_name"), is_bold=True))
        layout.setFormats(formats)
        layout.beginLayout()
        layout.createLine().setLineWidth(1_000_000)
        layout.endLayout()
        return layout

    def on_style_changed(self) -> None:
        self.resized.emit()
        self.update()


def _coloured(start: int, end: int, colour: QColor, *, is_bold: bool = False) -> QTextLayout.FormatRange:
    shape = QTextCharFormat()
    shape.setForeground(colour)
    if is_bold:
        shape.setFontWeight(QFont.Weight.DemiBold)
    return format_range(start, end - start, shape)
