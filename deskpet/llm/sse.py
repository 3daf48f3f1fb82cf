"""Incremental parser of server-sent events, after the WHATWG rules (HTML Standard, section 9.2) but more lenient.

Lines are split as bytes: chunks may be cut anywhere, and a text line decoder would also split on U+2028.
"""

from itertools import repeat

from deskpet.llm.json_limits import UNCOUNTED_SIZE, TooLong, ValueCounter
from deskpet.translation import tr

_BOM = b"\xef\xbb\xbf"
# Memory in bytes that a line takes beside its data: an event may have many empty lines.
_LINE_COST = 64
_BLANK_LINE = b"\n\n"
_OTHER_FIELDS = (b":", b"id:", b"retry:")
_COMMENT = b":"
_EMPTY_FIELDS = (b"id", b"retry", b"event", b"data")


ServerEvent = tuple[str, bytes]
"""The type of an event (`message` by default) and its data, lines joined by a newline.

A plain tuple, because there is one per token of an answer: a named tuple or dataclass takes ten times as long.
"""


class EventStream:
    """Parses the bytes of a stream into events; chunks may be cut anywhere.

    Lines that are not a field of the format are collected in `stray`: some servers end a stream with a bare JSON error.
    """

    def __init__(
        self, max_line: int = 24 * 1024 * 1024, max_event: int = 24 * 1024 * 1024, max_stray: int = 1024 * 1024
    ) -> None:
        self.stray: list[bytes] = []
        self._max_stray = min(max_stray, max_event)
        self._max_line = max_line
        self._max_event = max_event
        self._uncounted_size = min(UNCOUNTED_SIZE, max_event)
        # A chunk of at most this size has no event that is too long.
        self._max_plain = self._uncounted_size - _LINE_COST
        self._partial = bytearray()
        self._data: list[bytes] = []
        self._data_length = 0
        # Counts the values of a long event; `_counted_bytes` of the incomplete line are included.
        self._counter: ValueCounter | None = None
        self._counted_bytes = 0
        self._stray_length = 0
        self._type = "message"
        self._after_cr = False
        self._is_past_bom = False

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """Return the events that `chunk` completes. Raises TooLong."""
        if self._after_cr and chunk:
            # The CR already ended the line; skip the LF of a CRLF that was split between two chunks.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        if not chunk:
            return []
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        events: list[ServerEvent] = []
        # Fast path: the first and the last event of a chunk may be cut, and the others are nearly always plain.
        start = 0 if self._is_between_events else chunk.find(_BLANK_LINE) + len(_BLANK_LINE)
        end = chunk.rfind(_BLANK_LINE) + len(_BLANK_LINE)
        if start < end and len(chunk) <= self._max_plain and (plain := _plain_data(chunk[start:end])):
            if start:
                self._feed_lines(chunk[:start], events)
            events += zip(repeat("message"), plain)
            if end < len(chunk):
                self._feed_lines(chunk[end:], events)
        else:
            self._feed_lines(chunk, events)
        return events

    def close(self) -> list[ServerEvent]:
        """Return the last event if the stream ended without the blank line after it. Raises TooLong."""
        events: list[ServerEvent] = []
        self._parse_lines([self._complete_line(b""), b""], events)
        return events

    @property
    def _is_between_events(self) -> bool:
        return self._is_past_bom and not self._partial and not self._data and self._type == "message"

    def _feed_lines(self, chunk: bytes, events: list[ServerEvent]) -> None:
        lines = chunk.split(b"\n")
        rest = lines.pop()
        if lines:
            if self._partial or not self._is_past_bom:
                lines[0] = self._complete_line(lines[0])
            self._parse_lines(lines, events)
        if rest:
            self._append_partial(rest)

    def _append_partial(self, rest: bytes) -> None:
        self._partial += rest
        if not self._is_past_bom and len(self._partial) >= len(_BOM):
            self._is_past_bom = True
            if self._partial.startswith(_BOM):
                del self._partial[: len(_BOM)]
        if len(self._partial) > self._max_line:
            raise TooLong(tr("a line of more than {n:,} bytes", n=self._max_line))
        if len(self._partial) > UNCOUNTED_SIZE and self._partial.startswith(b"data:"):
            self._count_values(self._partial, self._counted_bytes)
            self._counted_bytes = len(self._partial)

    def _count_values(self, line: bytes | bytearray, start: int) -> None:
        """Count the values of a long event, from index `start` of its last line."""
        if self._counter is None:
            self._counter = ValueCounter()
            for earlier in self._data:
                self._counter.feed(earlier)
        self._counter.feed(line, start)

    def _complete_line(self, end: bytes) -> bytes:
        """Return the buffered line completed by `end`; a comment if the line was already added to the event."""
        self._append_partial(end)
        self._is_past_bom = True
        if self._counted_bytes:
            self._add_long_line()
            return _COMMENT
        line = bytes(self._partial)
        self._partial.clear()
        return line

    def _add_long_line(self) -> None:
        """Add the data of a long line to the event with a single copy, which takes 10 ms for a large image."""
        start = len(b"data: ") if self._partial.startswith(b"data: ") else len(b"data:")
        value = bytes(memoryview(self._partial)[start:])
        self._partial = bytearray()
        self._counted_bytes = 0
        self._data_length += len(value) + _LINE_COST
        self._check_event_size()
        self._data.append(value)

    def _check_event_size(self) -> None:
        if self._data_length > self._max_event:
            raise TooLong(tr("an event of more than {n:,} bytes", n=self._max_event))

    def _parse_lines(self, lines: list[bytes], events: list[ServerEvent]) -> None:
        data = self._data
        for line in lines:
            if not line:
                if data:
                    events.append((self._type, data[0] if len(data) == 1 else b"\n".join(data)))
                    data.clear()
                    self._data_length = 0
                    self._counter = None
                self._type = "message"
            elif line.startswith(b"data:"):
                value = line[6:] if line[5:6] == b" " else line[5:]
                self._data_length += len(value) + _LINE_COST
                if self._data_length > self._uncounted_size:
                    self._check_event_size()
                    self._count_values(value, 0)
                data.append(value)
            elif line.startswith(b"event:"):
                self._type = line[6:].strip().decode("utf-8", "replace")
            elif not line.startswith(_OTHER_FIELDS) and line not in _EMPTY_FIELDS:
                self._keep_stray(line)

    def _keep_stray(self, line: bytes) -> None:
        self._stray_length += len(line) + 1
        if self._stray_length > self._max_stray:
            raise TooLong(tr("more than {n:,} bytes that are no events", n=self._max_stray))
        self.stray.append(line)


def _plain_data(block: bytes) -> list[bytes]:
    """Return the data of each event in `block` if all of them are a single line of data, otherwise an empty list."""
    if not block.startswith(b"data: "):
        return []
    values = block[len(b"data: ") : -len(_BLANK_LINE)].split(b"\n\ndata: ")
    return values if b"\n" not in b"".join(values) else []
