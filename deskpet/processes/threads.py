"""Run blocking work in daemon threads, which the end of the program does not wait for."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

_T = TypeVar("_T")


class DaemonExecutor(ThreadPoolExecutor):
    """Executor that runs each job in a new daemon thread, at most `max_workers` at once."""

    def __init__(self, max_workers: int = 32) -> None:
        super().__init__(max_workers)
        self._slots = threading.BoundedSemaphore(max_workers)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Run `fn` in a new thread as soon as fewer than `max_workers` jobs are running."""
        future: Future[Any] = Future()

        def run() -> None:
            with self._slots:
                if not future.set_running_or_notify_cancel():
                    return
                try:
                    outcome = fn(*args, **kwargs)
                except BaseException as error:  # noqa: BLE001 - raised by Future.result()
                    future.set_exception(error)
                else:
                    future.set_result(outcome)

        threading.Thread(target=run, daemon=True, name="daemon executor").start()
        return future


async def run_in_thread(work: Callable[[], _T], discard: Callable[[_T], object] = lambda _: None) -> _T:
    """Run `work` in a daemon thread and return its result. Raises what `work` raises.

    `discard` gets a result that nobody waits for any more, such as an open file to close.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_T] = loop.create_future()

    def deliver(result: _T) -> None:
        if done.done():
            discard(result)
        else:
            done.set_result(result)

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - raised by the await
            # The event loop may have closed meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_fail, done, error)
            return
        try:
            loop.call_soon_threadsafe(deliver, result)
        except RuntimeError:
            # The event loop has closed meanwhile.
            discard(result)

    threading.Thread(target=run, daemon=True, name="daemon work").start()
    try:
        return await done
    except asyncio.CancelledError:
        # The result may have come in the same turn of the event loop as the cancellation.
        if done.done() and not done.cancelled() and done.exception() is None:
            discard(done.result())
        raise


async def run_to_end(
    work: Callable[[], _T], undo: Callable[[], object], stop: Callable[[], object] = lambda: None
) -> _T:
    """Run `work`, which changes files, in a daemon thread, and return its result. Raises what `work` raises.

    A thread can't be stopped: a cancellation calls `stop`, which may tell it, and waits until it has ended; `undo` is
    called if it has done its work.
    """
    running = asyncio.ensure_future(run_in_thread(work))
    cancelled: asyncio.CancelledError | None = None
    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError as error:
            cancelled = error
            stop()
    if cancelled is None:
        return running.result()
    if running.exception() is None:
        undo()
    raise cancelled


def _fail(done: "asyncio.Future[Any]", error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)
