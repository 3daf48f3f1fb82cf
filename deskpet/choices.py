"""Words of the settings that are needed before the settings are read: what checks them takes its time to import."""

from enum import StrEnum


class Clicks(StrEnum):
    """Which clicks on the character's window go to what lies behind it."""

    TRANSPARENT = "transparent"
    EVERYWHERE = "everywhere"
    NOWHERE = "nowhere"


class PowerSaver(StrEnum):
    """When the character is drawn less often than it might be."""

    OFF = "off"
    ON = "on"
    BATTERY = "battery"
