"""Reminders and their file."""

import logging
from collections.abc import Callable
from pathlib import Path

from deskpet.config.list_file import ListFile
from deskpet.config.reminders import RECORDS, Reminder, ReminderKind, RepeatUnit
from deskpet.listeners import End, Listeners
from deskpet.translation import tr, tr_noop

logger = logging.getLogger(__name__)


class Reminders:
    """The pending reminders, soonest first, and their file.

    is_unwritten: whether the file lacks a reminder that was said; `write_again` writes it when the disk has room.
    """

    def __init__(self, file: Path) -> None:
        """Read `file` if it exists. Raises ListFileError if it can't be read."""
        self._file = ListFile(file, RECORDS)
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

    def reload(self) -> None:
        """Read the file again, after it was replaced. Raises ListFileError if it can't be read."""
        self._use(self._file.read())

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
