"""Find where a place in markdown is in the document that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtGui import QTextDocument

from deskpet.markdown.parse_budget import MAX_WORK, affordable_length
from deskpet.markdown.splitter import Piece, Splitter
from deskpet.ui.markdown.marks import Mark, code_ranges, fragments, utf16_length
from deskpet.ui.markdown.writer import Writer

_AS_WRITTEN: Mapping[int, bool] = MappingProxyType({})
# Limits of the text that is parsed once more to find a place in it, and of what follows the place.
_MAX_BEFORE, _MAX_BEHIND = 16_000, 2_000
# Characters for private use are like letters for markdown.
_MARKERS = range(0xE000, 0xF900)


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """A place in a document: the number of its text block, and the column, while nothing is drawn but all is source."""

    block: int = 0
    column: int = 0


def document_place(source: str, offset: int, folds: Mapping[int, bool] = _AS_WRITTEN) -> DocumentPlace | None:
    """Return where the character `offset` of markdown is shown; None if finding it would take too long, or it is not.

    What is folded is at the end of the line above it.

    folds: whether the parts that fold are open, by their numbers; of others the text decides.
    """
    before = source[:offset].replace("\r\n", "\n")
    if not before.strip():
        return DocumentPlace()
    if affordable_length(before, _MAX_BEFORE, 2 * MAX_WORK) < len(before):
        return None
    marker = next((chr(code) for code in _MARKERS if chr(code) not in source), None)
    if marker is None:
        return None
    marked = before + marker + source[offset : offset + _MAX_BEHIND].partition("\n\n")[0]
    document = QTextDocument()
    writer = Writer(document, folds=folds)
    for piece in pieces_of(marked):
        writer.write(piece)
    block = document.begin()
    while block.isValid():
        column = block.text().find(marker)
        if column >= 0:
            return DocumentPlace(block.blockNumber(), utf16_length(block.text()[:column]))
        block = block.next()
    return _place_of_fold(before, folds)


def _place_of_fold(before: str, folds: Mapping[int, bool]) -> DocumentPlace | None:
    """Return the end of the line that hides what comes behind a text; None if nothing hides it."""
    document = QTextDocument()
    writer = Writer(document, folds=folds)
    for piece in pieces_of(before):
        writer.write(piece)
    if not writer.place().folds.is_hidden:
        return None
    last = document.lastBlock()
    return DocumentPlace(last.blockNumber(), last.length() - 1)


def position_of(document: QTextDocument, place: DocumentPlace) -> int:
    """Return the position of a place, which moves when formulas and diagrams are drawn in place of their sources."""
    number = place.block
    for first, _ in code_ranges(document):
        if first.blockNumber() >= number:
            break
        number -= max(first.blockFormat().intProperty(Mark.REPLACED) - 1, 0)
    block = document.findBlockByNumber(number)
    left = place.column
    for fragment in fragments(block):
        source = utf16_length(fragment.charFormat().stringProperty(Mark.SOURCE)) or fragment.length()
        if left <= source:
            return fragment.position() + min(left, fragment.length())
        left -= source
    return max(block.position() + block.length() - 1, 0)


def pieces_of(source: str) -> list[Piece]:
    """Parse a whole text."""
    splitter = Splitter()
    pieces = [*splitter.feed(source), *splitter.finish()]
    if splitter.is_stale:
        # A link definition came behind its link.
        splitter = Splitter(splitter.references)
        pieces = [*splitter.feed(source), *splitter.finish()]
    return pieces
