"""What a document's writer leaves for the view that paints it: marks on blocks and words, and measures for both."""

from enum import IntEnum

from PySide6.QtGui import QTextBlock, QTextDocument, QTextFormat

LINE_HEIGHT, CODE_LINE_HEIGHT = 21, 19
INDENT = 22
QUOTE_STEP = 14
CODE_PAD, CODE_HEAD, CODE_FOOT = 10, 22, 14


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
    return "\n".join(block.text() for block in code_lines(document, number))


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
