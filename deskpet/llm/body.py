"""The body of an answer into JSON objects, whatever shape the server gave it.

The header can't be trusted: plain JSON comes in answer to `stream: true`, and events come labelled as text, so
the first byte decides. A bare JSON error may also follow the events.
"""

import json
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
_DONE = "[DONE]"
# What may stand between two objects. Some gateways write the field's name twice.
_BETWEEN = re.compile(r"(?:[\s,\]]|\[(?!DONE\])|data:)*")
# Also control characters that stand in a text as they are.
_LENIENT = json.JSONDecoder(strict=False)
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
        if data.startswith((b"{", b"[", b"data:")):
            return _several(data, kind) or [Unreadable(raw)]
        # Words that were never meant as JSON: an error's text, or a keep-alive.
        return [Chunk({"error": raw}, kind)] if kind == "error" else []
    return _objects(value, kind)


def _whole_body(body: bytes) -> list[Piece]:
    body = body.strip().removeprefix(_BOM)
    try:
        return _objects(_parse(body), "message", streamed=False)
    except ValueError:
        found = [_as_truncated(piece) for piece in _several(body, "message")]
        if not found:
            return [Unreadable(body.decode("utf-8", "replace"), truncated=_is_cut_json(body))]
        if isinstance(found[-1], Chunk) and _is_cut_json(body):
            # The end of a list is missing, though its last object is whole.
            found.append(Unreadable("", truncated=True))
        return found


def _several(data: bytes, kind: str) -> list[Piece]:
    """JSON objects one after the other: a line each, with nothing between them, or those of a list that was cut.

    What can't be read ends it, as the last piece. Nothing where already the first object can't be read.
    """
    text = _ESCAPES.sub(_or_replaced, data.decode("utf-8", "replace"))
    pieces: list[Piece] = []
    at = _end_of(_BETWEEN, text, 0)
    while at < len(text):
        if text.startswith(_DONE, at):
            pieces.append(Done())
            end = at + len(_DONE)
        else:
            try:
                value, end = _LENIENT.raw_decode(text, at)
            except (ValueError, RecursionError):
                return [*pieces, Unreadable(text[at:])] if pieces else []
            pieces += _objects(value, kind)
        at = _end_of(_BETWEEN, text, end)
    return pieces


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def _or_replaced(escape: re.Match[str]) -> str:
    """The escape as it is; for half of a pair the sign that something is missing."""
    return "\\ufffd" if escape[1] else escape[0]


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
        return from_json(_ESCAPES.sub(_or_replaced, text))


def _as_truncated(piece: Piece) -> Piece:
    if isinstance(piece, Unreadable) and _is_cut_json(piece.raw.encode()):
        return Unreadable(piece.raw, truncated=True)
    return piece
