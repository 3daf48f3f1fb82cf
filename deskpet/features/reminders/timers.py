"""Tools for timers: reminders in some minutes or seconds, which the character says when the time is over."""

import math

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import EVERYTHING, NOTHING
from deskpet.chat.tool import Arguments, ResultKind, ToolFailed
from deskpet.features.reminders.reminders import MAX_REMINDERS, MAX_TEXT_LENGTH, Reminder, Reminders
from deskpet.tools.clock import Clock
from deskpet.translation import tr, tr_noop

# In seconds; a longer time is one for a reminder.
MAX_SECONDS = 24 * 3600


def _remaining(seconds: float) -> str:
    """Return a time as on a clock: `4:05`, `1:04:05`."""
    minutes, rest = divmod(max(math.ceil(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _timers(reminders: Reminders) -> tuple[Reminder, ...]:
    return tuple(each for each in reminders.all if each.kind == "timer")


def _to_json(timer: Reminder, clock: Clock) -> JsonValue:
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
    """Start a timer: you will tell the user when it is over.

    minutes: added to the seconds.
    label: what it is for, such as Tea.
    """
    total = minutes * 60 + seconds
    # Written so that NaN is refused too.
    if not 1 <= total <= MAX_SECONDS:
        raise ToolFailed("invalid_time", "Give `minutes` and `seconds` of 1 second to 24 hours together.")
    if len(label) > MAX_TEXT_LENGTH:
        raise ToolFailed("invalid_label", f"The label may have {MAX_TEXT_LENGTH} characters.")
    if len(reminders.all) >= MAX_REMINDERS:
        raise ToolFailed("too_many", f"There are {MAX_REMINDERS} timers and reminders already; cancel some first.")
    text = label.strip() or tr("The time is over: {time}", time=_remaining(total))
    return [_to_json(reminders.add(clock.now().timestamp() + total, text, kind="timer"), clock)]


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
    return [_to_json(each, clock) for each in _timers(reminders)]


def _cancel_preview(arguments: Arguments) -> str:
    return tr("No. {number}", number=arguments.get("number", ""))


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
    running = _timers(reminders)
    found = next((each for each in running if each.number == number), None)
    if found is None:
        raise ToolFailed("unknown_number", f"There is no timer {number}.", [str(each.number) for each in running])
    reminders.remove(number)
    return [_to_json(found, clock)]


TIMER_TOOLS = (start_timer, list_timers, cancel_timer)
