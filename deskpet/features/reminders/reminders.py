"""Reminders and their file."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from deskpet.config.list_file import ListFile
from deskpet.listeners import End, Listeners
from deskpet.text.local_time import local_time
from deskpet.translation import tr, tr_noop

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


logger = logging.getLogger(__name__)

_adapter = TypeAdapter(tuple[Reminder, ...])


class Reminders:
    """The pending reminders, soonest first, and their file.

    is_unwritten: whether the file lacks a reminder that was said; `write_again` writes it when the disk has room.
    """

    def __init__(self, file: Path) -> None:
        """Read `file` if it exists. Raises ListFileError if it can't be read."""
        self._file = ListFile(file, _adapter)
        self.is_unwritten = self._is_failing = False
        self._changed = Listeners[[]]()
        self._all = self._file.read()

    @property
    def all(self) -> tuple[Reminder, ...]:
        """The pending reminders, soonest first."""
        return self._all

    def listen(self, changed: Callable[[], object]) -> End:
        """Call `changed` after each reminder that is added or removed. Returns what ends that."""
        return self._changed.add(changed)

    def add(
        self, due: float, text: str, every: int = 0, unit: RepeatUnit = "days", kind: ReminderKind = "reminder"
    ) -> Reminder:
        """Add a reminder of `text` at `due` (Unix seconds). Raises OSError if the file can't be written."""
        number = max((each.number for each in self._all), default=0) + 1
        reminder = Reminder(number, due, text, every, unit, kind)
        self._save((*self._all, reminder))
        return reminder

    def change(self, reminder: Reminder) -> None:
        """Replace the reminder with this number; one that does not exist is added. Raises OSError."""
        self._save((*(each for each in self._all if each.number != reminder.number), reminder))

    def finish(self, reminder: Reminder, now: float) -> None:
        """Remove a reminder that was said, or set it for the next time; see `is_unwritten`."""
        following = reminder.following(now)
        others = tuple(each for each in self._all if each.number != reminder.number)
        self._use((*others, following) if following else others)
        self.is_unwritten = True
        self.write_again()

    def write_again(self) -> None:
        """Write the file if it lacks a change. A failure is logged, the first time."""
        if not self.is_unwritten:
            return
        try:
            self._write(self._all)
        except OSError as error:
            if not self._is_failing:
                logger.warning("the reminders can't be written: %s", error)
            self._is_failing = True

    def remove(self, number: int) -> Reminder | None:
        """Remove a reminder. Returns it, or None if it does not exist. Raises OSError if that can't be written."""
        found = next((each for each in self._all if each.number == number), None)
        if found:
            self._save(tuple(each for each in self._all if each is not found))
        return found

    def _save(self, reminders: tuple[Reminder, ...]) -> None:
        self._write(reminders)
        self._use(reminders)

    def _write(self, reminders: tuple[Reminder, ...]) -> None:
        self._file.write(_soonest_first(reminders))
        self.is_unwritten = self._is_failing = False

    def _use(self, reminders: tuple[Reminder, ...]) -> None:
        self._all = _soonest_first(reminders)
        self._changed()


def _soonest_first(reminders: tuple[Reminder, ...]) -> tuple[Reminder, ...]:
    return tuple(sorted(reminders, key=lambda each: each.due))


def repetition(every: int, unit: str) -> str:
    """Return how often a reminder is repeated, in the user's language; empty if it is not."""
    texts = {
        "minutes": (tr_noop("every minute"), tr_noop("every {n} minutes")),
        "hours": (tr_noop("every hour"), tr_noop("every {n} hours")),
        "days": (tr_noop("every day"), tr_noop("every {n} days")),
        "weeks": (tr_noop("every week"), tr_noop("every {n} weeks")),
    }
    if every < 1 or unit not in texts:
        return ""
    one, many = texts[unit]
    return tr(one) if every == 1 else tr(many, n=every)
