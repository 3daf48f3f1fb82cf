"""The expressions: one entry each. Adding one is adding an entry.

`change` adds to parameters, `scale` multiplies them (so that blinking still works on half-closed eyes).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Expression:
    """What the face does; `meaning` tells a language model when to use it."""

    meaning: str
    change: Mapping[str, float] = field(default_factory=dict[str, float])
    scale: Mapping[str, float] = field(default_factory=dict[str, float])


def both(pattern: str, value: float) -> dict[str, float]:
    """The same value for left and right; `pattern` has a * where the side goes."""
    return {pattern.replace("*", side): value for side in "LR"}


EYES = "ParamEye*Open"
SMILE = "ParamEye*Smile"
BROW_Y, BROW_ANGLE, BROW_FORM = "ParamBrow*Y", "ParamBrow*Angle", "ParamBrow*Form"
EARS = "ParamEar*"

EXPRESSIONS = {
    "neutral": Expression("relaxed and friendly"),
    "happy": Expression(
        "smiles warmly with bright eyes",
        {
            "ParamMouthForm": 1,
            "ParamMouthOpenY": 0.7,
            "ParamCheek": 0.8,
            "ParamEyeBallForm": 0.6,
            **both(BROW_Y, 0.5),
            **both(BROW_FORM, 0.6),
            **both(EARS, 0.8),
            **both(SMILE, 0.55),
        },
    ),
    "excited": Expression(
        "thrilled, stars in the eyes",
        {
            "ParamMouthForm": 0.9,
            "ParamMouthOpenY": 0.9,
            "ParamCheek": 1,
            "ParamStarEyes": 1,
            "ParamSparkle": 1,
            "ParamEyeBallForm": 1,
            **both(BROW_Y, 0.9),
            **both(BROW_FORM, 0.8),
            **both(EARS, 1),
        },
        both(EYES, 1.08),
    ),
    "laughing": Expression(
        "laughs out loud, eyes squeezed shut with joy",
        {
            "ParamMouthForm": 1,
            "ParamMouthOpenY": 1,
            "ParamCheek": 1,
            "ParamTearDrop": 1,
            **both(SMILE, 1),
            **both(BROW_Y, 0.7),
            **both(BROW_FORM, 1),
            **both(EARS, -0.25),
        },
        both(EYES, 0),
    ),
    "wink": Expression(
        "winks playfully with one eye",
        {
            "ParamMouthForm": 1,
            "ParamMouthOpenY": 0.45,
            "ParamMouthSkew": 0.35,
            "ParamCheek": 0.8,
            "ParamEyeLSmile": 1,
            "ParamEyeRSmile": 0.25,
            "ParamEyeBallForm": 0.5,
            "ParamBrowRY": 0.9,
            "ParamBrowRForm": 0.8,
            "ParamBrowLY": -0.2,
            "ParamEarR": 0.9,
            "ParamEarL": -0.3,
        },
        {"ParamEyeLOpen": 0},
    ),
    "shy": Expression(
        "blushes and looks away",
        {
            "ParamBlushLines": 1,
            "ParamCheek": 1,
            "ParamMouthWave": 1,
            "ParamEyeBallX": -0.8,
            "ParamEyeBallY": -0.7,
            **both(BROW_ANGLE, -0.6),
            **both(BROW_Y, 0.3),
            **both(EARS, -0.6),
        },
        both(EYES, 0.8),
    ),
    "smug": Expression(
        "smug, a sly one-sided smile under half-closed eyes",
        {
            "ParamMouthForm": 0.9,
            "ParamMouthSkew": 1,
            "ParamEyeBallX": 0.45,
            "ParamEyeForm": 0.35,
            "ParamBrowLY": 0.9,
            "ParamBrowRY": -0.3,
            "ParamBrowRAngle": 0.4,
            "ParamBrowLForm": 0.8,
            "ParamCheek": 0.3,
            **both(SMILE, 0.4),
        },
        both(EYES, 0.55),
    ),
    "sad": Expression(
        "sad, eyes wet, ears drooping",
        {
            "ParamMouthForm": -0.9,
            "ParamTeary": 1,
            "ParamEyeForm": -1,
            "ParamEyeBallY": -0.45,
            "ParamGloom": 1,
            **both(BROW_ANGLE, -1),
            **both(BROW_Y, 0.1),
            **both(EARS, -1),
        },
        both(EYES, 0.84),
    ),
    "crying": Expression(
        "tears streaming down",
        {
            "ParamMouthForm": -1,
            "ParamMouthOpenY": 1,
            "ParamTears": 1,
            "ParamSqueeze": 1,
            "ParamCheek": 0.8,
            **both(BROW_ANGLE, -1),
            **both(BROW_Y, 0.2),
            **both(EARS, -1),
        },
        both(EYES, 0),
    ),
    "worried": Expression(
        "worried or embarrassed, a drop of sweat at the temple",
        {
            "ParamSweat": 1,
            "ParamMouthForm": -0.6,
            "ParamMouthOpenY": 0.5,
            "ParamMouthSkew": 0.35,
            "ParamEyeBallForm": -0.45,
            "ParamEyeBallX": -0.35,
            **both(BROW_ANGLE, -0.9),
            **both(BROW_Y, 0.6),
            **both(EARS, -0.75),
        },
        both(EYES, 1.04),
    ),
    "angry": Expression(
        "angry, glares with a frown",
        {
            "ParamMouthForm": -1,
            "ParamEyeForm": 1,
            "ParamAnger": 1,
            "ParamEyeBallForm": -0.4,
            "ParamCheek": 0.5,
            **both(BROW_ANGLE, 1),
            **both(BROW_Y, -0.9),
            **both(BROW_FORM, -0.8),
            **both(EARS, -0.45),
        },
        both(EYES, 0.86),
    ),
    "surprised": Expression(
        "surprised, eyes and mouth wide open",
        {
            "ParamMouthOpenY": 0.9,
            "ParamEyeBallForm": -0.8,
            "ParamStartle": 1,
            **both(BROW_Y, 1),
            **both(BROW_FORM, 1),
            **both(EARS, 1),
        },
        both(EYES, 1.14),
    ),
    "sleepy": Expression(
        "sleepy, eyelids heavy",
        {
            "ParamSleepMark": 1,
            "ParamNoseBubble": 1,
            "ParamMouthOpenY": 0.22,
            "ParamEyeForm": -1,
            "ParamEyeBallY": -0.6,
            **both(BROW_Y, 0.5),
            **both(BROW_ANGLE, -0.5),
            **both(BROW_FORM, 0.6),
            **both(EARS, -0.5),
        },
        both(EYES, 0),
    ),
    "thinking": Expression(
        "thinks it over, looking up",
        {
            "ParamThought": 1,
            "ParamEyeBallX": 0.7,
            "ParamEyeBallY": 0.9,
            "ParamMouthForm": -0.5,
            "ParamMouthSkew": -0.9,
            "ParamBrowLY": 0.7,
            "ParamBrowRY": -0.35,
            "ParamBrowRAngle": 0.5,
            "ParamEarL": 0.6,
            "ParamEarR": -0.3,
        },
    ),
}
"""By name, in the order they are listed to people and models."""
