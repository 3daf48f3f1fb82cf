"""Colours for code blocks that are complete, put on in short slices between frames: no flush waits for a lexer.

Lexers are imported on a thread of their own, when the first fence of their language opens.
"""

import weakref
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from deskpet.threads import DaemonExecutor
from deskpet.ui.markdown.marks import Mark, code_lines, goes_on, utf16
from deskpet.ui.widgets import theme

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType as TokenType  # pyright: ignore[reportPrivateUsage]

    from deskpet.ui.markdown.document import MarkdownDocument

# A slice lasts so long, and as much time passes between two. Longer code stays in one colour.
SLICE_S, PAUSE_MS = 0.003, 15
MOST_CHARACTERS = 100_000
_PLAIN = {"", "text", "txt", "plain", "plaintext", "console-output", "output"}
# The first of these that a token's type, or the nearest above it, is found in.
_ROLES = {
    "Token.Keyword": "code_keyword",
    "Token.Keyword.Constant": "code_number",
    "Token.Operator.Word": "code_keyword",
    "Token.Name.Tag": "code_keyword",
    "Token.Name.Function": "code_name",
    "Token.Name.Class": "code_name",
    "Token.Name.Decorator": "code_name",
    "Token.Name.Attribute": "code_name",
    "Token.Name.Builtin": "code_name",
    "Token.Literal.String": "code_string",
    "Token.Literal": "code_number",
    "Token.Comment": "code_comment",
    "Token.Generic.Deleted": "error",
    "Token.Generic.Inserted": "success",
    "Token.Generic.Heading": "code_keyword",
    "Token.Generic.Subheading": "code_keyword",
    "Token.Generic.Prompt": "code_comment",
}


def prepare(language: str) -> None:
    """Code in this language will follow: its lexer is imported meanwhile."""
    _lexer(language.lower())


def paint_later(content: "MarkdownDocument", number: int) -> None:
    """Colour the complete code block `number` of `content` as soon as there is time, as long as `content` lives."""
    lines = code_lines(content.document, number)
    language = lines[0].blockFormat().stringProperty(Mark.LANGUAGE).lower() if lines else ""
    if language not in _PLAIN:
        _queue().put(_Painting(content, number, language))


class _Painting:
    """One code block on its way to colours."""

    def __init__(self, content: "MarkdownDocument", number: int, language: str) -> None:
        self._content, self._number = weakref.ref(content), number
        self._generation = content.generation
        self._lexer = _lexer(language)
        self._lines: Iterator[QTextBlock] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether its lexer has been imported."""
        return self._lexer.done()

    def step(self, until: float) -> bool:
        """Go on until that moment; whether nothing is left to do."""
        content, lexer = self._content(), self._lexer.result()
        if content is None or lexer is None or content.generation != self._generation:
            return True
        if self._lines is None:
            self._lines = self._begin(content.document, lexer)
        coloured: list[QTextBlock] = []
        is_done = True
        for line in self._lines:
            coloured.append(line)
            if perf_counter() >= until:
                is_done = False
                break
        if coloured:
            _mark_changed(content.document, coloured)
        return is_done

    def _begin(self, document: QTextDocument, lexer: "Lexer") -> Iterator[QTextBlock]:
        lines = code_lines(document, self._number)
        # A lexer looks for the end of a string on and on: one step of it can take as long as a line is.
        is_short = sum(block.length() for block in lines) <= MOST_CHARACTERS and not any(map(goes_on, lines))
        return _colour(lines, lexer) if is_short else iter(())


class _Queue:
    """Paints one after the other, a slice at a time."""

    def __init__(self) -> None:
        self._waiting: deque[_Painting] = deque()
        self._timer = QTimer(QCoreApplication.instance(), interval=PAUSE_MS)
        self._timer.timeout.connect(self._slice)

    def put(self, painting: _Painting) -> None:
        self._waiting.append(painting)
        self._timer.start()

    def _slice(self) -> None:
        until = perf_counter() + SLICE_S
        for _ in range(len(self._waiting)):
            painting = self._waiting.popleft()
            if not painting.is_ready or not painting.step(until):
                self._waiting.append(painting)
            if perf_counter() >= until:
                break
        if not self._waiting:
            self._timer.stop()


@cache
def _queue() -> _Queue:
    return _Queue()


@cache
def _importer() -> DaemonExecutor:
    return DaemonExecutor(1)


@cache
def _lexer(language: str) -> "Future[Lexer | None]":
    return _importer().submit(_imported, language)


def _imported(language: str) -> "Lexer | None":
    from pygments.lexers import get_lexer_by_name  # pyright: ignore[reportUnknownVariableType]
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return None


def _colour(lines: list[QTextBlock], lexer: "Lexer") -> Iterator[QTextBlock]:
    """Colour the lines from the top, and give each."""
    ranges: list[QTextLayout.FormatRange] = []
    number = column = 0
    for _, kind, value in lexer.get_tokens_unprocessed("".join(block.text() + "\n" for block in lines)):
        for part_number, part in enumerate(value.split("\n")):
            if part_number:
                lines[number].layout().setFormats(ranges)
                yield lines[number]
                ranges, column, number = [], 0, number + 1
            if number >= len(lines):
                return
            length = utf16(part)
            if role := _role(kind):
                ranges.append(_range(column, length, role))
            column += length


def _range(start: int, length: int, role: str) -> QTextLayout.FormatRange:
    chars = QTextCharFormat()
    chars.setForeground(theme.current().colour(role))
    if role == "code_comment":
        chars.setFontItalic(True)
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, chars  # pyright: ignore[reportAttributeAccessIssue]
    return found


@cache
def _role(kind: "TokenType") -> str:
    """The theme's role for a kind of token; empty for what looks like all the rest."""
    above: TokenType | None = kind
    while above is not None:
        if role := _ROLES.get(str(above)):
            return role
        above = above.parent
    return ""


def _mark_changed(document: QTextDocument, lines: list[QTextBlock]) -> None:
    start = lines[0].position()
    document.markContentsDirty(start, lines[-1].position() + lines[-1].length() - start)
