"""The user's rules about tool calls, and their file."""

import logging
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter

from deskpet.chat.permission import Rule
from deskpet.config.list_file import ListFile, ListFileError
from deskpet.listeners import End, Listeners

MAX_RULES = 1000

_adapter = TypeAdapter(tuple[Rule, ...])

logger = logging.getLogger(__name__)


class Rules:
    """The rules that hold always, oldest first. They are shown in the settings and can be revoked there.

    An unreadable file holds no rules, so that every call asks again; it is replaced by the next rule.
    """

    def __init__(self, file: Path) -> None:
        self._file = ListFile(file, _adapter)
        self._all: tuple[Rule, ...] = ()
        self._changed = Listeners[[]]()
        try:
            # A rule of a conversation holds there only.
            self._all = tuple(each for each in self._file.read() if each.lifetime == "always")
        except ListFileError as error:
            logger.warning("every call asks: %s", error)

    @property
    def all(self) -> tuple[Rule, ...]:
        """The rules, oldest first."""
        return self._all

    def listen(self, on_changed: Callable[[], object]) -> End:
        """Call `on_changed` after each change. Returns what ends that."""
        return self._changed.add(on_changed)

    def add(self, rule: Rule) -> None:
        """Add a rule; an equal one is replaced. Raises OSError if the file can't be written."""
        others = tuple(each for each in self._all if (each.tool_name, each.scope) != (rule.tool_name, rule.scope))
        self._save((*others, rule)[-MAX_RULES:])

    def revoke(self, rule: Rule) -> None:
        """Remove a rule, if it is there. Raises OSError if the file can't be written."""
        self._save(tuple(each for each in self._all if each != rule))

    def _save(self, rules: tuple[Rule, ...]) -> None:
        self._file.write(rules)
        self._all = rules
        self._changed()
