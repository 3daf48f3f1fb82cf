"""Show that the character listens to the user, or thinks about what was said.

The pose is added to expression and motion after the update of the core, and eased in and out, so that it works with
the standard parameters of any model and leaves what the expression says.
"""

import math
from collections.abc import Iterable, Mapping
from enum import Enum, auto

# How long the pose fades in and out, and the period of the sway while thinking, in seconds.
FADE_SECONDS, SWAY_SECONDS = 0.45, 4.2


class Attention(Enum):
    """The character's attention to the user's spoken words. LISTENING: the microphone hears the user."""

    NONE = auto()
    LISTENING = auto()
    THINKING = auto()


# Parameter -> what the pose adds to it: the head tilts, the brows rise, and the ears perk up where the model has any.
_LISTENING: Mapping[str, float] = {
    "ParamAngleZ": 9.0,
    "ParamBodyAngleZ": 1.5,
    "ParamBrowLY": 0.3,
    "ParamBrowRY": 0.3,
    "ParamEarL": 0.8,
    "ParamEarR": 0.8,
    "PARAM_ANGLE_Z": 9.0,
    "PARAM_BODY_ANGLE_Z": 1.5,
    "PARAM_BROW_L_Y": 0.3,
    "PARAM_BROW_R_Y": 0.3,
}
_THINKING: Mapping[str, float] = {
    "ParamAngleZ": -4.0,
    "ParamBrowLY": 0.35,
    "ParamBrowRY": 0.15,
    "PARAM_ANGLE_Z": -4.0,
    "PARAM_BROW_L_Y": 0.35,
    "PARAM_BROW_R_Y": 0.15,
}
# Parameter -> how far it sways to both sides while the character thinks.
_SWAY: Mapping[str, float] = {
    "ParamAngleZ": 2.5,
    "ParamBodyAngleZ": 1.5,
    "PARAM_ANGLE_Z": 2.5,
    "PARAM_BODY_ANGLE_Z": 1.5,
}
# How much wider the eyes of a listener are, as a factor: what the expression or a blink closes stays closed.
_WIDER_EYES = 1.12


class AttentionPose:
    """Ease between the poses of listening, thinking and neither. Times are in seconds."""

    def __init__(self) -> None:
        self._listening = self._thinking = self._swayed_for = 0.0

    def pass_time(self, seconds: float, attention: Attention) -> None:
        """Advance the fades towards the pose for `attention`."""
        step = seconds / FADE_SECONDS
        self._listening = _faded(self._listening, step if attention is Attention.LISTENING else -step)
        self._thinking = _faded(self._thinking, step if attention is Attention.THINKING else -step)
        self._swayed_for = self._swayed_for + seconds if self._thinking else 0.0

    @property
    def is_shown(self) -> bool:
        """Whether any part of the pose is visible."""
        return self._listening > 0 or self._thinking > 0

    @property
    def eye_factor(self) -> float:
        """The factor by which the eyelids are opened."""
        return 1 + (_WIDER_EYES - 1) * _eased(self._listening)

    def offsets(self, parameters: Iterable[str]) -> Mapping[str, float]:
        """Return what is added to each of these parameters."""
        listening, thinking = _eased(self._listening), _eased(self._thinking)
        swing = thinking * math.sin(2 * math.pi * self._swayed_for / SWAY_SECONDS)
        return {
            name: listening * _LISTENING.get(name, 0.0)
            + thinking * _THINKING.get(name, 0.0)
            + swing * _SWAY.get(name, 0.0)
            for name in PARAMETERS.intersection(parameters)
        }


PARAMETERS = frozenset({*_LISTENING, *_THINKING, *_SWAY})
"""The parameters that a pose may move."""


def _faded(value: float, step: float) -> float:
    return max(0.0, min(1.0, value + step))


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)
