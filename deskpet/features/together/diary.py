"""Write the diary: one line for each day, from prepared sentences and from the facts of that day."""

from collections.abc import Sequence

from deskpet.store.facts import Fact
from deskpet.store.together_days import Day
from deskpet.translation import join_sentences, tr, tr_plural

LONGEST_NOTE = 500
# Facts in a line, and the characters of each.
MAX_FACTS, _LONGEST_FACT = 2, 120
# Minimum number of the user's messages that count as more than a few words, and as much.
_SOME, _MUCH = 4, 20
_EVERY = 365
_MILESTONES = (7, 30, 100, _EVERY)


def is_milestone(number: int) -> bool:
    """Return whether the day with this number is an anniversary: the 7th, 30th, 100th, and every 365th."""
    return number in _MILESTONES or (number > 0 and number % _EVERY == 0)


def line_of(day: Day) -> str:
    """Return the line about a day: the user's own, or else a translated one in her words."""
    return day.note or generated_line(day)


def generated_line(day: Day) -> str:
    """Return the line about a day in her words, translated. Facts are quoted as they are stored."""
    sentences = (
        tr("Our first day.") if day.number == 1 else "",
        tr("Our day number {n}!", n=day.number) if is_milestone(day.number) else "",
        _talk(day.questions),
        tr_plural(day.tools, "I got one thing done for you.", "I got {n} things done for you.") if day.tools else "",
        tr("You stroked my head.") if day.strokes else "",
        _learnt(day.facts),
    )
    return join_sentences(*sentences) or tr("A quiet day side by side.")


def _talk(questions: int) -> str:
    if questions >= _MUCH:
        return tr("We talked a lot.")
    if questions >= _SOME:
        return tr("We talked for a while.")
    return tr("We talked a little.") if questions else ""


def _learnt(facts: Sequence[Fact]) -> str:
    quotes = [tr("“{quote}”", quote=_short(each.text)) for each in facts[:MAX_FACTS]]
    return tr("I learnt of you: {quotes}.", quotes=tr(", ").join(quotes)) if quotes else ""


def _short(text: str) -> str:
    words = " ".join(text.split()).rstrip(".。")
    return words if len(words) <= _LONGEST_FACT else f"{words[: _LONGEST_FACT - 1].rstrip()}…"
