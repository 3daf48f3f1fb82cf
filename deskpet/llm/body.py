"""The body of an answer into JSON objects, whatever shape the server gave it.

The header can't be trusted: plain JSON comes in answer to `stream: true`, an object a line or a list of them as well,
and events come labelled as text, so the first byte decides. A bare JSON error may also follow the events.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic_core import from_json

from deskpet.llm.objects import DONE, ObjectStream
from deskpet.llm.parsing import TooLong, parsed
from deskpet.llm.sse import EventStream, ServerEvent
from deskpet.llm.surrogates import SurrogateJoiner
from deskpet.words import tr


@dataclass(slots=True)
class Chunk:
    """One JSON object of the body; `type` is that of its event.

    Not frozen: there is one for every few letters of an answer, and a frozen one costs twice as much to make.
    """

    value: dict[str, Any]
    type: str = "message"


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more will come: the server said `[DONE]`, or the body was one object, or a list, and it is whole."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A piece of the body that should be JSON and is not. `truncated` when the body ended inside it.

    `raw` is its beginning, and `is_cut` whether that is the beginning of a JSON text.
    """

    raw: str
    truncated: bool = False
    is_cut: bool = field(default=False, compare=False, repr=False)


Piece = Chunk | Done | Unreadable

# A picture of 18 MB in Base64; to decode it takes 40 ms.
_MAX_PIECE = 24 * 1024 * 1024
_EXCERPT, _MAX_CHUNKS = 8000, 2000
# What is no proper JSON is read again by slower ways, up to here.
_MAX_LENIENT, _MAX_SEVERAL = 1024 * 1024, 64 * 1024
_MAX_HEAD = 1024
_PLAIN_SIZE = 16 * 1024
_BOM = b"\xef\xbb\xbf"
# Also control characters that stand in a text as they are, and halves of characters.
_LENIENT = json.JSONDecoder(strict=False)


class BodyReader:
    """Takes a body's bytes in any cuts and gives its JSON objects. Never raises but TooLong."""

    def __init__(self) -> None:
        self.is_empty = True
        self._events = EventStream(_MAX_PIECE, _MAX_PIECE)
        self._objects: ObjectStream | None = None
        self._page: bytearray | None = None
        self._page_length = 0
        self._halves = SurrogateJoiner()
        self._head = b""
        self._sniffed = False

    def feed(self, chunk: bytes) -> Iterator[Piece]:
        """The pieces that `chunk` completes, one by one. Raises TooLong."""
        if not self._sniffed:
            chunk = self._sniff(chunk)
        if self._objects:
            yield from self._pieces(self._objects.feed(chunk), "message")
        elif self._page is not None:
            self._keep(chunk)
        else:
            waiting = self._halves.waiting
            for event in self._events.feed(chunk):
                try:
                    data = event[1]
                    value: object = from_json(data) if len(data) <= _PLAIN_SIZE else parsed(data)
                except TooLong:
                    raise
                except ValueError:
                    value = None
                if type(value) is dict and not waiting:
                    yield Chunk(cast("dict[str, Any]", value), event[0])
                else:
                    yield from self._pieces_of(event)

    def close(self) -> list[Piece]:
        """The pieces that only the end of the body completes. Raises TooLong."""
        if self._page is not None:
            return [Unreadable(_text(bytes(self._page)))]
        if self._objects:
            return self._last_pieces(self._objects)
        last: list[Piece] = []
        if not self._sniffed:
            last += [piece for event in self._events.feed(self._head) for piece in self._pieces_of(event)]
        for event in self._events.close():
            last += map(_as_truncated, self._pieces_of(event))
        stray = b"\n".join(self._events.stray)
        if stray.lstrip().startswith((b"{", b"[")):
            last += [piece for piece in self._several(stray, "message") if isinstance(piece, Chunk)]
        return last

    @property
    def stray_text(self) -> str:
        """Lines that were no part of the stream's format."""
        return _text(b"\n".join(self._events.stray))

    def _sniff(self, chunk: bytes) -> bytes:
        """Look at the first byte that says something; until then nothing is passed on."""
        self._head += chunk
        start = self._head.removeprefix(_BOM).lstrip()
        if not start or _BOM.startswith(self._head):
            # Of blank lines nothing has to be kept, and of a long line of spaces not all.
            self._head = self._head[self._head.rfind(b"\n") + 1 :][:_MAX_HEAD]
            return b""
        self._sniffed = True
        self.is_empty = False
        if start[:1] in b"{[":
            self._objects = ObjectStream(_MAX_PIECE)
            return start
        if start[:1] == b"<":
            self._page = bytearray()
        return self._head

    def _keep(self, chunk: bytes) -> None:
        assert self._page is not None
        self._page += chunk[: max(_EXCERPT - len(self._page), 0)]
        self._page_length += len(chunk)
        if self._page_length > _MAX_PIECE:
            raise TooLong(tr("a body of more than {n:,} bytes in one piece", n=_MAX_PIECE))

    def _last_pieces(self, objects: ObjectStream) -> list[Piece]:
        """What the end of a body of objects says."""
        last = [_as_truncated(piece) for piece in self._pieces(objects.close(), "message")]
        if objects.is_open_list and not last:
            # Its last object is whole.
            last.append(Unreadable("", truncated=True))
        if objects.is_finished:
            last.append(Done())
        return last

    def _pieces_of(self, event: ServerEvent) -> list[Piece]:
        kind, data = event[0], event[1].strip()
        if data == DONE:
            return [Done()]
        if not data:
            return []
        try:
            return list(_chunks(self._parsed(data), kind))
        except TooLong:
            raise
        except ValueError:
            if data.startswith((b"{", b"[", b"data:")):
                return self._several(data, kind)
            # Words that were never meant as JSON: an error's text, or a keep-alive.
            return [Chunk({"error": _text(data)}, kind)] if kind == "error" else []

    def _several(self, data: bytes, kind: str) -> list[Piece]:
        """JSON objects one after the other, where there should be one."""
        if len(data) > _MAX_SEVERAL:
            return [_unreadable(data)]
        objects = ObjectStream(_MAX_PIECE)
        return list(self._pieces([*objects.feed(data), *objects.close()], kind))

    def _pieces(self, found: Iterable[bytes], kind: str) -> Iterator[Piece]:
        for raw in found:
            if raw == DONE:
                yield Done()
                continue
            try:
                yield from _chunks(self._parsed(raw), kind) if raw.startswith(b"{") else [_unreadable(raw)]
            except TooLong:
                raise
            except ValueError:
                yield _unreadable(raw)

    def _parsed(self, data: bytes) -> object:
        """The value of a JSON text. Raises ValueError, TooLong where it would take too long to read."""
        try:
            value = parsed(data)
        except TooLong:
            raise
        except ValueError:
            if len(data) > _MAX_LENIENT:
                raise
            # Neither bytes that are no UTF-8 nor half an emoji inside a string must cost the rest of the chunk.
            return self._halves.joined(_decoded(_text(data)))
        return self._halves.joined(value) if self._halves.waiting else value


def _decoded(text: str) -> object:
    try:
        return _LENIENT.decode(text)
    except RecursionError as error:
        raise ValueError(str(error)) from error


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _unreadable(raw: bytes) -> Unreadable:
    return Unreadable(_text(raw[:_EXCERPT]), is_cut=_is_cut_json(raw))


def _is_cut_json(data: bytes) -> bool:
    """Whether this is the beginning of a JSON text."""
    try:
        parsed(data)
    except TooLong:
        return False
    except ValueError as error:
        return str(error).startswith("EOF while parsing")
    return False


def _chunks(value: object, event: str) -> Iterator[Chunk]:
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    if len(values) > _MAX_CHUNKS:
        raise TooLong(tr("a list of more than {n:,} parts", n=_MAX_CHUNKS))
    return (Chunk(cast("dict[str, Any]", item), event) for item in values if isinstance(item, dict))


def _as_truncated(piece: Piece) -> Piece:
    return Unreadable(piece.raw, truncated=True) if isinstance(piece, Unreadable) and piece.is_cut else piece
