"""Text whose characters know where in its source they come from."""

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

Replacement = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class MappedText:
    """A text, and for each of its characters where its source begins and ends. The offsets never descend."""

    text: str = ""
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.text)

    def part(self, start: int, end: int | None = None) -> "MappedText":
        """Return the characters from `start` to `end`."""
        return MappedText(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def after(self, offset: int) -> "MappedText":
        """Return the characters whose source begins at `offset` or later."""
        first = bisect_left(self.starts, offset)
        return self.part(first) if first else self

    def before(self, offset: int) -> "MappedText":
        """Return the characters whose source begins before `offset`."""
        return self.part(0, len(self) - len(self.after(offset)))

    def replaced(self, pattern: re.Pattern[str], replacement: Replacement = "") -> "MappedText":
        """Replace all matches, or of each match its group `drop` if the pattern has one.

        The source of a new character is that of all that it replaces.
        """
        group = "drop" if "drop" in pattern.groupindex else 0
        texts, starts, ends, at = list[str](), list[int](), list[int](), 0
        for match in pattern.finditer(self.text):
            first, last = match.span(group)
            new = replacement if isinstance(replacement, str) else replacement(match)
            if first == last or new == self.text[first:last]:
                continue
            texts += self.text[at:first], new
            starts += [*self.starts[at:first], *[self.starts[first]] * len(new)]
            ends += [*self.ends[at:first], *[self.ends[last - 1]] * len(new)]
            at = last
        if not at:
            return self
        rest = self.part(at)
        return MappedText("".join((*texts, rest.text)), (*starts, *rest.starts), (*ends, *rest.ends))
