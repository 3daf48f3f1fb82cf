"""What the model is told about the computer."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from deskpet.chat.toolbox import Toolbox
from deskpet.tools.system import SYSTEM_TOOLS, ScreenSize, SystemFacts

FACTS = SystemFacts(
    operating_system="Debian 13",
    language="ja-JP",
    time_zone="Asia/Tokyo",
    screens=(ScreenSize(1920, 1080, 1.5),),
    battery_percent=80,
    on_battery=True,
    free_disk=12_340_000_000,
    disk=500_000_000_000,
    free_memory=4_000_000_000,
    memory=16_000_000_000,
)


class FixedClock:
    """It is always two in the afternoon."""

    def now(self, zone=None):
        return datetime(2026, 11, 22, 14, 0, tzinfo=UTC)


class Probe:
    """Facts that are given."""

    def __init__(self, facts: SystemFacts) -> None:
        self.facts = facts

    async def read(self) -> SystemFacts:
        return self.facts


async def told(facts: SystemFacts) -> Any:
    return (await Toolbox(SYSTEM_TOOLS, system=Probe(facts), clock=FixedClock()).call("system_info", {})).output


async def test_the_facts_are_told_in_units_for_people():
    assert await told(FACTS) == {
        "operating_system": "Debian 13",
        "language": "ja-JP",
        "time_zone": "Asia/Tokyo (UTC+0000)",
        "local_time": "Sunday, 2026-11-22 14:00",
        "screens": [{"width": 1920, "height": 1080, "scale": 1.5}],
        "battery": {"percent": 80, "in_use": True},
        "home_disk": {"free": 12.3, "size": 500.0},
        "memory": {"free": 4.0, "size": 16.0},
    }


async def test_what_is_unknown_is_left_out():
    unknown = await told(replace(FACTS, battery_percent=None, disk=0, memory=0))
    assert not {"battery", "home_disk", "memory"} & unknown.keys()
