"""Enums and bounds of settings that others use without the settings model, whose import (pydantic) is slow."""

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


class OnToolError(StrEnum):
    """Reaction to a failed tool: send the error to the model and continue, or stop the answer at once."""

    CONTINUE = "continue"
    STOP = "stop"
