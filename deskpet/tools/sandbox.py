"""Run a file of the program in a confined child process: one request, one reply, within time limits.

The child writes the line READY when it has loaded its libraries, reads the request from standard input until its end,
and writes the reply to standard output. It handles hostile data, so the reply is hostile too.
"""

import contextlib
import subprocess
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path

from deskpet.cancellation import Cancelled, check_cancelled
from deskpet.pet import child

READY = b"ready"
# With the two characters that end a line on Windows.
_MAX_READY = len(READY) + 2
_START_SECONDS = 30.0
# How often a running child's work is checked for cancellation, in seconds.
_CHECK_INTERVAL = 0.1


class SandboxNotStarted(Exception):
    """The child could not load its libraries."""


class SandboxTimeout(Exception):
    """The child did not reply in time and was killed."""


class SandboxCrashed(Exception):
    """The child ended without a reply, as when it has no more memory."""


def run_sandboxed(file: Path, request: bytes, *, seconds: float, max_reply: int) -> bytes:
    """Run `file` and return its reply, of at most `max_reply` bytes. Blocks, so it is called in a thread.

    `seconds` begin when the child is ready. Raises SandboxNotStarted, SandboxTimeout, SandboxCrashed and
    Cancelled.
    """
    # On Windows, the folder can't be deleted before the child has ended.
    with tempfile.TemporaryDirectory(prefix="deskpet-", ignore_cleanup_errors=True) as folder:
        process = child.start_isolated(file, Path(folder))
        assert process.stdin
        assert process.stdout
        ready = b""
        try:
            with contextlib.suppress(SandboxTimeout), _killed_after(process, _START_SECONDS):
                ready = process.stdout.readline(_MAX_READY)
            if ready.rstrip() != READY:
                raise SandboxNotStarted
            with _killed_after(process, seconds):
                # A child that has ended takes no more input.
                with contextlib.suppress(OSError):
                    process.stdin.write(request)
                    process.stdin.close()
                reply = process.stdout.read(max_reply)
        finally:
            child.end(process)
    if not reply:
        raise SandboxCrashed
    return reply


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
