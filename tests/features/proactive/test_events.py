"""Events that the user told of, of which is asked when they are over."""

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.proactive.events import date_in, occasion_of_event
from deskpet.features.proactive.occasions import OccasionKind

SAID = date(2026, 2, 20)
ZONE = timezone(timedelta(hours=9))
TOLD_AT = datetime(2026, 2, 20, 12, tzinfo=ZONE).timestamp()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Has an exam on 2026-03-04", date(2026, 3, 4)),
        ("Has an exam on 4 March", date(2026, 3, 4)),
        ("Moves on the 4th of March, 2027", date(2027, 3, 4)),
        ("Exam: March 4th", date(2026, 3, 4)),
        ("Sept. 5 is the wedding", date(2026, 9, 5)),
        ("Birthday on January 2", date(2027, 1, 2)),
        ("3月4日有考试", date(2026, 3, 4)),
        ("在2026-03-04有考试", date(2026, 3, 4)),
        ("2026-03-04に試験がある", date(2026, 3, 4)),
        ("Order 12026-03-04 or 2026-03-04-7", None),
        ("2027年1月2日に試験がある", date(2027, 1, 2)),
        ("Was born on February 29", date(2028, 2, 29)),
        ("Has an exam on 2026-02-31", None),
        ("Lived there for 5 decades", None),
        ("Likes 3 marches", None),
        ("Has an exam soon", None),
        ("", None),
    ],
)
def test_the_date_of_an_event(text, expected):
    assert date_in(text, SAID) == expected


@given(st.text(max_size=60), st.dates(date(1980, 1, 1), date(2090, 1, 1)))
def test_any_text_has_a_date_or_none(text, said):
    date_in(text, said)


@pytest.mark.parametrize(
    ("now", "is_asked"),
    [
        (datetime(2026, 3, 4, 17, 59, tzinfo=ZONE), False),
        (datetime(2026, 3, 4, 18, 0, tzinfo=ZONE), True),
        (datetime(2026, 3, 5, 12, 0, tzinfo=ZONE), True),
        (datetime(2026, 3, 6, 0, 0, tzinfo=ZONE), False),
    ],
)
def test_it_is_asked_about_in_the_evening_and_on_the_day_after(now, is_asked):
    found = occasion_of_event("f1", "Exam on 2026-03-04", TOLD_AT, ("private",), now)
    assert (found is not None) is is_asked
    if found:
        assert (found.kind, found.key, found.detail) == (OccasionKind.EVENT, "f1", "Exam on 2026-03-04")
        assert found.reads == ("private",)


def test_what_was_told_afterwards_needs_no_question():
    now = datetime(2026, 3, 5, 12, 0, tzinfo=ZONE)
    assert occasion_of_event("f1", "Exam on 2026-03-04", now.timestamp() - 60, (), now) is None
