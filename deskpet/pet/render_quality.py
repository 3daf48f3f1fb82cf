"""How much is done for a frame: everything, until the machine can't take it; then less, and all again when it can.

The rate gives way first, at once and in proportion. Only where that would make the character jerk is it drawn on
fewer pixels. Coming back takes longer than going, and longer each time that it was in vain: nothing flickers.
"""

from dataclasses import dataclass, replace

# Of the GUI thread's time, no more than this share goes to drawing.
SHARE = 0.6
# Below so many frames a second motion is no longer smooth.
SMOOTH = 20.0
# How many of the pixels to a side are drawn, from all to the fewest.
SHARPNESSES = (1.0, 0.75, 0.5)
# A strain is one after so many seconds, and is over when there was room for this much more for so long.
STRAINED_FOR, SPARED_FOR, MOST_PATIENCE = 2.0, 10.0, 640.0
ROOM = 1.5
# A recovery that did not last for so many seconds was in vain.
IN_VAIN = 30.0
# The first frame of a model takes long, for reasons of its own.
MOST_AT_FIRST = 0.02
# The newest frame's part in what frames are taken to cost, and the most that a single one may change it.
NEWEST, MOST_GROWTH = 1 / 8, 4.0
# Costs that differ by no more than this share are taken for the same where there is enough time.
SAME = 1 / 16


@dataclass(frozen=True, slots=True)
class RenderQuality:
    """What is done, and what it cost lately. Times are seconds of one clock; `cost` is 0 as long as nothing is known.

    `since` is when it began to be too much, or to be little enough, for the present `step` of SHARPNESSES.
    """

    cost: float = 0.0
    step: int = 0
    since: float | None = None
    is_strained: bool = False
    patience: float = SPARED_FOR
    recovered_at: float | None = None

    @property
    def sharpness(self) -> float:
        """How many pixels to a side are drawn, as a share of those that are shown."""
        return SHARPNESSES[self.step]

    def interval(self, rate: float) -> float:
        """Seconds from one frame to the next for who wants `rate` of them a second."""
        return max(1 / rate, self.cost / SHARE)

    def after_frame(self, seconds: float, rate: float, now: float) -> "RenderQuality":
        """What is to be done after a frame took `seconds`, where `rate` of them are wanted."""
        cost = self._cost_with(seconds)
        if self._is_light(cost) and abs(cost - self.cost) < self.cost * SAME:
            return self
        known = replace(self, cost=cost)
        needed = min(rate, SMOOTH)
        is_strained = known.cost * needed > SHARE
        has_room = self.step > 0 and known.cost * self._growth(-1) * needed * ROOM <= SHARE
        if not is_strained and not has_room:
            return known if self.since is None else replace(known, since=None, is_strained=False)
        if self.since is None or is_strained != self.is_strained:
            return replace(known, since=now, is_strained=is_strained)
        return known._persisting(now)

    def _is_light(self, cost: float) -> bool:
        """Whether a frame is so far from being too much that it does not matter what exactly it takes."""
        return self.since is None and self.step == 0 and cost * SMOOTH < SHARE / 4

    def _cost_with(self, seconds: float) -> float:
        if not self.cost:
            return min(seconds, MOST_AT_FIRST)
        return self.cost + (min(seconds, self.cost * MOST_GROWTH) - self.cost) * NEWEST

    def _growth(self, steps: int) -> float:
        """What frames will cost after so many steps down, as a share of what they cost: it goes with the pixels."""
        return (SHARPNESSES[self.step + steps] / self.sharpness) ** 2

    def _persisting(self, now: float) -> "RenderQuality":
        lasted = now - (now if self.since is None else self.since)
        if self.is_strained and lasted >= STRAINED_FOR and self.step + 1 < len(SHARPNESSES):
            return self._coarser(now)
        if not self.is_strained and lasted >= self.patience:
            cost = self.cost * self._growth(-1)
            return replace(self, step=self.step - 1, cost=cost, since=None, recovered_at=now)
        return self

    def _coarser(self, now: float) -> "RenderQuality":
        in_vain = self.recovered_at is not None and now - self.recovered_at < IN_VAIN
        patience = min(MOST_PATIENCE, 2 * self.patience) if in_vain else SPARED_FOR
        return replace(self, step=self.step + 1, cost=self.cost * self._growth(1), since=None, patience=patience)
