"""Occasions on which the character may speak without being asked."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from deskpet.local_time import local_time

# An absence after which the user returns, and one after which it was long, in seconds.
RETURN_SECONDS, LONG_SECONDS = 4 * 3600.0, 2 * 86_400.0


class OccasionKind(StrEnum):
    """Why she would speak, the most important first."""

    EVENT = "event"
    LONG_ABSENCE = "long_absence"
    FIRST_START = "first_start"
    RETURN = "return"
    AGENT_DONE = "agent_done"


# How long an occasion lasts, in seconds.
_LASTS = {
    OccasionKind.EVENT: 30 * 3600.0,
    OccasionKind.LONG_ABSENCE: 2 * 3600.0,
    OccasionKind.FIRST_START: 2 * 3600.0,
    OccasionKind.RETURN: 1800.0,
    OccasionKind.AGENT_DONE: 600.0,
}
# Only a model has something to say about these.
_FOR_MODELS = frozenset({OccasionKind.EVENT, OccasionKind.AGENT_DONE})


@dataclass(frozen=True, slots=True)
class Occasion:
    """A reason to speak since `at`, in Unix seconds. `detail`: what a model is told of it, such as the event's text.

    `key` identifies what it is about, so that it comes once. `reads`: the values of Reads of the detail.
    """

    kind: OccasionKind
    at: float
    detail: str = ""
    key: str = ""
    reads: tuple[str, ...] = ()

    def is_over(self, now: float) -> bool:
        """Return whether it is too late to speak of it."""
        return not 0 <= now - self.at < _LASTS[self.kind]

    @property
    def needs_model(self) -> bool:
        """Whether there is no ready sentence for it."""
        return self.kind in _FOR_MODELS


def occasion_of_return(last_active: float, active: float, now: datetime) -> Occasion | None:
    """Return the occasion that the user is active again, None if there was no long pause.

    last_active, active: when the user was last seen before and is seen now, in Unix seconds. now: the local time.
    """
    absence = active - last_active
    at = now.timestamp()
    if absence >= LONG_SECONDS:
        return Occasion(OccasionKind.LONG_ABSENCE, at, str(round(absence / 86_400)))
    last = local_time(last_active, now.tzinfo)
    is_new_day = last is None or last.date() < now.date()
    # Somebody who works until after midnight has not begun a new day.
    if is_new_day and absence >= RETURN_SECONDS:
        return Occasion(OccasionKind.FIRST_START, at)
    return Occasion(OccasionKind.RETURN, at) if absence >= RETURN_SECONDS else None
