"""What is shown as plain text, to be copied: lists keep their marks, tables their columns, paragraphs stay apart."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtGui import QTextBlock, QTextCursor, QTextTable

from deskpet.ui.markdown.marks import Mark, goes_on

_PARAGRAPH_GAP = 8
_RULE = "---"
_BOXES = {1: "[ ] ", 2: "[x] "}


def plain(selection: QTextCursor, most: int | None = None) -> str:
    """The text between the ends of `selection`; of a long one the first `most` characters, and perhaps some more."""
    if selection.hasComplexSelection():
        return _cells(selection)
    text, length = list[str](), 0
    for piece in _pieces(selection):
        text.append(piece)
        length += len(piece)
        if most is not None and length >= most:
            break
    return "".join(text)


def _pieces(selection: QTextCursor) -> Iterator[str]:
    """The blocks' texts, each after what parts it from the one before."""
    document, start, end = selection.document(), selection.selectionStart(), selection.selectionEnd()
    block = document.findBlock(start)
    is_within_one = end < block.position() + block.length()
    before = QTextBlock()
    while block.isValid() and block.position() <= end:
        if not _is_spacer(block):
            yield _between(before, block) if before.isValid() else ""
            first, last = max(start - block.position(), 0), end - block.position()
            mark = "" if is_within_one or first else _mark(block)
            mark += _RULE if block.blockFormat().boolProperty(Mark.RULE) else ""
            yield mark + _spoken(block.text().encode("utf-16-le")[2 * first : 2 * last].decode("utf-16-le", "replace"))
            before = block
        block = block.next()


def _between(before: QTextBlock, block: QTextBlock) -> str:
    """What parts two neighbours: cells stand side by side, lines below each other, paragraphs apart."""
    if goes_on(block):
        return ""
    here, there = _table_of(before), _table_of(block)
    if here and there and here == there:
        same_row = here.cellAt(before.position()).row() == here.cellAt(block.position()).row()
        return "\t" if same_row else "\n"
    is_apart = bool(here or there) or block.blockFormat().topMargin() >= _PARAGRAPH_GAP
    return "\n\n" if is_apart else "\n"


def _mark(block: QTextBlock) -> str:
    """What stands before a list's item."""
    its_list = block.textList()
    if not its_list:
        return ""
    form = block.blockFormat()
    is_bullet = form.boolProperty(Mark.BULLET) or form.intProperty(Mark.TASK)
    mark = "- " if is_bullet else f"{its_list.itemText(block)} "
    return "   " * (its_list.format().indent() - 1) + mark + _BOXES.get(form.intProperty(Mark.TASK), "")


def _cells(selection: QTextCursor) -> str:
    """Of a table whole cells are selected."""
    table = selection.currentTable()
    # The stubs know no type for what Qt gives.
    found: Any = selection.selectedTableCells()
    first_row, rows, first_column, columns = found
    return "\n".join(
        "\t".join(_cell(table, row, column) for column in range(first_column, first_column + columns))
        for row in range(first_row, first_row + rows)
    )


def _cell(table: QTextTable, row: int, column: int) -> str:
    return _spoken(table.cellAt(row, column).firstCursorPosition().block().text())


def _table_of(block: QTextBlock) -> QTextTable | None:
    return QTextCursor(block).currentTable()


def _is_spacer(block: QTextBlock) -> bool:
    """Whether it only stands before or behind a table, which Qt wants."""
    return block.blockFormat().boolProperty(Mark.SPACER)


def _spoken(text: str) -> str:
    return text.replace("\xa0", " ").replace("\u2028", "\n")
