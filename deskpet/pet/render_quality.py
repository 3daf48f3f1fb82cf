"""Adapt frame rate and render resolution to the speed of the machine.

The frame rate is lowered first, at once and in proportion to the cost of a frame. Only if motion would no longer be
smooth, the resolution is lowered as well. Raising it again takes longer than lowering it, and longer each time that it
had to be lowered again soon (exponential backoff), so that it does not flicker.
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
LOWER_AFTER, RAISE_AFTER, MAX_RAISE_AFTER = 2.0, 10.0, 640.0
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


@dataclass(frozen=True, slots=True)
class RenderQuality:
    """The current render quality and the average cost of a frame. Times are seconds of one clock.

    `cost` is in seconds, 0 before the first frame. `step` is the index into SHARPNESSES. `since` is the time when the
    present overload (`is_strained`) or headroom began, None if there is neither. `patience` is how long headroom must
    last before the resolution is raised.
    """

    cost: float = 0.0
    step: int = 0
    since: float | None = None
    is_strained: bool = False
    patience: float = RAISE_AFTER
    recovered_at: float | None = None

    @property
    def sharpness(self) -> float:
        """The render scale: pixels drawn for each pixel shown, along one side."""
        return SHARPNESSES[self.step]

    def interval(self, rate: float) -> float:
        """Return the seconds between two frames if `rate` frames per second are wanted."""
        return max(1 / rate, self.cost / SHARE)

    def after_frame(self, seconds: float, rate: float, now: float) -> "RenderQuality":
        """Return the quality after a frame that took `seconds`, if `rate` frames per second are wanted."""
        cost = self._average_cost(seconds)
        if self._is_light(cost) and abs(cost - self.cost) < self.cost * TOLERANCE:
            return self
        updated = replace(self, cost=cost)
        needed = min(rate, SMOOTH)
        is_strained = updated.cost * needed > SHARE
        has_room = self.step > 0 and updated.cost * self._cost_factor(-1) * needed * HEADROOM <= SHARE
        if not is_strained and not has_room:
            return updated if self.since is None else replace(updated, since=None, is_strained=False)
        if self.since is None or is_strained != self.is_strained:
            return replace(updated, since=now, is_strained=is_strained)
        return updated._change_step_when_due(now)

    def _is_light(self, cost: float) -> bool:
        """Return whether frames are so cheap that their exact cost does not matter."""
        return self.since is None and self.step == 0 and cost * SMOOTH < SHARE / 4

    def _average_cost(self, seconds: float) -> float:
        if not self.cost:
            return min(seconds, MAX_FIRST_COST)
        return self.cost + (min(seconds, self.cost * MAX_SPIKE) - self.cost) * NEWEST_WEIGHT

    def _cost_factor(self, steps: int) -> float:
        """Return the factor of the cost after `steps` steps down; the cost is proportional to the number of pixels."""
        return (SHARPNESSES[self.step + steps] / self.sharpness) ** 2

    def _change_step_when_due(self, now: float) -> "RenderQuality":
        elapsed = now - (now if self.since is None else self.since)
        if self.is_strained and elapsed >= LOWER_AFTER and self.step + 1 < len(SHARPNESSES):
            return self._lower(now)
        if not self.is_strained and elapsed >= self.patience:
            cost = self.cost * self._cost_factor(-1)
            return replace(self, step=self.step - 1, cost=cost, since=None, recovered_at=now)
        return self

    def _lower(self, now: float) -> "RenderQuality":
        has_failed = self.recovered_at is not None and now - self.recovered_at < FAILED_WITHIN
        patience = min(MAX_RAISE_AFTER, 2 * self.patience) if has_failed else RAISE_AFTER
        return replace(self, step=self.step + 1, cost=self.cost * self._cost_factor(1), since=None, patience=patience)
