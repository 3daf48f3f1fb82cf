"""Tool that tells the model about the computer, without anything that identifies it or its user."""

from dataclasses import asdict, dataclass
from typing import Protocol

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.tools.clock import Clock
from deskpet.translation import tr_noop

_GIGABYTE = 1_000_000_000


@dataclass(frozen=True, slots=True)
class ScreenSize:
    """A screen: size in logical pixels, and physical pixels per logical one."""

    width: int
    height: int
    scale: float


@dataclass(frozen=True, slots=True)
class SystemFacts:
    """Figures of this computer. Sizes are in bytes, 0 if unknown. `battery_percent` is None without a battery."""

    operating_system: str
    language: str
    time_zone: str
    screens: tuple[ScreenSize, ...]
    battery_percent: int | None
    on_battery: bool
    free_disk: int
    disk: int
    free_memory: int
    memory: int


class SystemProbe(Protocol):
    """Reads the facts of this computer."""

    async def read(self) -> SystemFacts:
        """Return the present facts. Does not block the user interface."""
        ...


def _gigabytes(size: int) -> float:
    return round(size / _GIGABYTE, 1)


@tool(
    "system_info",
    group="computer",
    title=tr_noop("Look at the computer"),
    icon="computer",
    reads=NOTHING,
    concurrent=True,
    early=True,
    about=tr_noop("Tells the model about the system, its screens, battery, disk and memory; no names."),
)
async def system_info(*, system: SystemProbe, clock: Clock) -> dict[str, JsonValue]:
    """Facts about the user's computer: system, language, time zone, screens, battery, free disk and memory.

    Sizes are in gigabytes, and those of screens in logical pixels.
    """
    facts, now = await system.read(), clock.now()
    known: dict[str, JsonValue] = {
        "operating_system": facts.operating_system,
        "language": facts.language,
        "time_zone": f"{facts.time_zone} (UTC{now:%z})".strip(),
        "local_time": f"{now:%A, %Y-%m-%d %H:%M}",
        "screens": [asdict(each) for each in facts.screens],
    }
    if facts.battery_percent is not None:
        known["battery"] = {"percent": facts.battery_percent, "in_use": facts.on_battery}
    if facts.disk:
        known["home_disk"] = {"free": _gigabytes(facts.free_disk), "size": _gigabytes(facts.disk)}
    if facts.memory:
        known["memory"] = {"free": _gigabytes(facts.free_memory), "size": _gigabytes(facts.memory)}
    return known


SYSTEM_TOOLS = (system_info,)
