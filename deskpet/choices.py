"""Enums and bounds of settings that are needed at startup, before the slow import of the settings model (pydantic)."""

from enum import StrEnum

# Minimum and maximum of the fields of the same names in CharacterSettings.
SCALE, FRAME_RATE, OPACITY, SLEEP_AFTER_MINUTES = (0.25, 4.0), (5, 120), (0.2, 1.0), (0, 1440)


class Clicks(StrEnum):
    """Area of the character's window in which clicks pass through to the window behind."""

    TRANSPARENT = "transparent"
    EVERYWHERE = "everywhere"
    NOWHERE = "nowhere"


class PowerSaver(StrEnum):
    """Condition for a reduced frame rate that saves power."""

    OFF = "off"
    ON = "on"
    BATTERY = "battery"
