"""When a reminder that is due may be heard and seen.

The user has asked for a reminder, so it is told in any case, and what the system does not tell keeps nothing back:
unlike the words that nobody has asked for.
"""

from deskpet.proactive.speaking_state import ACTIVE_SECONDS
from deskpet.proactive.user_presence import UserPresence


def may_sound(presence: UserPresence) -> bool:
    """Return whether a sound disturbs nobody. Also who is away may hear it, as when a cake is in the oven."""
    return not (presence.has_full_screen or presence.is_disturbance_refused or presence.is_microphone_used)


def may_be_seen(presence: UserPresence) -> bool:
    """Return whether the user is there to read a bubble that fades, and does not want the screen for something else."""
    is_away = presence.idle_seconds is not None and presence.idle_seconds > ACTIVE_SECONDS
    return may_sound(presence) and not presence.is_locked and not is_away
