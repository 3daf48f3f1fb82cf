"""Give a child process one task, within time limits: one request, one reply, as `serving.serve_once` answers it.

The child writes the line READY when it has loaded its libraries, reads the request from standard input until its end,
and writes the reply, a JSON object, to standard output. It may handle hostile data, so the reply is hostile too.
"""

import contextlib
import json
import logging
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from contextvars import copy_context
from enum import Enum, auto
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from deskpet.processes import child
from deskpet.processes.cancellation import Cancelled, check_cancelled
from deskpet.processes.child_kinds import READY, Access, ChildKind
from deskpet.text.surrogates import replace_lone_surrogates_in

# With the two characters that end a line on Windows.
_MAX_READY = len(READY) + 2
# How often a running child's work is checked for cancellation, in seconds.
_CHECK_INTERVAL = 0.1
# What the last line says without the rest, which may quote a document: what native code of Rust writes without memory,
# or the type of an exception.
_LAST_WORDS = re.compile(
    r"memory allocation of \d+ bytes failed|^[\w.]*(?:Error|Exception|Crashed)(?=:|$)", re.MULTILINE
)
_OUT_OF_MEMORY = ("memory allocation of", "MemoryError", "std::bad_alloc")
# Exit codes of Windows: STATUS_NO_MEMORY and STATUS_COMMITMENT_LIMIT.
_OUT_OF_MEMORY_CODES = (0xC0000017, 0xC000012D)

_T = TypeVar("_T")

logger = logging.getLogger(__name__)


class Failure(Enum):
    """How a child failed."""

    NOT_STARTED = auto()
    """It could not load its libraries."""
    TIMED_OUT = auto()
    """It was ended because it did not reply in time, or had no more processor time."""
    OUT_OF_MEMORY = auto()
    CRASHED = auto()
    """It ended without a reply, for another reason."""
    BAD_REPLY = auto()
    """Its reply can't be read: the data that it handles may have taken it over."""


class ChildFailed(Exception):
    """A child did not do its task. The message is for a log.

    code: its exit code, None if it was ended or has replied. last_line: the last that it wrote to standard error.
    """

    def __init__(self, how: Failure, cause: str = "", code: int | None = None, last_line: str = "") -> None:
        super().__init__(cause)
        self.how, self.code, self.last_line = how, code, last_line


def run_once(kind: ChildKind, program: Path | str, request: bytes, read: Callable[[dict[str, Any]], _T]) -> _T:
    """Return what `read` makes of a child's reply, without lone surrogates. Raises what `exchange` does.

    What `read` raises because of a field that is missing or wrong is a bad reply as well.
    """
    reply = exchange(kind, program, request)
    try:
        fields: Any = replace_lone_surrogates_in(json.loads(reply))
        if late := fields.pop("late", ()):
            logger.error("the %s needs modules that it did not import before: %s", kind.name, late)
        return read(fields)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ChildFailed(Failure.BAD_REPLY, f"{type(error).__name__} in the reply") from error


def exchange(kind: ChildKind, program: Path | str, request: bytes | BinaryIO) -> bytes:
    """Run `program` as `child.start` does, and return its reply, of at most `kind.reply_size` bytes.

    The request may be an open file, which the child reads as its standard input.
    Blocks, so it is called in a thread. `kind.seconds` begin when the child is ready. Raises ChildFailed and Cancelled.
    """
    # An empty folder for a confined child. On Windows, it can't be deleted before the child has ended.
    needs_folder = kind.access is Access.NOTHING
    folder_of = tempfile.TemporaryDirectory(prefix="deskpet-", ignore_cleanup_errors=True) if needs_folder else None
    with folder_of or nullcontext() as folder:
        opened = None if isinstance(request, bytes) else request
        process = child.start(program, Path(folder) if folder else None, opened)
        assert process.stdout
        errors = child.ErrorTail(process)
        reply = b""
        failure: Failure | None = None
        try:
            _wait_until_ready(process, kind.start_seconds)
            with _killed_after(process, kind.seconds):
                if isinstance(request, bytes):
                    assert process.stdin
                    # A child that has ended takes no more input.
                    with contextlib.suppress(OSError):
                        process.stdin.write(request)
                        process.stdin.close()
                reply = process.stdout.read(kind.reply_size)
                if not reply:
                    process.wait()
        except _Stopped as stopped:
            failure = stopped.args[0]
        finally:
            child.end(process)
    if failure or not reply:
        raise _failed(kind, program, failure, process.returncode, errors.end())
    return reply


class _Stopped(Exception):
    """The child was killed, or did not start; the argument is the Failure."""


def _wait_until_ready(process: "subprocess.Popen[bytes]", seconds: float) -> None:
    """Wait until the child has started and given up what it does not need. Raises _Stopped."""
    assert process.stdout
    ready = b""
    with contextlib.suppress(_Stopped), _killed_after(process, seconds):
        ready = process.stdout.readline(_MAX_READY)
    if ready.rstrip() != READY:
        raise _Stopped(Failure.NOT_STARTED)


def _failed(kind: ChildKind, program: Path | str, failure: Failure | None, code: int, errors: str) -> ChildFailed:
    """Return the error about a child that ended with this exit code and these last words, and log it."""
    is_trusted = kind.access is Access.USER
    name = program.name if isinstance(program, Path) else program
    found = errors.strip().splitlines() if is_trusted else _LAST_WORDS.findall(errors.strip())
    words = found[-1] if found else ""
    last_line = words if is_trusted else ""
    if failure is Failure.NOT_STARTED:
        logger.warning("%s could not be started: %s", name, words)
        return ChildFailed(failure, words, code, last_line)
    if failure:
        return ChildFailed(failure, "it took too long")
    is_signal = code < 0 and -code in {*signal.Signals}
    cause = f"{signal.Signals(-code).name if is_signal else f'exit code {code}'} {words}".strip()
    logger.warning("%s ended without a reply: %s", name, cause)
    return ChildFailed(_failure_of(code, errors), cause, code, last_line)


def _failure_of(code: int, errors: str) -> Failure:
    # On Windows, where no code is negative, 0 is a signal.
    if code < 0 and code == -getattr(signal, "SIGXCPU", 0):
        return Failure.TIMED_OUT
    is_full = code & 0xFFFFFFFF in _OUT_OF_MEMORY_CODES or any(each in errors for each in _OUT_OF_MEMORY)
    return Failure.OUT_OF_MEMORY if is_full else Failure.CRASHED


@contextmanager
def _killed_after(process: "subprocess.Popen[bytes]", seconds: float) -> Generator[None]:
    """Kill the process if the block takes longer, or when its work is cancelled. Raises _Stopped or Cancelled."""
    has_ended, is_late = threading.Event(), threading.Event()
    deadline = time.monotonic() + seconds

    def watch() -> None:
        with contextlib.suppress(Cancelled):
            while not has_ended.wait(min(_CHECK_INTERVAL, max(deadline - time.monotonic(), 0.0))):
                check_cancelled()
                if time.monotonic() >= deadline:
                    is_late.set()
                    break
            else:
                return
        process.kill()

    # The watcher's thread belongs to the same cancellation as this one.
    threading.Thread(target=copy_context().run, args=(watch,), daemon=True, name="child watcher").start()
    try:
        yield
    finally:
        has_ended.set()
    check_cancelled()
    if is_late.is_set():
        raise _Stopped(Failure.TIMED_OUT)
