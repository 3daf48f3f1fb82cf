"""How a Live2D model stands, walks, sits and falls on the desktop: values of its parameters, added after the core's.

A foot that carries the body stays where it is on the desktop: while the window moves, ParamStride takes it the other
way. Models without that parameter sway and hop, by the parameters that most models have.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class Stance(Enum):
    """What she does on the desktop."""

    STANDING = auto()
    WALKING = auto()
    SITTING = auto()
    FALLING = auto()
    PEEKING = auto()


@dataclass(frozen=True, slots=True)
class Posture:
    """A stance. heading: -1 to the left of the screen, 1 to the right. steps: those walked, with fractions.

    At each half, both feet are where they are when she stands.
    """

    stance: Stance = Stance.STANDING
    heading: int = 0
    steps: float = 0.5


STANDING = Posture()
# How far a foot of a model goes with ParamStrideL or R from -1 to 1, as a share of the height of its canvas.
STRIDE = 0.0552
# How long the poses fade in and out, and how long she gives way after a landing, in seconds.
_LANDING_SECONDS = 0.45
_FADE_SECONDS = {Stance.WALKING: 0.16, Stance.SITTING: 0.6, Stance.FALLING: 0.14, Stance.PEEKING: 0.5}
# What is added for each stance, for a heading of 1: the names of Cubism 4 and 2.
_TURNS = {"ParamAngleX": 18.0, "ParamBodyAngleX": 4.5, "PARAM_ANGLE_X": 18.0, "PARAM_BODY_ANGLE_X": 4.5}
_PEEK = {"ParamAngleZ": 14.0, "ParamBodyAngleZ": 5.0, "PARAM_ANGLE_Z": 14.0, "PARAM_BODY_ANGLE_Z": 5.0}
_SWAY, _BOB = {"ParamBodyAngleZ": 1.6, "PARAM_BODY_ANGLE_Z": 1.6}, {"ParamBodyAngleY": 2.4, "PARAM_BODY_ANGLE_Y": 2.4}
# What is set while she walks or falls, whatever an idle motion does with it.
_GROUNDED = {"ParamSit": 0.0, "ParamHop": 0.0, "ParamLegL": 0.0, "ParamLegR": 0.0, "ParamHips": 0.0}
_FALL = {**_GROUNDED, "ParamLegL": -0.7, "ParamLegR": -0.4, "ParamArmL": 0.7, "ParamArmR": 0.7}
_SIT = {**_GROUNDED, "ParamSit": 1.0}
# How high a foot is lifted, and how far the hips go over the other one.
_LIFT, _HIPS = -0.62, 0.3
_SQUAT = -0.75


def strides(steps: float, heading: int) -> tuple[float, float]:
    """Return where the left and the right foot are, -1..1 to the right of the screen, after so many steps."""
    part, is_right_lifted = steps % 1, math.floor(steps) % 2 == 0
    carrying, lifted = heading * (1 - 2 * part), heading * (2 * _eased(part) - 1)
    return (carrying, lifted) if is_right_lifted else (lifted, carrying)


class Gait:
    """Eases between postures. parameters: those of the model."""

    def __init__(self, parameters: Iterable[str]) -> None:
        self._parameters = frozenset(parameters)
        self._posture = STANDING
        self._shares = dict.fromkeys(_FADE_SECONDS, 0.0)
        self._heading = 0.0
        self._landing = 0.0

    def assume(self, posture: Posture) -> None:
        """Take another posture."""
        if self._posture.stance is Stance.FALLING and posture.stance is not Stance.FALLING:
            self._landing = 1.0
        self._posture = posture

    def apply(self, core: Any, seconds: float, *, is_idle: bool) -> None:
        """Add the posture to what expression and motion say, `seconds` after the last time.

        is_idle: no motion but one at rest plays; she stands up for any other one.
        """
        self._pass_time(seconds, is_idle=is_idle)
        for stance, share in self._shares.items():
            if share:
                self._apply_stance(core, stance, _eased(share))
        if self._landing:
            self._set(core, {"ParamHop": _SQUAT * math.sin(math.pi * self._landing)}, self._landing)

    def _pass_time(self, seconds: float, *, is_idle: bool) -> None:
        for stance, duration in _FADE_SECONDS.items():
            is_shown = stance is self._posture.stance and (is_idle or stance is not Stance.SITTING)
            step = seconds / duration
            self._shares[stance] = max(0.0, min(1.0, self._shares[stance] + (step if is_shown else -step)))
        wanted = self._posture.heading if self._posture.stance is not Stance.SITTING else 0
        self._heading += (wanted - self._heading) * (1 - math.exp(-seconds / 0.25))
        self._landing = max(0.0, self._landing - seconds / _LANDING_SECONDS)

    def _apply_stance(self, core: Any, stance: Stance, share: float) -> None:
        match stance:
            case Stance.WALKING:
                self._walk(core, share)
            case Stance.SITTING:
                self._set(core, _SIT, share)
            case Stance.FALLING:
                self._set(core, _FALL, share)
            case Stance.PEEKING:
                self._add(core, _PEEK, self._heading * share)
            case Stance.STANDING:
                pass

    def _walk(self, core: Any, share: float) -> None:
        steps, heading = self._posture.steps, self._posture.heading
        lift = math.sin(math.pi * (steps % 1))
        # The hips go over the foot that carries: 1 is the left one, which is on the right of the screen.
        side = 1 if math.floor(steps) % 2 == 0 else -1
        left, right = strides(steps, heading)
        lifted = "ParamLegR" if side > 0 else "ParamLegL"
        feet = {"ParamStrideL": left, "ParamStrideR": right, "ParamHips": side * _HIPS * lift, lifted: _LIFT * lift}
        self._set(core, {**_GROUNDED, **feet}, share)
        self._add(core, _TURNS, self._heading * share)
        self._add(core, _SWAY, side * lift * share)
        self._add(core, _BOB, lift * share)

    def _set(self, core: Any, values: Mapping[str, float], weight: float) -> None:
        for name in self._parameters.intersection(values):
            core.SetParamById(name, values[name], weight)

    def _add(self, core: Any, values: Mapping[str, float], factor: float) -> None:
        for name in self._parameters.intersection(values):
            core.AddParamById(name, values[name] * factor)


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)
