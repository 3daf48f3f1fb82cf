"""Frame timer: ticks at an even rate, and slows down by itself when frames are too expensive."""

from math import ceil
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from deskpet.pet.render_quality import RenderQuality

# A longer stall, in seconds, is counted as this one: the computer may have slept.
MAX_STALL_S = 10.0
# A lower rate is reached gradually: maximum factor between two successive intervals.
MAX_SLOWDOWN = 1.06


class FrameClock(QObject):
    """Ticks `rate` times a second, against absolute deadlines, so that delays do not add up.

    `rate` is set by `set_rate`. `dropped_frames` counts the frames whose time passed before the clock could tick.

    tick: Emitted when the next frame is due.
    """

    tick = Signal()

    def __init__(self, rate: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._interval, self.rate = 1 / rate, rate
        self.dropped_frames = 0
        self._quality = RenderQuality()
        self._deadline = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def is_running(self) -> bool:
        return self._timer.isActive()

    @property
    def interval(self) -> float:
        """The present interval between ticks in seconds; longer than requested if frames are expensive."""
        return self._quality.interval(1 / self._interval)

    @property
    def sharpness(self) -> float:
        """The fraction of the window's width and height in pixels to render at, 0..1."""
        return self._quality.sharpness

    def set_rate(self, rate: int) -> None:
        """Set the ticks per second. A higher rate applies at once, a lower one gradually to hide the change."""
        self.rate = rate
        if 1 / rate < self._interval:
            self._interval = 1 / rate
            # At a low rate the next tick may be far off.
            due = perf_counter() + self.interval
            if self.is_running and due < self._deadline:
                self._deadline = due
                self._schedule()

    def start(self) -> None:
        """Start ticking, with the first tick at once. No effect on a running clock."""
        if not self.is_running:
            self._deadline = perf_counter()
            self._timer.start(0)

    def stop(self) -> None:
        """Stop ticking; the timer no longer wakes the processor."""
        self._timer.stop()

    def record_frame_time(self, elapsed: float, processor: float) -> None:
        """Record the time of the last frame, see `RenderQuality.after_frame`.

        Expensive frames lower the rate and the sharpness, to keep the rest of the system responsive.
        """
        self._quality = self._quality.after_frame(elapsed, processor, self.rate, perf_counter())

    def reset_frame_time(self) -> None:
        """Reset the measurements after a change of model or size."""
        self._quality = RenderQuality()

    def _on_timeout(self) -> None:
        self._interval = min(1 / self.rate, self._interval * MAX_SLOWDOWN)
        now, step = perf_counter(), self.interval
        self.dropped_frames += int(min(now - self._deadline, MAX_STALL_S) / step)
        # After a stall the deadlines restart from now, without a burst of frames to catch up.
        self._deadline = self._deadline + step if self._deadline + step > now else now + step
        self._schedule()
        self.tick.emit()

    def _schedule(self) -> None:
        self._timer.start(max(0, ceil((self._deadline - perf_counter()) * 1000)))
