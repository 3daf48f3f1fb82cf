"""Reminders: what can be set, and that it is still there after a restart."""

import time
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.toolbox import Toolbox
from deskpet.config.list_file import ListFileError
from deskpet.config.reminders import Reminder
from deskpet.features.reminders.reminders import Reminders
from deskpet.features.reminders.tools import REMINDER_TOOLS, format_duration, remind

NOW = datetime(2026, 11, 22, 14, 0).astimezone()


class FixedClock:
    """It is always two in the afternoon."""

    def now(self, zone=None):
        return NOW


@pytest.fixture
def reminders(tmp_path) -> Reminders:
    return Reminders(tmp_path / "reminders.json")


@pytest.fixture
def box(reminders) -> Toolbox:
    return Toolbox(REMINDER_TOOLS, reminders=reminders, clock=FixedClock())


async def test_a_reminder_is_set_and_outlives_the_program(box, reminders, tmp_path):
    outcome = await box.call("reminder.set", {"text": "Tea", "minutes": 20})
    assert outcome.output == "Reminder 1 is set for Sunday, 2026-11-22 14:20 (in 20 min)."
    (kept,) = Reminders(tmp_path / "reminders.json").all
    assert (kept.text, kept.due) == ("Tea", (NOW + timedelta(minutes=20)).timestamp())


async def test_a_reminder_is_set_for_a_moment(box, reminders):
    assert (await box.call("reminder.set", {"text": "Call", "at": "2026-11-23T09:00:00+00:00"})).error is None
    assert reminders.all[0].due == datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"text": "x"}, "invalid_time"),
        ({"text": "x", "minutes": 5, "at": "2026-12-01 10:00"}, "invalid_time"),
        ({"text": "x", "minutes": -5}, "invalid_time"),
        ({"text": "x", "at": "tomorrow"}, "invalid_time"),
        ({"text": "x", "at": "2020-01-01T10:00:00+00:00"}, "in_the_past"),
        ({"text": "x", "at": "9999-12-31T23:59:59+00:00"}, "too_far"),
        ({"text": "x", "minutes": 1e300}, "too_far"),
        ({"text": "x", "minutes": "Infinity"}, "too_far"),
        ({"text": "x", "minutes": "NaN"}, "invalid_time"),
        ({"text": " ", "minutes": 5}, "invalid_text"),
        ({"text": "x" * 501, "minutes": 5}, "invalid_text"),
    ],
)
async def test_what_can_not_be_set_is_said(box, reminders, arguments, code):
    assert (await box.call("reminder.set", arguments)).error.code == code
    assert reminders.all == ()


async def test_reminders_are_listed_soonest_first_and_cancelled_by_number(box, reminders):
    await box.call("reminder.set", {"text": "Later", "minutes": 90})
    await box.call("reminder.set", {"text": "Sooner", "minutes": 5})
    listed = (await box.call("reminder.list", {})).output
    assert [(each["number"], each["title"]) for each in listed] == [(2, "Sooner"), (1, "Later")]
    assert (await box.call("reminder.cancel", {"number": 1})).output == "Cancelled: Later"
    error = (await box.call("reminder.cancel", {"number": 1})).error
    assert (error.code, error.available) == ("unknown_number", ("2",))


@pytest.mark.parametrize(
    ("arguments", "due", "said"),
    [
        ({"minutes": 20, "every": 1}, timedelta(minutes=20), "It is repeated every day."),
        ({"every": 90, "unit": "minutes"}, timedelta(minutes=90), "It is repeated every 90 minutes."),
        ({"every": 2, "unit": "weeks"}, timedelta(weeks=2), "It is repeated every 2 weeks."),
    ],
)
async def test_a_reminder_is_repeated(box, reminders, tmp_path, arguments, due, said):
    outcome = await box.call("reminder.set", {"text": "Tea", **arguments})
    assert outcome.output.endswith(said)
    (kept,) = Reminders(tmp_path / "reminders.json").all
    assert kept.due == (NOW + due).timestamp()
    reminders.finish(kept, kept.due)
    assert [each.due for each in reminders.all] == [kept.following(kept.due).due]


@pytest.mark.parametrize("arguments", [{"every": -1}, {"every": 1001}, {"every": 1, "unit": "years"}])
async def test_a_repetition_has_bounds(box, reminders, arguments):
    assert (await box.call("reminder.set", {"text": "x", "minutes": 5, **arguments})).error
    assert reminders.all == ()


@given(
    st.floats(0, 253_370_764_799),
    st.floats(0, 253_370_764_799),
    st.integers(1, 1000),
    st.sampled_from(("minutes", "hours", "days", "weeks")),
)
def test_it_is_always_due_again_later_and_missed_times_are_skipped(due, after, every, unit):
    following = Reminder(1, due, "x", every, unit).following(after)
    assert following is not None
    found = following.due
    last = 253_370_764_799
    assert found > min(max(due, after), last - 1) or found == last
    # No later than one period after that, and a change of the clocks.
    period = every * {"minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800}[unit]
    assert found <= max(due, after) + period + 7200


def test_a_file_of_an_older_version_is_read(tmp_path):
    file = tmp_path / "reminders.json"
    file.write_text('[{"number": 3, "due": 1000.0, "text": "old"}]', encoding="utf-8")
    assert Reminders(file).all == (Reminder(3, 1000.0, "old"),)


async def test_there_is_an_end_to_them(box, reminders):
    for number in range(200):
        reminders.add(NOW.timestamp() + number, "x")
    assert (await box.call("reminder.set", {"text": "x", "minutes": 1})).error.code == "too_many"


@pytest.mark.parametrize("content", ["{", '[{"number": "x"}]', '{"a": 1}'])
def test_a_file_that_can_not_be_read_is_told_and_left_alone(tmp_path, content):
    file = tmp_path / "reminders.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ListFileError, match="Move it away"):
        Reminders(file)
    assert file.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ({"minutes": 20, "text": "tea"}, "in 20 min · tea"),
        ({"minutes": 90}, "in 1 h 30 min"),
        ({"at": "2026-12-01 10:00", "text": "call"}, "2026-12-01 10:00 · call"),
        ({}, ""),
    ],
)
def test_a_reminder_is_previewed_for_people(arguments, shown):
    assert remind.preview
    assert remind.preview(arguments) == shown


@given(st.floats(0, 1e9))
def test_any_span_has_words(minutes):
    assert format_duration(minutes)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """The clocks of Berlin, which change on 2026-03-29 and 2026-10-25."""
    if not hasattr(time, "tzset"):
        pytest.skip("Windows has one time zone for all programs")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("berlin")
async def test_a_reminder_beyond_a_change_of_the_clocks_is_told_with_its_own_hour(reminders: Reminders):
    now = datetime(2026, 10, 20, 12).astimezone()
    box = Toolbox(REMINDER_TOOLS, reminders=reminders, clock=SimpleNamespace(now=lambda: now))
    set_at = await box.call("reminder.set", {"text": "Dentist", "at": "2026-11-03 09:00"})
    set_in = await box.call("reminder.set", {"text": "Call", "minutes": 10 * 24 * 60})
    assert "Tuesday, 2026-11-03 09:00" in str(set_at.output)
    assert "Friday, 2026-10-30 11:00" in str(set_in.output)
    assert (await box.call("reminder.list", {})).output == [
        {"number": 2, "title": "Call", "note": "Friday, 2026-10-30 11:00"},
        {"number": 1, "title": "Dentist", "note": "Tuesday, 2026-11-03 09:00"},
    ]


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(("unit", "first"), [("days", "2026-03-28 02:30"), ("weeks", "2026-03-22 02:30")])
def test_a_time_of_day_that_is_skipped_once_comes_back(tmp_path, unit, first):
    file = tmp_path / "r.json"
    Reminders(file).add(datetime.fromisoformat(first).timestamp(), "Pill", every=1, unit=unit)
    due: list[str] = []
    for _ in range(3):
        reminders = Reminders(file)
        (reminder,) = reminders.all
        due.append(f"{datetime.fromtimestamp(reminder.due).astimezone():%H:%M}")
        reminders.finish(reminder, reminder.due + 5)
    assert due == ["02:30", "03:30", "02:30"]
