"""Tools to set, list and cancel reminders and timers, which are reminders in some minutes or seconds."""

import math
from datetime import datetime, timedelta

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import EVERYTHING, NOTHING
from deskpet.chat.tool import Arguments, ResultKind, ToolFailed
from deskpet.config.reminders import MAX_EVERY, MAX_REMINDERS, MAX_TEXT_LENGTH, UNIT_SECONDS, Reminder, RepeatUnit
from deskpet.features.reminders.reminders import Reminders, repetition
from deskpet.text.local_time import local_time, parse_local_time
from deskpet.tools.clock import Clock
from deskpet.translation import tr, tr_noop

_MAX_DELAY = timedelta(days=5 * 366)
# Of a timer, in seconds; a longer time is one for a reminder.
MAX_SECONDS = 24 * 3600
# In minutes.
_HOUR, _DAY = 60, 24 * 60


def format_duration(minutes: float) -> str:
    """Format a duration in English, for a model: `20 min`, `1 h 30 min`, `2 d 3 h`."""
    text, values = _duration_text(minutes)
    return text.format(**values)


def _duration_text(minutes: float) -> tuple[str, dict[str, int]]:
    """Return a duration as a text to translate, and the values of its {names}."""
    whole = max(round(minutes), 1)
    days, hours, rest = whole // _DAY, whole % _DAY // _HOUR, whole % _HOUR
    if days:
        return tr_noop("{d} d {h} h") if hours else tr_noop("{d} d"), {"d": days, "h": hours}
    if hours:
        return tr_noop("{h} h {min} min") if rest else tr_noop("{h} h"), {"h": hours, "min": rest}
    return tr_noop("{min} min"), {"min": rest}


def _set_preview(arguments: Arguments) -> str:
    minutes, at, text = arguments.get("minutes"), arguments.get("at"), arguments.get("text") or ""
    every, when = arguments.get("every"), str(at or "")
    if isinstance(minutes, int | float) and minutes > 0:
        span, values = _duration_text(float(minutes))
        when = tr("in {time}", time=tr(span, **values))
    repeated = repetition(every, str(arguments.get("unit", "days"))) if isinstance(every, int) else ""
    return " · ".join(part for part in (when, repeated, str(text)) if part)


@tool(
    "reminder.set",
    title=tr_noop("Remind you"),
    icon="bell",
    reads=NOTHING,
    preview=_set_preview,
    result=ResultKind.TEXT,
    about=tr_noop("Says something to you later, also after a restart."),
)
async def remind(
    text: str,
    minutes: float = 0,
    at: str = "",
    every: int = 0,
    unit: RepeatUnit = "days",
    *,
    reminders: Reminders,
    clock: Clock,
) -> str:
    """Remind the user later: you will say it when it is time, also after a restart.

    text: what you will say.
    minutes: from now; or give `at`.
    at: local time, such as 2026-05-01 18:30.
    every: repeat it every so many units; 0: once.
    """
    if not 0 <= every <= MAX_EVERY:
        raise ToolFailed("invalid_repetition", f"`every` has to be 0 to {MAX_EVERY}.")
    if every and not minutes and not at.strip():
        minutes = every * UNIT_SECONDS[unit] / 60
    due = _due(minutes, at, clock.now())
    if not text.strip() or len(text) > MAX_TEXT_LENGTH:
        raise ToolFailed("invalid_text", f"Say in 1 to {MAX_TEXT_LENGTH} characters what to remind of.")
    _require_room(reminders)
    shown = local_time(due.timestamp()) or due
    added = reminders.add(due.timestamp(), text.strip(), every, unit)
    minutes_left = (due - clock.now()).total_seconds() / 60
    span = format_duration(minutes_left)
    repeated = f" It is repeated every {f'{every} {unit}' if every > 1 else unit[:-1]}." if every else ""
    return f"Reminder {added.number} is set for {shown:%A, %Y-%m-%d %H:%M} (in {span}).{repeated}"


def _require_room(reminders: Reminders) -> None:
    if len(reminders.all) >= MAX_REMINDERS:
        raise ToolFailed("too_many", f"There are {MAX_REMINDERS} timers and reminders already; cancel some first.")


def _due(minutes: float, at: str, now: datetime) -> datetime:
    if (minutes > 0) == bool(at.strip()):
        raise ToolFailed("invalid_time", "Give either `minutes`, more than 0, or `at`.")
    # timedelta raises OverflowError for infinity and ValueError for NaN; this comparison rejects both.
    if not at.strip() and not minutes <= _MAX_DELAY.total_seconds() / 60:
        raise ToolFailed("too_far", "That is more than five years from now.")
    due = _parse_time(at, now) if at.strip() else now + timedelta(minutes=minutes)
    if due <= now:
        raise ToolFailed("in_the_past", f"{due:%Y-%m-%d %H:%M} is over: it is {now:%Y-%m-%d %H:%M} now.")
    if due - now > _MAX_DELAY:
        raise ToolFailed("too_far", "That is more than five years from now.")
    return due


def _parse_time(at: str, now: datetime) -> datetime:
    if moment := parse_local_time(at):
        return moment
    raise ToolFailed("invalid_time", f"{at!r} is no date and time. Write it as {now:%Y-%m-%d %H:%M}.")


@tool(
    "reminder.list",
    group="reminders",
    title=tr_noop("Look at the reminders"),
    icon="bell",
    concurrent=True,
    early=True,
    reads=EVERYTHING,
    result=ResultKind.LIST,
    about=tr_noop("Shows the model what it is to remind you of."),
)
async def list_reminders(*, reminders: Reminders) -> list[JsonValue]:
    """List the reminders of the user, soonest first, each with its number."""
    return [_to_json(each) for each in reminders.all]


def _to_json(reminder: Reminder) -> JsonValue:
    # The offset from UTC at that time may differ from the present one.
    due = local_time(reminder.due)
    note = f"{due:%A, %Y-%m-%d %H:%M}" if due else ""
    if repeated := repetition(reminder.every, reminder.unit):
        note = " · ".join(part for part in (note, repeated) if part)
    return {"number": reminder.number, "title": reminder.text, "note": note}


def _cancel_preview(arguments: Arguments) -> str:
    return tr("No. {number}", number=arguments.get("number", ""))


@tool(
    "reminder.cancel",
    group="reminders",
    title=tr_noop("Cancel a reminder"),
    icon="bell",
    reads=EVERYTHING,
    preview=_cancel_preview,
    result=ResultKind.TEXT,
    about=tr_noop("Forgets one of the reminders."),
)
async def cancel(number: int, *, reminders: Reminders) -> str:
    """Forget a reminder.

    number: the reminder's number, from reminder.list.
    """
    return f"Cancelled: {_removed(number, reminders, reminders.all, 'reminder').text}"


def _removed(number: int, reminders: Reminders, among: tuple[Reminder, ...], what: str) -> Reminder:
    """Remove one of some reminders, and return it. Raises ToolFailed if there is none with this number."""
    found = next((each for each in among if each.number == number), None)
    if found is None:
        raise ToolFailed("unknown_number", f"There is no {what} {number}.", [str(each.number) for each in among])
    reminders.remove(number)
    return found


def _remaining(seconds: float) -> str:
    """Return a time as on a clock: `4:05`, `1:04:05`."""
    minutes, rest = divmod(max(math.ceil(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _timers(reminders: Reminders) -> tuple[Reminder, ...]:
    return tuple(each for each in reminders.all if each.kind == "timer")


def _timer_to_json(timer: Reminder, clock: Clock) -> JsonValue:
    left = _remaining(timer.due - clock.now().timestamp())
    return {"number": timer.number, "title": timer.text, "note": left, "due": timer.due}


def _seconds(arguments: Arguments) -> float:
    """Return the time of arguments of any type, in seconds; 0 if they give none."""
    given = (arguments.get("minutes"), arguments.get("seconds"))
    minutes, seconds = (each if isinstance(each, int | float) and abs(each) <= MAX_SECONDS else 0 for each in given)
    return minutes * 60 + seconds


def _start_preview(arguments: Arguments) -> str:
    seconds, label = _seconds(arguments), str(arguments.get("label") or "")
    return " · ".join(part for part in (_remaining(seconds) if seconds > 0 else "", label) if part)


async def _undo_start(_arguments: Arguments, output: JsonValue, *, reminders: Reminders) -> str:
    for timer in _timers(reminders):
        match output:
            case [{"number": timer.number, "due": timer.due}]:
                reminders.remove(timer.number)
                return tr("The timer is cancelled.")
            case _:
                # Another timer, or an output that is none.
                pass
    raise ToolFailed("no_undo", tr("The timer is over."))


@tool(
    "timer_start",
    title=tr_noop("Start a timer"),
    icon="timer",
    reads=NOTHING,
    preview=_start_preview,
    result=ResultKind.LIST,
    about=tr_noop("Tells you when a time is over, also after a restart."),
    undo=_undo_start,
)
async def start_timer(
    minutes: float = 0, seconds: float = 0, label: str = "", *, reminders: Reminders, clock: Clock
) -> list[JsonValue]:
    """Start a timer: you will tell when it is over.

    minutes: added to the seconds.
    label: what it is for, such as Tea.
    """
    total = minutes * 60 + seconds
    # Written so that NaN is refused too.
    if not 1 <= total <= MAX_SECONDS:
        raise ToolFailed("invalid_time", "Give `minutes` and `seconds` of 1 second to 24 hours together.")
    if len(label) > MAX_TEXT_LENGTH:
        raise ToolFailed("invalid_label", f"The label may have {MAX_TEXT_LENGTH} characters.")
    _require_room(reminders)
    text = label.strip() or tr("The time is over: {time}", time=_remaining(total))
    return [_timer_to_json(reminders.add(clock.now().timestamp() + total, text, kind="timer"), clock)]


@tool(
    "timer_list",
    group="reminders",
    title=tr_noop("Look at the timers"),
    icon="timer",
    concurrent=True,
    early=True,
    reads=EVERYTHING,
    result=ResultKind.LIST,
    about=tr_noop("Shows the model which timers run."),
)
async def list_timers(*, reminders: Reminders, clock: Clock) -> list[JsonValue]:
    """List the running timers, the next one first: number, label, the time left, and its end as Unix time."""
    return [_timer_to_json(each, clock) for each in _timers(reminders)]


async def _undo_cancel(_arguments: Arguments, output: JsonValue, *, reminders: Reminders, clock: Clock) -> str:
    match output:
        case [{"title": str(title), "due": int() | float() as due}] if due > clock.now().timestamp():
            reminders.add(due, title, kind="timer")
            return tr("The timer runs again.")
        case _:
            raise ToolFailed("no_undo", tr("The timer would be over by now."))


@tool(
    "timer_cancel",
    group="reminders",
    title=tr_noop("Cancel a timer"),
    icon="timer",
    reads=EVERYTHING,
    preview=_cancel_preview,
    result=ResultKind.LIST,
    about=tr_noop("Stops one of the timers."),
    undo=_undo_cancel,
)
async def cancel_timer(number: int, *, reminders: Reminders, clock: Clock) -> list[JsonValue]:
    """Cancel a running timer, which is returned.

    number: the timer's number, from timer_list.
    """
    return [_timer_to_json(_removed(number, reminders, _timers(reminders), "timer"), clock)]


REMINDER_TOOLS = (remind, list_reminders, cancel, start_timer, list_timers, cancel_timer)
