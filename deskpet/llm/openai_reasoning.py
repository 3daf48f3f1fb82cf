"""The reasoning of chat/completions streams: structured details that are sent back, and what a server sends twice."""

import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Any, cast

DETAIL_FIELDS = ("reasoning_details", "thinking_blocks")
_JOINED = ("text", "summary", "thinking", "data")


class _Detail:
    """One object that arrives in pieces."""

    def __init__(self) -> None:
        self._fields: dict[str, Any] = {}
        self._pieces: dict[str, list[str]] = {}

    def continues_with(self, piece: Mapping[str, Any]) -> bool:
        """Return whether `piece` belongs to this object: it has the same type and index, and no other id."""
        fields, piece_id = self._fields, piece.get("id")
        if piece.get("type") != fields.get("type") or piece.get("index") != fields.get("index"):
            return False
        if piece.get("index") is None and ("data" in piece or (fields.get("signature") and piece.get("thinking"))):
            # Without an index, encrypted data comes whole, and a signature ends its object.
            return False
        return not piece_id or piece_id == (fields.get("id") or piece_id)

    def add(self, piece: Mapping[str, Any]) -> None:
        for name, value in piece.items():
            if name in _JOINED and isinstance(value, str):
                self._pieces.setdefault(name, []).append(value)
            elif value or name not in self._fields:
                self._fields[name] = value

    def complete(self) -> dict[str, Any]:
        return self._fields | {name: "".join(pieces) for name, pieces in self._pieces.items()}


class ReasoningDetails:
    """Collects the objects of one thought, and merges the pieces of each."""

    def __init__(self) -> None:
        self._details: dict[str, list[_Detail]] = {}

    def add(self, field: str, pieces: Iterable[object]) -> None:
        """Add what the field of a chunk holds, one of DETAIL_FIELDS."""
        details = self._details.setdefault(field, [])
        for piece in pieces:
            if not isinstance(piece, dict):
                continue
            fields = cast("dict[str, Any]", piece)
            if not (details and details[-1].continues_with(fields)):
                details.append(_Detail())
            details[-1].add(fields)

    def complete(self) -> dict[str, list[dict[str, Any]]]:
        """Return the objects of each field."""
        return {field: [detail.complete() for detail in details] for field, details in self._details.items()}


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
            self._independent.add(source)
            return ("".join(self._dropped[source]) if at < _MIN_EQUAL else "") + text
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


def _without_start(text: str, count: int) -> str:
    """Return `text` after its first `count` characters that are no blanks."""
    if not count:
        return text
    for at, character in enumerate(text):
        count -= not character.isspace()
        if not count:
            return text[at + 1 :]
    return ""
