"""A table: its parsed cells are collected, then written at once, because a QTextTable needs to know its size.

One that has no room without breaking words is as wide as it would like to be; what is beside it is for the view.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCell,
    QTextTableCellFormat,
    QTextTableFormat,
)

from deskpet.ui.markdown.inline_writer import InlineWriter
from deskpet.ui.markdown.marks import LINE_HEIGHT, Mark
from deskpet.ui.widgets import theme

if TYPE_CHECKING:
    from markdown_it.token import Token

CELL_PAD, _SIDE_PAD = 5, 8
_BAR_ROOM = 10
# No column asks for more than this, in widths of a letter; longer words and sentences break.
_LEAST, _WISHED = 14, 26
_ALIGNMENTS = {"right": Qt.AlignmentFlag.AlignRight, "center": Qt.AlignmentFlag.AlignHCenter}
# Between two of these a line may break.
_IDEOGRAPH = re.compile("([\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])")


class Table:
    """The cells of a table, row by row, the head first."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[Token, str]]] = []
        self._aligned = ""

    @property
    def columns(self) -> int:
        return max((len(row) for row in self._rows), default=0)

    def take(self, token: "Token") -> None:
        """One more token between the table's beginning and its end."""
        if token.type == "tr_open":
            self._rows.append([])
        elif token.type in {"th_open", "td_open"}:
            self._aligned = str(token.attrs.get("style", "")).rpartition(":")[2]
        elif token.type == "inline":
            self._rows[-1].append((token, self._aligned))

    def write(self, cursor: QTextCursor, indent: float, gap: float) -> None:
        """Insert the table at the cursor, `indent` logical pixels from the left and `gap` below what is above it."""
        table = cursor.insertTable(len(self._rows), self.columns, _format(indent, gap))
        looks = _CellLook.of_head(), _CellLook.of_body()
        for y, row in enumerate(self._rows):
            for x, (token, aligned) in enumerate(row):
                _write_cell(table.cellAt(y, x), looks[y > 0], token, aligned)
        form = table.format()
        form.setProperty(Mark.COLUMNS, " ".join(_columns(table)))
        table.setFormat(form)
        if (width := cursor.document().textWidth()) > 0:
            _fit(table, width)


def break_lines(document: QTextDocument, width: int) -> None:
    """Lay the document out for `width` logical pixels, with tables as wide as they must be."""
    for table in tables_of(document):
        _fit(table, width)
    document.setTextWidth(width)


def tables_of(document: QTextDocument) -> Iterator[QTextTable]:
    """The tables from top to bottom."""
    return (frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable))


def is_wide(table: QTextTable) -> bool:
    """Whether it is wider than the text around it."""
    return table.format().width().type() is QTextLength.Type.FixedLength


def _fit(table: QTextTable, width: float) -> None:
    """Let a table take the text's width if its words have room in that, else as much as it likes."""
    form = table.format()
    columns = [tuple(map(float, each.split(":"))) for each in form.stringProperty(Mark.COLUMNS).split()]
    must_be_wide = sum(least for least, _ in columns) > width - form.leftMargin()
    if must_be_wide == is_wide(table):
        return
    if must_be_wide:
        form.setWidth(QTextLength(QTextLength.Type.FixedLength, sum(wished for _, wished in columns)))
        form.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, wished) for _, wished in columns])
        form.setBottomMargin(_BAR_ROOM)
    else:
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.clearColumnWidthConstraints()
        form.setBottomMargin(0)
    table.setFormat(form)


def _columns(table: QTextTable) -> Iterator[str]:
    """Of each column the width in which no word breaks and the one in which it would stand well, both within reason."""
    plain, bold = theme.ui_font(), theme.ui_font()
    bold.setWeight(QFont.Weight.Bold)
    head, body = QFontMetricsF(bold), QFontMetricsF(plain)
    letter = body.averageCharWidth()
    for column in range(table.columns()):
        least = wished = letter
        for row in range(table.rows()):
            metrics, text = body if row else head, table.cellAt(row, column).firstCursorPosition().block().text()
            words = _IDEOGRAPH.sub(r" \1 ", text).split()
            whole = metrics.horizontalAdvance(text)
            wished = max(wished, whole)
            least = max(least, *(map(metrics.horizontalAdvance, words) if len(words) > 1 else (whole,)))
        least, wished = (min(each, most * letter) for each, most in ((least, _LEAST), (wished, _WISHED)))
        yield f"{least + 2 * _SIDE_PAD + 1:.0f}:{max(wished, least) + 2 * _SIDE_PAD + 2:.0f}"


def _format(indent: float, gap: float) -> QTextTableFormat:
    form = QTextTableFormat()
    form.setBorder(0)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    form.setCellSpacing(0)
    form.setCellPadding(0)
    form.setLeftMargin(indent)
    # Qt gives an empty block before a table no height of its own.
    form.setTopMargin(gap)
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    form.setHeaderRowCount(1)
    return form


@dataclass(frozen=True, slots=True)
class _CellLook:
    """What all cells of a table's head, or of its body, have in common: to make it costs more than to use it."""

    cell: QTextTableCellFormat
    chars: QTextCharFormat

    @staticmethod
    def of_head() -> "_CellLook":
        look = _CellLook.of_body()
        look.cell.setBackground(theme.current().colour("code"))
        look.chars.setFontWeight(QFont.Weight.Bold)
        return look

    @staticmethod
    def of_body() -> "_CellLook":
        look, form, chars = theme.current(), QTextTableCellFormat(), QTextCharFormat()
        form.setPadding(CELL_PAD)
        form.setLeftPadding(_SIDE_PAD)
        form.setRightPadding(_SIDE_PAD)
        form.setBottomBorder(1)
        form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(QBrush(look.colour("code_edge")))
        chars.setForeground(look.colour("text"))
        return _CellLook(form, chars)


def _write_cell(cell: QTextTableCell, look: _CellLook, token: "Token", aligned: str) -> None:
    cell.setFormat(look.cell)
    cursor, block = cell.firstCursorPosition(), QTextBlockFormat()
    # Code alone in a cell is lower than words.
    block.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    block.setAlignment(_ALIGNMENTS.get(aligned, Qt.AlignmentFlag.AlignLeft))
    cursor.setBlockFormat(block)
    InlineWriter(cursor, look.chars).write(token)
