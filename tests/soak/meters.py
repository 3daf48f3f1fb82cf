"""Resource use of a long run, sampled while the program is idle, and delays of its GUI thread in between."""

import asyncio
import faulthandler
import gc
import os
import re
import sys
import tempfile
import threading
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from deskpet.ui.platform import gc_policy

BEAT_MS = 5
WATCH_S, OVERDUE_S = 0.02, 0.06


@dataclass(frozen=True)
class Sample:
    """Resources of the idle program; memory in MiB.

    `anonymous` is the program's own, `resident` counts files in memory as well. Both are independent of other programs;
    the `proportional` set size falls when another one starts that shares the libraries, and rises when it ends.
    """

    at: float
    anonymous: float
    resident: float
    proportional: float
    handles: int
    threads: int
    tasks: int
    widgets: int
    objects: int
    blocks: int


def sample() -> Sample:
    """Sample this process after a garbage collection."""
    gc.collect()
    gc_policy.trim()
    rollup = dict(_sizes(Path("/proc/self/smaps_rollup")))
    widgets = QApplication.allWidgets()
    windows = QApplication.topLevelWindows()
    return Sample(
        at=time.monotonic(),
        anonymous=rollup["Anonymous"] / 1024,
        resident=rollup["Rss"] / 1024,
        proportional=rollup["Pss"] / 1024,
        handles=handle_count(),
        threads=thread_count(),
        tasks=len(asyncio.all_tasks()),
        widgets=len(widgets) + len(windows),
        objects=sum(1 + len(each.findChildren(QObject)) for each in windows_of(widgets)),
        blocks=sys.getallocatedblocks(),
    )


def handle_count() -> int:
    """Return the number of open files, sockets and pipes."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - a Path for each would be garbage


def thread_count() -> int:
    """Return the number of threads, including those of the system and of drivers."""
    return len(os.listdir("/proc/self/task"))  # noqa: PTH208


def windows_of(widgets: list[Any]) -> list[QObject]:
    """Return the widgets without a parent, and the application."""
    application = QApplication.instance()
    assert application is not None
    return [application, *(each for each in widgets if each.parent() is None), *QApplication.topLevelWindows()]


def census() -> Counter[str]:
    """Count widgets, handles and Python objects by kind, to find what grows."""
    found = Counter(f"widget {type(each).__name__}" for each in QApplication.allWidgets())
    found.update(f"object {type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())
    found.update(f"handle {name}" for name in _handles())
    return found


def _handles() -> Iterator[str]:
    for entry in Path("/proc/self/fd").iterdir():
        # The handle that listed them is closed by now.
        with suppress(OSError):
            yield str(entry.readlink()).split(":")[0]


def as_line(taken: Sample) -> dict[str, Any]:
    """Return a sample as JSON values."""
    return asdict(taken)


class HoldUps(QObject):
    """Measures the delay of a short timer on the GUI thread, with the action that ran before.

    `wall` is the delay that a user feels, including other programs' use of the CPU; `work` is this thread's own part.
    """

    def __init__(self, doing: Callable[[], str]) -> None:
        super().__init__()
        self._doing = doing
        self.longest: list[tuple[float, float, str]] = []
        self._seen_at = ""
        # An array: the numbers of a list would count as memory of the program.
        self.beats = array("f")
        self.most_handles = self.most_threads = 0
        self._wall, self._work = time.perf_counter(), time.thread_time()
        assert threading.current_thread() is threading.main_thread()
        self._timer = QTimer(self, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()
        threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True, name="watch").start()

    def skip(self) -> None:
        """Ignore the time since the last tick."""
        self._wall, self._work = time.perf_counter(), time.thread_time()

    def _beat(self) -> None:
        wall, work = time.perf_counter(), time.thread_time()
        late = max(0.0, (wall - self._wall) * 1000 - BEAT_MS)
        self.beats.append(late)
        if len(self.beats) % 100 == 0:
            self.most_handles = max(self.most_handles, handle_count())
            self.most_threads = max(self.most_threads, thread_count())
        if late > 30:
            what = f"{self._doing()}, {self._seen_at or 'in Qt'}"
            self.longest.append((round(late, 1), round((work - self._work) * 1000, 1), what))
        self._seen_at = ""
        self._wall, self._work = wall, work

    def _watch(self, gui_thread: int) -> None:
        """Record where the GUI thread is while a tick is overdue.

        faulthandler does that without holding a frame: a held frame would keep its painters alive.
        """
        with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
            while True:
                time.sleep(WATCH_S)
                if time.perf_counter() - self._wall > OVERDUE_S and not self._seen_at:
                    file.seek(0)
                    file.truncate()
                    faulthandler.dump_traceback(file, all_threads=True)
                    file.seek(0)
                    self._seen_at = _innermost(file.read(), gui_thread)


def _innermost(dump: str, thread: int) -> str:
    """Return the innermost functions of a thread in faulthandler's output."""
    _, _, stack = dump.partition(f"{thread:#018x}")
    frames = re.findall(r'File "([^"]*)", line (\d+) in (\S+)', stack.partition("\n\n")[0])
    return " < ".join(f"{Path(file).name}:{line} {name}" for file, line, name in frames[:6])


def _sizes(file: Path) -> list[tuple[str, int]]:
    lines = (line.split() for line in file.read_text(encoding="ascii").splitlines()[1:])
    return [(words[0].rstrip(":"), int(words[1])) for words in lines if words[-1] == "kB"]
