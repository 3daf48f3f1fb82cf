"""The body of an answer into JSON objects, whatever shape the server gave it.

The header can't be trusted: plain JSON comes in answer to `stream: true`, and events come labelled as text, so
the first byte decides. A bare JSON error may also follow the events.
"""

from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from deskpet.llm.sse import EventStream, ServerEvent


@dataclass(frozen=True, slots=True)
class Chunk:
    """One JSON object of the body. `streamed` is False for a plain, whole body."""

    value: dict[str, Any]
    type: str = "message"
    streamed: bool = True


@dataclass(frozen=True, slots=True)
class Done:
    """The server said `[DONE]`."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A piece of the body that should be JSON and is not. `truncated` when the body ended inside it."""

    raw: str
    truncated: bool = False


Piece = Chunk | Done | Unreadable

_MAX_PLAIN = 32 * 1024 * 1024


class BodyReader:
    """Takes a body's bytes in any cuts and gives its JSON objects. Never raises but LineTooLong."""

    def __init__(self) -> None:
        self._events = EventStream(_MAX_PLAIN)
        self._plain: list[bytes] | None = None
        self._head = b""
        self._sniffed = False

    def feed(self, chunk: bytes) -> list[Piece]:
        """The pieces that `chunk` completes."""
        if not self._sniffed:
            chunk = self._sniff(chunk)
        if self._plain is not None:
            self._plain.append(chunk)
            return []
        return [piece for event in self._events.feed(chunk) for piece in _pieces_of(event)]

    def close(self) -> list[Piece]:
        """The pieces that only the end of the body completes."""
        if self._plain is not None:
            return _whole_body(b"".join(self._plain))
        last: list[Piece] = []
        if not self._sniffed:
            last += [piece for event in self._events.feed(self._head) for piece in _pieces_of(event)]
        for event in self._events.close():
            last += [_as_truncated(piece) for piece in _pieces_of(event)]
        stray = b"\n".join(self._events.stray)
        if stray.lstrip().startswith((b"{", b"[")):
            last += [piece for piece in _whole_body(stray) if isinstance(piece, Chunk)]
        return last

    @property
    def stray_text(self) -> str:
        """Lines that were no part of the stream's format."""
        return b"\n".join(self._events.stray).decode("utf-8", "replace")

    def _sniff(self, chunk: bytes) -> bytes:
        """Look at the first byte that says something; until then nothing is passed on."""
        self._head += chunk
        start = self._head.removeprefix(b"\xef\xbb\xbf").lstrip()
        if not start or b"\xef\xbb\xbf".startswith(self._head):
            return b""
        self._sniffed = True
        if start[:1] in b"{[<":
            self._plain = []
        return self._head


def _pieces_of(event: ServerEvent) -> list[Piece]:
    data = event.data.strip()
    if data == b"[DONE]":
        return [Done()]
    if not data:
        return []
    try:
        value = _parse(data)
    except ValueError:
        raw = data.decode("utf-8", "replace")
        if data[:1] in b"{[":
            return [Unreadable(raw)]
        # Words that were never meant as JSON: an error's text, or a keep-alive.
        return [Chunk({"error": raw}, event.type)] if event.type == "error" else []
    return _objects(value, event.type, streamed=True)


def _whole_body(body: bytes) -> list[Piece]:
    try:
        return _objects(_parse(body), "message", streamed=False)
    except ValueError:
        return [Unreadable(body.decode("utf-8", "replace"))]


def _objects(value: object, type: str, *, streamed: bool) -> list[Piece]:
    values = value if isinstance(value, list) else [value]
    return [Chunk(item, type, streamed) for item in values if isinstance(item, dict)]


def _parse(data: bytes) -> object:
    try:
        return from_json(data)
    except ValueError:
        # Bytes that are no UTF-8 inside a string must not cost the rest of the chunk.
        return from_json(data.decode("utf-8", "replace"))


def _as_truncated(piece: Piece) -> Piece:
    return Unreadable(piece.raw, truncated=True) if isinstance(piece, Unreadable) else piece
