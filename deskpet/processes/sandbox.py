"""Run a file of the program in a confined child process: one request, one reply, within time limits.

The child writes the line READY when it has loaded its libraries, reads the request from standard input until its end,
and writes the reply to standard output. It handles hostile data, so the reply is hostile too.
"""

import contextlib
import logging
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from typing import IO

from deskpet.processes import child
from deskpet.processes.cancellation import Cancelled, check_cancelled

READY = b"ready"
# With the two characters that end a line on Windows.
_MAX_READY = len(READY) + 2
_START_SECONDS = 30.0
# How often a running child's work is checked for cancellation, in seconds.
_CHECK_INTERVAL = 0.1
# The end of a child's standard error that is kept, in bytes, and the time to read it after its end, in seconds.
_MAX_ERRORS, _ERRORS_SECONDS = 4096, 5.0
# What the last line says without the rest, which may quote a document: what native code of Rust writes without memory,
# or the type of an exception.
_LAST_WORDS = re.compile(
    r"memory allocation of \d+ bytes failed|^[\w.]*(?:Error|Exception|Crashed)(?=:|$)", re.MULTILINE
)
_OUT_OF_MEMORY = ("memory allocation of", "MemoryError", "std::bad_alloc")
# Exit codes of Windows: STATUS_NO_MEMORY and STATUS_COMMITMENT_LIMIT.
_OUT_OF_MEMORY_CODES = (0xC0000017, 0xC000012D)

logger = logging.getLogger(__name__)


class SandboxNotStarted(Exception):
    """The child could not load its libraries."""


class SandboxTimeout(Exception):
    """The child was ended because it did not reply in time, or had no more processor time."""


class SandboxCrashed(Exception):
    """The child ended without a reply. The message is for a log."""


class SandboxOutOfMemory(SandboxCrashed):
    """The child ended because it had no more memory."""


def run_sandboxed(file: Path, request: bytes, *, seconds: float, max_reply: int) -> bytes:
    """Run `file` and return its reply, of at most `max_reply` bytes. Blocks, so it is called in a thread.

    `seconds` begin when the child is ready. Raises SandboxNotStarted, SandboxTimeout, SandboxOutOfMemory, another
    SandboxCrashed and Cancelled.
    """
    # On Windows, the folder can't be deleted before the child has ended.
    with tempfile.TemporaryDirectory(prefix="deskpet-", ignore_cleanup_errors=True) as folder:
        process = child.start_isolated(file, Path(folder))
        assert process.stdin
        assert process.stdout
        assert process.stderr
        errors = _Tail(process.stderr)
        try:
            _wait_until_ready(process)
            with _killed_after(process, seconds):
                # A child that has ended takes no more input.
                with contextlib.suppress(OSError):
                    process.stdin.write(request)
                    process.stdin.close()
                reply = process.stdout.read(max_reply)
                if not reply:
                    process.wait()
        except SandboxNotStarted:
            errors.join(process)
            logger.warning("%s could not be started: %s", file.name, _last_words(errors.text))
            raise
        finally:
            errors.join(process)
            child.end(process)
    if not reply:
        error = _early_end(process.returncode, errors.text)
        logger.warning("%s ended without a reply: %s", file.name, error)
        raise error
    return reply


def _wait_until_ready(process: "subprocess.Popen[bytes]") -> None:
    """Wait until the child has started and given up what it does not need. Raises SandboxNotStarted."""
    assert process.stdout
    ready = b""
    with contextlib.suppress(SandboxTimeout), _killed_after(process, _START_SECONDS):
        ready = process.stdout.readline(_MAX_READY)
    if ready.rstrip() != READY:
        raise SandboxNotStarted


class _Tail:
    """Reads a child's standard error to its end in a thread, and keeps the last part of it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._tail = b""
        self._thread = threading.Thread(target=self._read, daemon=True, name="sandbox errors")
        self._thread.start()

    @property
    def text(self) -> str:
        """Return what was kept."""
        return self._tail.decode("utf-8", "replace")

    def join(self, process: "subprocess.Popen[bytes]") -> None:
        """End the process, and wait until its standard error is read."""
        process.kill()
        self._thread.join(_ERRORS_SECONDS)

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := self._pipe.read(_MAX_ERRORS):
                self._tail = (self._tail + piece)[-_MAX_ERRORS:]


def _early_end(code: int, errors: str) -> SandboxTimeout | SandboxCrashed:
    """Return the error about a child that ended with this exit code and these last words."""
    cause = f"{_ending(code)} {_last_words(errors)}".strip()
    if code == -getattr(signal, "SIGXCPU", 0):
        return SandboxTimeout(cause)
    is_full = code & 0xFFFFFFFF in _OUT_OF_MEMORY_CODES or any(each in errors for each in _OUT_OF_MEMORY)
    return SandboxOutOfMemory(cause) if is_full else SandboxCrashed(cause)


def _last_words(errors: str) -> str:
    words = _LAST_WORDS.findall(errors.strip())
    return words[-1] if words else ""


def _ending(code: int) -> str:
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"exit code {code}"


@contextmanager
def _killed_after(process: "subprocess.Popen[bytes]", seconds: float) -> Generator[None]:
    """Kill the process if the block takes longer, or when its work is cancelled. Raises SandboxTimeout or Cancelled."""
    has_ended, is_late = threading.Event(), threading.Event()
    deadline = time.monotonic() + seconds

    def watch() -> None:
        with contextlib.suppress(Cancelled):
            while not has_ended.wait(_CHECK_INTERVAL):
                check_cancelled()
                if time.monotonic() >= deadline:
                    is_late.set()
                    break
            else:
                return
        process.kill()

    # The watcher's thread belongs to the same cancellation as this one.
    threading.Thread(target=copy_context().run, args=(watch,), daemon=True, name="sandbox watcher").start()
    try:
        yield
    finally:
        has_ended.set()
    check_cancelled()
    if is_late.is_set():
        raise SandboxTimeout
