"""The user's stored decision whether a caller may call the pet."""

from dataclasses import dataclass
from enum import StrEnum

from deskpet.features.callers.calls import Caller


class CallerDecision(StrEnum):
    """The user's answer to the first call of a caller. FOR_NOW: until the pet ends."""

    ALWAYS = "always"
    FOR_NOW = "for_now"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class CallerRule:
    """A decision about a caller. `decided_at` is in seconds since 1970."""

    caller: Caller
    decision: CallerDecision
    decided_at: float
