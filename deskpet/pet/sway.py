"""How a character hangs while it is carried: it lags behind the hand, swings, and comes to rest."""

# A pendulum's pull back and drag, per second; by how many degrees the hand's speed, in window heights a second, bends
# it back, by how many degrees a second a change of that speed kicks it; and how far it turns at most.
PULL, DRAG, BEND, KICK, MOST = 90.0, 6.0, 3.5, 28.0, 20.0
# The hand's speed is smoothed over so many seconds: a pointer comes in steps.
SMOOTH = 0.05
LONGEST_STEP = 1 / 30
REST = 0.05


class Sway:
    """Is told where the character is, and says how far it leans. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._lean = self._turning = self._speed = 0.0
        self._x: float | None = None
        self._at = 0.0

    @property
    def is_still(self) -> bool:
        """Whether there is nothing to see of it."""
        return abs(self._lean) < REST and abs(self._turning) < REST

    def hang(self, x: float, now: float) -> float:
        """It is held, at `x` window heights from the left; how far it leans, in degrees, to the right of the screen."""
        before, passed = self._x, now - self._at
        self._x, self._at = x, now
        if before is None or passed <= 0:
            return self._lean
        speed = (x - before) / passed
        smoothed = self._speed + (speed - self._speed) * min(1.0, passed / SMOOTH)
        # The hand goes away under it: it leans the other way.
        self._turning -= (smoothed - self._speed) * KICK
        self._speed = smoothed
        return self._swing(passed)

    def let_go(self, now: float) -> float:
        """Nobody holds it; how far it still leans."""
        passed, self._at = now - self._at, now
        self._x, self._speed = None, 0.0
        return self._lean if self.is_still else self._swing(passed)

    def _swing(self, passed: float) -> float:
        left = min(passed, 0.25)
        while left > 0:
            step = min(left, LONGEST_STEP)
            left -= step
            away = self._lean + BEND * self._speed
            self._turning -= (PULL * away + DRAG * self._turning) * step
            self._lean += self._turning * step
        self._lean = max(-MOST, min(MOST, self._lean))
        return self._lean
