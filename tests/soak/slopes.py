"""Whether what was sampled over a long time is flat, told robustly: a few odd samples change nothing."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Tolerance:
    """How much a quantity may rise: what its noise explains in all, and beyond that so much an hour."""

    name: str
    unit: str
    noise: float
    per_hour: float


@dataclass(frozen=True)
class Verdict:
    """A quantity over the time after the warm-up, an hour's rise by its slope, and what is allowed."""

    tolerance: Tolerance
    least: float
    median: float
    most: float
    per_hour: float
    rise: float
    allowed: float

    @property
    def is_flat(self) -> bool:
        return self.rise <= self.allowed

    def __str__(self) -> str:
        span = f"min {self.least:>9.1f}  median {self.median:>9.1f}  max {self.most:>9.1f} {self.tolerance.unit:<4}"
        rise = f"{self.per_hour:>+9.1f} an hour; rose by {self.rise:>+7.1f}, allowed {self.allowed:>6.1f}"
        return f"{self.tolerance.name:<9} {span} {rise}  {'flat' if self.is_flat else 'RISES'}"


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The median slope between any two points (Theil and Sen): up to a quarter of them may be anywhere."""
    slopes = [(b - a) / (after - at) for (at, a), (after, b) in combinations(points, 2) if after > at]
    return statistics.median(slopes) if slopes else 0.0


def judge(tolerance: Tolerance, points: Sequence[tuple[float, float]]) -> Verdict:
    """Judge samples of a quantity: pairs of a time in seconds and a value."""
    values = [value for _, value in points]
    per_second, lasted = slope(points), points[-1][0] - points[0][0]
    allowed = tolerance.noise + tolerance.per_hour * lasted / 3600
    return Verdict(
        tolerance,
        min(values),
        statistics.median(values),
        max(values),
        per_second * 3600,
        per_second * lasted,
        allowed,
    )
