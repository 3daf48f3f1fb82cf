"""Report uncaught exceptions of Qt slots and event handlers, asyncio tasks, loop callbacks and threads.

Each is logged with its traceback, once for each place in the code that raises it, and is shown to the user as one
notice. The program continues: one view that fails must not end the conversation.
"""

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from deskpet.chat.listeners import raise_location

logger = logging.getLogger(__name__)


class ErrorReporter(QObject):
    """Log unexpected exceptions, and keep them until `show_with` sets the function that shows them."""

    # Emitted in any thread; the queued connection delivers the exception in this object's thread.
    _arrived = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._show: Callable[[BaseException], None] | None = None
        self._unshown: list[BaseException] = []
        self._reported: set[object] = set()
        self._arrived.connect(self._show_or_keep, Qt.ConnectionType.QueuedConnection)

    def show_with(self, show: Callable[[BaseException], None]) -> None:
        """Call `show` with each exception from now on, and with the earlier ones."""
        self._show = show
        unshown, self._unshown = self._unshown, []
        for error in unshown:
            show(error)

    def report(self, error: BaseException, where: str) -> None:
        """Log and show `error`, which was raised in `where`. Only the first one from each place in the code counts."""
        place = raise_location(error)
        if place in self._reported:
            return
        self._reported.add(place)
        logger.error("unexpected error in %s", where, exc_info=error)
        self._arrived.emit(error)

    def _show_or_keep(self, error: BaseException) -> None:
        if self._show:
            self._show(error)
        else:
            self._unshown.append(error)


@contextmanager
def report_errors(reporter: ErrorReporter) -> Generator[None]:
    """Send exceptions from sys.excepthook and threading.excepthook to `reporter` inside the block.

    Others, such as KeyboardInterrupt, go to the previous sys.excepthook.
    """
    previous, previous_in_threads = sys.excepthook, threading.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, Exception):
            reporter.report(error, "a Qt event")
        else:
            previous(kind, error, trace)

    def thread_hook(args: threading.ExceptHookArgs) -> None:
        if isinstance(args.exc_value, Exception):
            reporter.report(args.exc_value, f"the thread {args.thread.name if args.thread else '?'}")

    sys.excepthook, threading.excepthook = hook, thread_hook
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = previous, previous_in_threads


def report_loop_errors(loop: asyncio.AbstractEventLoop, reporter: ErrorReporter) -> None:
    """Send exceptions of loop callbacks and of tasks that are never awaited to `reporter`."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            reporter.report(error, str(context.get("message", "the event loop")))
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
