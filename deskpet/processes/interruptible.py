"""Run a coroutine that Ctrl+C ends at once."""

import asyncio
import signal
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


def run(main: Coroutine[Any, Any, _T]) -> _T:
    """Run `main` as asyncio.run does, and cancel it by Ctrl+C. Raises KeyboardInterrupt then, a second time at once.

    With asyncio.run alone, a signal that another thread takes, or that comes just before the event loop waits, is seen
    when the loop wakes for something else: perhaps minutes later.
    """
    return asyncio.run(_cancelled_by_interrupt(main))


async def _cancelled_by_interrupt(main: Coroutine[Any, Any, _T]) -> _T:
    task, is_interrupted = asyncio.current_task(), False

    def interrupt() -> None:
        nonlocal is_interrupted
        if is_interrupted:
            raise KeyboardInterrupt
        is_interrupted = True
        assert task
        task.cancel()

    loop = asyncio.get_running_loop()
    # Ignored, as in a shell's background job, it stays ignored; other threads get no signals.
    is_main = threading.current_thread() is threading.main_thread()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN or not is_main:
        return await main
    try:
        loop.add_signal_handler(signal.SIGINT, interrupt)
    except NotImplementedError:
        # The event loop of Windows is woken by every signal.
        return await main
    try:
        return await main
    except asyncio.CancelledError:
        if is_interrupted:
            raise KeyboardInterrupt from None
        raise
    finally:
        loop.remove_signal_handler(signal.SIGINT)
