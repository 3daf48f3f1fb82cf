"""The user's decisions about the agents that call her, and their file."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import TypeAdapter

from deskpet.config.list_file import KeptList
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


MAX_CALLERS = 200

_adapter = TypeAdapter(tuple[CallerRule, ...])


class CallerRules(KeptList[CallerRule]):
    """The decisions; those that hold for now are not kept."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, _adapter, MAX_CALLERS, lambda rule: rule.decision is not CallerDecision.FOR_NOW)

    def decision(self, caller: Caller) -> CallerDecision | None:
        """Return the decision about a caller, None if the user has to be asked."""
        return next((each.decision for each in self.all if each.caller == caller), None)

    def decide(self, rule: CallerRule) -> None:
        """Add a decision, which replaces another one about the same caller.

        Raises OSError if the file can't be written; the decision holds until the pet ends.
        """
        self._use((*(each for each in self.all if each.caller != rule.caller), rule))
        self._write()
