"""The time that the user has spent with the character, with its prompt line and its greetings."""

import sqlite3
from dataclasses import dataclass
from datetime import date

from deskpet.features.together.diary import is_milestone
from deskpet.features.together.mood import RECENT_DAYS, MoodName, TogetherMood, mood_of
from deskpet.store import together_days
from deskpet.store.together_days import Day
from deskpet.translation import tr, tr_noop

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
