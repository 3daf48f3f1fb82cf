"""Adapt frame rate and render resolution to the speed of the machine.

The frame rate is lowered first, at once and in proportion to the duration of a frame, so that the GUI thread stays
responsive. The resolution is lowered only if drawing itself takes too much time for smooth motion, because fewer pixels
do not help a frame that waits for other programs. It is raised again a few seconds after drawing got cheaper, and later
each time that it had to be lowered again soon (exponential backoff), so that it does not flicker.
"""

from dataclasses import dataclass, replace

# Maximum share of the GUI thread's time that is spent on drawing.
SHARE = 0.6
# The frame rate below which motion is no longer smooth.
SMOOTH = 20.0
# Render scales of each side, from the best to the worst.
SHARPNESSES = (1.0, 0.75, 0.5)
# Seconds of overload until the resolution is lowered; of sufficient headroom until it is raised; and the maximum of
# the latter after several failed attempts.
LOWER_AFTER, RAISE_AFTER, MAX_RAISE_AFTER = 2.0, 3.0, 48.0
# The factor by which the time must suffice for the higher resolution before it is raised.
HEADROOM = 1.5
# A raise has failed if the resolution must be lowered again within this time, in seconds.
FAILED_WITHIN = 30.0
# Maximum cost taken from the first frame of a model, in seconds; it includes one-time work.
MAX_FIRST_COST = 0.02
# The weight of the newest frame in the average cost, and the maximum factor of one frame against the average.
NEWEST_WEIGHT, MAX_SPIKE = 1 / 8, 4.0
# A relative change of the cost up to this is ignored if there is plenty of time.
TOLERANCE = 1 / 16
# Frames of a window whose shortest duration is taken.
WINDOW = 20


@dataclass(frozen=True, slots=True)
class ShortestTime:
    """The shortest of the last WINDOW to 2 * WINDOW durations, in seconds.

    A busy machine delays most frames but not all of them. A slow graphics card delays all.
    """

    previous: float = 0.0
    current: float = float("inf")
    count: int = 0

    @property
    def seconds(self) -> float:
        """The shortest duration; 0 until a window is full."""
        return min(self.previous, self.current)

    def including(self, seconds: float) -> "ShortestTime":
        """Return the value after one more duration."""
        current = min(self.current, seconds)
        if self.count + 1 < WINDOW:
            return ShortestTime(self.previous, current, self.count + 1)
        return ShortestTime(current)


@dataclass(frozen=True, slots=True)
class RenderQuality:
    """The current render quality and the average cost of a frame. Times are seconds of one clock.

    `cost` is the average duration of a frame, and `work` the average part of it that drawing needs by itself; both are
    0 before the first frame. `step` is the index into SHARPNESSES. `since` is the time when the present overload
    (`is_strained`) or headroom began, None if there is neither. `patience` is how long headroom must last before the
    resolution is raised.
    """

    cost: float = 0.0
    work: float = 0.0
    shortest: ShortestTime = ShortestTime()
    step: int = 0
    since: float | None = None
    is_strained: bool = False
    patience: float = RAISE_AFTER
    recovered_at: float | None = None

    @property
    def sharpness(self) -> float:
        """The render scale: pixels drawn for each pixel shown, along one side."""
        return SHARPNESSES[self.step]

    @property
    def least_interval(self) -> float:
        """The shortest time between two frames in seconds."""
        return self.cost / SHARE

    def after_frame(self, elapsed: float, processor: float, rate: float, now: float) -> "RenderQuality":
        """Return the quality after a frame, if `rate` frames per second are wanted.

        elapsed: the frame's duration in seconds. processor: the processor time of the whole process in it, because
        software rendering uses threads of its own.
        """
        cost = _average(self.cost, elapsed)
        if self._is_light(cost) and abs(cost - self.cost) < self.cost * TOLERANCE:
            return self
        shortest = self.shortest.including(elapsed)
        work = _average(self.work, max(shortest.seconds, min(elapsed, processor)))
        updated = replace(self, cost=cost, work=work, shortest=shortest)
        needed = min(rate, SMOOTH)
        is_strained = updated.work * needed > SHARE
        if not is_strained and updated._affordable_step(needed) == self.step:
            return updated if self.since is None else replace(updated, since=None, is_strained=False)
        if self.since is None or is_strained != self.is_strained:
            return replace(updated, since=now, is_strained=is_strained)
        return updated._change_step_when_due(now, needed)

    def _is_light(self, cost: float) -> bool:
        """Return whether frames are so cheap that their exact cost does not matter."""
        return self.since is None and self.step == 0 and cost * SMOOTH < SHARE / 4

    def _affordable_step(self, needed: float) -> int:
        """Return the best step, up to the present one, at which `needed` frames per second leave headroom."""
        return next(
            (step for step in range(self.step) if self.work * self._factor(step) * needed * HEADROOM <= SHARE),
            self.step,
        )

    def _factor(self, step: int) -> float:
        """Return the factor of the cost at another step; the cost is proportional to the number of pixels."""
        return (SHARPNESSES[step] / self.sharpness) ** 2

    def _change_step_when_due(self, now: float, needed: float) -> "RenderQuality":
        elapsed = now - (now if self.since is None else self.since)
        if self.is_strained and elapsed >= LOWER_AFTER and self.step + 1 < len(SHARPNESSES):
            return self._lower(now)
        if not self.is_strained and elapsed >= self.patience:
            return replace(self._at_step(self._affordable_step(needed)), recovered_at=now)
        return self

    def _lower(self, now: float) -> "RenderQuality":
        has_failed = self.recovered_at is not None and now - self.recovered_at < FAILED_WITHIN
        patience = min(MAX_RAISE_AFTER, 2 * self.patience) if has_failed else RAISE_AFTER
        return replace(self._at_step(self.step + 1), patience=patience)

    def _at_step(self, step: int) -> "RenderQuality":
        """Return the quality at another step, with the times expected there."""
        cost, work = self.cost * self._factor(step), self.work * self._factor(step)
        return replace(self, step=step, cost=cost, work=work, shortest=ShortestTime(), since=None)


def _average(average: float, newest: float) -> float:
    if not average:
        return min(newest, MAX_FIRST_COST)
    return average + (min(newest, average * MAX_SPIKE) - average) * NEWEST_WEIGHT
