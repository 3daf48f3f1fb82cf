"""Swing the character like a damped pendulum while the user drags it."""

# The pendulum: restoring force (1/s²), damping (1/s), backward lean (degrees for each window height per second of the
# pointer's speed), impulse (degrees per second for the same change of that speed), and the maximum lean (degrees).
STIFFNESS, DAMPING, LEAN_BY_SPEED, IMPULSE, MAX_LEAN = 90.0, 6.0, 3.5, 28.0, 20.0
# The time constant for smoothing the pointer's speed, in seconds: pointer events come in steps.
SMOOTHING_SECONDS = 0.05
MAX_STEP = 1 / 30
# Below this lean (degrees) and angular velocity (degrees per second), the character is at rest.
REST = 0.05


class Sway:
    """Compute the lean of the character from its position. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._lean = self._angular_velocity = self._speed = 0.0
        self._x: float | None = None
        self._updated_at = 0.0

    @property
    def is_still(self) -> bool:
        """Whether the character is at rest."""
        return abs(self._lean) < REST and abs(self._angular_velocity) < REST

    def carry(self, x: float, now: float) -> float:
        """Return the lean in degrees while the character is carried; positive leans to the right of the screen.

        `x` is its distance from the left edge of the desktop in window heights.
        """
        before, elapsed = self._x, now - self._updated_at
        self._x, self._updated_at = x, now
        if before is None or elapsed <= 0:
            return self._lean
        speed = (x - before) / elapsed
        smoothed = self._speed + (speed - self._speed) * min(1.0, elapsed / SMOOTHING_SECONDS)
        # The character lags behind the pointer, so it leans the other way.
        self._angular_velocity -= (smoothed - self._speed) * IMPULSE
        self._speed = smoothed
        return self._swing(elapsed)

    def release(self, now: float) -> float:
        """Return the lean in degrees after the character was released."""
        elapsed, self._updated_at = now - self._updated_at, now
        self._x, self._speed = None, 0.0
        return self._lean if self.is_still else self._swing(elapsed)

    def _swing(self, elapsed: float) -> float:
        remaining = min(elapsed, 0.25)
        while remaining > 0:
            step = min(remaining, MAX_STEP)
            remaining -= step
            deviation = self._lean + LEAN_BY_SPEED * self._speed
            self._angular_velocity -= (STIFFNESS * deviation + DAMPING * self._angular_velocity) * step
            self._lean += self._angular_velocity * step
        self._lean = max(-MAX_LEAN, min(MAX_LEAN, self._lean))
        return self._lean
