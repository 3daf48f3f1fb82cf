"""Occasions on which the character may speak without being asked."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from deskpet.text.local_time import local_time

# Shortest absence that counts as one, and shortest long absence, in seconds.
RETURN_SECONDS, LONG_SECONDS = 4 * 3600.0, 2 * 86_400.0


class OccasionKind(StrEnum):
    """Kind of an occasion, the most important first."""

    EVENT = "event"
    LONG_ABSENCE = "long_absence"
    FIRST_START = "first_start"
    RETURN = "return"
    AGENT_DONE = "agent_done"


# Lifetime of an occasion, in seconds.
_LASTS = {
    OccasionKind.EVENT: 30 * 3600.0,
    OccasionKind.LONG_ABSENCE: 2 * 3600.0,
    OccasionKind.FIRST_START: 2 * 3600.0,
    OccasionKind.RETURN: 1800.0,
    OccasionKind.AGENT_DONE: 600.0,
}
# Kinds without prepared sentences.
_FOR_MODELS = frozenset({OccasionKind.EVENT, OccasionKind.AGENT_DONE})


@dataclass(frozen=True, slots=True)
class Occasion:
    """A reason to speak, valid from `at` on, in Unix seconds. `detail`: text for the model, such as the event's text.

    `key` identifies its subject, so that it occurs once. `reads`: the values of Reads of the detail.
    """

    kind: OccasionKind
    at: float
    detail: str = ""
    key: str = ""
    reads: tuple[str, ...] = ()

    def is_over(self, now: float) -> bool:
        """Return whether the occasion has expired."""
        return not 0 <= now - self.at < _LASTS[self.kind]

    @property
    def needs_model(self) -> bool:
        """Whether there is no prepared sentence for it."""
        return self.kind in _FOR_MODELS


def occasion_of_return(last_active: float, active: float, now: datetime) -> Occasion | None:
    """Return the occasion of the user's return. Returns None if the pause was short.

    last_active, active: when the user was last seen before and is seen now, in Unix seconds. now: the local time.
    """
    absence = active - last_active
    at = now.timestamp()
    if absence >= LONG_SECONDS:
        return Occasion(OccasionKind.LONG_ABSENCE, at, str(round(absence / 86_400)))
    last = local_time(last_active, now.tzinfo)
    is_new_day = last is None or last.date() < now.date()
    # Working past midnight does not begin a new day.
    if is_new_day and absence >= RETURN_SECONDS:
        return Occasion(OccasionKind.FIRST_START, at)
    return Occasion(OccasionKind.RETURN, at) if absence >= RETURN_SECONDS else None
