"""Reset the clocks of Cubism Core before they lose precision.

live2d-py 1.0.0 adds up the time of motions, breath, gaze and expressions in 32-bit floats. At 60 frames per second,
rounding changes each step by up to 3 % after four hours and 6 % after eight; after four days a clock runs at double
speed, after eight it stops. No call resets a clock, but the core's partial updates accept negative times. A reset is
made when it is invisible, and keeps the parameters. MotionPlayer resets the clock of motions.
"""

import ctypes
import math
import random
from typing import Any

# A clock is reset when that is invisible after RESET_AFTER seconds, and in any case after RESET_BY.
RESET_AFTER, RESET_BY = 3600.0, 14400.0

# Adding and subtracting this sets a clock to exactly 0: a 32-bit float of this size can't represent seconds.
_HUGE = 2.0**45
# Seconds without a change after which gaze and expression are at rest.
_GAZE_SETTLE_SECONDS, _EXPRESSION_SETTLE_SECONDS = 2.0, 10.0
# Longer than the fade-in of any expression, in seconds.
_MAX_FADE_IN = 60.0
# Number and length in seconds of the updates that complete any turn of the head.
_TURN_UPDATES, _TURN_STEP = 120, 1 / 30
# The sine waves of the core's breath, the largest first: period in seconds, and amplitude in degrees. The last one's,
# in 0..1, is scaled up for comparison.
_BREATH_WAVES = ((6.5345, 7.5), (5.5345, 5.0), (3.5345, 4.0), (15.5345, 2.0), (3.2345, 2.0))
# Movement of the head by breath within a frame at 30 frames per second, in degrees.
_BREATH_STEP = 0.25
# Number of candidate times tried in each frame.
_CANDIDATES, _CANDIDATES_WHEN_OVERDUE = 6, 500


def single(value: float) -> float:
    """Round a value to a 32-bit float."""
    return ctypes.c_float(value).value


class CoreClocks:
    """Tracks the clocks of the core of one model, Cubism 2 or later. Times are in seconds of model time."""

    def __init__(self, cubism: int, reset_after: float = RESET_AFTER, reset_by: float = RESET_BY) -> None:
        self._is_cubism_2 = cubism == 2
        self._reset_after, self._reset_by = reset_after, reset_by
        self._time = 0.0
        self._breath = _Breath(reset_after, reset_by, is_cubism_2=self._is_cubism_2)
        self._gaze, self._gaze_since, self._gaze_reset_at = (0.0, 0.0), 0.0, 0.0
        self._expression: str | None = None
        self._expression_since = self._expression_reset_at = self._temporary_until = 0.0

    def note_look(self, x: float, y: float) -> None:
        """Note a new direction of the gaze."""
        if (x, y) != self._gaze:
            self._gaze, self._gaze_since = (x, y), self._time

    def note_expression(self, name: str | None, seconds: float | None = None) -> None:
        """Note that an expression was set, for `seconds` or until the next one; None: it was cleared."""
        self._temporary_until = self._expression_since = self._time + (seconds or 0.0)
        if seconds is None:
            self._expression = name

    def pass_time(self, seconds: float) -> None:
        """Advance the clocks after an update of the core."""
        self._time += seconds
        self._breath.pass_time(seconds)

    def reset_due(self, core: Any) -> None:
        """Reset the clocks that are due. The core has to be updated before it is drawn."""
        self._breath.reset_due(core)
        if self._is_due(self._gaze_reset_at, self._gaze_since + _GAZE_SETTLE_SECONDS) and not self._is_cubism_2:
            _reset_gaze(core)
            self._gaze_reset_at = self._time
        is_expression_due = self._is_due(self._expression_reset_at, self._expression_since + _EXPRESSION_SETTLE_SECONDS)
        if self._expression is not None and is_expression_due and self._time >= self._temporary_until:
            self._reset_expression(core, self._expression)
            self._expression_reset_at = self._time

    def _is_due(self, reset_at: float, settled_at: float) -> bool:
        age = self._time - reset_at
        return age >= self._reset_after and (self._time >= settled_at or age >= self._reset_by)

    def _reset_expression(self, core: Any, name: str) -> None:
        if not self._is_cubism_2:
            # A Cubism 2 expression has its own clock, which ends with it.
            core.UpdateExpression(-_HUGE)
            core.UpdateExpression(_HUGE)
        core.ResetExpression()
        core.SetExpression(name, -1.0)
        core.UpdateExpression(0.0)
        core.UpdateExpression(_MAX_FADE_IN)


class _Breath:
    """An exact copy of the core's clock of breath. That of Cubism 2 is in milliseconds, with longer waves."""

    def __init__(self, reset_after: float, reset_by: float, *, is_cubism_2: bool) -> None:
        # Clock units per second, and the factor of the waves' periods.
        self._scale, self._period = (1000.0, math.tau) if is_cubism_2 else (1.0, 1.0)
        self._reset_after, self._reset_by = reset_after, reset_by
        self._clock = 0.0
        self._random = random.Random()

    def pass_time(self, seconds: float) -> None:
        self._clock = single(self._clock + single(single(seconds) * self._scale))

    def reset_due(self, core: Any) -> None:
        """Set the clock back to a time with almost the same breath; tries a few times in each frame."""
        seconds = self._clock / self._scale
        # Whole periods of the largest wave, which then continues unchanged.
        wave = _BREATH_WAVES[0][0] * self._period
        if seconds < max(self._reset_after, wave):
            return
        max_periods = int(seconds / wave)
        is_overdue = seconds >= self._reset_by
        count = _CANDIDATES_WHEN_OVERDUE if is_overdue else _CANDIDATES
        candidates = [wave * self._random.randint(max(1, max_periods // 2), max_periods) for _ in range(count)]
        jump, back = min((self._jump(seconds, seconds - back), back) for back in candidates)
        if jump < _BREATH_STEP or is_overdue:
            core.UpdateBreath(-back)
            self.pass_time(-back)

    def _jump(self, before: float, after: float) -> float:
        """Return the largest difference of a wave between two times, in degrees."""
        unit = math.tau / self._period
        return max(
            amplitude * abs(math.sin(before * unit / wave) - math.sin(after * unit / wave))
            for wave, amplitude in _BREATH_WAVES
        )


def _reset_gaze(core: Any) -> None:
    for _ in range(_TURN_UPDATES):
        core.UpdateDrag(_TURN_STEP)
    # The turn is complete, so these don't move the head.
    core.UpdateDrag(-_HUGE)
    core.UpdateDrag(_HUGE)
