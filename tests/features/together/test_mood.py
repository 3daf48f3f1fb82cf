"""The mood: it rises by what was done, carries over, fades to calm, and is never below it."""

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.together.time_together import RECENT_DAYS, MoodName, TogetherMood, mood_of, mood_sentence
from deskpet.store.together_days import Day

TODAY = date(2026, 3, 4)
FULL = Day(TODAY, questions=30, tools=3)
COUNTS = st.integers(0, 100_000)
AGES = st.integers(-40, 40)
DAYS = st.lists(
    st.builds(
        lambda age, questions, tools, strokes: Day(TODAY - timedelta(age), 1, questions, tools, strokes),
        *(AGES, COUNTS, COUNTS, COUNTS),
    ),
    max_size=40,
)


def ago(*ages: int, day: Day = FULL) -> list[Day]:
    return [replace(day, date=TODAY - timedelta(age)) for age in ages]


@given(DAYS, st.integers(0, 400))
def test_it_stays_in_bounds_and_an_absence_only_calms(days, absence):
    now, later = mood_of(days, TODAY), mood_of(days, TODAY + timedelta(absence))
    for mood in (now, later):
        assert 0 <= mood.valence <= 1
        assert 0 <= mood.energy <= 1
    if all(day.date <= TODAY for day in days):
        assert later.valence <= now.valence
        assert later.energy <= now.energy


@given(DAYS, DAYS)
def test_what_was_done_never_makes_it_worse(days, more):
    assert mood_of([*days, *more], TODAY).valence >= mood_of(days, TODAY).valence


@given(DAYS)
def test_after_two_weeks_everything_has_faded(days):
    past = [day for day in days if day.date <= TODAY]
    assert mood_of(past, TODAY + timedelta(RECENT_DAYS)) == TogetherMood()


def test_a_good_day_is_cheerful_the_next_morning_is_happy_and_a_week_later_she_is_calm():
    assert mood_of([], TODAY).name is MoodName.CALM
    assert mood_of(ago(0, day=Day(TODAY, questions=3)), TODAY).name is MoodName.CONTENT
    assert mood_of(ago(0), TODAY).name is MoodName.CHEERFUL
    assert mood_of(ago(1, 2, 3), TODAY).name is MoodName.HAPPY
    assert mood_of(ago(1), TODAY).name is MoodName.CONTENT
    assert mood_of(ago(7, 8, 9), TODAY).name is MoodName.CALM


def test_a_day_on_which_nothing_was_done_leaves_her_calm():
    assert mood_of([Day(TODAY, 1)], TODAY) == TogetherMood()


def test_a_clock_that_was_wrong_changes_nothing():
    assert mood_of(ago(-1, -4000), TODAY) == TogetherMood()


def test_every_mood_has_a_sentence():
    assert len({mood_sentence(name) for name in MoodName}) == len(MoodName)
