"""The mood of the character, derived from the last days; nothing of it is stored."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from deskpet.store.together_days import Day
from deskpet.translation import tr, tr_noop

RECENT_DAYS = 14
"""Number of days that count; older ones have faded."""

# What one question, one successful call and one stroke add to a day, and the sum at which a day is two thirds full.
_PER_QUESTION, _PER_TOOL, _PER_STROKE, _FULL = 1.0, 1.5, 1.0, 8.0
# Increase of valence and energy by a full day, and the part that is left one day later.
_VALENCE, _VALENCE_LEFT = 0.65, 0.6
_ENERGY, _ENERGY_LEFT = 0.8, 0.25
# Minimum valence of the moods above calm, and minimum energy of the cheerful one.
_CONTENT_FROM, _HAPPY_FROM, _CHEERFUL_FROM = 0.15, 0.45, 0.4


class MoodName(StrEnum):
    """A mood in a word. HAPPY is what a good day leaves for the next morning; CHEERFUL is a good day itself."""

    CALM = "calm"
    CONTENT = "content"
    HAPPY = "happy"
    CHEERFUL = "cheerful"


_SENTENCES = {
    MoodName.CALM: tr_noop("She is calm."),
    MoodName.CONTENT: tr_noop("She is content."),
    MoodName.HAPPY: tr_noop("She is happy."),
    MoodName.CHEERFUL: tr_noop("She is in high spirits."),
}


@dataclass(frozen=True, slots=True)
class TogetherMood:
    """Mood of the character: `valence`, which is 0 for calm, and `energy`; both from 0 to 1."""

    valence: float = 0.0
    energy: float = 0.0

    @property
    def name(self) -> MoodName:
        """The mood in a word."""
        if self.valence < _CONTENT_FROM:
            return MoodName.CALM
        if self.valence < _HAPPY_FROM:
            return MoodName.CONTENT
        return MoodName.CHEERFUL if self.energy >= _CHEERFUL_FROM else MoodName.HAPPY


def mood_of(days: Iterable[Day], today: date) -> TogetherMood:
    """Return the mood that results from the last days. Days after `today` are ignored: the clock was wrong."""
    calm, tired = 1.0, 1.0
    for day in days:
        age = (today - day.date).days
        if 0 <= age < RECENT_DAYS:
            fullness = _fullness(day)
            calm *= 1 - _VALENCE * fullness * _VALENCE_LEFT**age
            tired *= 1 - _ENERGY * fullness * _ENERGY_LEFT**age
    return TogetherMood(1 - calm, 1 - tired)


def mood_sentence(name: MoodName) -> str:
    """Return the mood as a translated sentence."""
    return tr(_SENTENCES[name])


def _fullness(day: Day) -> float:
    """Return the weight of a day, from 0 to 1: the first activities of a day count most."""
    done = day.questions * _PER_QUESTION + day.tools * _PER_TOOL + day.strokes * _PER_STROKE
    return 1 - math.exp(-done / _FULL)
