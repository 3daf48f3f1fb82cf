"""A text with all of its parts that fold open: what is hidden is copied and searched there."""

from collections.abc import Iterable

from PySide6.QtGui import QTextCursor, QTextDocument

from deskpet.ui.markdown.plain_text import to_plain_text
from deskpet.ui.markdown.source_places import pieces_of
from deskpet.ui.markdown.writer import Writer

MAX_HITS = 200


class UnfoldedText:
    """Markdown that is written once more, without drawing anything in it."""

    def __init__(self, source: str) -> None:
        self._document = QTextDocument()
        self._document.setUndoRedoEnabled(False)
        writer = Writer(self._document, folds=dict.fromkeys(range(1, source.count("<") + 1), True))
        for piece in pieces_of(source):
            writer.write(piece)
        writer.end_folds()
        self._ends = writer.fold_ends

    def text_of(self, number: int) -> str:
        """Return the text of what folds, by its number, in the form for the clipboard."""
        start, end = self._ends[number]
        part = QTextCursor(self._document)
        part.setPosition(min(start + 1, end))
        part.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return to_plain_text(part)

    def folds_with(self, words: Iterable[str]) -> set[int]:
        """Return the numbers of what folds and has one of these words in it."""
        hits = [hit.selectionStart() for word in words for hit in find_all(self._document, word)]
        return {number for number, (start, end) in self._ends.items() if any(start < hit < end for hit in hits)}


def find_all(document: QTextDocument, word: str) -> list[QTextCursor]:
    """Return where a word is, at most `MAX_HITS` places."""
    found: list[QTextCursor] = []
    cursor = document.find(word)
    while not cursor.isNull() and len(found) < MAX_HITS:
        found.append(cursor)
        cursor = document.find(word, cursor)
    return found
