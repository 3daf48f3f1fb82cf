"""The command line's standard streams: what is written there never fails for its encoding, or for a closed pipe."""

import os
import sys
from typing import IO, TextIO, cast

from deskpet.words import tr

# What a shell shows for a program that SIGPIPE has ended (128 + 13): a broken pipe is the reader's wish, no error.
READER_GONE = 141


class InputError(Exception):
    """Standard input can't be read as text; the text says why and what to do."""


def prepare() -> None:
    """Write UTF-8 into pipes and files, and replace streams that were closed before the start.

    A terminal keeps its own encoding, and so does whoever set PYTHONIOENCODING; there, what it lacks is escaped.
    """
    sys.stdout = _ready(sys.stdout, 1)
    sys.stderr = _ready(sys.stderr, 2)


def _ready(stream: TextIO | None, descriptor: int) -> TextIO:
    if stream is None:
        return _nowhere(descriptor)
    if hasattr(stream, "reconfigure"):
        is_set = stream.isatty() or os.environ.get("PYTHONIOENCODING")
        reconfigure = cast("IO[str]", stream).reconfigure  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        reconfigure(encoding=None if is_set else "utf-8", errors="backslashreplace")
    return stream


def _nowhere(descriptor: int) -> TextIO:
    """A stream into nothing; it takes the free number, which else the next file that is opened would get."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    if nowhere != descriptor:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
    return open(descriptor, "w", encoding="utf-8", closefd=False)


def argument(text: str) -> str:
    """An argument as it was typed: in the C locale, Python takes its bytes beyond ASCII for half characters."""
    return os.fsencode(text).decode("utf-8", "replace")


def read_input() -> str:
    """All of standard input. Raises InputError when it is closed, or not UTF-8."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - a closed one is
        raise InputError(tr("Standard input is closed. Give the text as an argument."))
    if sys.stdin.isatty() or not hasattr(sys.stdin, "buffer"):
        return sys.stdin.read()
    try:
        # Windows PowerShell begins what it writes with a byte order mark.
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        why = tr("Standard input is not UTF-8 text (byte {number}). Save it as UTF-8.", number=error.start + 1)
        raise InputError(why) from error


def abandon_output() -> None:
    """Let what is still to be written go nowhere: whoever read it is gone, and Python would say so at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
