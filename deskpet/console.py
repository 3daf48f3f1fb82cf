"""Standard streams of the command line: encoding, closed streams and broken pipes."""

import errno
import io
import os
import stat
import sys
from enum import IntEnum
from typing import IO, TYPE_CHECKING, TextIO, cast

from deskpet.words import tr

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


def configure_streams() -> None:
    """Write UTF-8 to pipes and files, and replace streams that were closed before the start.

    Keeps the encoding of a terminal and of PYTHONIOENCODING; characters that it lacks are escaped.
    """
    sys.stdout = _configured(sys.stdout, 1)
    sys.stderr = _configured(sys.stderr, 2)


def _configured(stream: TextIO | None, descriptor: int) -> TextIO:
    if stream is None:
        return _null_stream(descriptor)
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
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
