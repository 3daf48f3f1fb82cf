"""Garbage is collected on Qt's thread only.

Python collects wherever an allocation happens to be one too many, in a worker as well, and a widget that is in a
cycle would then be deleted on the worker's thread, which Qt does not survive.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

SWEEP_MS = 2000


@contextmanager
def collect_on_this_thread() -> Generator[None, None, None]:
    """Until the block ends, collect from a timer of this thread's Qt loop, and nowhere else."""
    timer = QTimer(interval=SWEEP_MS, timerType=Qt.TimerType.CoarseTimer)
    timer.timeout.connect(_sweep)
    was_enabled = gc.isenabled()
    gc.disable()
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        gc.unfreeze()
        if was_enabled:
            gc.enable()


def freeze_existing() -> None:
    """What is there now lives on: no sweep looks through it again, which would hold up the frames of the character."""
    gc.freeze()


def _sweep() -> None:
    """Collect the oldest generation that Python itself would have collected by now."""
    due = [count > limit for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if due[0]:
        gc.collect(2 if due[2] else 1 if due[1] else 0)
