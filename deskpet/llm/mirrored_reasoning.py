"""Leave out reasoning that a server sends twice: in a field of its own, and in tags in the text."""

import io
from collections import defaultdict
from enum import Enum, auto

# Fewer characters may be equal by accident.
_MIN_EQUAL = 20


class ReasoningSource(Enum):
    """Where a piece of reasoning came from."""

    FIELD = auto()
    TAGS = auto()


class MirroredReasoning:
    """Compares the reasoning of two sources, without its blanks, and passes on what is new in either.

    A source that says something else is passed on from there.
    """

    def __init__(self) -> None:
        self._shown = io.StringIO()
        self._positions: defaultdict[ReasoningSource, int] = defaultdict(int)
        self._dropped: defaultdict[ReasoningSource, list[str]] = defaultdict(list)
        self._independent: set[ReasoningSource] = set()
        self._leader: ReasoningSource | None = None

    def feed(self, source: ReasoningSource, text: str) -> str:
        """Return what is new in `text`."""
        if source in self._independent:
            return text
        compact, at = "".join(text.split()), self._positions[source]
        if not compact:
            return text if self._leader in (None, source) else ""
        self._shown.seek(at)
        known = self._shown.read(len(compact))
        if not compact.startswith(known):
            return self._diverge(source, text)
        self._positions[source] = at + len(compact)
        new = compact[len(known) :]
        if not new:
            if at < _MIN_EQUAL:
                self._dropped[source].append(text)
            return ""
        self._shown.seek(0, io.SEEK_END)
        self._shown.write(new)
        self._leader = source
        return _without_start(text, len(known))

    def _diverge(self, source: ReasoningSource, text: str) -> str:
        self._independent.add(source)
        dropped = "".join(self._dropped[source]) if self._positions[source] < _MIN_EQUAL else ""
        return dropped + text


def _without_start(text: str, count: int) -> str:
    """Return `text` after its first `count` characters that are no blanks."""
    if not count:
        return text
    for at, character in enumerate(text):
        count -= not character.isspace()
        if not count:
            return text[at + 1 :]
    return ""
