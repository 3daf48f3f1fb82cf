"""Sort the rows of a written table by a column, and copy a table as CSV.

The order and the column stand in the table's format.
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCollator
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextTable

from deskpet.translation import tr_noop
from deskpet.ui.markdown.marks import Mark, fragments
from deskpet.ui.markdown.plain_text import cell_text
from deskpet.ui.markdown.tables import tables_of

MAX_SORTED_CELLS = 1_000
"""Larger tables keep their order: sorting them would hold up the window."""
TOO_LARGE = tr_noop("A table of more than {n:,} cells can't be sorted here; copy it as CSV.")
# Positions between two parts of one table: two empty blocks, and the beginning of the second one.
_BETWEEN = 4
# A number with an optional currency before it, and a short unit behind it.
_NUMBER = re.compile(
    r"[^\w\s.,+\-\u2212]{0,2}\s?([+\-\u2212]?)[^\w\s.,]{0,2}"
    r"(\d{1,3}(?:[,.'\u2019\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(e[+-]?\d+)?"
    r"\s?(?:[^\W\d_]{1,4}|[^\w\s/:-][CF]?)?",
    re.IGNORECASE,
)
_GROUPS = re.compile(r"['’\u00a0\u202f ]")


@dataclass(frozen=True, slots=True)
class Sorting:
    """The column by which a table is sorted."""

    column: int
    is_descending: bool = False


@dataclass(frozen=True, slots=True)
class _Cell:
    block: QTextBlockFormat
    parts: tuple[tuple[str, QTextCharFormat], ...]


class WrittenTable:
    """A table of a document, which is written as several with the same head if it is long."""

    def __init__(self, parts: Sequence[QTextTable]) -> None:
        self._parts = parts

    @property
    def number(self) -> int:
        """Its number in the text, in which also tables count that are folded."""
        return self._parts[0].format().intProperty(Mark.TABLE)

    @property
    def first_position(self) -> int:
        return self._parts[0].firstPosition()

    @property
    def last_position(self) -> int:
        return self._parts[-1].lastPosition()

    @property
    def heads(self) -> tuple[str, ...]:
        """The words at the heads of the columns."""
        return tuple(cell_text(self._parts[0], 0, column) for column in range(self._parts[0].columns()))

    @property
    def sorting(self) -> Sorting | None:
        """How it is sorted; None if its rows are in their original order."""
        mark = self._parts[0].format().intProperty(Mark.SORTED)
        return Sorting(abs(mark) - 1, mark < 0) if mark else None

    def next_sorting(self, column: int) -> Sorting | None:
        """Return what a click on a column's head does: sort up, then down, then restore the original order."""
        now = self.sorting
        if now is None or now.column != column:
            return Sorting(column)
        return None if now.is_descending else Sorting(column, is_descending=True)

    @property
    def is_too_large(self) -> bool:
        """Whether it has too many cells to be sorted, see `TOO_LARGE`."""
        return len(self._places()) * self._parts[0].columns() > MAX_SORTED_CELLS

    @property
    def can_sort(self) -> bool:
        """Whether it has rows to sort, is not too large, and has nothing in it that stands for a widget."""
        places = self._places()
        if len(places) < 2 or self.is_too_large:
            return False
        cells = (cell for table, row in places for cell in _row(table, row))
        return not any(form.intProperty(Mark.WIDGET) for cell in cells for _, form in cell.parts)

    def sort(self, sorting: Sorting | None) -> None:
        """Sort the rows, stably; numbers as numbers, and empty cells last. None restores the original order."""
        places = self._places()
        rows = [_row(*place) for place in places]
        known = self._parts[0].format().stringProperty(Mark.ORDER).split()
        numbers = list(map(int, known)) if len(known) == len(rows) else list(range(len(rows)))
        original = sorted(range(len(rows)), key=numbers.__getitem__)
        order = original
        if sorting:
            texts = [cell_text(*place, sorting.column).strip() for place in places]
            order = _sorted(texts, original, is_descending=sorting.is_descending)
        for (table, row), source in zip(places, order, strict=True):
            for column, cell in enumerate(rows[source]):
                _write(table, row, column, cell)
        for part in self._parts:
            _mark(part, sorting, " ".join(str(numbers[source]) for source in order))

    def as_csv(self) -> str:
        """Return it as CSV (RFC 4180), in the order shown."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(self.heads)
        for table, row in self._places():
            writer.writerow(cell_text(table, row, column) for column in range(table.columns()))
        return text.getvalue()

    def has_part(self, table: QTextTable) -> bool:
        """Whether a table of the document is a part of it."""
        return table in self._parts

    def _places(self) -> list[tuple[QTextTable, int]]:
        """Return the rows below the heads, as tables with the numbers of their rows."""
        return [(part, row) for part in self._parts for row in range(1, part.rows())]


def written_tables(document: QTextDocument) -> list[WrittenTable]:
    """Return the tables of a document from the top."""
    found: list[list[QTextTable]] = []
    for table in tables_of(document):
        if found and _continues(found[-1][-1], table):
            found[-1].append(table)
        else:
            found.append([table])
    return list(map(WrittenTable, found))


def _continues(before: QTextTable, table: QTextTable) -> bool:
    """Whether nothing but the blocks that Qt requires beside tables is between two tables with the same head."""
    is_next = table.firstPosition() - before.lastPosition() <= _BETWEEN and table.columns() == before.columns()
    return is_next and all(
        cell_text(before, 0, column) == cell_text(table, 0, column) for column in range(table.columns())
    )


def _mark(table: QTextTable, sorting: Sorting | None, order: str) -> None:
    """Note in the formats how a table is sorted."""
    form = table.format()
    form.setProperty(Mark.ORDER, order)
    form.setProperty(Mark.SORTED, (-1 if sorting.is_descending else 1) * (sorting.column + 1) if sorting else 0)
    table.setFormat(form)
    for column in range(table.columns()):
        block = QTextBlockFormat()
        is_sorted = sorting is not None and sorting.column == column
        block.setProperty(Mark.SORTED, 1 + sorting.is_descending if sorting and is_sorted else 0)
        table.cellAt(0, column).firstCursorPosition().mergeBlockFormat(block)


def _sorted(texts: list[str], original: list[int], *, is_descending: bool) -> list[int]:
    filled = [row for row in original if texts[row]]
    keys: list[Any] | None = _numbers([texts[row] for row in filled])
    if keys is None:
        collator = QCollator()
        collator.setNumericMode(True)
        keys = [collator.sortKey(texts[row].casefold()) for row in filled]
    by_row = dict(zip(filled, keys, strict=True))
    order = sorted(filled, key=by_row.__getitem__, reverse=is_descending)
    return [*order, *(row for row in original if not texts[row])]


def _numbers(texts: list[str]) -> list[float] | None:
    """Return the numbers in a column; None if one of the texts is none."""
    found = [_NUMBER.fullmatch(text) for text in texts]
    if not all(found):
        return None
    digits = [_GROUPS.sub("", each[2]).rstrip(".,") for each in found if each]
    # A comma is the decimal mark if one stands where no group of three digits can follow it.
    has_decimal_commas = any(re.search(r",(?!\d{3}(?!\d))\d+$", each) for each in digits)
    marks = str.maketrans({".": "", ",": "."} if has_decimal_commas else {",": ""})
    try:
        return [
            float(("-" if each[1] in {"-", "−"} else "") + number.translate(marks) + (each[3] or ""))
            for each, number in zip(found, digits, strict=True)
            if each
        ]
    except ValueError:
        # As in the numbers of versions.
        return None


def _row(table: QTextTable, row: int) -> tuple[_Cell, ...]:
    return tuple(_cell(table.cellAt(row, column).firstCursorPosition().block()) for column in range(table.columns()))


def _cell(block: QTextBlock) -> _Cell:
    return _Cell(block.blockFormat(), tuple((part.text(), part.charFormat()) for part in fragments(block)))


def _write(table: QTextTable, row: int, column: int, cell: _Cell) -> None:
    place = table.cellAt(row, column)
    cursor = place.firstCursorPosition()
    cursor.setPosition(place.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    cursor.setBlockFormat(cell.block)
    for text, form in cell.parts:
        cursor.insertText(text, form)
