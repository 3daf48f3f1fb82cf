"""Override what Cubism Core does to the face: keep the head on a requested gaze, blink, and shape the mouth.

Cubism Core adds the gaze to the motion's angles, so an idle motion that glances to the right cancels a requested look
to the left. GazeOverride blends the angles towards those of the gaze alone, after the update of the core.
"""

import math
import random
from collections.abc import Iterable, Mapping
from typing import Any

from deskpet.pet.held_gaze import AHEAD, Direction
from deskpet.pet.vowels import MouthShape, Vowel

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


_OPENINGS = ("ParamMouthOpenY", "PARAM_MOUTH_OPEN_Y")
_VOWELS = {f"Param{vowel}": vowel for vowel in (Vowel.A, Vowel.I, Vowel.U, Vowel.E, Vowel.O)}
_FORMS = ("ParamMouthForm", "PARAM_MOUTH_FORM")
# What each vowel adds to the width of an open mouth: wide for I, round for U and O.
_WIDTHS = {Vowel.I: 0.6, Vowel.E: 0.3, Vowel.U: -0.8, Vowel.O: -0.5}
# The time constant with which one vowel gives way to the next, in seconds.
_FOLLOW_SECONDS = 0.035
# Below this a vowel is gone.
_GONE = 0.01


class Mouth:
    """The parameters by which the mouth of a model moves.

    parameters: all of the model. lip_sync: those that its settings name for that.
    """

    def __init__(self, parameters: frozenset[str], lip_sync: Iterable[str]) -> None:
        named = parameters.intersection(lip_sync)
        self._has_vowels = parameters.issuperset(_VOWELS)
        # A vowel that opens the mouth is one of the shapes, and says nothing of the others.
        self._openings = (named - _VOWELS.keys() if self._has_vowels else named) or (
            parameters.intersection(_OPENINGS) if not named else frozenset[str]()
        )
        self._forms = parameters.intersection(_FORMS)
        self._shares = dict.fromkeys(_VOWELS.values(), 0.0)

    def apply(self, core: Any, shape: MouthShape, weight: float, seconds: float) -> None:
        """Set the shape, blended with expression and motion by `weight`, 0..1, `seconds` after the previous one."""
        follow = 1 - math.exp(-seconds / _FOLLOW_SECONDS)
        for vowel, share in self._shares.items():
            moved = share + ((vowel is shape.vowel) - share) * follow
            self._shares[vowel] = moved if moved > _GONE else 0.0
        for name in self._openings:
            core.SetParamById(name, shape.opening, weight)
        if self._has_vowels:
            self._apply_vowels(core, shape, weight)
        elif width := sum(_WIDTHS.get(vowel, 0.0) * share for vowel, share in self._shares.items()):
            for name in self._forms:
                core.AddParamById(name, width * shape.opening * weight)

    def _apply_vowels(self, core: Any, shape: MouthShape, weight: float) -> None:
        shares = self._shares
        if not self._openings and not any(shares.values()):
            # Without a vowel, A opens a mouth that has nothing else for it.
            shares = shares | {Vowel.A: 1.0}
        for name, vowel in _VOWELS.items():
            core.SetParamById(name, shape.opening * shares[vowel], weight)
