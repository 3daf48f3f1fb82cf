"""Run jobs in order in one background thread, with or without a running asyncio loop."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer

_POLL_MS = 10

_T = TypeVar("_T")


class BackgroundWorker(QObject):
    """Runs jobs one after the other in a background thread, and handles their results in its own thread, in order.

    It polls for results while jobs run: a signal emitted in the thread could reach an object that is being deleted.
    """

    def __init__(self, name: str, parent: QObject) -> None:
        """`name` is the name of the thread, which is started with the first job."""
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._jobs: deque[tuple[Future[Any], Callable[[], None]]] = deque()
        self._poll_timer = QTimer(self, interval=_POLL_MS)
        self._poll_timer.timeout.connect(self._handle_results)

    def submit(self, work: Callable[[], _T], on_done: Callable[["Future[_T]"], None]) -> None:
        """Run `work` after the earlier jobs, then call `on_done` with its finished future."""
        job = self._executor.submit(work)
        self._jobs.append((job, partial(on_done, job)))
        self._poll_timer.start()

    def flush(self) -> None:
        """Wait for all jobs and handle their results before this returns."""
        while self._jobs:
            wait([self._jobs[-1][0]])
            self._handle_results()

    def _handle_results(self) -> None:
        while self._jobs and self._jobs[0][0].done():
            _, handle = self._jobs.popleft()
            handle()
        if not self._jobs:
            self._poll_timer.stop()
