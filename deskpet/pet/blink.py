"""Blinks the eyes of a model at rest, in place of the core's own blinking.

The core counts the time of its blinking in a 32-bit float that can't be reset, so after some days the eyes would
blink too fast, then never.
"""

import random

# Seconds to close, to stay closed and to open, and the longest pause between two blinks.
_CLOSING, _CLOSED, _OPENING = 0.1, 0.05, 0.15
_LONGEST_PAUSE = 7.0


class Blink:
    """Tells how far the eyes are open, 0..1, as time passes."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.Random()
        self._starts_in = self._pause()

    def pass_time(self, seconds: float) -> float:
        """Let time pass; returns how far the eyes are open now."""
        self._starts_in -= seconds
        elapsed = -self._starts_in
        if elapsed >= _CLOSING + _CLOSED + _OPENING:
            self._starts_in = self._pause()
        closing = elapsed / _CLOSING
        opening = (elapsed - _CLOSING - _CLOSED) / _OPENING
        return min(1.0, max(0.0, 1.0 - closing, opening))

    def _pause(self) -> float:
        return self._chance.uniform(0.0, _LONGEST_PAUSE)
