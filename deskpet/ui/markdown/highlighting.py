"""Syntax highlighting of complete code blocks with Pygments, in short time slices between frames.

Lexers are imported in a thread when the first fence of their language opens, so no flush waits for one.
"""

import weakref
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from deskpet.processes.threads import DaemonExecutor
from deskpet.ui.markdown.marks import Mark, code_lines, format_range, is_continuation, utf16_length
from deskpet.ui.widgets import theme

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType as TokenType  # pyright: ignore[reportPrivateUsage]

# Duration of a time slice in seconds, and the pause between two in milliseconds. Longer code is not highlighted.
SLICE_S, PAUSE_MS = 0.003, 15
MAX_CHARACTERS = 100_000
# How long a proposed name waits for its lexer, in seconds; the window is held meanwhile.
_LEXER_SECONDS = 0.05
# Pygments has no lexers for these.
_DIAGRAMS = {"mermaid": ["*.mmd"], "plantuml": ["*.puml"], "d2": ["*.d2"]}
_PLAIN = {"", "text", "txt", "plain", "plaintext", "console-output", "output"}
# Theme colour by token type; a type not listed here has the colour of its nearest listed ancestor.
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


def import_lexer(language: str) -> None:
    """Start importing the lexer of a language."""
    _lexer(language.lower())


def file_name(language: str) -> str:
    """Return a name for a file with code of this language."""
    lexer = None
    if language:
        with suppress(TimeoutError):
            lexer = _lexer(language.lower()).result(timeout=_LEXER_SECONDS)
    patterns = _DIAGRAMS.get(language.lower()) or (list[str](lexer.filenames) if lexer else [])
    name = next((each for each in patterns if not set(each) & set("?[]")), "*.txt")
    return name.replace("*", "code")


class CodeHighlighter:
    """Highlights the complete code blocks of one document, which may be deleted meanwhile."""

    def __init__(self, document: QTextDocument) -> None:
        self.document = document
        self.generation = 0

    def add(self, number: int) -> None:
        """Queue the complete code block `number`."""
        lines = code_lines(self.document, number)
        language = lines[0].blockFormat().stringProperty(Mark.LANGUAGE).lower() if lines else ""
        if language not in _PLAIN:
            _queue().put(_HighlightJob(self, number, language))

    def cancel(self) -> None:
        """Discard the queued code blocks; the document is rewritten."""
        self.generation += 1


class _HighlightJob:
    """The highlighting job of one code block. Holds the highlighter weakly."""

    def __init__(self, highlighter: CodeHighlighter, number: int, language: str) -> None:
        self._highlighter, self._number = weakref.ref(highlighter), number
        self._generation = highlighter.generation
        self.lexer = _lexer(language)
        self._lines: Iterator[QTextBlock] | None = None

    def step(self, until: float) -> bool:
        """Highlight lines until this `perf_counter` time. Returns True when the job is done."""
        highlighter, lexer = self._highlighter(), self.lexer.result()
        if highlighter is None or lexer is None or highlighter.generation != self._generation:
            return True
        if self._lines is None:
            self._lines = self._start_lines(highlighter.document, lexer)
        highlighted: list[QTextBlock] = []
        is_done = True
        for line in self._lines:
            highlighted.append(line)
            if perf_counter() >= until:
                is_done = False
                break
        if highlighted:
            start = highlighted[0].position()
            length = highlighted[-1].position() + highlighted[-1].length() - start
            highlighter.document.markContentsDirty(start, length)
        return is_done

    def _start_lines(self, document: QTextDocument, lexer: "Lexer") -> Iterator[QTextBlock]:
        lines = code_lines(document, self._number)
        # A lexer may scan a whole line for the end of a string: one step takes time in proportion to the line.
        is_short = sum(block.length() for block in lines) <= MAX_CHARACTERS and not any(map(is_continuation, lines))
        return _highlight(lines, lexer) if is_short else iter(())


class _Queue:
    """Runs the jobs in turn, one time slice at a time."""

    def __init__(self) -> None:
        self._jobs: deque[_HighlightJob] = deque()
        self._timer = QTimer(QCoreApplication.instance(), interval=PAUSE_MS)
        self._timer.timeout.connect(self._run_slice)

    def put(self, job: _HighlightJob) -> None:
        self._jobs.append(job)
        self._timer.start()

    def _run_slice(self) -> None:
        until = perf_counter() + SLICE_S
        for _ in range(len(self._jobs)):
            job = self._jobs.popleft()
            if not job.lexer.done() or not job.step(until):
                self._jobs.append(job)
            if perf_counter() >= until:
                break
        if not self._jobs:
            self._timer.stop()


@cache
def _queue() -> _Queue:
    return _Queue()


@cache
def _import_executor() -> DaemonExecutor:
    return DaemonExecutor(1)


@cache
def _lexer(language: str) -> "Future[Lexer | None]":
    return _import_executor().submit(_import_lexer, language)


def _import_lexer(language: str) -> "Lexer | None":
    from pygments.lexers import get_lexer_by_name  # pyright: ignore[reportUnknownVariableType]
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return None


def _highlight(lines: list[QTextBlock], lexer: "Lexer") -> Iterator[QTextBlock]:
    """Highlight the lines from the top, yielding each one that is done."""
    ranges: list[QTextLayout.FormatRange] = []
    number = column = 0
    for _, token_type, value in lexer.get_tokens_unprocessed("".join(block.text() + "\n" for block in lines)):
        for part_number, part in enumerate(value.split("\n")):
            if part_number:
                lines[number].layout().setFormats(ranges)
                yield lines[number]
                ranges, column, number = [], 0, number + 1
            if number >= len(lines):
                return
            length = utf16_length(part)
            if role := _role(token_type):
                ranges.append(_range(column, length, role))
            column += length


def _range(start: int, length: int, role: str) -> QTextLayout.FormatRange:
    chars = QTextCharFormat()
    chars.setForeground(theme.current().colour(role))
    if role == "code_comment":
        chars.setFontItalic(True)
    return format_range(start, length, chars)


@cache
def _role(token_type: "TokenType") -> str:
    """Return the theme's colour role for a token type; empty for the default colour."""
    ancestor: TokenType | None = token_type
    while ancestor is not None:
        if role := _ROLES.get(str(ancestor)):
            return role
        ancestor = ancestor.parent
    return ""
