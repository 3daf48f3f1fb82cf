"""The beat that frames are drawn to: even, and slower by itself where a frame costs too much."""

from math import ceil
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from deskpet.pet.render_quality import RenderQuality

# A slower beat is reached by and by: each interval is at most so much longer than the last.
SLOWING = 1.06


class FrameClock(QObject):
    """Ticks `rate` times a second, against absolute deadlines, so that lateness does not add up.

    tick: it is time for a frame.
    """

    tick = Signal()

    def __init__(self, rate: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._interval, self._rate = 1 / rate, rate
        self._effort = RenderQuality()
        self._deadline = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def is_running(self) -> bool:
        return self._timer.isActive()

    @property
    def rate(self) -> int:
        """How many ticks a second were asked for."""
        return self._rate

    @property
    def interval(self) -> float:
        """Seconds from tick to tick, as things are now."""
        return self._effort.interval(1 / self._interval)

    @property
    def sharpness(self) -> float:
        """How many pixels to a side are to be drawn, as a share of those that are shown."""
        return self._effort.sharpness

    def set_rate(self, rate: int) -> None:
        """Tick this many times a second: faster at once, slower by and by, so that no change is seen."""
        self._rate = rate
        if 1 / rate < self._interval:
            self._interval = 1 / rate
            # A slow beat's next tick may be far off.
            soon = perf_counter() + self.interval
            if self.is_running and soon < self._deadline:
                self._deadline = soon
                self._wait()

    def start(self) -> None:
        """Tick at once, and from now on. No effect on a running clock."""
        if not self.is_running:
            self._deadline = perf_counter()
            self._timer.start(0)

    def stop(self) -> None:
        """No tick from now on, and nothing that wakes the processor."""
        self._timer.stop()

    def note_cost(self, seconds: float) -> None:
        """How long the last frame took: heavy ones come less often, and less sharp, so that all else stays quick."""
        self._effort = self._effort.after_frame(seconds, self._rate, perf_counter())

    def forget_cost(self) -> None:
        """Another model is shown, or in another size: what frames cost is unknown."""
        self._effort = RenderQuality()

    def _on_timeout(self) -> None:
        self._interval = min(1 / self._rate, self._interval * SLOWING)
        now, step = perf_counter(), self.interval
        # After a stall the beat begins anew: no burst of frames to catch up.
        self._deadline = self._deadline + step if self._deadline + step > now else now + step
        self._wait()
        self.tick.emit()

    def _wait(self) -> None:
        self._timer.start(max(0, ceil((self._deadline - perf_counter()) * 1000)))
