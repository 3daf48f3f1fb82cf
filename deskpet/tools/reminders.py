"""What the user wants to be reminded of: tools to set, list and cancel it, kept in a file over restarts."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from deskpet import state_files
from deskpet.atomic_write import write_atomically
from deskpet.chat.tool import Arguments, ResultKind, ToolFailed, tool
from deskpet.local_time import local_time
from deskpet.tools.clock import Clock
from deskpet.words import tr, tr_noop

MOST = 200
LONGEST_TEXT = 500
_FARTHEST = timedelta(days=5 * 366)
_HOUR, _DAY = 60, 24 * 60
# The last second of the year 9998, anywhere: later ones are no dates.
_LATEST = 253_370_764_799


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is to be said at `due` (Unix seconds). `number` is how people and models name it."""

    number: int
    due: Annotated[float, Field(ge=0, le=_LATEST, allow_inf_nan=False)]
    text: str


_adapter = TypeAdapter(tuple[Reminder, ...])


class RemindersError(Exception):
    """The file of reminders can't be used; the text says why and what to do."""


class Reminders:
    """All reminders that are to come, soonest first, and their file."""

    def __init__(self, file: Path) -> None:
        """Reads `file`, if it is there. Raises RemindersError when it can't be read."""
        self._file = file
        self._all: tuple[Reminder, ...] = ()
        self._heard: list[Callable[[], None]] = []
        try:
            self._all = _adapter.validate_json(state_files.read_bytes(file))
        except FileNotFoundError:
            self._all = ()
        except (OSError, ValueError) as error:
            raise RemindersError(
                tr("{file} can't be read: {why}. Move it away to begin a new one.", file=file, why=_why(error))
            ) from error

    @property
    def all(self) -> tuple[Reminder, ...]:
        """What is to come, soonest first."""
        return self._all

    def listen(self, changed: Callable[[], None]) -> None:
        """`changed` is called whenever one was added or taken away."""
        self._heard.append(changed)

    def add(self, due: float, text: str) -> Reminder:
        """Remind of `text` at `due` (Unix seconds). Raises OSError when it can't be kept."""
        number = max((each.number for each in self._all), default=0) + 1
        reminder = Reminder(number, due, text)
        self._keep((*self._all, reminder))
        return reminder

    def remove(self, number: int) -> Reminder | None:
        """Forget one; None when there is none such. Raises OSError when that can't be kept."""
        found = next((each for each in self._all if each.number == number), None)
        if found:
            self._keep(tuple(each for each in self._all if each is not found))
        return found

    def _keep(self, reminders: tuple[Reminder, ...]) -> None:
        kept = tuple(sorted(reminders, key=lambda each: each.due))
        text = json.dumps([asdict(each) for each in kept], ensure_ascii=False, indent=1)
        write_atomically(self._file, text.encode())
        self._all = kept
        for changed in self._heard:
            changed()


def _why(error: OSError | ValueError) -> str:
    """What is wrong with the file, on one line."""
    if isinstance(error, ValidationError):
        return error.errors(include_url=False)[0]["msg"]
    return getattr(error, "strerror", None) or str(error)


def in_how_long(minutes: float) -> str:
    """A span in English words, for a model: `20 min`, `1 h 30 min`, `2 d 3 h`."""
    text, values = _span(minutes)
    return text.format(**values)


def _span(minutes: float) -> tuple[str, dict[str, int]]:
    """A span as a text to be translated, and the values for its {names}."""
    whole = max(round(minutes), 1)
    days, hours, left = whole // _DAY, whole % _DAY // _HOUR, whole % _HOUR
    if days:
        return tr_noop("{d} d {h} h") if hours else tr_noop("{d} d"), {"d": days, "h": hours}
    if hours:
        return tr_noop("{h} h {min} min") if left else tr_noop("{h} h"), {"h": hours, "min": left}
    return tr_noop("{min} min"), {"min": left}


def _setting(arguments: Arguments) -> str:
    minutes, at, text = arguments.get("minutes"), arguments.get("at"), arguments.get("text") or ""
    when = str(at or "")
    if isinstance(minutes, int | float) and minutes > 0:
        span, values = _span(float(minutes))
        when = tr("in {time}", time=tr(span, **values))
    return " · ".join(part for part in (when, str(text)) if part)


@tool(
    "reminder.set",
    title=tr_noop("Remind you"),
    icon="bell",
    preview=_setting,
    result=ResultKind.TEXT,
    about=tr_noop("Says something to you later, also after a restart."),
)
async def remind(text: str, minutes: float = 0, at: str = "", *, reminders: Reminders, clock: Clock) -> str:
    """Remind the user of something later: you will say it to them when it is time, also after a restart.

    text: what to remind of, as you will say it.
    minutes: in how many minutes; or give `at` instead.
    at: the user's local date and time, such as 2026-05-01 18:30.
    """
    due = _due(minutes, at, clock.now())
    if not text.strip() or len(text) > LONGEST_TEXT:
        raise ToolFailed("invalid_text", f"Say in 1 to {LONGEST_TEXT} characters what to remind of.")
    if len(reminders.all) >= MOST:
        raise ToolFailed("too_many", f"There are {MOST} reminders already; cancel some first.")
    kept = reminders.add(due.timestamp(), text.strip())
    minutes_left = (due - clock.now()).total_seconds() / 60
    return f"Reminder {kept.number} is set for {due:%A, %Y-%m-%d %H:%M} (in {in_how_long(minutes_left)})."


def _due(minutes: float, at: str, now: datetime) -> datetime:
    if (minutes > 0) == bool(at.strip()):
        raise ToolFailed("invalid_time", "Give either `minutes`, more than 0, or `at`.")
    # A comparison with infinity is honest, a timedelta of it is not; that with NaN is false as well.
    if not at.strip() and not minutes <= _FARTHEST.total_seconds() / 60:
        raise ToolFailed("too_far", "That is more than five years from now.")
    due = _read(at, now) if at.strip() else now + timedelta(minutes=minutes)
    if due <= now:
        raise ToolFailed("in_the_past", f"{due:%Y-%m-%d %H:%M} is over: it is {now:%Y-%m-%d %H:%M} now.")
    if due - now > _FARTHEST:
        raise ToolFailed("too_far", "That is more than five years from now.")
    return due


def _read(at: str, now: datetime) -> datetime:
    try:
        read = datetime.fromisoformat(at.strip())
        # What is local time then need not be so many hours from UTC as it is now.
        return read if read.tzinfo else read.astimezone()
    except (ValueError, OverflowError, OSError) as error:
        why = f"{at!r} is no date and time. Write it as {now:%Y-%m-%d %H:%M}."
        raise ToolFailed("invalid_time", why) from error


@tool(
    "reminder.list",
    title=tr_noop("Look at the reminders"),
    icon="bell",
    concurrent=True,
    result=ResultKind.LIST,
    about=tr_noop("Shows the model what it is to remind you of."),
)
async def list_reminders(*, reminders: Reminders, clock: Clock) -> list[JsonValue]:
    """What the user is to be reminded of, soonest first, with the number of each."""
    return [_listed(each, clock.now()) for each in reminders.all]


def _listed(reminder: Reminder, now: datetime) -> JsonValue:
    due = local_time(reminder.due)
    note = f"{due.astimezone(now.tzinfo):%A, %Y-%m-%d %H:%M}" if due else ""
    return {"number": reminder.number, "title": reminder.text, "note": note}


def _cancelled(arguments: Arguments) -> str:
    return tr("No. {number}", number=arguments["number"])


@tool(
    "reminder.cancel",
    title=tr_noop("Cancel a reminder"),
    icon="bell",
    preview=_cancelled,
    result=ResultKind.TEXT,
    about=tr_noop("Forgets one of the reminders."),
)
async def cancel(number: int, *, reminders: Reminders) -> str:
    """Forget a reminder.

    number: the reminder's number, from reminder.list.
    """
    removed = reminders.remove(number)
    if removed is None:
        numbers = [str(each.number) for each in reminders.all]
        raise ToolFailed("unknown_number", f"There is no reminder {number}.", numbers)
    return f"Cancelled: {removed.text}"


REMINDER_TOOLS = (remind, list_reminders, cancel)
