"""Work that would keep everybody waiting, on a thread of its own."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

_T = TypeVar("_T")


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
