"""Run Python's garbage collector on Qt's thread only.

By default it runs in the thread whose allocation exceeds the threshold. In a worker thread it would delete widgets
that are part of a reference cycle, which crashes Qt.
"""

import ctypes
import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any

from PySide6.QtCore import Qt, QTimer

COLLECT_MS = 2000

# From malloc.h. Blocks of this size and larger, in bytes, are textures.
_M_MMAP_THRESHOLD, _LARGE_BYTES = -3, 2 << 20


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


def return_large_blocks() -> None:
    """Make glibc return large blocks as soon as they are freed.

    It would raise its limit to 32 MB with the first of them, and keep up to 64 MB in each thread that reads textures,
    which malloc_trim does not return.
    """
    library = _c_library()
    if library is not None:
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)


def trim() -> None:
    """Call malloc_trim if the C library has it (glibc). It takes some milliseconds."""
    library = _c_library()
    if library is not None:
        library.malloc_trim(0)


@cache
def _c_library() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL("libc.so.6")
    except OSError:
        return None
    return library if hasattr(library, "malloc_trim") else None
