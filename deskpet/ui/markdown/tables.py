"""Write markdown tables as QTextTables, and fit their widths.

The cells are collected first, because a QTextTable needs its size. A table that does not fit without breaking words
gets its preferred width; the view scrolls it sideways.
"""

import re
from collections.abc import Iterator
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
# Limits of a column's minimum and preferred width, in average character widths; longer text wraps.
_MAX_MINIMUM, _MAX_PREFERRED = 14, 26
_ALIGNMENTS = {"right": Qt.AlignmentFlag.AlignRight, "center": Qt.AlignmentFlag.AlignHCenter}
# CJK characters, between which a line may break.
_IDEOGRAPH = re.compile("([\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])")


class Table:
    """The cells of a table, row by row, the header first."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[Token, str]]] = []
        self._alignment = ""

    @property
    def columns(self) -> int:
        return max((len(row) for row in self._rows), default=0)

    def take(self, token: "Token") -> None:
        """Take a token from inside the table."""
        if token.type == "tr_open":
            self._rows.append([])
        elif token.type in {"th_open", "td_open"}:
            self._alignment = str(token.attrs.get("style", "")).rpartition(":")[2]
        elif token.type == "inline":
            self._rows[-1].append((token, self._alignment))

    def write(self, cursor: QTextCursor, number: int, indent: float, gap: float) -> None:
        """Insert table `number` at the cursor, with left margin `indent` and top margin `gap` in logical pixels."""
        table = cursor.insertTable(len(self._rows), self.columns, _format(indent, gap))
        formats = _CellFormats(), _CellFormats()
        formats[0].cell.setBackground(theme.current().colour("code"))
        formats[0].chars.setFontWeight(QFont.Weight.Bold)
        for y, row in enumerate(self._rows):
            for x, (token, alignment) in enumerate(row):
                _write_cell(table.cellAt(y, x), formats[y > 0], token, alignment)
        form = table.format()
        form.setProperty(Mark.COLUMNS, " ".join(_column_widths(table)))
        form.setProperty(Mark.TABLE, number)
        table.setFormat(form)
        if (width := cursor.document().textWidth()) > 0:
            _fit(table, width)


def lay_out_document(document: QTextDocument, width: int) -> None:
    """Lay the document out for `width` logical pixels, including its tables."""
    for table in tables_of(document):
        _fit(table, width)
    document.setTextWidth(width)


def tables_of(document: QTextDocument) -> Iterator[QTextTable]:
    """Return the tables from top to bottom."""
    return (frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable))


def is_wide(table: QTextTable) -> bool:
    """Whether the table has its preferred width instead of the text's."""
    return table.format().width().type() is QTextLength.Type.FixedLength


def _fit(table: QTextTable, width: float) -> None:
    """Set a table to the text's width if no word breaks in it, else to its preferred width."""
    form = table.format()
    columns = [tuple(map(float, each.split(":"))) for each in form.stringProperty(Mark.COLUMNS).split()]
    must_be_wide = sum(minimum for minimum, _ in columns) > width - form.leftMargin()
    if must_be_wide == is_wide(table):
        return
    if must_be_wide:
        form.setWidth(QTextLength(QTextLength.Type.FixedLength, sum(preferred for _, preferred in columns)))
        form.setColumnWidthConstraints(
            [QTextLength(QTextLength.Type.FixedLength, preferred) for _, preferred in columns]
        )
        form.setBottomMargin(_BAR_ROOM)
    else:
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.clearColumnWidthConstraints()
        form.setBottomMargin(0)
    table.setFormat(form)


def _column_widths(table: QTextTable) -> Iterator[str]:
    """Yield `minimum:preferred` per column: the limited widths without broken words and without broken lines."""
    plain, bold = theme.ui_font(), theme.ui_font()
    bold.setWeight(QFont.Weight.Bold)
    head, body = QFontMetricsF(bold), QFontMetricsF(plain)
    letter = body.averageCharWidth()
    for column in range(table.columns()):
        minimum = preferred = letter
        for row in range(table.rows()):
            metrics, text = body if row else head, table.cellAt(row, column).firstCursorPosition().block().text()
            words = _IDEOGRAPH.sub(r" \1 ", text).split()
            whole = metrics.horizontalAdvance(text)
            preferred = max(preferred, whole)
            minimum = max(minimum, *(map(metrics.horizontalAdvance, words) if len(words) > 1 else (whole,)))
        minimum, preferred = (
            min(each, limit * letter) for each, limit in ((minimum, _MAX_MINIMUM), (preferred, _MAX_PREFERRED))
        )
        yield f"{minimum + 2 * _SIDE_PAD + 1:.0f}:{max(preferred, minimum) + 2 * _SIDE_PAD + 2:.0f}"


def _format(indent: float, gap: float) -> QTextTableFormat:
    form = QTextTableFormat()
    form.setBorder(0)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    form.setCellSpacing(0)
    form.setCellPadding(0)
    form.setLeftMargin(indent)
    # Qt gives the empty block before a table no height.
    form.setTopMargin(gap)
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    form.setHeaderRowCount(1)
    return form


class _CellFormats:
    """The formats shared by all cells of the head or of the body; creating them costs more than applying them."""

    def __init__(self) -> None:
        look = theme.current()
        self.cell, self.chars = QTextTableCellFormat(), QTextCharFormat()
        self.cell.setPadding(CELL_PAD)
        self.cell.setLeftPadding(_SIDE_PAD)
        self.cell.setRightPadding(_SIDE_PAD)
        self.cell.setBottomBorder(1)
        self.cell.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        self.cell.setBottomBorderBrush(QBrush(look.colour("code_edge")))
        self.chars.setForeground(look.colour("text"))


def _write_cell(cell: QTextTableCell, formats: _CellFormats, token: "Token", alignment: str) -> None:
    cell.setFormat(formats.cell)
    cursor, block = cell.firstCursorPosition(), QTextBlockFormat()
    # A cell with nothing but code would be lower than one with text.
    block.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    block.setAlignment(_ALIGNMENTS.get(alignment, Qt.AlignmentFlag.AlignLeft))
    cursor.setBlockFormat(block)
    InlineWriter(cursor, formats.chars).write(token)
