"""The user's decisions about the agents that call her, and their file."""

import logging
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter

from deskpet.config.list_file import ListFile, ListFileError
from deskpet.features.callers.caller_permission import CallerDecision, CallerRule
from deskpet.features.callers.calls import Caller
from deskpet.listeners import End, Listeners

MAX_CALLERS = 200

_adapter = TypeAdapter(tuple[CallerRule, ...])

logger = logging.getLogger(__name__)


class CallerRules:
    """The decisions, oldest first. Those that hold for now are not kept in the file.

    An unreadable file holds no decisions, so that every caller asks again; it is replaced by the next decision.
    """

    def __init__(self, file: Path) -> None:
        self._file = ListFile(file, _adapter)
        self._all: tuple[CallerRule, ...] = ()
        self._changed = Listeners[[]]()
        try:
            self._all = self._file.read()[-MAX_CALLERS:]
        except ListFileError as error:
            logger.warning("every agent asks again before it calls: %s", error)

    @property
    def all(self) -> tuple[CallerRule, ...]:
        """The decisions, oldest first."""
        return self._all

    def decision(self, caller: Caller) -> CallerDecision | None:
        """Return the decision about a caller, None if the user has to be asked."""
        return next((each.decision for each in self._all if each.caller == caller), None)

    def listen(self, on_changed: Callable[[], object]) -> End:
        """Call `on_changed` after each change. Returns what ends it."""
        return self._changed.add(on_changed)

    def decide(self, rule: CallerRule) -> None:
        """Add a decision, which replaces another one about the same caller.

        Raises OSError if the file can't be written; the decision holds until the pet ends.
        """
        self._change((*(each for each in self._all if each.caller != rule.caller), rule)[-MAX_CALLERS:])

    def revoke(self, rule: CallerRule) -> None:
        """Remove a decision, if it is there. Raises OSError if the file can't be written."""
        self._change(tuple(each for each in self._all if each != rule))

    def _change(self, rules: tuple[CallerRule, ...]) -> None:
        self._all = rules
        self._changed()
        self._file.write(tuple(each for each in rules if each.decision is not CallerDecision.FOR_NOW))
