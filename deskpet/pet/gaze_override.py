"""Keep the head on a requested gaze while an idle motion would turn it elsewhere.

Cubism Core adds the gaze to the motion's angles, so an idle motion that glances to the right cancels a requested look
to the left. The override blends the angles towards those of the gaze alone, after the update of the core.
"""

import math
from collections.abc import Mapping

from deskpet.pet.held_gaze import AHEAD, Direction

# The share of the angles that the override sets; the rest is the idle motion, so that the head stays alive.
STRENGTH = 0.75
# The time in which the override fades in and out, and the time constant with which the gaze follows, in seconds.
FADE_SECONDS, FOLLOW_SECONDS = 0.5, 0.2
# Parameter -> its axis of the direction, and its value for a direction of 1, as the core adds it.
PARAMETERS: Mapping[str, tuple[int, float]] = {
    "ParamAngleX": (0, 30.0),
    "ParamAngleY": (1, 30.0),
    "ParamEyeBallX": (0, 1.0),
    "ParamEyeBallY": (1, 1.0),
    "PARAM_ANGLE_X": (0, 30.0),
    "PARAM_ANGLE_Y": (1, 30.0),
    "PARAM_EYE_BALL_X": (0, 1.0),
    "PARAM_EYE_BALL_Y": (1, 1.0),
}


class GazeOverride:
    """Ease the angles of a requested gaze. Times are in seconds."""

    def __init__(self) -> None:
        self._direction: Direction = AHEAD
        self._fade = 0.0

    def pass_time(self, seconds: float, target: Direction, *, is_held: bool) -> None:
        """Advance the easing towards `target`, and fade in while `is_held`, out otherwise."""
        step = seconds / FADE_SECONDS
        self._fade = max(0.0, min(1.0, self._fade + (step if is_held else -step)))
        share = 1 - math.exp(-seconds / FOLLOW_SECONDS)
        x, y = self._direction
        self._direction = (x + (target[0] - x) * share, y + (target[1] - y) * share)

    @property
    def weight(self) -> float:
        """The weight, 0..STRENGTH, with which the values replace those of the core."""
        return STRENGTH * self._fade * self._fade * (3 - 2 * self._fade)

    def value(self, parameter: str) -> float:
        """Return the value of one of PARAMETERS."""
        axis, scale = PARAMETERS[parameter]
        return self._direction[axis] * scale
