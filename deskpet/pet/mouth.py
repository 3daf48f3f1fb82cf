"""Shape the mouth of a model: by its vowels if it has them, else by opening and width.

Live2D's convention: ParamMouthOpenY opens the mouth, ParamMouthForm makes it narrow or wide, ParamA to ParamO are one
shape each. The group LipSync of the settings names what opens the mouth, if that is something else.
"""

from collections.abc import Iterable
from typing import Any

from deskpet.vowels import MouthShape, Vowel

_OPENINGS = ("ParamMouthOpenY", "PARAM_MOUTH_OPEN_Y")
_VOWELS = {f"Param{vowel}": vowel for vowel in (Vowel.A, Vowel.I, Vowel.U, Vowel.E, Vowel.O)}
_FORMS = ("ParamMouthForm", "PARAM_MOUTH_FORM")
# What each vowel adds to the width of an open mouth: wide for I, round for U and O.
_WIDTHS = {Vowel.I: 0.6, Vowel.E: 0.3, Vowel.U: -0.8, Vowel.O: -0.5}


class Mouth:
    """The parameters by which the mouth of a model moves.

    parameters: all of the model. lip_sync: those that its settings name for that.
    """

    def __init__(self, parameters: frozenset[str], lip_sync: Iterable[str]) -> None:
        self._openings = parameters.intersection(lip_sync) or parameters.intersection(_OPENINGS)
        self._has_vowels = parameters.issuperset(_VOWELS)
        self._forms = parameters.intersection(_FORMS)

    def apply(self, core: Any, shape: MouthShape, weight: float) -> None:
        """Set the shape, blended with expression and motion by `weight`, 0..1."""
        if shape.vowel and self._has_vowels:
            for name, vowel in _VOWELS.items():
                core.SetParamById(name, shape.opening if vowel is shape.vowel else 0.0, weight)
            return
        for name in self._openings:
            core.SetParamById(name, shape.opening, weight)
        if width := _WIDTHS.get(shape.vowel or Vowel.CLOSED, 0.0) * shape.opening * weight:
            for name in self._forms:
                core.AddParamById(name, width)
