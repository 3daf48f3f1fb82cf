"""A reminder or a timer as it is kept: a record of the file reminders.json."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from deskpet.text.local_time import local_time

MAX_REMINDERS = 200
MAX_TEXT_LENGTH = 500
# In seconds; the clocks of no place have been put forward by more than a day.
_MAX_DELAY_BY_CLOCKS = 86_400.0
# Bound of the number in "every 3 days".
MAX_EVERY = 1000
RepeatUnit = Literal["minutes", "hours", "days", "weeks"]
ReminderKind = Literal["reminder", "timer"]
UNIT_SECONDS: dict[RepeatUnit, int] = {"minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800}
# Unix time of the last second of 9998. In 9999, the last year of datetime, a conversion to local time can fail.
_MAX_DUE = 253_370_764_799


@dataclass(frozen=True, slots=True)
class Reminder:
    """A text to say at `due` (Unix seconds). `number` identifies it to people and models.

    It is repeated `every` so many `unit`s; 0: it is said once. A timer is a reminder that is set by the time it runs.
    delay: seconds by which `due` is later than its time of day, which a change of the clocks has skipped.
    """

    number: int
    due: Annotated[float, Field(ge=0, le=_MAX_DUE, allow_inf_nan=False)]
    text: str
    every: Annotated[int, Field(ge=0, le=MAX_EVERY)] = 0
    unit: RepeatUnit = "days"
    kind: ReminderKind = "reminder"
    delay: Annotated[float, Field(ge=0, le=_MAX_DELAY_BY_CLOCKS, allow_inf_nan=False)] = 0.0

    @property
    def announcement(self) -> str:
        """The text with a sign of its kind, as it is said."""
        return f"{'⏱️' if self.kind == 'timer' else '⏰'} {self.text}"

    def following(self, now: float) -> "Reminder | None":
        """Return it as it is due again after `now`; None if it is not repeated.

        Days and weeks keep the local time of day when the clocks change.
        """
        if not self.every:
            return None
        seconds = self.every * UNIT_SECONDS[self.unit]
        missed = max(int((now - self.due) // seconds), 0)
        first = local_time(self.due)
        # Beyond the calendar, days are of 24 hours.
        if first is None or local_time(now + 4 * seconds) is None or self.unit in ("minutes", "hours"):
            return replace(self, due=min(self.due + (missed + 1) * seconds, _MAX_DUE))
        days = self.every * (7 if self.unit == "weeks" else 1)
        # A period more or less, since a day may have 23 or 25 hours.
        counts = range(max(missed, 1), missed + 4)
        wanted = first.replace(tzinfo=None) - timedelta(seconds=self.delay)
        times = (wanted + timedelta(days=days * count) for count in counts)
        time, due = next((time, due) for time in times if (due := time.timestamp()) > now)
        # A time that does not exist becomes a later one.
        actual = local_time(due)
        delay = (actual.replace(tzinfo=None) - time).total_seconds() if actual else 0.0
        return replace(self, due=min(due, _MAX_DUE), delay=min(max(delay, 0.0), _MAX_DELAY_BY_CLOCKS))


RECORDS = TypeAdapter(tuple[Reminder, ...])
"""Validates the records of the file."""
