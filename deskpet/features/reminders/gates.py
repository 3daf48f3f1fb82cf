"""Decide when a due reminder may be heard and seen.

The user has asked for the reminder, so it is announced in any case. An unknown state of the system blocks nothing here,
unlike for words that nobody has asked for.
"""

from deskpet.ui.platform.user_presence import ACTIVE_SECONDS, UserPresence


def may_sound(presence: UserPresence) -> bool:
    """Return whether a sound disturbs nobody. It is also played while the user is away from the keyboard."""
    return not (presence.has_full_screen or presence.is_disturbance_refused or presence.is_microphone_used)


def may_be_seen(presence: UserPresence) -> bool:
    """Return whether the user is present to read a bubble, which fades, and a bubble does not disturb."""
    is_away = presence.idle_seconds is not None and presence.idle_seconds > ACTIVE_SECONDS
    return may_sound(presence) and not presence.is_locked and not is_away
