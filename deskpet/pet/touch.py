"""Detect stroking: the pointer moves back and forth on the character without a pressed button."""

import math

# The number of changes of direction, the minimum distance between them in pixels, and the time for all in seconds.
MIN_TURNS, MIN_DISTANCE, WINDOW_SECONDS = 3, 14.0, 1.9
# A stroke goes on until so many seconds after the last change of direction.
PAUSE_SECONDS = 1.2


class StrokeDetector:
    """Counts the changes of direction of the pointer. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._turns: list[float] = []
        self._turning_point: float | None = None
        self._direction = 0.0
        self._is_stroke = False

    def moved(self, x: float, now: float) -> bool:
        """Add a pointer position on the character, `x` in pixels, and return whether the pointer strokes."""
        if self._turning_point is None:
            self._turning_point = x
        distance = x - self._turning_point
        if distance * self._direction > 0:
            self._turning_point = x
        elif abs(distance) >= MIN_DISTANCE:
            if self._direction:
                self._turns.append(now)
            self._turning_point, self._direction = x, math.copysign(1.0, distance)
        self._turns = [turn for turn in self._turns if now - turn <= WINDOW_SECONDS]
        goes_on = self._is_stroke and bool(self._turns) and now - self._turns[-1] <= PAUSE_SECONDS
        self._is_stroke = goes_on or len(self._turns) >= MIN_TURNS
        return self._is_stroke

    def left(self) -> None:
        """Forget all positions: the pointer has left the character."""
        self._turns.clear()
        self._turning_point, self._direction, self._is_stroke = None, 0.0, False
