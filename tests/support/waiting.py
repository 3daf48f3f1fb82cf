"""Wait for a condition, in a coroutine or in a thread. Both raise TimeoutError when time is up."""

import asyncio
import sys
import time
from collections.abc import Callable

# A condition that takes longer never comes true. Under Wine everything takes two to four times as long.
LIMIT_S = 10.0 if sys.platform != "win32" else 40.0
LIMIT_MS = int(LIMIT_S * 1000)
INTERVAL_S = 0.01


async def until(condition: Callable[[], object], seconds: float = LIMIT_S) -> None:
    """Wait in a coroutine until `condition` returns a true value."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(INTERVAL_S)


def wait_until(condition: Callable[[], object], seconds: float = LIMIT_S) -> None:
    """Block the thread until `condition` returns a true value."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(INTERVAL_S)
