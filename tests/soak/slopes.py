"""Judge whether samples over a long time are flat. The estimate is robust against a few outliers."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Tolerance:
    """Allowed rise of a quantity: its noise in total, and beyond that an amount per hour."""

    name: str
    unit: str
    noise: float
    per_hour: float


@dataclass(frozen=True)
class Verdict:
    """The slope of a quantity per hour after the warm-up, and the allowed rise."""

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
    """Return the median slope of all pairs of points (Theil-Sen estimator); up to a quarter may be outliers."""
    slopes = [(b - a) / (after - at) for (at, a), (after, b) in combinations(points, 2) if after > at]
    return statistics.median(slopes) if slopes else 0.0


def judge(tolerance: Tolerance, points: Sequence[tuple[float, float]]) -> Verdict:
    """Judge the samples of a quantity: pairs of a time in seconds and a value."""
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
