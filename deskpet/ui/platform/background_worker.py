"""Run jobs in order in the background, with or without a running asyncio loop."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer

from deskpet.processes.threads import DaemonExecutor

_POLL_MS = 10

_T = TypeVar("_T")


class BackgroundWorker(QObject):
    """Runs jobs one after the other in daemon threads, and handles their results in its own thread, in order.

    It polls for results while jobs run: a signal emitted in the thread could reach an object that is being deleted.
    The end of the program does not wait for jobs; `flush` does.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._executor = DaemonExecutor(1)
        # The executor itself does not keep the order of jobs.
        self._waiting: deque[tuple[Callable[[], Any], Callable[[Future[Any]], None]]] = deque()
        self._running: tuple[Future[Any], Callable[[Future[Any]], None]] | None = None
        self._poll_timer = QTimer(self, interval=_POLL_MS)
        self._poll_timer.timeout.connect(self._handle_results)

    def submit(self, work: Callable[[], _T], on_done: Callable[["Future[_T]"], None]) -> None:
        """Run `work` after the earlier jobs, then call `on_done` with its finished future."""
        self._waiting.append((work, on_done))
        if self._running is None:
            self._start_next()
        self._poll_timer.start()

    def flush(self) -> None:
        """Wait for all jobs and handle their results before this returns."""
        while self._running:
            wait([self._running[0]])
            self._handle_results()

    def _start_next(self) -> None:
        self._running = None
        if self._waiting:
            work, on_done = self._waiting.popleft()
            self._running = self._executor.submit(work), on_done

    def _handle_results(self) -> None:
        while self._running and self._running[0].done():
            job, on_done = self._running
            self._start_next()
            on_done(job)
        if not self._running:
            self._poll_timer.stop()
