"""Words of the settings that are needed before the settings are read: what checks them takes its time to import."""

from enum import StrEnum

# The least and the most of a character's settings, by their names there.
SCALE, FRAME_RATE, OPACITY, SLEEP_AFTER_MINUTES = (0.25, 4.0), (5, 120), (0.2, 1.0), (0, 1440)


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
