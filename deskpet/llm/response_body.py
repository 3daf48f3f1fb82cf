"""Splits a response body into JSON objects: server-sent events, JSON lines, a JSON array, or one plain object.

The format is detected from the first byte, because the Content-Type header is unreliable: servers answer
`stream: true` with plain JSON, JSON lines or an array, and label events as text. A bare JSON error may follow events.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic_core import from_json

from deskpet.llm.json_limits import TooLong, ValueCounter, decode_json
from deskpet.llm.sse import EventStream, ServerEvent
from deskpet.text.surrogates import replace_lone_surrogates
from deskpet.translation import tr

JsonPath = tuple[str | int, ...]


class SurrogateJoiner:
    """Joins a high surrogate at the end of a string with a low one at the start of the same string of the next chunk.

    Other lone surrogates are replaced by U+FFFD, and a high surrogate at the end of a string that is never continued is
    dropped: neither can be stored or sent.
    """

    def __init__(self) -> None:
        self.pending: dict[JsonPath, str] = {}
        """High surrogates at the end of a string, by the path of that string in the chunk."""

    def join(self, value: object) -> object:
        """Return a chunk's value with surrogates joined or replaced. Raises ValueError if it is nested too deeply."""
        try:
            return self._join(value, ())
        except RecursionError as error:
            raise ValueError(str(error)) from error

    def _join(self, value: object, path: JsonPath) -> object:
        match value:
            case str():
                return self._text(value, path)
            case dict():
                fields = cast("dict[str, Any]", value)
                return {replace_lone_surrogates(name): self._join(item, (*path, name)) for name, item in fields.items()}
            case list():
                items = enumerate(cast("list[Any]", value))
                return [self._join(item, (*path, index)) for index, item in items]
            case _:
                return value

    def _text(self, text: str, path: JsonPath) -> str:
        high = self.pending.pop(path, "") if text else ""
        if high and "\udc00" <= text[0] <= "\udfff":
            text = high + text
        if text and "\ud800" <= text[-1] <= "\udbff":
            self.pending[path] = text[-1]
            text = text[:-1]
        return replace_lone_surrogates(text)


Chunk = tuple[str, dict[str, Any]]
"""The type of an event (`message` by default) and a JSON object of its data.

A plain tuple, as ServerEvent is: a dataclass takes four times as long to create.
"""


@dataclass(frozen=True, slots=True)
class Done:
    """End of the answer: the server sent `[DONE]`, or the body is one complete object or array."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A piece of the body that is not valid JSON. `is_truncated` if the body ended inside it.

    `raw` is an excerpt from its start; `is_json_prefix` tells if the piece is an incomplete JSON text.
    """

    raw: str
    is_truncated: bool = False
    is_json_prefix: bool = field(default=False, compare=False, repr=False)


Piece = Chunk | Done | Unreadable

# In bytes. Holds an image of 18 MB in Base64, which takes 40 ms to decode.
_MAX_PIECE = 24 * 1024 * 1024
_EXCERPT, _MAX_CHUNKS = 8000, 2000
# Limits in bytes for the slower parsers that malformed JSON falls back to.
_MAX_LENIENT, _MAX_SEQUENCE = 1024 * 1024, 64 * 1024
_MAX_HEAD = 1024
_SMALL_EVENT = 16 * 1024
_BOM = b"\xef\xbb\xbf"
# In the decoder's message about a text that is nested more than 200 levels deep.
_TOO_DEEP = "recursion limit"
# Accepts unescaped control characters and lone surrogates in strings.
_LENIENT_DECODER = json.JSONDecoder(strict=False)


DONE = b"[DONE]"

_STRUCTURAL = re.compile(rb'["{}\[\]]')
_IN_STRING = re.compile(rb'["\\]')
# Separators between two objects. Some gateways add the field name of their events, even twice.
_SEPARATORS = b" \t\r\n,[]"
_FIELD = b"data:"
_LEADING_SEPARATORS = re.compile(rb"(?:[ \t\r\n,\[\]]+|data:)*")
# [DONE] follows the last object closely. Longer separators are searched for it only at their end.
_MAX_DONE_LOOKAHEAD = 1024


class ObjectStream:
    """Incremental splitter into objects (which start with a brace), DONE, and text that is not JSON.

    The objects are concatenated, one per line, or the elements of a list. Only brackets and strings are tracked, each
    byte once: an object ends with its closing brace, and its content is not validated.
    """

    def __init__(self, max_size: int) -> None:
        """`max_size` is the limit in bytes for an object, and for the text between two objects."""
        self._max_size = max_size
        self._buffer = bytearray()
        # Open braces and brackets of the object; 0 between objects.
        self._depth = 0
        self._in_string = False
        self._after_backslash = False
        self._object_count = 0
        # Open lists around the objects; None if the body is not a list.
        self._list_depth: int | None = None
        self._values = ValueCounter()

    @property
    def is_finished(self) -> bool:
        """Whether the body is complete: a single object, or a list that is closed."""
        return self._depth == 0 and (self._object_count == 1 if self._list_depth is None else self._list_depth <= 0)

    @property
    def is_open_list(self) -> bool:
        """Whether the body is a list that is not closed."""
        return self._list_depth is not None and self._list_depth > 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the items that `chunk` completes, in order. Raises TooLong."""
        items: list[bytes] = []
        position = 0
        while position < len(chunk):
            position = (
                self._read_object(chunk, position, items)
                if self._depth
                else self._skip_to_object(chunk, position, items)
            )
        return items

    def close(self) -> list[bytes]:
        """Return the rest of the body: text, or an incomplete object."""
        items: list[bytes] = []
        if self._depth:
            items.append(self._take_buffer())
        else:
            self._flush_separator(items)
        return items

    def _read_object(self, chunk: bytes, start: int, items: list[bytes]) -> int:
        """Read the object from `start`. Returns the index after it, or the end of the chunk."""
        position = start
        if self._after_backslash:
            self._after_backslash = False
            position += 1
        while mark := (_IN_STRING if self._in_string else _STRUCTURAL).search(chunk, position):
            position = mark.end()
            match mark[0]:
                case b'"':
                    self._in_string = not self._in_string
                case b"\\":
                    self._after_backslash = position == len(chunk)
                    position += 1
                case b"{" | b"[":
                    self._depth += 1
                case _:
                    self._depth -= 1
                    if self._depth == 0:
                        self._append(chunk[start:position])
                        self._object_count += 1
                        items.append(self._take_buffer())
                        return position
        self._append(chunk[start:])
        return len(chunk)

    def _skip_to_object(self, chunk: bytes, start: int, items: list[bytes]) -> int:
        """Read up to the next object. Returns the index after its opening brace, or the end of the chunk."""
        brace = chunk.find(b"{", start)
        if (
            brace >= 0
            and self._object_count
            and self._list_depth is None
            and not self._buffer
            and not chunk[start:brace].strip()
        ):
            # JSON lines: nothing but white space between two objects.
            self._append(b"{")
            self._depth = 1
            return brace + 1
        self._append(chunk[start:] if brace < 0 else chunk[start:brace])
        if brace < 0:
            if len(self._buffer) <= _MAX_DONE_LOOKAHEAD and b"]" in chunk:
                self._find_done(items)
            return len(chunk)
        self._flush_separator(items)
        self._append(b"{")
        self._depth = 1
        return brace + 1

    def _find_done(self, items: list[bytes]) -> None:
        """Report [DONE] as soon as it arrives, because the server may keep the connection open."""
        before, done, after = self._take_buffer().partition(DONE)
        if done:
            self._add_separator(before, items)
            items.append(DONE)
        self._append(after if done else before)

    def _flush_separator(self, items: list[bytes]) -> None:
        """Report the text between two objects."""
        self._find_done(items)
        self._add_separator(self._take_buffer(), items)

    def _add_separator(self, raw: bytes, items: list[bytes]) -> None:
        if self._list_depth is None and not self._object_count and raw.lstrip()[:1] == b"[":
            self._list_depth = 0
        if self._list_depth is not None:
            self._list_depth += raw.count(b"[") - raw.count(b"]")
        separators = _LEADING_SEPARATORS.match(raw)
        text = raw[separators.end() if separators else 0 :].rstrip(_SEPARATORS).removesuffix(_FIELD).rstrip(_SEPARATORS)
        if text:
            items.append(text)

    def _append(self, piece: bytes) -> None:
        self._buffer += piece
        if len(self._buffer) > self._max_size:
            raise TooLong(tr("a body of more than {n:,} bytes in one piece", n=self._max_size))
        self._values.feed(piece)

    def _take_buffer(self) -> bytes:
        raw = bytes(self._buffer)
        self._buffer.clear()
        self._values = ValueCounter()
        return raw


class BodyReader:
    """Incremental parser of a body into JSON objects; chunks may be split anywhere. Raises only TooLong."""

    def __init__(self) -> None:
        self.is_empty = True
        self._events = EventStream(_MAX_PIECE, _MAX_PIECE)
        self._objects: ObjectStream | None = None
        self._html: bytearray | None = None
        self._html_length = 0
        self._surrogates = SurrogateJoiner()
        self._head = b""
        self._has_format = False

    def feed(self, chunk: bytes) -> Iterator[Piece]:
        """Yield the pieces that `chunk` completes. Raises TooLong."""
        if not self._has_format:
            chunk = self._detect_format(chunk)
        if self._objects:
            yield from self._parse_all(self._objects.feed(chunk), "message")
        elif self._html is not None:
            self._keep_html(chunk)
        else:
            has_pending = self._surrogates.pending
            for kind, data in self._events.feed(chunk):
                try:
                    value = from_json(data) if len(data) <= _SMALL_EVENT else decode_json(data)
                except TooLong:
                    raise
                except ValueError:
                    value = None
                if type(value) is dict and not has_pending:
                    yield kind, value
                else:
                    yield from self._parse_event((kind, data))

    def close(self) -> list[Piece]:
        """End the body and returns the remaining pieces. Raises TooLong."""
        if self._html is not None:
            return [Unreadable(_text(bytes(self._html)))]
        if self._objects:
            return self._close_objects(self._objects)
        pieces: list[Piece] = []
        if not self._has_format:
            pieces += [piece for event in self._events.feed(self._head) for piece in self._parse_event(event)]
        for event in self._events.close():
            pieces += map(_as_truncated, self._parse_event(event))
        stray = b"\n".join(self._events.stray)
        if stray.lstrip().startswith((b"{", b"[")):
            pieces += [piece for piece in self._parse_sequence(stray, "message") if isinstance(piece, tuple)]
        return pieces

    @property
    def stray_text(self) -> str:
        """The lines that are not part of the event stream format."""
        return _text(b"\n".join(self._events.stray))

    def _detect_format(self, chunk: bytes) -> bytes:
        """Detect the format from the first byte that is not blank, and return the buffered bytes; empty until then."""
        self._head += chunk
        start = self._head.removeprefix(_BOM).lstrip()
        if not start or _BOM.startswith(self._head):
            # Drop blank lines, and bound a long line of spaces.
            self._head = self._head[self._head.rfind(b"\n") + 1 :][:_MAX_HEAD]
            return b""
        self._has_format = True
        self.is_empty = False
        if start[:1] in b"{[":
            self._objects = ObjectStream(_MAX_PIECE)
            return start
        if start[:1] == b"<":
            self._html = bytearray()
        # Without the blank lines, as if they had come in a chunk of their own.
        blank = self._head.removesuffix(start)
        return blank[blank.rfind(b"\n") + 1 :] + start

    def _keep_html(self, chunk: bytes) -> None:
        assert self._html is not None
        self._html += chunk[: max(_EXCERPT - len(self._html), 0)]
        self._html_length += len(chunk)
        if self._html_length > _MAX_PIECE:
            raise TooLong(tr("a body of more than {n:,} bytes in one piece", n=_MAX_PIECE))

    def _close_objects(self, objects: ObjectStream) -> list[Piece]:
        """Return the last pieces of a body of plain JSON objects."""
        pieces = [_as_truncated(piece) for piece in self._parse_all(objects.close(), "message")]
        if objects.is_open_list and not pieces:
            # The last object is complete, but the array is not closed.
            pieces.append(Unreadable("", is_truncated=True))
        if objects.is_finished:
            pieces.append(Done())
        return pieces

    def _parse_event(self, event: ServerEvent) -> list[Piece]:
        kind, data = event[0], event[1].strip()
        if data == DONE:
            return [Done()]
        if not data:
            return []
        try:
            return list(_chunks(self._decode(data), kind))
        except TooLong:
            raise
        except ValueError:
            if data.startswith((b"{", b"[", b"data:")):
                return self._parse_sequence(data, kind)
            # Plain text: an error message, or a keep-alive.
            return [(kind, {"error": _text(data)})] if kind == "error" else []

    def _parse_sequence(self, data: bytes, kind: str) -> list[Piece]:
        """Parse concatenated JSON objects in the data of one event."""
        if len(data) > _MAX_SEQUENCE:
            return [_unreadable(data)]
        objects = ObjectStream(_MAX_PIECE)
        return list(self._parse_all([*objects.feed(data), *objects.close()], kind))

    def _parse_all(self, items: Iterable[bytes], kind: str) -> Iterator[Piece]:
        for item in items:
            if item == DONE:
                yield Done()
                continue
            try:
                yield from _chunks(self._decode(item), kind) if item.startswith(b"{") else [_unreadable(item)]
            except TooLong:
                raise
            except ValueError:
                yield _unreadable(item)

    def _decode(self, data: bytes) -> object:
        """Decode a JSON text. Raises ValueError if it is invalid, TooLong if decoding would take too long."""
        try:
            value = decode_json(data)
        except TooLong:
            raise
        except ValueError as error:
            # Deeper values could be read leniently, but neither stored nor sent again.
            if len(data) > _MAX_LENIENT or _TOO_DEEP in str(error):
                raise
            # Invalid UTF-8 or a lone surrogate in a string must not discard the rest of the object.
            try:
                return self._surrogates.join(_LENIENT_DECODER.decode(_text(data)))
            except RecursionError as nested:
                raise ValueError(str(nested)) from nested
        return self._surrogates.join(value) if self._surrogates.pending else value


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _unreadable(raw: bytes) -> Unreadable:
    return Unreadable(_text(raw[:_EXCERPT]), is_json_prefix=_is_json_prefix(raw))


def _is_json_prefix(data: bytes) -> bool:
    """Whether `data` is an incomplete JSON text."""
    try:
        decode_json(data)
    except ValueError as error:
        return str(error).startswith("EOF while parsing")
    return False


def _chunks(value: object, event: str) -> Iterator[Chunk]:
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    if len(values) > _MAX_CHUNKS:
        raise TooLong(tr("a list of more than {n:,} parts", n=_MAX_CHUNKS))
    return ((event, cast("dict[str, Any]", item)) for item in values if isinstance(item, dict))


def _as_truncated(piece: Piece) -> Piece:
    return Unreadable(piece.raw, is_truncated=True) if isinstance(piece, Unreadable) and piece.is_json_prefix else piece
