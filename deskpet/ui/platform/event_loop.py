"""Run asyncio on Qt's event loop (qasync), and start background tasks."""

import asyncio
import logging
import math
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from contextvars import Context
from functools import partial
from time import monotonic
from typing import Any, cast

import qasync
from PySide6.QtCore import QCoreApplication, QObject, QTimerEvent

from deskpet.processes import threads
from deskpet.processes.stop_signals import handle
from deskpet.ui.platform.error_reporting import ErrorReporter, report_loop_errors
from deskpet.ui.platform.gc_policy import collect_on_this_thread

logger = logging.getLogger(__name__)

# How long the main thread may be blocked after a stop signal before the process exits with code 1.
_STUCK_S = 10.0
# How long `cancel_all` waits for the tasks.
_CANCEL_S = 0.5
# How long a thread that computes may keep Python from this one, each time this one needs it: some ten times a frame.
# Python's own 5 ms would let an import hold the windows for 50 ms.
_SWITCH_S = 0.0005

# A timer that is later than this came due while the process was stopped, as in a sleep of the computer. It runs some
# time after that: first the loop handles what has arrived meanwhile, which may be what the timer limits.
_PAUSE_S, _AFTER_PAUSE_S = 5.0, 1.0

in_thread = threads.run_in_thread
_tasks: set[asyncio.Task[Any]] = set()


def spawn(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start `work` as a task and hold a reference until it ends. Exceptions go to the loop's exception handler."""
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_on_task_done)
    return task


def _on_task_done(task: asyncio.Task[Any]) -> None:
    _tasks.discard(task)
    if not task.cancelled() and (error := task.exception()):
        task.get_loop().call_exception_handler({"message": "a task failed", "exception": error, "task": task})


@contextmanager
def stop_signals(stop: Callable[[], None]) -> Generator[None, None, None]:
    """Call `stop` on the running loop when the process gets a stop signal, such as Ctrl+C."""
    running = asyncio.get_running_loop()

    def call_stop() -> None:
        # The loop is closed already.
        with suppress(RuntimeError):
            running.call_soon_threadsafe(stop)

    with handle(call_stop, patience=_STUCK_S):
        yield


async def cancel_all() -> None:
    """Cancel every task that `spawn` started and wait for them, for a limited time."""
    tasks = list(_tasks)
    for task in tasks:
        task.cancel()
    if not tasks:
        return
    _, running = await asyncio.wait(tasks, timeout=_CANCEL_S)
    for task in running:
        logger.warning("a task goes on after it was cancelled: %s", task)


class EventLoop(qasync.QEventLoop):
    """qasync's event loop, with timers that are removed when they are cancelled.

    qasync keeps a cancelled timer and its context until it is due. Every read from a server has a timeout of minutes
    that is cancelled at once, so thousands of them would pile up.
    """

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self._timers = _Timers()
        self._closing = threading.RLock()

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> None:
        """Call `callback` soon in the thread of the loop. Raises RuntimeError if the loop is closed.

        qasync emits a signal for it, also when its object is gone: a thread that outlives the loop would crash.
        """
        with self._closing:
            if self.is_closed():
                raise RuntimeError("the event loop is closed")
            super().call_soon_threadsafe(callback, *args, context=context)

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Call `callback` after `delay` seconds, unless the handle is cancelled before."""
        if delay <= 0:
            return cast(asyncio.Handle, super().call_later(delay, callback, *args, context=context))
        return self._timers.start(delay, _TimerHandle(callback, args, self, context))

    def close(self) -> None:
        """Stop all timers and close the loop."""
        with self._closing:
            self._timers.stop()
            super().close()


class _TimerHandle(asyncio.Handle):
    """A scheduled call that removes its timer when it is cancelled."""

    on_cancelled: Callable[[], object] | None = None

    def cancel(self) -> None:
        super().cancel()
        if self.on_cancelled is not None:
            self.on_cancelled()


class _Timers(QObject):
    """The Qt timers of the scheduled calls."""

    def __init__(self) -> None:
        super().__init__()
        self._handles: dict[int, tuple[_TimerHandle, float]] = {}

    def start(self, seconds: float, handle: _TimerHandle) -> _TimerHandle:
        """Run `handle` once after `seconds`."""
        timer_id = self.startTimer(math.ceil(seconds * 1000))
        self._handles[timer_id] = handle, monotonic() + seconds
        handle.on_cancelled = partial(self._remove, timer_id)
        return handle

    def stop(self) -> None:
        """Stop all timers."""
        for timer_id in list(self._handles):
            self._remove(timer_id)

    def timerEvent(self, event: QTimerEvent) -> None:
        removed = self._remove(event.timerId())
        if removed is None:
            return
        handle, due = removed
        if monotonic() - due > _PAUSE_S:
            self.start(_AFTER_PAUSE_S, handle)
        else:
            handle._run()  # pyright: ignore[reportPrivateUsage] - as asyncio's own loops do

    def _remove(self, timer_id: int) -> tuple[_TimerHandle, float] | None:
        """Remove a timer and return its handle, and when it is due on the monotonic clock."""
        removed = self._handles.pop(timer_id, None)
        if removed is not None:
            removed[0].on_cancelled = None
            self.killTimer(timer_id)
        return removed


def run(app: QCoreApplication, main: Coroutine[Any, Any, int], reporter: ErrorReporter | None = None) -> int:
    """Run `main` on Qt's loop and return its result. Uncaught exceptions of the loop go to `reporter`."""
    loop = EventLoop(app)
    asyncio.set_event_loop(loop)
    if reporter:
        report_loop_errors(loop, reporter)
    # The default executor would wait at the end for running jobs, such as a DNS query without an answer.
    loop.set_default_executor(threads.DaemonExecutor())
    # qasync sets no hooks for async generators: a stream that is dropped before its end must be closed in a task, not
    # by the garbage collector.
    sys.set_asyncgen_hooks(finalizer=lambda generator: _close_in_task(loop, generator))
    with loop, collect_on_this_thread(), _quick_switches():
        return int(loop.run_until_complete(main))


@contextmanager
def _quick_switches() -> Generator[None, None, None]:
    """Let threads that compute hand Python over sooner."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _close_in_task(loop: asyncio.AbstractEventLoop, generator: AsyncGenerator[Any, Any]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: loop.create_task(generator.aclose()))
