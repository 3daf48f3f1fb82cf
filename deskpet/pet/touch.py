"""What the pointer does on the character without a button: whether it strokes."""

import math

# So many turns to and fro, each after so much way in pixels, within so many seconds.
TURNS, WAY, WITHIN = 3, 14.0, 1.6


class Stroke:
    """Watches the pointer pass to and fro. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._turns: list[float] = []
        self._edge: float | None = None
        self._direction = 0.0

    def moved(self, x: float, now: float) -> bool:
        """The pointer is at `x` on what can be stroked; whether that is stroking."""
        if self._edge is None:
            self._edge = x
        way = x - self._edge
        if way * self._direction > 0:
            self._edge = x
        elif abs(way) >= WAY:
            if self._direction:
                self._turns.append(now)
            self._edge, self._direction = x, math.copysign(1.0, way)
        self._turns = [turn for turn in self._turns if now - turn <= WITHIN]
        return len(self._turns) >= TURNS

    def left(self) -> None:
        """The pointer is no longer there."""
        self._turns.clear()
        self._edge, self._direction = None, 0.0
