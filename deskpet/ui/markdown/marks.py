"""Custom format properties that the writer sets for the view, layout measures, and queries on written documents."""

import re
from collections.abc import Iterator
from enum import IntEnum

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextFormat, QTextFragment, QTextLayout

# In logical pixels.
LINE_HEIGHT, CODE_LINE_HEIGHT = 21, 19
INDENT = 22
QUOTE_STEP = 14
CODE_PAD, CODE_HEAD, CODE_FOOT = 10, 22, 14
FOLD_STEP = 18  # room for the chevron before the line above what folds
# Room for the numbers of lines: four digits.
CODE_GUTTER = 34
# Maximum characters per text block; longer lines are split, because Qt lays out a whole block when it grows.
LONGEST_LINE = 2_000


LINE_BREAK = "\u2028"
OBJECT = "\ufffc"
"""The character that stands for a drawn formula or diagram, or for a widget."""

WIDGET_TYPE = QTextFormat.ObjectTypes.UserObject.value + 2
# A widget in markdown is a character between two object characters, which are like punctuation for CommonMark: emphasis
# can end before it and begin after it.
_FIRST_WIDGET, MAX_WIDGETS = 0x10F800, 2_000
_WIDGET_CLASS = f"[{chr(_FIRST_WIDGET)}-{chr(_FIRST_WIDGET + MAX_WIDGETS - 1)}]"
_WIDGET = re.compile(f"{OBJECT}*({_WIDGET_CLASS}){OBJECT}*")
_RESERVED = re.compile(f"{OBJECT}|{_WIDGET_CLASS}")


class Mark(IntEnum):
    """Custom properties of block, character and table formats, painted by the view."""

    CODE = QTextFormat.Property.UserProperty + 1  # the number of the code block, from 1
    LANGUAGE = QTextFormat.Property.UserProperty + 2
    QUOTE = QTextFormat.Property.UserProperty + 3  # nesting depth
    QUOTE_LEFTS = QTextFormat.Property.UserProperty + 11  # x of each level's bar, separated by blanks
    RULE = QTextFormat.Property.UserProperty + 4
    HAS_CODE_SPAN = QTextFormat.Property.UserProperty + 5
    CODE_SPAN = QTextFormat.Property.UserProperty + 6
    BULLET = QTextFormat.Property.UserProperty + 7
    TASK = QTextFormat.Property.UserProperty + 8  # 1 open, 2 done
    COLUMNS = QTextFormat.Property.UserProperty + 10  # of a table: `minimum:preferred` width per column
    SPACER = QTextFormat.Property.UserProperty + 9  # empty block that Qt requires beside a table
    GOES_ON = QTextFormat.Property.UserProperty + 12  # the block continues the line of the one before
    FORMULA = QTextFormat.Property.UserProperty + 13  # the number of the formula, from 1
    SOURCE = QTextFormat.Property.UserProperty + 14  # of what is drawn: a formula with its delimiters, or a diagram
    LINE = QTextFormat.Property.UserProperty + 16  # of code: the number of the line, from 1
    ORDER = QTextFormat.Property.UserProperty + 17  # of a sorted table: the original numbers of its rows
    SORTED = QTextFormat.Property.UserProperty + 18  # of a table: ±(column + 1); of a column's head: 1 up, 2 down
    WIDGET = QTextFormat.Property.UserProperty + 15  # the number of the widget, from 1
    SCROLLS = QTextFormat.Property.UserProperty + 20  # of a formula that may be wider than the text
    REPLACED = QTextFormat.Property.UserProperty + 19  # of a block with a drawn diagram: the number of its lines
    FOLD = QTextFormat.Property.UserProperty + 22  # of the line above what folds: its number, from 1
    FOLDED = QTextFormat.Property.UserProperty + 23  # of that line: what stands below it is not written
    TABLE = QTextFormat.Property.UserProperty + 24  # the number of the table in the text, from 1
    AS_SOURCE = QTextFormat.Property.UserProperty + 21  # of the first line of code: it can be drawn as a diagram


def code_lines(document: QTextDocument, number: int) -> list[QTextBlock]:
    """Return the text blocks of code block `number`, from the top."""
    lines: list[QTextBlock] = []
    block = document.lastBlock()
    while block.isValid():
        found = block.blockFormat().intProperty(Mark.CODE)
        if found == number:
            lines.append(block)
        elif lines or 0 < found < number:
            break
        block = block.previous()
    return lines[::-1]


def code_ranges(document: QTextDocument) -> Iterator[tuple[QTextBlock, QTextBlock]]:
    """Yield the first and the last line of each code block."""
    block = document.begin()
    first, last, number = QTextBlock(), QTextBlock(), 0
    while block.isValid():
        found = block.blockFormat().intProperty(Mark.CODE)
        if found != number:
            if number:
                yield first, last
            first, number = block, found
        last = block
        block = block.next()
    if number:
        yield first, last


def code_text(document: QTextDocument, number: int) -> str:
    """Return the text of code block `number`."""
    lines = code_lines(document, number)
    if lines and lines[0].blockFormat().intProperty(Mark.REPLACED):
        return next(fragments(lines[0])).charFormat().stringProperty(Mark.SOURCE)
    return "".join(("" if is_continuation(block) else "\n") + block.text() for block in lines).removeprefix("\n")


def is_diagram(document: QTextDocument, number: int) -> bool:
    """Return whether code block `number` is drawn as a diagram, or was until its source was shown."""
    lines = code_lines(document, number)
    return bool(lines) and (is_drawn(lines[0]) or lines[0].blockFormat().boolProperty(Mark.AS_SOURCE))


def is_drawn(block: QTextBlock) -> bool:
    """Return whether a block is a drawn diagram."""
    return block.blockFormat().intProperty(Mark.REPLACED) > 0


def is_continuation(block: QTextBlock) -> bool:
    """Whether a block continues the line of the previous block."""
    return block.blockFormat().boolProperty(Mark.GOES_ON)


def code_blocks(document: QTextDocument) -> list[tuple[int, str]]:
    """Return number and language of each code block, from the top."""
    forms = (first.blockFormat() for first, _ in code_ranges(document))
    return [(form.intProperty(Mark.CODE), form.stringProperty(Mark.LANGUAGE)) for form in forms]


def link_text(block: QTextBlock, target: str, position: int) -> str:
    """Return the text of the link to `target` in a block that is nearest to a document position."""
    words, found = "", ""
    for fragment in fragments(block):
        words = words + fragment.text() if fragment.charFormat().anchorHref() == target else ""
        found = words or found
        if fragment.position() > position:
            break
    return found


def fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """Yield the fragments of a block, each with one character format."""
    part = block.begin()
    while not part.atEnd():
        yield part.fragment()
        part += 1


def links_of(document: QTextDocument, max_links: int, max_blocks: int = 500) -> list[tuple[str, str]]:
    """Return target and text of the first `max_links` links, looking into the first `max_blocks` blocks."""
    found: dict[str, str] = {}
    block = document.begin()
    for _ in range(max_blocks):
        if not block.isValid() or len(found) >= max_links:
            break
        for fragment in fragments(block):
            if target := fragment.charFormat().anchorHref():
                found.setdefault(target, link_text(block, target, fragment.position()))
        block = block.next()
    return list(found.items())[:max_links]


def text_room(document: QTextDocument, position: int) -> float:
    """Return the width that lines have at a position, in logical pixels; not positive before a layout."""
    block = document.findBlock(position)
    form, its_list = block.blockFormat(), block.textList()
    levels = form.indent() + (its_list.format().indent() if its_list else 0)
    return document.textWidth() - form.leftMargin() - form.rightMargin() - levels * INDENT


def last_written_block(document: QTextDocument) -> QTextBlock:
    """Return the last block that is not just the empty one after a table."""
    block = document.lastBlock()
    if block.blockFormat().boolProperty(Mark.SPACER):
        while not block.text() and block.previous().isValid():
            block = block.previous()
    return block


def format_range(start: int, length: int, chars: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return a format for a part of a text layout."""
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, chars  # pyright: ignore[reportAttributeAccessIssue]
    return found


def utf16_length(text: str) -> int:
    """Return the length of a text in UTF-16 code units, the positions of a QTextDocument."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def widget_source(number: int) -> str:
    """Return the markdown for widget `number`, from 1 to `MAX_WIDGETS`."""
    return f"{OBJECT}{chr(_FIRST_WIDGET + number - 1)}{OBJECT}"


def without_widgets(text: str) -> str:
    """Return foreign text without the characters that stand for widgets."""
    return text if text.isascii() else _RESERVED.sub("\ufffd", text)


def split_widgets(text: str) -> Iterator[str | int]:
    """Yield the parts of markdown text: text, and the numbers of widgets."""
    for index, part in enumerate(_WIDGET.split(text)):
        if index % 2:
            yield ord(part) - _FIRST_WIDGET + 1
        elif part:
            yield part


def shown_length(text: str) -> int:
    """Return the length of markdown text in a document: a widget is one character."""
    return utf16_length(_WIDGET.sub(OBJECT, text) if OBJECT in text else text)
