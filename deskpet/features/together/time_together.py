"""The time that the user has spent with the character, and her mood, which is derived from the last days.

Nothing of it is stored but the days.
"""

import math
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from deskpet.features.together.diary import is_milestone
from deskpet.store import together_days
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


_MOODS = {
    MoodName.CALM: "You are calm.",
    MoodName.CONTENT: "You are content.",
    MoodName.HAPPY: "You are happy about the last days.",
    MoodName.CHEERFUL: "You are in high spirits.",
}
_LINE = (
    "This is day {number} that you and the user spend together; the first one was {since}. {mood} "
    "Let it colour your tone a little, without mentioning it."
)
_GREETINGS = {
    MoodName.CALM: (),
    MoodName.CONTENT: (tr_noop("Hello! It is nice to have you here again."), tr_noop("There you are. Shall we go on?")),
    MoodName.HAPPY: (
        tr_noop("Hello! I am still happy about the last days."),
        tr_noop("There you are! I am in a good mood since last time."),
    ),
    MoodName.CHEERFUL: (tr_noop("Hello again! What a good day."), tr_noop("There you are! I feel like doing things.")),
}


@dataclass(frozen=True, slots=True)
class TimeTogether:
    """Number of days up to `today`, the first day (None without days), and the last ones."""

    today: date
    count: int = 0
    since: date | None = None
    recent: tuple[Day, ...] = ()

    @property
    def mood(self) -> TogetherMood:
        """Her mood today."""
        return mood_of(self.recent, self.today)

    @property
    def number_of_today(self) -> int:
        """Number of the current day, from 1, also if it is not counted yet."""
        has_today = bool(self.recent) and self.recent[0].date == self.today
        return self.count if has_today else self.count + 1

    @property
    def prompt_line(self) -> str:
        """English line for the prompt; empty on the first day."""
        if self.since is None or self.since == self.today:
            return ""
        return _LINE.format(number=self.number_of_today, since=self.since, mood=_MOODS[self.mood.name])


def read(database: sqlite3.Connection, persona: str, today: date) -> TimeTogether:
    """Return the time with a persona, as in `store.together_days`, up to `today`."""
    count, since = together_days.count(database, persona, today), together_days.first(database, persona, today)
    return TimeTogether(today, count, since, together_days.read(database, persona, today, RECENT_DAYS))


def milestone_sentence(time: TimeTogether) -> str:
    """Return a translated sentence if today is an anniversary; otherwise empty."""
    number = time.number_of_today
    return (
        tr("This is our day number {n}! I am glad about every one of them.", n=number) if is_milestone(number) else ""
    )


def mood_sentences(time: TimeTogether) -> tuple[str, ...]:
    """Return translated sentences that fit her mood, besides those for the time of day; none while she is calm."""
    return tuple(map(tr, _GREETINGS[time.mood.name]))
