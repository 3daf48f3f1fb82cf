"""The diary, the greetings and the line for a model: made from dates, counts and facts."""

import random
from datetime import date, datetime, timedelta

import pytest

from deskpet.features.host import GreetingSentences
from deskpet.features.proactive.greetings import ready_sentence
from deskpet.features.proactive.occasions import OccasionKind
from deskpet.features.together.diary import is_milestone, line_of
from deskpet.features.together.time_together import TimeTogether, milestone_sentence, mood_sentences
from deskpet.store.facts import Fact
from deskpet.store.together_days import Day

TODAY = date(2026, 3, 4)
NOON = datetime(2026, 3, 4, 12).astimezone()


def days(*ages: int, questions: int = 30) -> tuple[Day, ...]:
    return tuple(Day(TODAY - timedelta(age), questions=questions) for age in ages)


def greeted(kind: OccasionKind, time: TimeTogether | None) -> set[str]:
    choices = random.Random(1)
    special = GreetingSentences(milestone_sentence(time), mood_sentences(time)) if time else GreetingSentences()
    return {ready_sentence(kind, NOON, choices, special) for _ in range(200)}


@pytest.mark.parametrize(
    ("day", "line"),
    [
        (Day(TODAY, 1), "Our first day."),
        (Day(TODAY, 2), "A quiet day side by side."),
        (Day(TODAY, 2, questions=1), "We talked a little."),
        (Day(TODAY, 7, questions=4, tools=1), "Our day number 7! We talked for a while. I got one thing done for you."),
        (Day(TODAY, 8, questions=20, tools=3, strokes=2),
         "We talked a lot. I got 3 things done for you. You stroked my head."),
        (Day(TODAY, 8, facts=(Fact("Has a cat."), Fact("住在\n卑尔根。"), Fact("Is left out"))),
         "I learnt of you: “Has a cat”, “住在 卑尔根”."),
        (Day(TODAY, 8, questions=20, note="Mine."), "Mine."),
    ],
)  # fmt: skip
def test_a_day_is_one_line_of_ready_sentences(day, line):
    assert line_of(day) == line


def test_a_long_fact_is_cut():
    line = line_of(Day(TODAY, 8, facts=(Fact("x" * 500),)))
    assert line.endswith("x…”.")
    assert len(line) < 160


def test_milestones():
    assert [number for number in range(-400, 1100) if is_milestone(number)] == [7, 30, 100, 365, 730, 1095]


def test_a_greeting_tells_of_a_milestone_when_a_day_begins_and_of_her_mood():
    plain = greeted(OccasionKind.FIRST_START, None)
    first = TimeTogether(TODAY)
    assert greeted(OccasionKind.FIRST_START, first) == plain
    happy = TimeTogether(TODAY, 99 - 1, TODAY - timedelta(200), days(1, 2, 3))
    assert plain < greeted(OccasionKind.FIRST_START, happy)
    assert any("in a good mood" in each for each in greeted(OccasionKind.RETURN, happy))
    hundredth = TimeTogether(TODAY, 99, TODAY - timedelta(200), days(1, 2, 3))
    for kind in (OccasionKind.FIRST_START, OccasionKind.LONG_ABSENCE):
        assert greeted(kind, hundredth) == {"This is our day number 100! I am glad about every one of them."}
    # It has begun already.
    assert not any("100" in each for each in greeted(OccasionKind.RETURN, hundredth))


def test_no_greeting_makes_a_reproach_after_an_absence():
    time = TimeTogether(TODAY, 50, TODAY - timedelta(100), days(40, 41))
    assert greeted(OccasionKind.LONG_ABSENCE, time) == greeted(OccasionKind.LONG_ABSENCE, None)


def test_the_number_of_today_is_the_same_before_and_after_something_is_done():
    before = TimeTogether(TODAY, 3, TODAY - timedelta(5), days(1, 2, 5))
    after = TimeTogether(TODAY, 4, TODAY - timedelta(5), days(0, 1, 2, 5))
    assert (before.number_of_today, after.number_of_today) == (4, 4)
    assert TimeTogether(TODAY).number_of_today == 1


def test_a_model_is_told_one_line_from_the_second_day_on():
    assert TimeTogether(TODAY).prompt_line == ""
    assert TimeTogether(TODAY, 1, TODAY, days(0)).prompt_line == ""
    line = TimeTogether(TODAY, 1, date(2026, 3, 3), days(1)).prompt_line
    assert line.startswith("This is day 2 that you and the user spend together; the first one was 2026-03-03.")
    assert "\n" not in line
