"""When the next frame of the character is due: values without a timer or a window. Times are seconds of one clock."""

from dataclasses import dataclass, replace
from math import ceil

# What screens really have, in Hz; a system that tells another refresh rate does not know it.
MIN_REFRESH, MAX_REFRESH = 24.0, 1000.0
# By how many refreshes a frame may come early: a screen of 60.02 Hz shows 60 frames a second, not 30.
_TOLERANCE = 0.02
# A lower rate is reached gradually: maximum factor between two successive intervals.
MAX_SLOWDOWN = 1.06
# A longer stall is counted as this one: the computer may have slept.
_MAX_STALL = 10.0


def paced(rate: float, refresh: float) -> float:
    """Return the highest frame rate, up to `rate`, at which each frame is shown for as many refreshes as any other.

    Without vertical sync, 60 frames a second on a screen of 75 Hz would be shown for one refresh or two by turns.
    refresh: that of the screen in Hz, 0 if it is not known.
    """
    if not MIN_REFRESH <= refresh <= MAX_REFRESH:
        return rate
    return refresh / ceil(refresh / rate - _TOLERANCE)


@dataclass(frozen=True, slots=True)
class FrameSchedule:
    """The next frame. Deadlines are absolute, so that delays do not add up.

    interval: the present time between two frames, which eases towards the wanted one. due: when the next one is due.
    dropped: the frames whose time passed before they could be drawn.
    """

    interval: float
    due: float = 0.0
    dropped: int = 0

    def started(self, now: float) -> "FrameSchedule":
        """Return the schedule with a frame due at once."""
        return replace(self, due=now)

    def hastened(self, now: float, wanted: float, least: float) -> "FrameSchedule":
        """Return the schedule with the interval `wanted` at once if it is shorter: the next frame may be far off.

        least: the shortest interval that the computer can keep.
        """
        if wanted >= self.interval:
            return self
        return replace(self, interval=wanted, due=min(self.due, now + max(wanted, least)))

    def after_frame(self, now: float, wanted: float, least: float) -> "FrameSchedule":
        """Return the schedule after a frame that is drawn now.

        A frame that would follow in less than half an interval is left out: nobody would see it.
        """
        interval = min(wanted, self.interval * MAX_SLOWDOWN)
        step = max(interval, least)
        late = now - self.due
        dropped = self.dropped + int(min(late, _MAX_STALL) / step)
        due = self.due + step
        if late >= step:
            # After a stall the deadlines restart from now, without a burst of frames to catch up.
            due = now + step
        elif late > step / 2:
            due, dropped = due + step, dropped + 1
        return FrameSchedule(interval, due, dropped)
