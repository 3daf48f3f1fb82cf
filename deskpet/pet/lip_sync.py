"""The mouth that speaks along with text: a syllable for a syllable, while there are some."""

import math
import random
import unicodedata
from collections import deque

# The mouth is shut this long after the last words, and gets there in so many seconds at most.
SILENT_AFTER, SHUT_IN = 0.09, 0.06
# What came in one piece is spoken for so long, a syllable each, but no longer than MOST: the eye has read on.
SYLLABLE, MOST = 0.045, 0.6
# How long a syllable on the lips takes, and how the mouth goes over to the face's own when the words are over.
SHORT, LONG = 0.11, 0.2
TAKE, GIVE_BACK = 0.1, 0.35

# Latin, Cyrillic and Greek vowels, by how far they open the mouth.
_VOWELS = {"aаяα": 0.95, "oоёωο": 0.75, "eэеεη": 0.6, "iиыιυ": 0.42, "uуюy": 0.38}
_OPEN = {vowel: opening for vowels, opening in _VOWELS.items() for vowel in vowels}
_PAUSES = frozenset(".,;:!?…、。！？，；：\n")
_QUEUE = 6


class LipSync:
    """Is told what is said, and says how far the mouth is open. Times are seconds of one clock."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.Random()
        self._waiting: deque[float] = deque(maxlen=_QUEUE)
        self._until = -math.inf
        self._began, self._lasts, self._peak = -math.inf, SHORT, 0.0
        self._open = self._weight = 0.0
        self._asked_at: float | None = None

    def say(self, text: str, now: float) -> None:
        """More words have come."""
        syllables = [opening for letter in text if (opening := _opening(letter)) is not None]
        self._waiting.extend(syllables)
        if any(syllables):
            self._until = max(self._until, now + max(SILENT_AFTER, min(SYLLABLE * len(syllables), MOST)))

    def be_silent(self) -> None:
        """No more words: what was not said is dropped."""
        self._until = -math.inf
        self._waiting.clear()

    def at(self, now: float) -> tuple[float, float]:
        """How far the mouth is open, 0..1, and how much that counts against the face's own mouth, 0..1.

        To be asked with ascending times: it moves from where it was.
        """
        passed = now - self._asked_at if self._asked_at is not None else 0.0
        self._asked_at = now
        speaks = now < self._until
        aim = self._syllable(now) if speaks else 0.0
        self._open = _towards(self._open, aim, passed / SHUT_IN)
        # Between words the mouth stays the words'; the face gets it back when they are over.
        is_over = now > self._until + GIVE_BACK
        self._weight = _towards(self._weight, 0.0 if is_over else 1.0, passed / (GIVE_BACK if is_over else TAKE))
        return self._open, self._weight

    def _syllable(self, now: float) -> float:
        """The lips' way through a syllable: quickly open, slowly shut."""
        if now >= self._began + self._lasts:
            peak = self._waiting.popleft() if self._waiting else 0.5
            self._began, self._lasts = now, self._chance.uniform(SHORT, LONG)
            self._peak = peak * self._chance.uniform(0.75, 1.05)
        share = (now - self._began) / self._lasts
        return self._peak * math.sin(math.pi * share**0.7)


def _opening(letter: str) -> float | None:
    """How far a letter opens the mouth; None for one that does not count, 0 for a pause."""
    if letter in _PAUSES:
        return 0.0
    plain = unicodedata.normalize("NFD", letter)[0].lower()
    if plain in _OPEN:
        return _OPEN[plain]
    # From Hebrew on, through Chinese, Japanese and Korean, a letter is about a syllable; which one, no eye can tell.
    is_syllable = letter.isdecimal() or (letter.isalpha() and letter >= "\u0590")
    return 0.45 + ord(letter) % 5 / 10 if is_syllable else None


def _towards(value: float, aim: float, most: float) -> float:
    return value + max(-most, min(most, aim - value))
