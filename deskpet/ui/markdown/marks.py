"""What a document's writer leaves for the view that paints it: marks on blocks and words, and measures for both."""

from collections.abc import Iterator
from enum import IntEnum

from PySide6.QtGui import QTextBlock, QTextDocument, QTextFormat, QTextFragment

LINE_HEIGHT, CODE_LINE_HEIGHT = 21, 19
INDENT = 22
QUOTE_STEP = 14
CODE_PAD, CODE_HEAD, CODE_FOOT = 10, 22, 14
# A line that is longer goes on in a block of its own: a block is laid out as a whole whenever it grows.
LONGEST_LINE = 2_000


class Mark(IntEnum):
    """Properties of block and character formats that the view paints."""

    CODE = QTextFormat.Property.UserProperty + 1  # the number of the code block, from 1
    LANGUAGE = QTextFormat.Property.UserProperty + 2
    QUOTE = QTextFormat.Property.UserProperty + 3  # how deep
    QUOTE_LEFTS = QTextFormat.Property.UserProperty + 11  # where each level's bar is, parted by blanks
    RULE = QTextFormat.Property.UserProperty + 4
    HAS_CODE_SPAN = QTextFormat.Property.UserProperty + 5
    CODE_SPAN = QTextFormat.Property.UserProperty + 6
    BULLET = QTextFormat.Property.UserProperty + 7
    TASK = QTextFormat.Property.UserProperty + 8  # 1 open, 2 done
    COLUMNS = QTextFormat.Property.UserProperty + 10  # of a table: each column's least width and the one it would like
    SPACER = QTextFormat.Property.UserProperty + 9  # nothing is in it: a table needs it
    GOES_ON = QTextFormat.Property.UserProperty + 12  # the block continues the line of the one before


def code_lines(document: QTextDocument, number: int) -> list[QTextBlock]:
    """The lines of the code block `number`, from the top."""
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


def code_of(document: QTextDocument, number: int) -> str:
    """The text of the code block `number`."""
    lines = code_lines(document, number)
    return "".join(_line_end(block) + block.text() for block in lines).removeprefix("\n")


def goes_on(block: QTextBlock) -> bool:
    """Whether a block continues the line of the one before, so that no line ends between them."""
    return block.blockFormat().boolProperty(Mark.GOES_ON)


def _line_end(block: QTextBlock) -> str:
    """What stands between a block and the one before."""
    return "" if goes_on(block) else "\n"


def code_blocks(document: QTextDocument) -> list[tuple[int, str]]:
    """The number and the language of each code block, from the top."""
    found: dict[int, str] = {}
    block = document.begin()
    while block.isValid():
        form = block.blockFormat()
        if number := form.intProperty(Mark.CODE):
            found.setdefault(number, form.stringProperty(Mark.LANGUAGE))
        block = block.next()
    return list(found.items())


def link_words(block: QTextBlock, target: str, position: int) -> str:
    """The words of the link to `target` in a block that are nearest to a position of the document."""
    words, found = "", ""
    for fragment in _fragments(block):
        words = words + fragment.text() if fragment.charFormat().anchorHref() == target else ""
        found = words or found
        if fragment.position() > position:
            break
    return found


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """The parts of a block that have one format each."""
    part = block.begin()
    while not part.atEnd():
        yield part.fragment()
        part += 1


def links_of(document: QTextDocument, most: int, most_blocks: int = 500) -> list[tuple[str, str]]:
    """The first links of a document, each with its target and its words; looks into the first blocks only."""
    found: dict[str, str] = {}
    block = document.begin()
    for _ in range(most_blocks):
        if not block.isValid() or len(found) >= most:
            break
        for fragment in _fragments(block):
            if target := fragment.charFormat().anchorHref():
                found.setdefault(target, link_words(block, target, fragment.position()))
        block = block.next()
    return list(found.items())[:most]


def last_with_words(document: QTextDocument) -> QTextBlock:
    """The block in which the document is being written: behind a table there is one that nothing is in."""
    block = document.lastBlock()
    if block.blockFormat().boolProperty(Mark.SPACER):
        while not block.text() and block.previous().isValid():
            block = block.previous()
    return block


def utf16(text: str) -> int:
    """How many positions a text takes in a QTextDocument."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
