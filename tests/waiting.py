"""Wait for a condition, in a coroutine or in a thread. Both raise TimeoutError when time is up."""

import asyncio
import time
from collections.abc import Callable

# Tests fail earlier than by pytest's own limit, and a busy machine gets time enough.
LIMIT_S = 60.0
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
