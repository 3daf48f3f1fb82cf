"""asyncio on Qt's event loop, and the one way to start a task."""

import asyncio
import logging
import math
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from contextvars import Context
from functools import partial
from typing import Any, cast

import qasync
from PySide6.QtCore import QCoreApplication, QObject, QTimerEvent

from deskpet import threads
from deskpet.stop_signals import caught
from deskpet.ui.platform.error_reporting import ErrorReporter, report_loop_errors
from deskpet.ui.platform.gc_policy import collect_on_this_thread

logger = logging.getLogger(__name__)

# A main thread that is stuck for longer than this after a stop signal will not come back.
_STUCK_S = 10.0
_CANCEL_S = 0.5

in_thread = threads.in_thread
_tasks: set[asyncio.Task[Any]] = set()


def spawn(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Run `work` in the background, kept until it ends; the loop's exception handler gets what it raises."""
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_ended)
    return task


def _ended(task: asyncio.Task[Any]) -> None:
    _tasks.discard(task)
    if not task.cancelled() and (error := task.exception()):
        task.get_loop().call_exception_handler({"message": "a task failed", "exception": error, "task": task})


@contextmanager
def stop_signals(stop: Callable[[], None]) -> Generator[None, None, None]:
    """Call `stop` on the running loop when the process is asked to end, as by Ctrl+C."""
    running = asyncio.get_running_loop()

    def call_stop() -> None:
        # A loop that has ended needs no telling.
        with suppress(RuntimeError):
            running.call_soon_threadsafe(stop)

    with caught(call_stop, patience=_STUCK_S):
        yield


async def cancel_all() -> None:
    """Cancel every task that `spawn` started and wait until they have ended, but not for ever."""
    tasks = list(_tasks)
    for task in tasks:
        task.cancel()
    if not tasks:
        return
    _, running = await asyncio.wait(tasks, timeout=_CANCEL_S)
    for task in running:
        logger.warning("a task goes on after it was cancelled: %s", task)


class EventLoop(qasync.QEventLoop):
    """qasync's loop, with timers that end when they are cancelled.

    qasync keeps a cancelled timer and its context until its time has come. Every read from a server has a time limit
    of minutes that is cancelled at once, so thousands of them would wait.
    """

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self._timers = _Timers()

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Call `callback` after so many seconds, unless the handle is cancelled before."""
        if delay <= 0:
            return cast(asyncio.Handle, super().call_later(delay, callback, *args, context=context))
        return self._timers.start(delay, _TimerHandle(callback, args, self, context))

    def close(self) -> None:
        """End what still waits, and the loop."""
        self._timers.stop()
        super().close()


class _TimerHandle(asyncio.Handle):
    """A call that waits for its time."""

    when_cancelled: Callable[[], object] | None = None

    def cancel(self) -> None:
        super().cancel()
        if self.when_cancelled is not None:
            self.when_cancelled()


class _Timers(QObject):
    """The Qt timers of calls that wait for their time."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[int, _TimerHandle] = {}

    def start(self, seconds: float, handle: _TimerHandle) -> _TimerHandle:
        """Run `handle` once after so many seconds."""
        number = self.startTimer(math.ceil(seconds * 1000))
        self._waiting[number] = handle
        handle.when_cancelled = partial(self._end, number)
        return handle

    def stop(self) -> None:
        """Run none of them any more."""
        for number in list(self._waiting):
            self._end(number)

    def timerEvent(self, event: QTimerEvent) -> None:
        if handle := self._end(event.timerId()):
            handle._run()  # pyright: ignore[reportPrivateUsage] - how asyncio's own loops run them

    def _end(self, number: int) -> _TimerHandle | None:
        handle = self._waiting.pop(number, None)
        if handle is not None:
            handle.when_cancelled = None
            self.killTimer(number)
        return handle


def run(app: QCoreApplication, main: Coroutine[Any, Any, int], reporter: ErrorReporter | None = None) -> int:
    """Run `main` on Qt's loop until it returns; its result. `reporter` gets what nothing on the loop caught."""
    loop = EventLoop(app)
    asyncio.set_event_loop(loop)
    if reporter:
        report_loop_errors(loop, reporter)
    # Its own would wait at the end for whatever still runs there, such as a name server that does not answer.
    loop.set_default_executor(threads.DaemonExecutor())
    # qasync sets no hooks for async generators: a stream that is dropped half read must be closed in a task,
    # not by the garbage collector.
    sys.set_asyncgen_hooks(finalizer=lambda generator: _close_later(loop, generator))
    with loop, collect_on_this_thread():
        return int(loop.run_until_complete(main))


def _close_later(loop: asyncio.AbstractEventLoop, generator: AsyncGenerator[Any, Any]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: loop.create_task(generator.aclose()))
