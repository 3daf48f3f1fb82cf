"""Tool for the current date and time, which a model does not know."""

from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import ResultKind, ToolFailed
from deskpet.translation import tr, tr_noop


class Clock:
    """The clock of this computer."""

    def now(self, zone: tzinfo | None = None) -> datetime:
        """Return the current time in `zone`, by default in the time zone of this computer."""
        return datetime.now().astimezone(zone)


@tool(
    "time.now",
    title=tr_noop("Look at the clock"),
    icon="clock",
    reads=NOTHING,
    about=tr_noop("Tells the model the date and the time, here or elsewhere."),
    concurrent=True,
    early=True,
    preview=lambda arguments: str(arguments.get("zone") or tr("Here")).rpartition("/")[2].replace("_", " "),
    result=ResultKind.TEXT,
)
async def now(zone: str = "", *, clock: Clock) -> str:
    """Get the present date and time. Call it before you say anything that depends on them.

    zone: such as Asia/Tokyo; default: the user's.
    """
    try:
        place = ZoneInfo(zone) if zone else None
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        why = f"There is no time zone {zone!r} on this computer. Name one like Europe/Berlin, or leave it out."
        raise ToolFailed("unknown_zone", why) from error
    moment = clock.now(place)
    return f"{moment:%A}, {moment:%Y-%m-%d %H:%M:%S} ({moment.tzname()}, UTC{moment:%z})"


CLOCK_TOOLS = (now,)
