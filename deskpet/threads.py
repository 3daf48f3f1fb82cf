"""Work that would keep everybody waiting, on a thread of its own."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

_T = TypeVar("_T")


class DaemonExecutor(ThreadPoolExecutor):
    """Runs each job in a daemon thread, at most `max_workers` at once; the end of the program waits for none."""

    def __init__(self, max_workers: int = 32) -> None:
        super().__init__(max_workers)
        self._places = threading.BoundedSemaphore(max_workers)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Run `fn` in a thread of its own as soon as there is a place for it."""
        future: Future[Any] = Future()

        def run() -> None:
            with self._places:
                if not future.set_running_or_notify_cancel():
                    return
                try:
                    outcome = fn(*args, **kwargs)
                except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
                    future.set_exception(error)
                else:
                    future.set_result(outcome)

        threading.Thread(target=run, daemon=True, name="daemon executor").start()
        return future


async def in_thread(work: Callable[[], _T]) -> _T:
    """What `work` returns or raises, from a thread of its own; the end of the program does not wait for it."""
    running = asyncio.get_running_loop()
    done: asyncio.Future[_T] = running.create_future()

    def tell(set_outcome: Callable[[Any], None], outcome: Any) -> None:
        if not done.done():
            set_outcome(outcome)

    def run() -> None:
        try:
            report = partial(tell, done.set_result, work())
        except BaseException as error:  # noqa: BLE001 - it is raised where it is awaited
            report = partial(tell, done.set_exception, error)
        # The loop may have ended meanwhile: then nobody waits.
        with suppress(RuntimeError):
            running.call_soon_threadsafe(report)

    threading.Thread(target=run, daemon=True, name="aside").start()
    return await done
