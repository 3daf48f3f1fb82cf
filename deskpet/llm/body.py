"""The body of an answer into JSON objects, whatever shape the server gave it.

The header can't be trusted: plain JSON comes in answer to `stream: true`, and events come labelled as text, so
the first byte decides. A bare JSON error may also follow the events.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from pydantic_core import from_json

from deskpet.llm.sse import EventStream, ServerEvent, TooLong
from deskpet.words import tr


@dataclass(slots=True)
class Chunk:
    """One JSON object of the body. `streamed` is False for a plain, whole body.

    Not frozen: there is one for every few letters of an answer, and a frozen one costs twice as much to make.
    """

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
_BOM = b"\xef\xbb\xbf"
# Every escape of a JSON text from left to right; the group holds one that is half of a pair and alone.
_ESCAPES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)


class BodyReader:
    """Takes a body's bytes in any cuts and gives its JSON objects. Never raises but TooLong."""

    def __init__(self) -> None:
        self.is_empty = True
        self._events = EventStream(_MAX_PLAIN)
        self._plain: list[bytes] | None = None
        self._plain_length = 0
        self._head = b""
        self._sniffed = False

    def feed(self, chunk: bytes) -> Iterator[Piece]:
        """The pieces that `chunk` completes, one by one. Raises TooLong."""
        if not self._sniffed:
            chunk = self._sniff(chunk)
        if self._plain is not None:
            self._plain.append(chunk)
            self._plain_length += len(chunk)
            if self._plain_length > _MAX_PLAIN:
                raise TooLong(tr("a body of more than {n:,} bytes in one piece", n=_MAX_PLAIN))
            return
        for event in self._events.feed(chunk):
            kind, data = event
            try:
                value: dict[str, Any] | list[Any] | None = from_json(data)
            except ValueError:
                yield from _pieces_of(event)
                continue
            if type(value) is dict:
                yield Chunk(value, kind)
            else:
                yield from _objects(value, kind)

    def close(self) -> list[Piece]:
        """The pieces that only the end of the body completes. Raises TooLong."""
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
        start = self._head.removeprefix(_BOM).lstrip()
        if not start or _BOM.startswith(self._head):
            return b""
        self._sniffed = True
        self.is_empty = False
        if start[:1] in b"{[<":
            self._plain = []
        return self._head


def _pieces_of(event: ServerEvent) -> list[Piece]:
    kind, data = event[0], event[1].strip()
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
        return [Chunk({"error": raw}, kind)] if kind == "error" else []
    return _objects(value, kind)


def _whole_body(body: bytes) -> list[Piece]:
    body = body.strip().removeprefix(_BOM)
    try:
        return _objects(_parse(body), "message", streamed=False)
    except ValueError:
        return _lines(body) or [Unreadable(body.decode("utf-8", "replace"), truncated=_is_cut_json(body))]


def _lines(body: bytes) -> list[Piece]:
    """Some gateways send one JSON object a line. Nothing where a line is none; the last one may be cut."""
    pieces: list[Piece] = []
    lines = body.splitlines()
    for number, line in enumerate(lines):
        try:
            value = _parse(line) if line.strip() else None
        except ValueError:
            if number == 0 or number + 1 < len(lines):
                return []
            return [*pieces, Unreadable(line.decode("utf-8", "replace"), truncated=_is_cut_json(line))]
        pieces += _objects(value, "message")
    return pieces if len(pieces) > 1 else []


def _is_cut_json(data: bytes) -> bool:
    """Whether this is the beginning of a JSON text."""
    try:
        from_json(data)
    except ValueError as error:
        return str(error).startswith("EOF while parsing")
    return False


def _objects(value: object, event: str, *, streamed: bool = True) -> list[Piece]:
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    return [Chunk(cast("dict[str, Any]", item), event, streamed) for item in values if isinstance(item, dict)]


def _parse(data: bytes) -> object:
    try:
        return from_json(data)
    except ValueError:
        # Neither bytes that are no UTF-8 nor half an emoji inside a string must cost the rest of the chunk.
        text = data.decode("utf-8", "replace")
        return from_json(_ESCAPES.sub(lambda found: "\\ufffd" if found[1] else found[0], text))


def _as_truncated(piece: Piece) -> Piece:
    if isinstance(piece, Unreadable) and _is_cut_json(piece.raw.encode()):
        return Unreadable(piece.raw, truncated=True)
    return piece
