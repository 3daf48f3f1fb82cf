"""Splits a byte stream into JSON objects that are concatenated, one per line, or the elements of a list.

Only brackets and strings are tracked, each byte once. The caller decodes the bytes of an object.
"""

import re

from deskpet.llm.json_limits import TooLong, ValueCounter
from deskpet.translation import tr

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

    An object ends with its closing brace. Its content is not validated.
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
