"""Run tests while the work of other threads comes late, by random times: what depends on who is first fails.

A plugin of pytest. It delays what the store does, and everything that a window hands to a thread.
"""

import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

LONGEST_S = 0.4
# The others are on time, so that the order changes.
SHARE_LATE = 0.6
SEED = "DESKPET_LATE_THREADS_SEED"
LATE_THREADS = ("daemon work", "daemon executor")


def pytest_configure() -> None:
    """Delay the work of threads from now on."""
    dice = random.Random(os.environ.get(SEED, "1"))

    def late(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: object, **kwargs: object) -> object:
            if dice.random() < SHARE_LATE:
                time.sleep(dice.random() * LONGEST_S)
            return work(*args, **kwargs)

        return run

    submit, start = ThreadPoolExecutor.submit, threading.Thread.start

    def submit_late(
        executor: ThreadPoolExecutor, work: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> "Future[Any]":
        is_late = executor._thread_name_prefix.startswith("store")
        return submit(executor, late(work) if is_late else work, *args, **kwargs)

    def start_late(thread: threading.Thread) -> None:
        if thread.name in LATE_THREADS:
            thread.run = late(thread.run)
        start(thread)

    ThreadPoolExecutor.submit = submit_late
    threading.Thread.start = start_late
