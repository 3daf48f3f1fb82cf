"""Prepared sentences for greetings that depend on the time together."""

from deskpet.features.together.diary import is_milestone
from deskpet.features.together.mood import MoodName
from deskpet.features.together.time_together import TimeTogether
from deskpet.translation import tr, tr_noop

_BY_MOOD = {
    MoodName.CALM: (),
    MoodName.CONTENT: (tr_noop("Hello! It is nice to have you here again."), tr_noop("There you are. Shall we go on?")),
    MoodName.HAPPY: (
        tr_noop("Hello! I am still happy about the last days."),
        tr_noop("There you are! I am in a good mood since last time."),
    ),
    MoodName.CHEERFUL: (tr_noop("Hello again! What a good day."), tr_noop("There you are! I feel like doing things.")),
}


def milestone_sentence(time: TimeTogether) -> str:
    """Return a translated sentence if today is an anniversary; otherwise empty."""
    number = time.number_of_today
    return (
        tr("This is our day number {n}! I am glad about every one of them.", n=number) if is_milestone(number) else ""
    )


def mood_sentences(time: TimeTogether) -> tuple[str, ...]:
    """Return translated sentences that fit her mood, besides those for the time of day; none while she is calm."""
    return tuple(map(tr, _BY_MOOD[time.mood.name]))
