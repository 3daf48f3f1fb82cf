"""A QTextDocument that grows with its text: as markdown, or as it was typed."""

from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from deskpet.ui import theme
from deskpet.ui.markdown import colours
from deskpet.ui.markdown.marks import INDENT, LINE_HEIGHT
from deskpet.ui.markdown.splitter import FenceOpened, Piece, Splitter
from deskpet.ui.markdown.writer import Writer


class PlainDocument:
    """A QTextDocument that shows text as it was typed."""

    def __init__(self) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self._source: list[str] = []
        self.rebuild()

    def feed(self, text: str) -> None:
        self._source.append(text)
        self._insert(text)

    def finish(self) -> None:
        """No more text will come."""

    def grow(self, text: str) -> None:
        """Take more of the text, and show all of it."""
        self.feed(text)

    def show_tail(self) -> None:
        """All of the text is shown already."""

    def rebuild(self) -> None:
        self.document.setDefaultFont(theme.ui_font())
        self.document.clear()
        form = QTextBlockFormat()
        form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        QTextCursor(self.document).setBlockFormat(form)
        self._insert("".join(self._source))

    def _insert(self, text: str) -> None:
        chars = QTextCharFormat()
        chars.setForeground(theme.current().colour("user_text"))
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text, chars)


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
        self._closed: list[int] = []
        self.generation = 0  # how often all of it was written again
        self._start({})

    def grow(self, text: str) -> None:
        """Take more of the text, and show all of it."""
        with self._at_once():
            self.feed(text)
            if not self._splitter.stale:
                self.show_tail()
        if self._splitter.stale:
            self.show_tail()

    def feed(self, text: str) -> None:
        """Take more of the text."""
        self._source.append(text)
        self._write(self._splitter.feed(text))

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
        piece = self._splitter.tail()
        with self._at_once():
            self._drop_tail()
            if piece:
                self._writer.write(piece)
                self._has_tail = True
                self._closed.clear()  # what may still change is not coloured

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
        self._closed.clear()
        self._writer = Writer(self.document, self._closed.append)
        self._place = self._writer.place()
        self._has_tail = False

    def _write(self, pieces: list[Piece]) -> None:
        if not pieces:
            return
        with self._at_once():
            self._drop_tail()
            for piece in pieces:
                self._writer.write(piece)
                if isinstance(piece, FenceOpened):
                    colours.prepare(piece.language)
        self._place = self._writer.place()
        for number in self._closed:
            colours.paint_later(self, number)
        self._closed.clear()

    @contextmanager
    def _at_once(self) -> Generator[None, None, None]:
        """Lines are broken once, for all that is written meanwhile."""
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        yield
        cursor.endEditBlock()

    def _drop_tail(self) -> None:
        if self._has_tail:
            self._writer.go_back(self._place)
            self._has_tail = False
