"""Convert a selection to plain text for copying, with list markers, tab-separated cells and paragraph gaps."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from unicodedata import east_asian_width

from PySide6.QtGui import QTextBlock, QTextCursor, QTextTable

from deskpet.ui.markdown.marks import LINE_BREAK, OBJECT, Mark, fragments, is_continuation

_PARAGRAPH_GAP = 8
_RULE = "---"
_BOXES = {1: "[ ] ", 2: "[x] "}
_WIDGETS = re.compile(f"\\s*{OBJECT}[\\s{OBJECT}]*")
_CLOSING = frozenset(".,;:!?)]}")


def no_name(_: int) -> str:
    """Return no name for a widget."""
    return ""


def to_plain_text(
    selection: QTextCursor,
    max_length: int | None = None,
    widget_name: Callable[[int], str] = no_name,
    folded_text: Callable[[int], str] = no_name,
) -> str:
    """Return the selected text; stops after the block that reaches `max_length` characters.

    widget_name: returns what stands for a widget with this number. Without a name only the words around it are left.
    folded_text: returns what is hidden below the summary with this number. It belongs to a selection that goes on
        behind the summary, or has all of the text.
    """
    if selection.hasComplexSelection():
        return _selected_cells(selection)
    text, length = list[str](), 0
    for piece in _pieces(selection, widget_name, folded_text):
        text.append(piece)
        length += len(piece)
        if max_length is not None and length >= max_length:
            break
    return "".join(text)


def _pieces(
    selection: QTextCursor, widget_name: Callable[[int], str], folded_text: Callable[[int], str]
) -> Iterator[str]:
    """Yield the separators and the texts of the blocks."""
    document, start, end = selection.document(), selection.selectionStart(), selection.selectionEnd()
    block = document.findBlock(start)
    is_within_one = end < block.position() + block.length()
    before = QTextBlock()
    while block.isValid() and block.position() <= end:
        # Qt requires an empty block before and after a table.
        if not block.blockFormat().boolProperty(Mark.SPACER):
            yield _separator(before, block) if before.isValid() else ""
            first, last = max(start - block.position(), 0), end - block.position()
            mark = "" if is_within_one or first else _list_marker(block)
            mark += _RULE if block.blockFormat().boolProperty(Mark.RULE) else ""
            yield mark + _normalized(_text(block, first, last, widget_name))
            is_passed = end >= block.position() + block.length() or (not start and not block.next().isValid())
            if block.blockFormat().boolProperty(Mark.FOLDED) and is_passed:
                hidden = folded_text(block.blockFormat().intProperty(Mark.FOLD))
                yield f"\n\n{hidden}" if hidden else ""
            before = block
        block = block.next()


def _text(block: QTextBlock, first: int, last: int, widget_name: Callable[[int], str] = no_name) -> str:
    """Return the text between two positions of a block, with the sources of formulas and the names of widgets."""
    text = block.text()
    if OBJECT not in text:
        return _utf16_part(text, first, last)
    parts, names = list[str](), list[str]()
    for fragment in fragments(block):
        start = fragment.position() - block.position()
        source = fragment.charFormat().stringProperty(Mark.SOURCE)
        if source and first <= start < last:
            parts.append(source)
        elif not source:
            parts.append(_utf16_part(fragment.text(), max(first - start, 0), max(last - start, 0)))
            if (number := fragment.charFormat().intProperty(Mark.WIDGET)) and parts[-1]:
                names.append(widget_name(number))
    return _with_names("".join(parts), names)


def _with_names(text: str, names: list[str]) -> str:
    """Return the text with these names in place of its widgets, and without double blanks beside them."""
    left = iter(names)

    def replacement(found: re.Match[str]) -> str:
        shown = " ".join(f"[{name}]" for _, name in zip(range(found[0].count(OBJECT)), left, strict=False) if name)
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        if shown:
            return f"{' ' if before else ''}{shown}{' ' if after else ''}"
        return _gap(before, found[0], after) if before and after else ""

    return _WIDGETS.sub(replacement, text)


def _gap(before: str, between: str, after: str) -> str:
    """Return what separates the characters before and after a widget that is left out."""
    if LINE_BREAK in between:
        return LINE_BREAK
    is_one_word = after in _CLOSING or {east_asian_width(before), east_asian_width(after)} & {"W", "F"}
    return " " if between.strip(OBJECT) or not is_one_word else ""


def _utf16_part(text: str, first: int, last: int) -> str:
    return text.encode("utf-16-le")[2 * first : 2 * last].decode("utf-16-le", "replace")


def _separator(before: QTextBlock, block: QTextBlock) -> str:
    """Return the separator of two blocks: tab, line feed or blank line; empty for a continued line."""
    if is_continuation(block):
        return ""
    here, there = _table_of(before), _table_of(block)
    if here and there and here == there:
        same_row = here.cellAt(before.position()).row() == here.cellAt(block.position()).row()
        return "\t" if same_row else "\n"
    is_apart = bool(here or there) or block.blockFormat().topMargin() >= _PARAGRAPH_GAP
    return "\n\n" if is_apart else "\n"


def _list_marker(block: QTextBlock) -> str:
    """Return the marker of a list item, indented by its level; empty outside lists."""
    its_list = block.textList()
    if not its_list:
        return ""
    form = block.blockFormat()
    is_bullet = form.boolProperty(Mark.BULLET) or form.intProperty(Mark.TASK)
    mark = "- " if is_bullet else f"{its_list.itemText(block)} "
    return "   " * (its_list.format().indent() - 1) + mark + _BOXES.get(form.intProperty(Mark.TASK), "")


def _selected_cells(selection: QTextCursor) -> str:
    """Return the selected cells of a table; a selection of several cells covers whole ones."""
    table = selection.currentTable()
    # The stubs lack the type of this tuple.
    found: Any = selection.selectedTableCells()
    first_row, rows, first_column, columns = found
    return "\n".join(
        "\t".join(cell_text(table, row, column) for column in range(first_column, first_column + columns))
        for row in range(first_row, first_row + rows)
    )


def cell_text(table: QTextTable, row: int, column: int) -> str:
    """Return the text of a cell, with the sources of formulas."""
    block = table.cellAt(row, column).firstCursorPosition().block()
    return _normalized(_text(block, 0, block.length()))


def _table_of(block: QTextBlock) -> QTextTable | None:
    return QTextCursor(block).currentTable()


def _normalized(text: str) -> str:
    return text.replace("\xa0", " ").replace("\u2028", "\n")
