"""The pet goes on after a bad day; `python -m tests.bad_days` goes through many more of them."""

import pytest

from tests.bad_days.day import Day, spend, unexpected_lines
from tests.bad_days.days import DAYS

MOST_IMPORTANT = (
    "asleep for 8 hours, the connection is reset",
    "the server dies in mid-answer",
    "the clock is set a day back",
    "a screen is unplugged in mid-answer",
    "the disk of the conversations is full for a while",
    "the disk of the settings is full for a while",
    "every folder has an odd name",
)

pytestmark = pytest.mark.window


@pytest.mark.slow_variants
@pytest.mark.parametrize("day", [day for day in DAYS if day.name in MOST_IMPORTANT], ids=lambda day: day.name)
def test_the_pet_goes_on_and_loses_nothing(day: Day):
    if day.obstacle:
        pytest.skip(day.obstacle)
    outcome = spend(day)
    assert (outcome.problem, outcome.lost) == ("", 0), outcome.errors


def test_every_important_day_is_there():
    assert {day.name for day in DAYS} >= set(MOST_IMPORTANT)


def test_every_day_has_a_name_of_its_own():
    assert len({day.name for day in DAYS}) == len(DAYS)


@pytest.mark.parametrize("line", ["Traceback (most recent call last):", "OSError: no", "deskpet: ERROR: x: y", "Fatal"])
def test_a_line_that_reports_an_error_is_unexpected_unless_it_is_allowed(line: str):
    assert unexpected_lines(f"deskpet: a sentence\n{line}\n") == [line]
    assert unexpected_lines(line, "Traceback|OSError|x: y|Fatal") == []
