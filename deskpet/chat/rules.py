"""The user's rules about tool calls, and their file."""

from pathlib import Path

from pydantic import TypeAdapter

from deskpet.chat.permission import Rule
from deskpet.config.list_file import KeptList

MAX_RULES = 1000

RECORDS = TypeAdapter(tuple[Rule, ...])
"""Validates the records of the file."""


class Rules(KeptList[Rule]):
    """The rules that hold always; those of a conversation hold there only, and are not kept."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, RECORDS, MAX_RULES, lambda rule: rule.lifetime == "always")

    def add(self, rule: Rule) -> None:
        """Add a rule; one about the same calls is replaced. Raises OSError, and adds none, if it can't be written."""
        before = self.all
        self._use((*(each for each in before if (each.tool_name, each.scope) != (rule.tool_name, rule.scope)), rule))
        try:
            self._write()
        except OSError:
            self._use(before)
            raise
