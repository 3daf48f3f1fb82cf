"""The five vowels of a mouth, how far each opens it, and the vowels that letters stand for."""

from dataclasses import dataclass
from enum import StrEnum


class Vowel(StrEnum):
    """A shape of the mouth, by the names of Live2D's parameters; CLOSED has none."""

    A = "A"
    I = "I"  # noqa: E741 (the name of the vowel)
    U = "U"
    E = "E"
    O = "O"  # noqa: E741
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class MouthShape:
    """A mouth at one moment. opening: 0..1. vowel: None if only the opening is known."""

    opening: float
    vowel: Vowel | None = None


SHUT = MouthShape(0.0)

OPENING = {
    Vowel.A: 0.95,
    Vowel.O: 0.75,
    Vowel.E: 0.6,
    Vowel.I: 0.42,
    Vowel.U: 0.38,
    Vowel.CLOSED: 0.0,
}
"""How far each vowel opens the mouth, 0..1."""

# Latin, Cyrillic and Greek, in lower case and without accents.
_LETTERS = {
    Vowel.A: "aаяα",
    Vowel.O: "oоёωο",
    Vowel.E: "eэеεη",
    Vowel.I: "iиыιυ",
    Vowel.U: "uуюy",
}
LETTER_VOWELS = {letter: vowel for vowel, letters in _LETTERS.items() for letter in letters}
"""The vowel that a letter stands for, for the letters that stand for one."""
