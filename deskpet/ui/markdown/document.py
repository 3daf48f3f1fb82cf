"""A QTextDocument that grows with its text: as markdown, or as it was typed."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from deskpet.ui.markdown import highlighting
from deskpet.ui.markdown.marks import INDENT, LINE_HEIGHT, LONGEST_LINE, Mark
from deskpet.ui.markdown.splitter import FenceOpened, Piece, Splitter
from deskpet.ui.markdown.token_diff import is_same, top_level_blocks
from deskpet.ui.markdown.writer import WritePosition, Writer
from deskpet.ui.widgets import theme

# Where QTextCursor.insertText begins a new block.
_LINE_ENDS = re.compile("\r\n|[\n\r\u2029]")


class PlainDocument:
    """A QTextDocument that shows text as it was typed."""

    def __init__(self) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self._source: list[str] = []
        self.unchanged = 0  # what is before this position was left as it was, when the text grew last
        self.rebuild()

    def feed(self, text: str) -> None:
        self._source.append(text)
        self._insert(text)

    def finish(self) -> None:
        """No more text will come."""

    def grow(self, text: str) -> None:
        """Take more of the text, and show all of it."""
        self.unchanged = self.document.characterCount() - 1
        self.feed(text)

    def show_tail(self) -> None:
        """All of the text is shown already."""

    def rebuild(self) -> None:
        self.document.setDefaultFont(theme.ui_font())
        self.document.clear()
        QTextCursor(self.document).setBlockFormat(_line_form(goes_on=False))
        self._insert("".join(self._source))

    def _insert(self, text: str) -> None:
        chars = QTextCharFormat()
        chars.setForeground(theme.current().colour("user_text"))
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for number, line in enumerate(_LINE_ENDS.split(text)):
            if number:
                cursor.insertBlock(_line_form(goes_on=False))
            self._append(cursor, line, chars)
        cursor.endEditBlock()

    def _append(self, cursor: QTextCursor, line: str, chars: QTextCharFormat) -> None:
        """Add to the last line; a block is never much longer than `LONGEST_LINE`."""
        while line:
            room = LONGEST_LINE - cursor.block().length() + 1
            if room <= 0:
                cursor.insertBlock(_line_form(goes_on=True))
                continue
            cursor.insertText(line[:room], chars)
            line = line[room:]


def _line_form(*, goes_on: bool) -> QTextBlockFormat:
    form = QTextBlockFormat()
    form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    if goes_on:
        form.setProperty(Mark.GOES_ON, True)
    return form


@dataclass(frozen=True, slots=True)
class _Part:
    """An outermost block, or a piece of open code, that is written."""

    piece: Piece
    place: WritePosition  # where it begins
    closed: tuple[int, ...]  # the numbers of the code blocks in it


class MarkdownDocument:
    """A QTextDocument that shows growing markdown: `grow` it, and `finish` it at the end.

    To `feed` it several times, and `show_tail` before it is painted, is the same.
    """

    def __init__(self) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self.document.setIndentWidth(INDENT)
        self.document.setDefaultFont(theme.ui_font())
        self._source: list[str] = []
        self._finished = False
        self.generation = 0  # how often all of it was written again
        self.unchanged = 0  # what is before this position was left as it was, when the text grew last
        self._start({})

    def grow(self, text: str) -> None:
        """Take more of the text, and show all of it."""
        self._source.append(text)
        final = self._splitter.feed(text)
        if self._splitter.stale:
            self.rebuild()
            self.show_tail()
            self.unchanged = 0
        else:
            self._write(final, self._splitter.tail())

    def feed(self, text: str) -> None:
        """Take more of the text."""
        self._source.append(text)
        if final := self._splitter.feed(text):
            self._write(final)

    def finish(self) -> None:
        """No more text will come."""
        self._finished = True
        self._write(self._splitter.finish())
        if self._splitter.stale:
            self.rebuild()

    def show_tail(self) -> None:
        """Bring the document up to date with all text so far."""
        if self._splitter.stale:
            self.rebuild()
        self._write([], self._splitter.tail())

    def rebuild(self) -> None:
        """Write everything again: a link got its target, or the theme changed."""
        self.generation += 1
        self.document.clear()
        self.document.setDefaultFont(theme.ui_font())
        self._start(self._splitter.references)
        self._write(self._splitter.feed("".join(self._source)))
        if self._finished:
            self._write(self._splitter.finish())

    def _start(self, references: dict[str, object]) -> None:
        self._splitter = Splitter(references)
        self._closed: list[int] = []
        self._writer = Writer(self.document, self._closed.append)
        self._tail: list[_Part] = []  # what is written and may still change

    def _write(self, final: list[Piece], tail: Piece | None = None) -> None:
        """Show what is final now, and what may still change behind it. What stands there already is left alone."""
        final = [part for piece in final for part in top_level_blocks(piece)]
        pieces = final if tail is None else [*final, *top_level_blocks(tail)]
        with self._at_once():
            parts = self._keep(pieces)
            for piece in pieces[len(parts) :]:
                parts.append(self._append(piece))
        self._tail = parts[len(final) :]
        # What may still change is not coloured.
        for part in parts[: len(final)]:
            if isinstance(part.piece, FenceOpened):
                highlighting.prepare(part.piece.language)
            for number in part.closed:
                highlighting.paint_later(self, number)

    def _keep(self, pieces: list[Piece]) -> list[_Part]:
        """What of the tail can stay as the first of these pieces, perhaps in other words; the rest is removed."""
        parts, old = list[_Part](), self._tail
        while len(parts) < min(len(old), len(pieces)) and is_same(old[len(parts)].piece, pieces[len(parts)]):
            parts.append(old[len(parts)])
        self.unchanged = self._writer.position
        if len(parts) == len(old):
            return parts
        first = old[len(parts)]
        if len(parts) + 1 == len(old) and len(parts) < len(pieces):
            piece = pieces[len(parts)]
            if (position := self._writer.amend(first.piece, piece)) is not None:
                self.unchanged = position
                return [*parts, replace(first, piece=piece)]
        self.unchanged = first.place.position
        self._writer.go_back(first.place)
        return parts

    def _append(self, piece: Piece) -> _Part:
        place = self._writer.place()
        self._closed.clear()
        self._writer.write(piece)
        return _Part(piece, place, tuple(self._closed))

    @contextmanager
    def _at_once(self) -> Generator[None, None, None]:
        """Lines are broken once, for all that is written meanwhile."""
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        yield
        cursor.endEditBlock()
