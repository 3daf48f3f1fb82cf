"""Move the mouth along with streamed text, one syllable after another."""

import math
import random
import unicodedata
from collections import deque

from deskpet.pet.vowels import LETTER_VOWELS, OPENING, Vowel

# All times are in seconds.
# The mouth begins to close this long after the last text, and takes at most this long to open or close fully.
CLOSE_DELAY, CLOSE_SECONDS = 0.09, 0.06
# How long a piece of text is spoken: for each syllable, and at most, because the reader's eye moves on.
SPEECH_PER_SYLLABLE, MAX_SPEECH = 0.045, 0.6
# The shortest and the longest mouth movement for a syllable.
MIN_SYLLABLE, MAX_SYLLABLE = 0.11, 0.2
# How long it takes to fade from the expression's own mouth to the speaking one, and back after the speech.
FADE_IN, FADE_OUT = 0.1, 0.35

_PAUSES = frozenset(".,;:!?…、。！？，；：\n")
_MAX_QUEUED = 6
# How far it opens the mouth, 0..1, and its vowel.
_Syllable = tuple[float, Vowel | None]


class LipSync:
    """Compute the mouth opening from the text that arrives. Times are seconds of one clock.

    vowel: that of the current syllable, if its letter determines one.
    """

    def __init__(self, random_source: random.Random | None = None) -> None:
        self._random = random_source or random.Random()
        self._queue: deque[_Syllable] = deque(maxlen=_MAX_QUEUED)
        self.vowel: Vowel | None = None
        self._speaks_until = -math.inf
        self._started_at, self._duration, self._peak = -math.inf, MIN_SYLLABLE, 0.0
        self._current = self._weight = 0.0
        self._last_at: float | None = None

    def add_text(self, text: str, now: float) -> None:
        """Queue the syllables of `text`, which arrived at the time `now`."""
        syllables = [syllable for letter in text if (syllable := _syllable(letter)) is not None]
        self._queue.extend(syllables)
        if any(opening for opening, _ in syllables):
            self._speaks_until = max(
                self._speaks_until, now + max(CLOSE_DELAY, min(SPEECH_PER_SYLLABLE * len(syllables), MAX_SPEECH))
            )

    def stop(self) -> None:
        """Stop speaking and drop the queued syllables."""
        self._speaks_until = -math.inf
        self._queue.clear()

    def sample(self, now: float) -> tuple[float, float]:
        """Return the mouth opening, 0..1, and its weight against the expression's own mouth, 0..1.

        Call it with ascending times: the mouth moves on from its last position.
        """
        elapsed = now - self._last_at if self._last_at is not None else 0.0
        self._last_at = now
        is_speaking = now < self._speaks_until
        target = self._open(now) if is_speaking else 0.0
        self._current = _step_towards(self._current, target, elapsed / CLOSE_SECONDS)
        # The weight stays 1 between words, and fades out only when the speech is over.
        is_over = now > self._speaks_until + FADE_OUT
        self._weight = _step_towards(
            self._weight, 0.0 if is_over else 1.0, elapsed / (FADE_OUT if is_over else FADE_IN)
        )
        return self._current, self._weight

    def _open(self, now: float) -> float:
        """Return the opening within the current syllable: the mouth opens fast and closes slowly."""
        if now >= self._started_at + self._duration:
            peak, self.vowel = self._queue.popleft() if self._queue else (0.5, None)
            self._started_at, self._duration = now, self._random.uniform(MIN_SYLLABLE, MAX_SYLLABLE)
            self._peak = peak * self._random.uniform(0.75, 1.05)
        share = (now - self._started_at) / self._duration
        return self._peak * math.sin(math.pi * share**0.7)


def _syllable(letter: str) -> _Syllable | None:
    """Return the opening and the vowel of a letter: 0 for a pause, None for a letter without a syllable."""
    if letter in _PAUSES:
        return 0.0, None
    plain = unicodedata.normalize("NFD", letter)[0].lower()
    if vowel := LETTER_VOWELS.get(plain):
        return OPENING[vowel], vowel
    # In scripts from Hebrew on, such as Chinese, Japanese and Korean, a letter is about one syllable. The viewer can't
    # tell which vowel it has, so any varied opening will do.
    is_syllable = letter.isdecimal() or (letter.isalpha() and letter >= "\u0590")
    return (0.45 + ord(letter) % 5 / 10, None) if is_syllable else None


def _step_towards(value: float, target: float, max_step: float) -> float:
    return value + max(-max_step, min(max_step, target - value))
