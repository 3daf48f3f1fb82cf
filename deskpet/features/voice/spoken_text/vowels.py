"""The shapes of the mouth for a spoken text, in order, each with its share of the duration.

Kana and common Chinese characters have exact vowels; those of English are guessed from the letters.
"""

import re
import unicodedata
from dataclasses import dataclass

from deskpet.features.voice.spoken_text.language import HAN, KANA, Language
from deskpet.features.voice.spoken_text.pinyin import vowel_of
from deskpet.pet.vowels import LETTER_VOWELS, Vowel

_UNIT = re.compile(
    rf"(?P<kana>[{KANA}][\u3099\u309aﾞﾟ]?)|(?P<han>[{HAN}])|(?P<digit>\d)|(?P<word>[^\W\d_{KANA}{HAN}]+)"
    r"|(?P<clause>[,;:，、；：､—―…])|(?P<end>[.!?。！？｡\n]+)(?=.)"
)
# Durations in syllables. A closed mouth for m, b and p is short.
_PAUSES = {"clause": 1.5, "end": 3.0}
_LIPS = 0.3
_KANJI = 1.8  # syllables of a Chinese character in Japanese, on average

_LIP_INITIALS = ("B", "P", "M")
_GROUP = re.compile(r"(?P<lips>[mbp])|(?P<vowels>[aeiouy]+w?)")
_SILENT_E = re.compile(r"([aeiouy][^aeiouy]+)e$")
_GROUPS = {
    **dict.fromkeys(("ee", "ea", "ie", "eo", "y"), Vowel.I),
    **dict.fromkeys(("oo", "ou", "ew", "ue", "ui", "eau", "you"), Vowel.U),
    **dict.fromkeys(("ai", "ay", "ey", "ei", "ye"), Vowel.E),
    **dict.fromkeys(("oa", "ow", "au", "aw", "oi", "oy", "io", "iou", "yo"), Vowel.O),
    **dict.fromkeys(("ya", "ia"), Vowel.A),
}
_FIRST_SYLLABIC = "\u0590"  # in scripts from Hebrew on, a letter is about a syllable
_DIGITS = {"en": "OAUIOAIEEA", "zh": "IIEAIUUIAU", "ja": "EIIAOOOAAU"}
_VOWELS = (Vowel.A, Vowel.I, Vowel.U, Vowel.E, Vowel.O)


@dataclass(frozen=True, slots=True)
class VowelShare:
    """A shape of the mouth, and its share of the whole duration, 0..1."""

    vowel: Vowel
    share: float


def vowels(text: str, language: Language = "en") -> list[VowelShare]:
    """Return the shapes for a text in their order. The shares add up to 1; a text without a sound has none.

    language: what numbers and Chinese characters are read in.
    """
    shapes = _Shapes()
    for match in _UNIT.finditer(text):
        _add(shapes, str(match.lastgroup), match[0], language)
    return shapes.shares()


class _Shapes:
    """Shapes of the mouth with their durations, in syllables."""

    def __init__(self) -> None:
        self._shapes: list[tuple[Vowel, float]] = []

    def add(self, vowel: Vowel, duration: float = 1.0) -> None:
        self._shapes.append((vowel, duration))

    def change_last(self, vowel: Vowel | None = None, longer: float = 0.0) -> None:
        """Change the vowel or the duration of the last shape, if there is one."""
        if self._shapes:
            last, duration = self._shapes.pop()
            self.add(vowel or last, duration + longer)

    def shares(self) -> list[VowelShare]:
        if all(vowel is Vowel.CLOSED for vowel, _ in self._shapes):
            return []
        whole = sum(duration for _, duration in self._shapes)
        return [VowelShare(vowel, duration / whole) for vowel, duration in self._shapes]


def _add(shapes: _Shapes, kind: str, text: str, language: Language) -> None:
    """Add the shapes of a letter, number, word or mark."""
    match kind:
        case "kana":
            _add_kana(shapes, text)
        case "han":
            shapes.add(vowel_of(text) or _any_vowel(text), _KANJI if language == "ja" else 1.0)
        case "digit":
            shapes.add(Vowel(_DIGITS[language][unicodedata.digit(text)]))
        case "word":
            _add_word(shapes, text)
        case _:
            shapes.add(Vowel.CLOSED, _PAUSES[kind])


def _add_kana(shapes: _Shapes, kana: str) -> None:
    """Add a kana by its name in Unicode, such as HIRAGANA LETTER SMALL YA."""
    kana = unicodedata.normalize("NFKC", kana)
    if kana == "ー":
        shapes.change_last(longer=1.0)
        return
    name = unicodedata.name(kana[0], "")
    syllable = name.rpartition(" ")[2]
    if " LETTER " not in name:
        return
    if syllable == "N" or name.endswith("SMALL TU"):
        shapes.add(Vowel.CLOSED)
    elif "SMALL" in name:
        shapes.change_last(Vowel(syllable[-1]))
    else:
        if syllable.startswith(_LIP_INITIALS):
            shapes.add(Vowel.CLOSED, _LIPS)
        shapes.add(Vowel(syllable[-1]))


def _add_word(shapes: _Shapes, word: str) -> None:
    """Add the syllables of a word: of Latin letters its groups of vowels, without a silent e at its end."""
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in word.lower())
    if not plain.isascii():
        for letter in plain:
            if letter.isalpha() and (letter in LETTER_VOWELS or letter >= _FIRST_SYLLABIC):
                shapes.add(LETTER_VOWELS.get(letter) or _any_vowel(letter))
        return
    groups = [*_GROUP.finditer(_SILENT_E.sub(r"\1", plain))]
    for group in groups:
        shapes.add(_of_group(group["vowels"]) if group["vowels"] else Vowel.CLOSED, 1.0 if group["vowels"] else _LIPS)
    if not any(group["vowels"] for group in groups):
        # Letters such as "GPT" are spelled.
        for _ in plain:
            shapes.add(Vowel.I)


def _of_group(group: str) -> Vowel:
    return _GROUPS.get(group) or LETTER_VOWELS[group[0]]


def _any_vowel(character: str) -> Vowel:
    """Return some vowel, always the same for a character: nobody sees which one it has, but that the mouth moves."""
    return _VOWELS[ord(character) % len(_VOWELS)]
