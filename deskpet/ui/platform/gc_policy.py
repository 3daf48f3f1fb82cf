"""Run Python's garbage collector on Qt's thread only.

By default it runs in the thread whose allocation exceeds the threshold. In a worker thread it would delete widgets
that are part of a reference cycle, which crashes Qt.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

COLLECT_MS = 2000


@contextmanager
def collect_on_this_thread() -> Generator[None, None, None]:
    """Inside the block, collect garbage only from a timer of this thread's Qt event loop."""
    timer = QTimer(interval=COLLECT_MS, timerType=Qt.TimerType.CoarseTimer)
    timer.timeout.connect(_collect)
    was_enabled = gc.isenabled()
    gc.disable()
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        if was_enabled:
            gc.enable()


def freeze_existing() -> None:
    """Exclude all present objects from later collections, which makes these short enough for smooth animation."""
    gc.freeze()


def _collect() -> None:
    """Collect the oldest generation that has exceeded its threshold, as Python itself would."""
    due = [count > limit for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if due[0]:
        gc.collect(2 if due[2] else 1 if due[1] else 0)
