"""Tool for the current date and time, which a model does not know."""

from datetime import datetime, tzinfo
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import Arguments, ResultKind, ToolFailed
from deskpet.translation import tr, tr_noop


class Clock(Protocol):
    """A source of the current time."""

    def now(self, zone: tzinfo | None = None) -> datetime:
        """Return the current time in `zone`, by default in the time zone of this computer."""
        ...


class SystemClock:
    """The clock of this computer."""

    def now(self, zone: tzinfo | None = None) -> datetime:
        """Return the current time in `zone`, by default in the time zone of this computer."""
        return datetime.now().astimezone(zone)


def _place_name(arguments: Arguments) -> str:
    return str(arguments.get("zone") or tr("Here")).rpartition("/")[2].replace("_", " ")


@tool(
    "time.now",
    title=tr_noop("Look at the clock"),
    icon="clock",
    reads=NOTHING,
    about=tr_noop("Tells the model the date and the time, here or elsewhere."),
    concurrent=True,
    early=True,
    preview=_place_name,
    result=ResultKind.TEXT,
)
async def now(zone: str = "", *, clock: Clock) -> str:
    """Get the present date and time. Call it before you say anything that depends on them.

    zone: such as Asia/Tokyo; by default the user's own.
    """
    moment = clock.now(_zone_info(zone) if zone else None)
    return f"{moment:%A}, {moment:%Y-%m-%d %H:%M:%S} ({moment.tzname()}, UTC{moment:%z})"


def _zone_info(zone: str) -> ZoneInfo:
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        why = f"There is no time zone {zone!r} on this computer. Name one like Europe/Berlin, or leave it out."
        raise ToolFailed("unknown_zone", why) from error


CLOCK_TOOLS = (now,)
