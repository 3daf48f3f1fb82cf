"""Cancel blocking work that runs in another thread."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

_T = TypeVar("_T")

_cancel_event: ContextVar[threading.Event | None] = ContextVar("cancel_event", default=None)


class Cancelled(Exception):
    """Raised by `check_cancelled` in work that was cancelled."""


class Cancellation:
    """Cancels work that runs in another thread, at its next call of `check_cancelled`."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Cancel the work. May be called from any thread, and before the work starts."""
        self._event.set()

    def run(self, work: Callable[[], _T]) -> _T:
        """Call `work` in the current thread. Raises Cancelled if `cancel` is called in time."""
        with _cancelled_by(self._event):
            check_cancelled()
            return work()


def check_cancelled() -> None:
    """Raise Cancelled if this thread runs work of a Cancellation that was cancelled."""
    event = _cancel_event.get()
    if event is not None and event.is_set():
        raise Cancelled


@contextmanager
def _cancelled_by(event: threading.Event | None) -> Generator[None]:
    token = _cancel_event.set(event)
    try:
        yield
    finally:
        _cancel_event.reset(token)


@contextmanager
def uncancellable() -> Generator[None]:
    """Complete the block even if the work is cancelled meanwhile. Raises Cancelled if it was cancelled before."""
    check_cancelled()
    with _cancelled_by(None):
        yield
