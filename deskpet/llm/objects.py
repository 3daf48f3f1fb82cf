"""JSON objects out of bytes that arrive in any cuts: one after the other, a line each, or the elements of a list.

Only the structure is followed here, each byte once; whoever gets an object's bytes decodes them.
"""

import re

from deskpet.llm.parsing import TooLong, ValueCounter
from deskpet.words import tr

DONE = b"[DONE]"

_STRUCTURE = re.compile(rb'["{}\[\]]')
_IN_STRING = re.compile(rb'["\\]')
# What may stand between two objects. Some gateways write the field's name of their events, and even twice.
_MARKS = b" \t\r\n,[]"
_FIELD = b"data:"
_BEFORE = re.compile(rb"(?:[ \t\r\n,\[\]]+|data:)*")
# The server's last word stands close to the last object; what is longer is looked through at the end.
_NEAR = 1024


class ObjectStream:
    """Cuts a body into its objects. What begins with a brace is one; all else is DONE, or words that are no JSON.

    An object is closed by its own last bracket, whatever stands in it: it may still be no JSON.
    """

    def __init__(self, most: int) -> None:
        """An object, or what stands between two, may have `most` bytes."""
        self._most = most
        self._kept = bytearray()
        # How many braces and brackets of the object are open; 0 between objects.
        self._depth = 0
        self._in_string = False
        self._after_backslash = False
        self._objects = 0
        # How many lists are open around the objects; None where the body is no list.
        self._lists: int | None = None
        self._values = ValueCounter()

    @property
    def is_finished(self) -> bool:
        """Whether the body so far can be a whole one: a single object, or a list that was closed."""
        return self._depth == 0 and (self._objects == 1 if self._lists is None else self._lists <= 0)

    @property
    def is_open_list(self) -> bool:
        """Whether the end of a list is missing."""
        return self._lists is not None and self._lists > 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """What `chunk` completes, in order. Raises TooLong."""
        found: list[bytes] = []
        at = 0
        while at < len(chunk):
            at = self._in_object(chunk, at, found) if self._depth else self._between(chunk, at, found)
        return found

    def close(self) -> list[bytes]:
        """What the body ended with: words, or an object that is not whole."""
        found: list[bytes] = []
        if self._depth:
            found.append(self._taken())
        else:
            self._settle(found)
        return found

    def _in_object(self, chunk: bytes, start: int, found: list[bytes]) -> int:
        """Read on from `start`; where the object ended, or the chunk."""
        at = start
        if self._after_backslash:
            self._after_backslash = False
            at += 1
        while mark := (_IN_STRING if self._in_string else _STRUCTURE).search(chunk, at):
            at = mark.end()
            match mark[0]:
                case b'"':
                    self._in_string = not self._in_string
                case b"\\":
                    self._after_backslash = at == len(chunk)
                    at += 1
                case b"{" | b"[":
                    self._depth += 1
                case _:
                    self._depth -= 1
                    if self._depth == 0:
                        self._keep(chunk[start:at])
                        self._objects += 1
                        found.append(self._taken())
                        return at
        self._keep(chunk[start:])
        return len(chunk)

    def _between(self, chunk: bytes, start: int, found: list[bytes]) -> int:
        """Up to the next object."""
        brace = chunk.find(b"{", start)
        if brace >= 0 and self._objects and self._lists is None and not self._kept and not chunk[start:brace].strip():
            # An object a line: nothing stands between them.
            self._keep(b"{")
            self._depth = 1
            return brace + 1
        self._keep(chunk[start:] if brace < 0 else chunk[start:brace])
        if brace < 0:
            if len(self._kept) <= _NEAR and b"]" in chunk:
                self._settle_done(found)
            return len(chunk)
        self._settle(found)
        self._keep(b"{")
        self._depth = 1
        return brace + 1

    def _settle_done(self, found: list[bytes]) -> None:
        """The server's last word is passed on the moment it is there: it need not close the connection."""
        before, done, after = self._taken().partition(DONE)
        if done:
            self._tell(before, found)
            found.append(DONE)
        self._keep(after if done else before)

    def _settle(self, found: list[bytes]) -> None:
        """Tell what stood between two objects."""
        self._settle_done(found)
        self._tell(self._taken(), found)

    def _tell(self, raw: bytes, found: list[bytes]) -> None:
        if self._lists is None and not self._objects and raw.lstrip()[:1] == b"[":
            self._lists = 0
        if self._lists is not None:
            self._lists += raw.count(b"[") - raw.count(b"]")
        marks = _BEFORE.match(raw)
        words = raw[marks.end() if marks else 0 :].rstrip(_MARKS).removesuffix(_FIELD).rstrip(_MARKS)
        if words:
            found.append(words)

    def _keep(self, piece: bytes) -> None:
        self._kept += piece
        if len(self._kept) > self._most:
            raise TooLong(tr("a body of more than {n:,} bytes in one piece", n=self._most))
        self._values.feed(piece)

    def _taken(self) -> bytes:
        raw = bytes(self._kept)
        self._kept.clear()
        self._values = ValueCounter()
        return raw
