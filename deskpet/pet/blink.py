"""Blink the eyes of a model at rest, instead of Cubism Core.

The core adds up time in a 32-bit float that can't be reset, so after some days the eyes would blink too fast, and
later not at all.
"""

import random

# Seconds of closing, staying closed and opening, and the maximum pause between two blinks.
_CLOSING, _CLOSED, _OPENING = 0.1, 0.05, 0.15
_MAX_PAUSE = 7.0


class Blink:
    """Computes the openness of the eyes, 0..1, over time."""

    def __init__(self, generator: random.Random | None = None) -> None:
        self._random = generator or random.Random()
        self._starts_in = self._pause()

    def pass_time(self, seconds: float) -> float:
        """Advance the time, and return the openness of the eyes."""
        self._starts_in -= seconds
        elapsed = -self._starts_in
        if elapsed >= _CLOSING + _CLOSED + _OPENING:
            self._starts_in = self._pause()
        closing = elapsed / _CLOSING
        opening = (elapsed - _CLOSING - _CLOSED) / _OPENING
        return min(1.0, max(0.0, 1.0 - closing, opening))

    def _pause(self) -> float:
        return self._random.uniform(0.0, _MAX_PAUSE)
