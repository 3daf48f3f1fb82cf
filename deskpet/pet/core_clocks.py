"""Resets the clocks inside Live2D's core before they lose precision.

live2d-py 1.0.0 counts the time of motions, breath, look and expressions in 32-bit floats that only grow. At 60 frames
a second each step is rounded by up to 3 % after four hours and 6 % after eight; after four days a clock runs at double
speed, after eight it stands still. No call resets a clock, but the core's partial updates take negative times. A reset
happens while it can't be seen, and the parameters stay where they are. The motions' clock is reset by MotionPlayer.
"""

import ctypes
import math
import random
from typing import Any

# A clock is reset at the first good moment after RESET_AFTER seconds, and at any moment after RESET_BY.
RESET_AFTER, RESET_BY = 3600.0, 14400.0

# Added to a clock and taken off again, this leaves exactly 0: a 32-bit float this large has no digits for seconds.
_FAR = 2.0**45
# Look and expression have come to rest when they did not change for so many seconds.
_LOOK_SETTLES, _EXPRESSION_SETTLES = 2.0, 10.0
# Longer than any expression fades in.
_FADED_IN = 60.0
# So many updates of so many seconds turn the head to where it looks, from anywhere.
_TURNS, _TURN = 120, 1 / 30
# The core's breath: the period in seconds of each sine wave, the largest first, and its amplitude in degrees (the last
# one's, out of 0..1, is enlarged to compare).
_BREATH_WAVES = ((6.5345, 7.5), (5.5345, 5.0), (3.5345, 4.0), (15.5345, 2.0), (3.2345, 2.0))
# A frame of breath at 30 frames a second moves the head this far, in degrees.
_BREATH_STEP = 0.25
# So many places are tried in each frame.
_PLACES, _PLACES_WHEN_OVERDUE = 6, 500


def single(value: float) -> float:
    """The value as a 32-bit float holds it."""
    return ctypes.c_float(value).value


class CoreClocks:
    """Watches the clocks of one core, of Cubism 2 or later; times are seconds of the model's own time."""

    def __init__(self, cubism: int, reset_after: float = RESET_AFTER, reset_by: float = RESET_BY) -> None:
        self._is_cubism_2 = cubism == 2
        self._after, self._by = reset_after, reset_by
        self._time = 0.0
        self._breath = (_Cubism2Breath if self._is_cubism_2 else _Breath)(reset_after, reset_by)
        self._look, self._looks_since, self._look_reset_at = (0.0, 0.0), 0.0, 0.0
        self._expression: str | None = None
        self._expression_since = self._expression_reset_at = self._passing_until = 0.0

    def note_look(self, x: float, y: float) -> None:
        """The character was told to look there."""
        if (x, y) != self._look:
            self._look, self._looks_since = (x, y), self._time

    def note_expression(self, name: str | None, seconds: float | None = None) -> None:
        """An expression was set, for good or for some time, or cleared."""
        self._passing_until = self._expression_since = self._time + (seconds or 0.0)
        if seconds is None:
            self._expression = name

    def pass_time(self, seconds: float) -> None:
        """Note that the core was updated by this much."""
        self._time += seconds
        self._breath.pass_time(seconds)

    def reset_due(self, core: Any) -> None:
        """Reset the clocks whose time has come. An update must follow before the core is drawn."""
        self._breath.reset_due(core)
        if self._is_due(self._look_reset_at, self._looks_since + _LOOK_SETTLES) and not self._is_cubism_2:
            _reset_look(core)
            self._look_reset_at = self._time
        is_expression_due = self._is_due(self._expression_reset_at, self._expression_since + _EXPRESSION_SETTLES)
        if self._expression is not None and is_expression_due and self._time >= self._passing_until:
            self._reset_expression(core, self._expression)
            self._expression_reset_at = self._time

    def _is_due(self, reset_at: float, settled_at: float) -> bool:
        age = self._time - reset_at
        return age >= self._after and (self._time >= settled_at or age >= self._by)

    def _reset_expression(self, core: Any, name: str) -> None:
        if not self._is_cubism_2:
            # An expression of Cubism 2 has a clock of its own, which ends with it.
            core.UpdateExpression(-_FAR)
            core.UpdateExpression(_FAR)
        core.ResetExpression()
        core.SetExpression(name, -1.0)
        core.UpdateExpression(0.0)
        core.UpdateExpression(_FADED_IN)


class _Breath:
    """The clock of a core's breath, to the bit."""

    # Clock units per second, and how many of its periods a wave takes.
    scale, period = 1.0, 1.0

    def __init__(self, after: float, by: float) -> None:
        self._after, self._by = after, by
        self._clock = 0.0
        self._chance = random.Random()

    def pass_time(self, seconds: float) -> None:
        self._clock = single(self._clock + single(single(seconds) * self.scale))

    def reset_due(self, core: Any) -> None:
        """Set the clock back to where the breath is the same; a few places are tried in each frame."""
        seconds = self._clock / self.scale
        # Whole waves of the largest one, so that this one goes on as it was.
        wave = _BREATH_WAVES[0][0] * self.period
        if seconds < max(self._after, wave):
            return
        most = int(seconds / wave)
        is_overdue = seconds >= self._by
        places = _PLACES_WHEN_OVERDUE if is_overdue else _PLACES
        backs = [wave * self._chance.randint(max(1, most // 2), most) for _ in range(places)]
        leap, back = min((self._leap(seconds, seconds - back), back) for back in backs)
        if leap < _BREATH_STEP or is_overdue:
            core.UpdateBreath(-back)
            self.pass_time(-back)

    def _leap(self, now: float, then: float) -> float:
        """How far the breath at one time is from that at another, in degrees at most."""
        unit = math.tau / self.period
        return max(
            amplitude * abs(math.sin(now * unit / wave) - math.sin(then * unit / wave))
            for wave, amplitude in _BREATH_WAVES
        )


class _Cubism2Breath(_Breath):
    """Cubism 2 counts milliseconds, and a wave takes 2 pi of its periods."""

    scale, period = 1000.0, math.tau


def _reset_look(core: Any) -> None:
    for _ in range(_TURNS):
        core.UpdateDrag(_TURN)
    # The head has arrived, so nothing turns it now.
    core.UpdateDrag(-_FAR)
    core.UpdateDrag(_FAR)
