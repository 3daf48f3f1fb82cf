"""Standard streams of the command line: what may be shown, encoding, closed streams and broken pipes.

All output of the program goes through an EscapingStream, on which the text of a model, a server or a file can be read
and do nothing else.
"""

import errno
import io
import os
import stat
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from enum import IntEnum
from typing import IO, TYPE_CHECKING, BinaryIO, TextIO, cast

from deskpet.text.invisible import INVISIBLE, escape_controls, escape_invisible
from deskpet.translation import tr

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class ExitCode(IntEnum):
    """Exit codes of the command line. Scripts rely on them: see CONTRACT.md.

    INTERRUPTED and BROKEN_PIPE are those of a program that SIGINT (128 + 2) or SIGPIPE (128 + 13) has ended. A closed
    pipe is the reader's choice, not an error.
    """

    OK = 0
    FAILED = 1
    USAGE = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class UsageError(Exception):
    """Standard input or an option can't be used. The message gives the cause and the next step."""


# Codes of "Select Graphic Rendition" (ECMA-48, 8.3.117): dim, red, yellow and bold. Levels of notices are styles too.
_STYLES = {"call": "2", "info": "2", "failed": "31", "error": "31", "warning": "33", "prompt": "1"}


class _Hold:
    """What is written while a question stands, in the order of the writes. `lock`: one thread writes at a time."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.writes: list[tuple[EscapingStream, str]] | None = None


class EscapingStream(io.TextIOBase):
    """A text stream on which control characters are escaped, so that no text can steer a terminal.

    On a terminal all invisible characters are escaped. In pipes and files those stay that only change how a text
    reads (joiners, directions), because the text is data there; controls don't, because a pager or `cat` may bring them
    to a terminal later. Tabs and line feeds stay. Only `write_styled` writes codes of a terminal.
    """

    def __init__(self, stream: TextIO, *, is_held: bool = True) -> None:
        """Write to `stream`. is_held: wait while a question stands."""
        super().__init__()
        self._stream, self._is_held = stream, is_held
        self._escape = escape_invisible if stream.isatty() else escape_controls
        # See https://no-color.org. Older consoles of Windows show the codes.
        is_plain = not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self._has_styles = not is_plain and (os.name != "nt" or bool(os.environ.get("WT_SESSION")))
        # The last character, if it can be seen: the selector of an emoji may come with the next write.
        self._last = ""
        self._error: OSError | None = None

    @property
    def encoding(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The encoding of the stream."""
        return self._stream.encoding or "utf-8"

    @property
    def errors(self) -> str | None:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The error handler of the encoder."""
        return self._stream.errors

    @property
    def buffer(self) -> BinaryIO:
        """The stream of bytes, for a protocol."""
        return self._stream.buffer

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str, /) -> int:
        """Write a text with its controls escaped. Raises OSError."""
        self._put(self._escaped(text))
        return len(text)

    def write_styled(self, style: str, text: str) -> None:
        """Write a text with its controls escaped, on a terminal in the colour of `style`; unknown ones have none."""
        escaped, code = self._escaped(text), _STYLES.get(style)
        self._put(f"\033[{code}m{escaped}\033[0m" if code and self._has_styles else escaped)

    def write_over(self, text: str, *, is_last: bool) -> None:
        """Write a text in the place of the one before, on a terminal only; is_last: end the line."""
        if self.isatty():
            self._put(f"\r{self._escaped(text)}\033[K" + "\n" * is_last)
            self.flush()

    def end_page(self) -> None:
        """Separate two pages: by a form feed, as pdftotext does; on a terminal by an empty line."""
        self._put("\n\n" if self.isatty() else "\n\f\n")

    def prompt(self, text: str) -> str:
        """Return a text of the program itself as the prompt for `input`: as `write_styled` would show it."""
        return f"\033[{_STYLES['prompt']}m{text}\033[0m" if self._has_styles else text

    def unheld(self) -> "EscapingStream":
        """Return the same stream for a question, which does not wait."""
        return EscapingStream(self._stream, is_held=False)

    def flush(self) -> None:
        """Flush the stream, unless a question stands. Raises OSError, also for writes that were held."""
        self._raise_late_error()
        with _hold.lock:
            if not (self._is_held and _hold.writes is not None):
                self._stream.flush()

    def release(self, text: str) -> None:
        """Write what was held. A failure is raised by the next call."""
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError as error:
            self._error = error

    def _escaped(self, text: str) -> str:
        shown = self._escape(self._last + text.replace("\r\n", "\n"))[len(self._last) :]
        self._last = "" if not text or INVISIBLE.match(text[-1]) else text[-1]
        return shown

    def _put(self, text: str) -> None:
        self._raise_late_error()
        with _hold.lock:
            if self._is_held and _hold.writes is not None:
                _hold.writes.append((self, text))
            else:
                self._stream.write(text)

    def _raise_late_error(self) -> None:
        error, self._error = self._error, None
        if error:
            raise error


_hold = _Hold()


def escaping(stream: TextIO | EscapingStream) -> EscapingStream:
    """Return a stream with controls escaped."""
    return stream if isinstance(stream, EscapingStream) else EscapingStream(stream)


def output() -> EscapingStream:
    """Return standard output with controls escaped."""
    return escaping(sys.stdout)


def errors() -> EscapingStream:
    """Return standard error with controls escaped."""
    return escaping(sys.stderr)


def report(text: object) -> None:
    """Write a message of the program, or an error, as a line on standard error."""
    errors().write(f"deskpet: {text}\n")
    errors().flush()


@contextmanager
def asking() -> Generator[EscapingStream]:
    """Hold all other output in the block, in which a question stands; yields standard error for the question."""
    plain = errors()
    with _hold.lock:
        assert _hold.writes is None, "two questions at once"
        _hold.writes = []
    try:
        yield plain.unheld()
    finally:
        with _hold.lock:
            held, _hold.writes = _hold.writes, None
            for stream, text in held:
                stream.release(text)


def configure_streams() -> None:
    """Escape what would steer a terminal, write UTF-8 to pipes and files, replace streams that are closed already.

    Keeps the encoding of a terminal and of PYTHONIOENCODING; characters that it lacks are escaped. Messages of
    libraries, warnings and tracebacks are escaped as well, because they are written to `sys.stderr`.
    """
    sys.stdout = cast("TextIO", escaping(_configured(sys.stdout, 1)))
    sys.stderr = cast("TextIO", escaping(_configured(sys.stderr, 2)))


def _configured(stream: TextIO | None, descriptor: int) -> TextIO:
    if stream is None:
        return _null_stream(descriptor)
    if isinstance(stream, EscapingStream):
        return stream
    if sys.platform == "win32" and stream in {sys.__stdout__, sys.__stderr__}:
        stream = _with_broken_pipes(stream, descriptor)
    if hasattr(stream, "reconfigure"):
        is_set = stream.isatty() or os.environ.get("PYTHONIOENCODING")
        reconfigure = cast("IO[str]", stream).reconfigure  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        reconfigure(encoding=None if is_set else "utf-8", errors="backslashreplace")
    return stream


class _Pipe(io.FileIO):
    """The writing end of a pipe on Windows, where a write without a reader fails with EINVAL."""

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write `data`. Raises BrokenPipeError if the reader is gone, as other systems do."""
        try:
            return super().write(data)
        except OSError as error:
            if error.errno == errno.EINVAL:
                raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from error
            raise


def _with_broken_pipes(stream: TextIO, descriptor: int) -> TextIO:
    """Return a stream like `stream` that raises BrokenPipeError if it is a pipe; else `stream` itself."""
    if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        return stream
    output = io.BufferedWriter(_Pipe(descriptor, "wb", closefd=False))
    return io.TextIOWrapper(output, stream.encoding, stream.errors, line_buffering=bool(stream.line_buffering))


def _null_stream(descriptor: int) -> TextIO:
    """Open os.devnull as `descriptor`, which the next opened file would get otherwise."""
    null = os.open(os.devnull, os.O_WRONLY)
    if null != descriptor:
        os.dup2(null, descriptor)
        os.close(null)
    return open(descriptor, "w", encoding="utf-8", closefd=False)


def decode_argument(text: str) -> str:
    """Decode a command line argument as UTF-8; in the C locale, Python turns non-ASCII bytes into surrogates."""
    return os.fsencode(text).decode("utf-8", "replace")


def is_typed() -> bool:
    """Return whether a person types what is read from standard input."""
    return sys.stdin is not None and sys.stdin.isatty()  # pyright: ignore[reportUnnecessaryComparison] - None if closed


def read_input() -> str:
    """Read all of standard input. Raises UsageError if it is closed or not UTF-8."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None if closed
        raise UsageError(tr("Standard input is closed. Give the text as an argument."))
    if sys.stdin.isatty() or not hasattr(sys.stdin, "buffer"):
        return sys.stdin.read()
    try:
        # Windows PowerShell starts its output with a byte order mark.
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = tr("Standard input is not UTF-8 text (byte {number}). Save it as UTF-8.", number=error.start + 1)
        raise UsageError(message) from error


def discard_output() -> None:
    """Redirect standard output to os.devnull; otherwise Python reports the broken pipe at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, output().fileno())
    os.close(null)
