"""Shape the mouth of a model: by its vowels if it has them, else by opening and width.

Live2D's convention: ParamMouthOpenY opens the mouth, ParamMouthForm makes it narrow or wide, ParamA to ParamO are one
shape each, and the group LipSync of the settings names what opens the mouth. Models with vowels blend those with the
opening, unless the group names a vowel itself.
"""

import math
from collections.abc import Iterable
from typing import Any

from deskpet.pet.vowels import MouthShape, Vowel

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
