"""Timers: reminders with the precision of a second, which outlive the program."""

from datetime import UTC, datetime, timedelta

import pytest

from deskpet.chat.toolbox import Toolbox
from deskpet.features.reminders.reminders import Reminders
from deskpet.features.reminders.tools import REMINDER_TOOLS, start_timer

START = datetime(2026, 11, 22, 14, 0, tzinfo=UTC)


class SettableClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = START

    def now(self, zone=None):
        return self.time


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
def reminders(tmp_path) -> Reminders:
    return Reminders(tmp_path / "reminders.json")


@pytest.fixture
def box(reminders, clock) -> Toolbox:
    return Toolbox(REMINDER_TOOLS, reminders=reminders, clock=clock)


async def test_a_timer_runs_to_the_second_and_outlives_the_program(box, clock, tmp_path):
    outcome = await box.call("timer_start", {"minutes": 1, "seconds": 30.5, "label": "Tea"})
    due = START.timestamp() + 90.5
    assert outcome.output == [{"number": 1, "title": "Tea", "note": "1:31", "due": due}]
    (kept,) = Reminders(tmp_path / "reminders.json").all
    assert (kept.announcement, kept.due) == ("⏱️ Tea", due)
    clock.time += timedelta(seconds=60)
    assert [each["note"] for each in (await box.call("timer_list", {})).output] == ["0:31"]


async def test_only_timers_are_listed_and_cancelled_as_such(box, reminders):
    await box.call("reminder.set", {"text": "Call", "minutes": 5})
    await box.call("timer_start", {"seconds": 10})
    assert [each["title"] for each in (await box.call("timer_list", {})).output] == ["The time is over: 0:10"]
    assert len((await box.call("reminder.list", {})).output) == 2
    error = (await box.call("timer_cancel", {"number": 1})).error
    assert (error.code, error.available) == ("unknown_number", ("2",))
    assert (await box.call("timer_cancel", {"number": 2})).error is None
    assert [each.text for each in reminders.all] == ["Call"]


async def test_starting_and_cancelling_are_undone(box, reminders, clock):
    started = (await box.call("timer_start", {"minutes": 1})).output
    before = reminders.all
    cancelled = (await box.call("timer_cancel", {"number": 1})).output
    assert (await box.undo("timer_cancel", {"number": 1}, cancelled)).error is None
    assert reminders.all == before
    assert (await box.undo("timer_start", {"minutes": 1}, started)).error is None
    assert reminders.all == ()
    assert (await box.undo("timer_start", {"minutes": 1}, started)).error.code == "no_undo"
    clock.time += timedelta(minutes=2)
    assert (await box.undo("timer_cancel", {"number": 1}, cancelled)).error.code == "no_undo"


async def test_a_timer_whose_number_a_reminder_took_is_not_undone(box, reminders):
    started = (await box.call("timer_start", {"minutes": 1})).output
    await box.call("timer_cancel", {"number": 1})
    await box.call("reminder.set", {"text": "Call", "minutes": 5})
    assert (await box.undo("timer_start", {}, started)).error.code == "no_undo"
    assert [each.text for each in reminders.all] == ["Call"]


@pytest.mark.parametrize(
    "arguments",
    [{}, {"minutes": -1}, {"seconds": 0.5}, {"minutes": 1e300}, {"seconds": "NaN"}, {"minutes": 1441}, {"label": "x"}],
)
async def test_a_timer_runs_for_a_second_to_a_day(box, reminders, arguments):
    assert (await box.call("timer_start", arguments)).error.code == "invalid_time"
    assert reminders.all == ()


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ({"minutes": 5, "label": "Tea"}, "5:00 · Tea"),
        ({"minutes": 90}, "1:30:00"),
        ({"minutes": "x", "seconds": float("nan")}, ""),
    ],
)
def test_a_timer_is_previewed_for_people(arguments, shown):
    assert start_timer.preview
    assert start_timer.preview(arguments) == shown
