"""JSON from a server, refused before it takes long to decode.

The decoder can't be interrupted and keeps every other thread waiting, so what would cost it time is counted while the
bytes arrive: values, not the length of a text. A long answer and a picture have few values.
"""

import re

from pydantic_core import from_json

from deskpet.words import tr

SMALL = 64 * 1024
"""A JSON text of so many bytes never takes long."""

# Together these take less than 50 ms: 200,000 values 25 ms, 4 MB of digits 20 ms, 2,000,000 escapes 10 ms.
_MAX_VALUES, _MAX_OUTSIDE, _MAX_ESCAPES = 200_000, 4 * 1024 * 1024, 2_000_000
# Decoded text beyond ASCII costs more by the byte, and no picture has any.
_MAX_NOT_ASCII = 8 * 1024 * 1024
_IN_STRING = re.compile(rb'(?:[^"\\]+|\\.)*+', re.DOTALL)


class TooLong(ValueError):
    """A part of the stream grew past its limit; the words say which."""


class ValueCounter:
    """Counts the values of a JSON text while it arrives: strings, and the marks that stand outside of them."""

    def __init__(self) -> None:
        self._values = self._outside = self._escapes = 0
        self._in_string = self._after_backslash = False

    def feed(self, piece: bytes | bytearray, start: int = 0) -> None:
        """Count on with what stands in `piece` from `start`. Raises TooLong for a text that takes long to decode."""
        self._escapes += piece.count(b"\\", start)
        at = start
        while at < len(piece):
            at = self._skip_string(piece, at) if self._in_string else self._count_outside(piece, at)
        if self._values > _MAX_VALUES or self._outside > _MAX_OUTSIDE or self._escapes > _MAX_ESCAPES:
            raise TooLong(tr("an event with more than {n:,} values in it", n=_MAX_VALUES))

    def _count_outside(self, piece: bytes | bytearray, at: int) -> int:
        """Count up to the next string, and enter it."""
        quote = piece.find(b'"', at)
        end = len(piece) if quote < 0 else quote
        self._outside += end - at
        self._values += sum(piece.count(mark, at, end) for mark in (b",", b"{", b"[")) + (quote >= 0)
        self._in_string = quote >= 0
        return end + 1

    def _skip_string(self, piece: bytes | bytearray, at: int) -> int:
        """Go to the end of the string, or of the piece."""
        if self._after_backslash:
            self._after_backslash = False
            at += 1
        found = _IN_STRING.match(piece, at)
        end = found.end() if found else at
        if end < len(piece):
            self._in_string = piece[end] != ord('"')
            self._after_backslash = self._in_string
        return end + 1


def parsed(data: bytes) -> object:
    """The value of a JSON text whose values have been counted.

    Raises ValueError where it is none, or nested too deep; TooLong for too much text beyond ASCII.
    """
    if len(data) > _MAX_NOT_ASCII and not data.isascii():
        raise TooLong(tr("a text of more than {n:,} bytes in one piece", n=_MAX_NOT_ASCII))
    value: object = from_json(data)
    return value
