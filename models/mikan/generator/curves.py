"""Curves that lids and lips follow, and how a ribbon is laid along one."""

import math
from collections.abc import Callable

from .rigging import Spot

Curve = Callable[[float], Spot]
"""A point for 0..1."""


def arch(t: float, power: float, roundness: float) -> float:
    """1 in the middle, at t = 0, down to 0 at both ends."""
    return max(0.0, 1 - abs(t) ** power) ** roundness


def along(share: float) -> float:
    """-1..1 for 0..1, denser at the ends where lids bend most, and straight on beyond them."""
    even = 2 * share - 1
    bent = math.sin(math.pi / 2 * min(1.0, max(-1.0, even)))
    return 0.6 * bent + 0.4 * even


def offset(curve: Curve, share: float, distance: float, out: int) -> Spot:
    """A point `distance` above a curve, along its normal."""
    x, y = curve(share)
    x0, y0 = curve(max(0.0, min(0.94, share - 0.03)))
    x1, y1 = curve(min(1.0, max(0.06, share + 0.03)))
    dx, dy = (x1 - x0) * out, (y1 - y0) * out
    length = math.hypot(dx, dy) or 1.0
    return x + dy / length * distance, y - dx / length * distance
