"""A table: its parsed cells are collected, then written at once, because a QTextTable needs to know its size."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from deskpet.ui import theme
from deskpet.ui.markdown.words import Words

if TYPE_CHECKING:
    from markdown_it.token import Token

_ALIGNMENTS = {"right": Qt.AlignmentFlag.AlignRight, "center": Qt.AlignmentFlag.AlignHCenter}


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
        for y, row in enumerate(self._rows):
            for x, (token, aligned) in enumerate(row):
                _write_cell(table, y, x, token, aligned)


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


def _write_cell(table: QTextTable, y: int, x: int, token: "Token", aligned: str) -> None:
    look, cell = theme.current(), table.cellAt(y, x)
    form = QTextTableCellFormat()
    form.setPadding(5)
    form.setLeftPadding(8)
    form.setRightPadding(8)
    form.setBottomBorder(1)
    form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBottomBorderBrush(QBrush(look.colour("code_edge")))
    if y == 0:
        form.setBackground(look.colour("code"))
    cell.setFormat(form)
    cursor, block = cell.firstCursorPosition(), QTextBlockFormat()
    block.setAlignment(_ALIGNMENTS.get(aligned, Qt.AlignmentFlag.AlignLeft))
    cursor.setBlockFormat(block)
    chars = QTextCharFormat()
    chars.setForeground(look.colour("text"))
    if y == 0:
        chars.setFontWeight(QFont.Weight.Bold)
    Words(cursor, chars).write(token)
