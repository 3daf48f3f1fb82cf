"""A short timer on the GUI thread, which tells for how long the thread was held."""

from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Self

from PySide6.QtCore import Qt, QTimer

from tests.bench.figures import Figure

_BEAT_MS = 5
# The second field: for how many nanoseconds the thread could have run, and waited for a processor.
_SCHEDULE = Path("/proc/thread-self/schedstat")


class Heartbeat:
    """Notes in a `with` statement the longest delay of a beat, in ms.

    longest: by the clock. alone: without the time in which the thread waited for a processor that others had; what is
    left is its own work and its waits for threads of this process.
    """

    def __init__(self) -> None:
        self.longest = self.alone = 0.0
        self._timer = QTimer(interval=_BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Self:
        self._at, self._waited = perf_counter(), _waited()
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._beat()
        self._timer.stop()

    def _beat(self) -> None:
        now, waited = perf_counter(), _waited()
        late = (now - self._at) * 1000 - _BEAT_MS
        self.longest = max(self.longest, late)
        self.alone = max(self.alone, late - (waited - self._waited))
        self._at, self._waited = now, waited

    def figures(self, name: str, target: float) -> list[Figure]:
        """Return the longest delay beside its target, and what is left of it on a machine of its own."""
        return [
            Figure(f"GUI held at most: {name}", self.longest, "ms", target),
            Figure("the same, without the time in which others had the processor", self.alone, "ms"),
        ]


def _waited() -> float:
    return int(_SCHEDULE.read_text(encoding="ascii").split()[1]) / 1e6
