"""Limits on the JSON that is accepted from a server, so that decoding never blocks for long.

The decoder can't be interrupted and holds the GIL. Its time depends on the number of values rather than on the length
of the text (a long answer or an image has few values), so the values are counted while the bytes arrive.
"""

import re

from pydantic_core import from_json

from deskpet.translation import tr

UNCOUNTED_SIZE = 64 * 1024
"""A JSON text up to this many bytes is decoded without counting its values."""

# Decoding a text within all of these limits takes less than 50 ms: 200,000 values take 25 ms, 4 MB of digits 20 ms,
# 2,000,000 escapes 10 ms.
_MAX_VALUES, _MAX_OUTSIDE_STRINGS, _MAX_ESCAPES = 200_000, 4 * 1024 * 1024, 2_000_000
# Text beyond ASCII takes longer per byte. Images in Base64 have none.
_MAX_NON_ASCII = 8 * 1024 * 1024
_STRING_CONTENT = re.compile(rb'(?:[^"\\]+|\\.)*+', re.DOTALL)


class TooLong(ValueError):
    """A part of the stream exceeded its limit; the message is translated and names the limit."""


class ValueCounter:
    """Counts the values of a JSON text incrementally: strings, and the commas and brackets outside them."""

    def __init__(self) -> None:
        self._values = self._bytes_outside_strings = self._escapes = 0
        self._in_string = self._after_backslash = False

    def feed(self, data: bytes | bytearray, start: int = 0) -> None:
        """Count the values in `data` from index `start`. Raises TooLong for a text that takes too long to decode."""
        self._escapes += data.count(b"\\", start)
        position = start
        while position < len(data):
            position = self._skip_string(data, position) if self._in_string else self._count_outside(data, position)
        if (
            self._values > _MAX_VALUES
            or self._bytes_outside_strings > _MAX_OUTSIDE_STRINGS
            or self._escapes > _MAX_ESCAPES
        ):
            raise TooLong(tr("an event with more than {n:,} values in it", n=_MAX_VALUES))

    def _count_outside(self, data: bytes | bytearray, position: int) -> int:
        """Count up to the start of the next string; returns the index after its quote."""
        quote = data.find(b'"', position)
        end = len(data) if quote < 0 else quote
        self._bytes_outside_strings += end - position
        self._values += sum(data.count(mark, position, end) for mark in (b",", b"{", b"[")) + (quote >= 0)
        self._in_string = quote >= 0
        return end + 1

    def _skip_string(self, data: bytes | bytearray, position: int) -> int:
        """Return the index after the end of the string, or after `data`."""
        if self._after_backslash:
            self._after_backslash = False
            position += 1
        content = _STRING_CONTENT.match(data, position)
        end = content.end() if content else position
        if end < len(data):
            self._in_string = data[end] != ord('"')
            self._after_backslash = self._in_string
        return end + 1


def decode_json(data: bytes) -> object:
    """Decode a JSON text whose values have been counted.

    Raises ValueError if it is invalid or nested too deeply, TooLong for too much text beyond ASCII.
    """
    if len(data) > _MAX_NON_ASCII and not data.isascii():
        raise TooLong(tr("a text of more than {n:,} bytes in one piece", n=_MAX_NON_ASCII))
    value: object = from_json(data)
    return value
