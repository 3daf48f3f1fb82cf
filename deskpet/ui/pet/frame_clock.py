"""Frame timer: ticks at an even rate that fits the screen, and slows down by itself when frames are too expensive."""

from dataclasses import replace
from math import ceil
from time import perf_counter

from PySide6.QtCore import QMetaObject, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QScreen, QWindow

from deskpet.pet.frame_schedule import FrameSchedule, paced
from deskpet.pet.render_quality import RenderQuality


class FrameClock(QObject):
    """Ticks `rate` times a second at most.

    `rate` is set by `set_rate`. `refresh` is that of the screen in Hz, 0 if it is not known.

    tick: Emitted when the next frame is due.
    """

    tick = Signal()

    def __init__(self, rate: int, parent: QObject | None = None, window: QWindow | None = None) -> None:
        """window: its screen's refresh rate is kept to."""
        super().__init__(parent)
        self.rate, self.refresh = rate, 0.0
        self._schedule = FrameSchedule(1 / rate)
        self._quality = RenderQuality()
        self._refresh_changed: QMetaObject.Connection | None = None
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timeout)
        if window is not None:
            window.screenChanged.connect(self._on_screen_changed)
            self._on_screen_changed(window.screen())

    @property
    def is_running(self) -> bool:
        return self._timer.isActive()

    @property
    def dropped_frames(self) -> int:
        """The number of frames whose time passed before the clock could tick."""
        return self._schedule.dropped

    @property
    def interval(self) -> float:
        """The present interval between ticks in seconds; longer than requested if frames are expensive."""
        return max(self._schedule.interval, self._quality.least_interval)

    @property
    def sharpness(self) -> float:
        """The fraction of the window's width and height in pixels to render at, 0..1."""
        return self._quality.sharpness

    def set_rate(self, rate: int) -> None:
        """Set the ticks per second. A higher rate applies at once, a lower one gradually to hide the change."""
        self.rate = rate
        self._reschedule(self._schedule.hastened(perf_counter(), self.wanted_interval, self._quality.least_interval))

    def tick_within(self, seconds: float) -> None:
        """Tick earlier than at the present rate, if the picture changes earlier."""
        self._reschedule(replace(self._schedule, due=min(self._schedule.due, perf_counter() + seconds)))

    def set_refresh(self, refresh: float) -> None:
        """Set how often the screen shows a new picture, in Hz."""
        self.refresh = refresh
        self.set_rate(self.rate)

    def start(self) -> None:
        """Start ticking, with the first tick at once. No effect on a running clock."""
        if not self.is_running:
            self._schedule = self._schedule.started(perf_counter())
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

    @property
    def wanted_interval(self) -> float:
        """The time between ticks in seconds that fits rate and screen."""
        return 1 / paced(self.rate, self.refresh)

    def _on_screen_changed(self, screen: QScreen | None) -> None:
        if self._refresh_changed is not None:
            QObject.disconnect(self._refresh_changed)
            self._refresh_changed = None
        # There is none while the last screen is unplugged.
        if screen is not None:
            self._refresh_changed = screen.refreshRateChanged.connect(self.set_refresh)
            self.set_refresh(screen.refreshRate())

    def _on_timeout(self) -> None:
        self._schedule = self._schedule.after_frame(perf_counter(), self.wanted_interval, self._quality.least_interval)
        self._start_timer()
        self.tick.emit()

    def _reschedule(self, schedule: FrameSchedule) -> None:
        is_earlier, self._schedule = schedule.due < self._schedule.due, schedule
        if is_earlier and self.is_running:
            self._start_timer()

    def _start_timer(self) -> None:
        self._timer.start(max(0, ceil((self._schedule.due - perf_counter()) * 1000)))
