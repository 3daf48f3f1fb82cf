"""The structured reasoning of chat/completions streams, which has to be sent back as it came.

OpenRouter and Vercel's gateway send `reasoning_details`, LiteLLM `thinking_blocks`: objects in pieces, with signatures
and encrypted data by which Claude, Gemini and GPT recognise their own reasoning.
"""

from collections.abc import Iterable, Mapping
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
