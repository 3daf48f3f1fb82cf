"""Extents of code blocks whose lines do not wrap, measured line by line as they grow."""

from dataclasses import dataclass

from PySide6.QtGui import QTextBlock

from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import Mark


@dataclass(frozen=True, slots=True)
class CodeExtent:
    """First and last line of a code block, and the width of its longest line in logical pixels."""

    first: QTextBlock
    last: QTextBlock
    width: float


@dataclass(frozen=True, slots=True)
class _Measured:
    """Positions of the first line and of the line before the last, and the width of the lines above that one."""

    first: int
    end: int
    width: float


class CodeExtents:
    """The extents of the code blocks of one document. A streamed line costs the same in a code block of any length."""

    def __init__(self, content: MarkdownDocument | PlainDocument) -> None:
        self._content = content
        self._measured: dict[int, _Measured] = {}  # by the number of the code block

    def of(self, block: QTextBlock) -> CodeExtent:
        """Return the extent of the code block that a line belongs to."""
        changed = self._content.take_changed()
        if changed is not None:
            self._measured = {n: each for n, each in self._measured.items() if each.end <= changed}
        number = _code_number(block)
        known = self._measured.get(number) or _start(block, number)
        document = self._content.document
        line, width, end, width_above = document.findBlock(known.end), known.width, known.end, known.width
        while _code_number(after := line.next()) == number:
            end, width_above = line.position(), width
            width = max(width, _line_width(line))
            line = after
        self._measured[number] = _Measured(known.first, end, width_above)
        return CodeExtent(document.findBlock(known.first), line, max(width, _line_width(line)))


def _start(block: QTextBlock, number: int) -> _Measured:
    while _code_number(before := block.previous()) == number:
        block = before
    return _Measured(block.position(), block.position(), 0.0)


def _code_number(block: QTextBlock) -> int:
    return block.blockFormat().intProperty(Mark.CODE) if block.isValid() else 0


def _line_width(block: QTextBlock) -> float:
    layout = block.layout()
    return layout.lineAt(0).naturalTextWidth() if layout.lineCount() else 0.0
