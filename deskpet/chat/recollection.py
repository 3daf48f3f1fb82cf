"""Port through which a turn gets facts about the user, which are sent in addition to the prompt."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from deskpet.chat.permission import Reads


@dataclass(frozen=True, slots=True)
class Recollection:
    """Remembered facts about the user, for one answer.

    text: a block that is added at the end of the system prompt; empty if there is nothing. facts: the ids of the
    facts in it, and lines: their texts, for people. reads: the values of Reads that telling them sets for the answer.
    problem: why nothing can be remembered now, as a sentence for people; otherwise empty.
    """

    text: str = ""
    facts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    problem: str = ""

    def with_line(self, line: str) -> "Recollection":
        """Return it with a line of the user's data after the facts; an empty one changes nothing."""
        if not line or self.problem:
            return self
        reads = tuple(sorted({*self.reads, Reads.PRIVATE.value}))
        text = "\n\n".join(filter(None, (self.text, line)))
        return replace(self, text=text, lines=(*self.lines, line), reads=reads)


Recall = Callable[[str], Awaitable[Recollection]]
"""Returns what is remembered that matters for a question. Called once for each turn; does not raise."""
