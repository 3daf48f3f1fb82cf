"""The signs from the computer that its user can be spoken to now."""

from dataclasses import dataclass

ACTIVE_SECONDS = 120.0
"""Maximum time since the last input of a user who counts as present, in seconds."""


@dataclass(frozen=True, slots=True)
class UserPresence:
    """The user's presence at one moment. None means that the system does not tell it, which counts as busy.

    idle_seconds: the time since the last input. Systems don't tell keys from the pointer without reading the keys, so
        that any recent input counts as typing.
    is_locked: the screen is locked, or a screen saver covers it.
    is_disturbance_refused: the user wants no notifications now, or gives a presentation.
    has_full_screen: another program fills the screen on which the character stands.
    is_microphone_used: a program records sound, as in a call.
    is_battery_low: the computer saves power, or its battery is nearly empty.
    """

    idle_seconds: float | None = None
    is_locked: bool | None = None
    is_disturbance_refused: bool | None = None
    has_full_screen: bool | None = None
    is_microphone_used: bool | None = None
    is_battery_low: bool | None = None
