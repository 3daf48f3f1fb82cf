"""The user's prompts: texts to ask with, and the variables in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter

from deskpet.config.list_file import ListFile, ListFileError
from deskpet.listeners import Listeners
from deskpet.translation import tr

MOST_PROMPTS, LONGEST_NAME, LONGEST_TEXT = 500, 60, 20_000
MOST_BYTES = 16 * 1024 * 1024

VARIABLE = r"\{\{\s*([^{}\n]{1,40}?)\s*\}\}"
"""A regular expression of a variable, such as {{language}}. Its group is the name."""

SELECTION, CLIPBOARD = "selection", "clipboard"
"""The variables that stand for the selected text of another program, and for what is on the clipboard."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text to ask with. The name is unique. in_quick_ask: whether the quick ask has a button for it."""

    name: str
    text: str
    in_quick_ask: bool = False

    @property
    def variables(self) -> frozenset[str]:
        """The names of its variables."""
        return frozenset(re.findall(VARIABLE, self.text))

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the text with the values of variables by their names; others stay."""
        return re.sub(VARIABLE, lambda found: values.get(found[1], found[0]), self.text)


class PromptError(ValueError):
    """A prompt that can't be kept. The message gives the cause and the next step."""


RECORDS = TypeAdapter(tuple[Prompt, ...])
"""Validates the records of the file."""


class Prompts:
    """The prompts, sorted by name, and their file, which is read when they are first wanted."""

    def __init__(self, file: Path) -> None:
        self._file, self._changed = ListFile(file, RECORDS, MOST_BYTES), Listeners[[]]()
        self.listen = self._changed.add
        """Calls a function after each change. Returns what ends that."""
        self._now: tuple[Prompt, ...] | None = None

    @cached_property
    def problem(self) -> str:
        """Why the file can't be used, as a sentence; it is not changed then. Empty if it can be."""
        try:
            self._now = self._file.read()
        except ListFileError as error:
            return str(error)
        return ""

    @property
    def all(self) -> tuple[Prompt, ...]:
        """The prompts; none if their file can't be used."""
        return () if self.problem else self._now or ()

    def reload(self) -> None:
        """Read the file again, after it was replaced."""
        vars(self).pop("problem", None)
        self._changed()

    def save(self, prompt: Prompt, before: Prompt | None = None) -> None:
        """Add a prompt, or replace `before` by it. Raises PromptError, and OSError if the file can't be written."""
        others = tuple(each for each in self.all if each != before)
        if self.problem:
            raise PromptError(self.problem)
        if not prompt.name or not prompt.text:
            raise PromptError(tr("A prompt needs a name and a text."))
        if any(each.name.casefold() == prompt.name.casefold() for each in others):
            raise PromptError(tr("There is a prompt of this name already. Choose another name."))
        if len(others) >= MOST_PROMPTS:
            raise PromptError(tr("There are {n} prompts already. Remove some first.", n=MOST_PROMPTS))
        self._write((*others, prompt))

    def remove(self, prompt: Prompt) -> None:
        """Remove a prompt. Raises OSError if the file can't be written."""
        self._write(tuple(each for each in self.all if each != prompt))

    def _write(self, prompts: tuple[Prompt, ...]) -> None:
        prompts = tuple(sorted(prompts, key=lambda each: each.name.casefold()))
        self._file.write(prompts)
        self._now = prompts
        self._changed()
