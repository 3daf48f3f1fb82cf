"""Server-sent events from bytes, after the WHATWG rules (HTML Standard, section 9.2), and a little looser.

Bytes arrive cut anywhere, so lines are found in bytes: a decoder of text lines would also split on U+2028.
"""

from deskpet.llm.parsing import SMALL, TooLong, ValueCounter
from deskpet.words import tr

_BOM = b"\xef\xbb\xbf"
# What a line takes beside its bytes: an event may have many empty ones.
_LINE_COST = 64
_OTHER_FIELDS = (b":", b"id:", b"retry:")
_COMMENT = b":"
_EMPTY_FIELDS = (b"id", b"retry", b"event", b"data")


ServerEvent = tuple[str, bytes]
"""One event: its type (`message` when the stream names none) and its data, lines joined by a newline.

There is one for every few letters of an answer: a plain pair costs a tenth of anything with names.
"""


class EventStream:
    """Takes the bytes of a stream in any cuts and gives the events in them.

    Lines that are no field of the format are kept in `stray`: some servers end a stream with a bare JSON error.
    """

    def __init__(
        self, max_line: int = 24 * 1024 * 1024, max_event: int = 24 * 1024 * 1024, max_stray: int = 1024 * 1024
    ) -> None:
        self.stray: list[bytes] = []
        self._max_stray = min(max_stray, max_event)
        self._max_line = max_line
        self._max_event = max_event
        self._unchecked = min(SMALL, max_event)
        self._partial = bytearray()
        self._data: list[bytes] = []
        self._data_length = 0
        # The values of an event that is long; `_counted` bytes of the line that is not whole are in it.
        self._values: ValueCounter | None = None
        self._counted = 0
        self._stray_length = 0
        self._type = "message"
        self._after_cr = False
        self._started = False

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """The events that `chunk` completes. Raises TooLong."""
        if self._after_cr and chunk:
            # A CR ended the last line at once; the LF of a CRLF that was cut here is not another line.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        if not chunk:
            return []
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = chunk.split(b"\n")
        rest = lines.pop()
        events: list[ServerEvent] = []
        if lines:
            if self._partial or not self._started:
                lines[0] = self._whole(lines[0])
            self._take(lines, events)
        if rest:
            self._keep(rest)
        return events

    def close(self) -> list[ServerEvent]:
        """The last event, when the stream ended without the blank line after it. Raises TooLong."""
        events: list[ServerEvent] = []
        self._take([self._whole(b""), b""], events)
        return events

    def _keep(self, rest: bytes) -> None:
        self._partial += rest
        if not self._started and len(self._partial) >= len(_BOM):
            self._started = True
            if self._partial.startswith(_BOM):
                del self._partial[: len(_BOM)]
        if len(self._partial) > self._max_line:
            raise TooLong(tr("a line of more than {n:,} bytes", n=self._max_line))
        if len(self._partial) > SMALL and self._partial.startswith(b"data:"):
            self._count(self._partial, self._counted)
            self._counted = len(self._partial)

    def _count(self, line: bytes | bytearray, start: int) -> None:
        """Count the values of a long event from `start` of its last line on."""
        if self._values is None:
            self._values = ValueCounter()
            for earlier in self._data:
                self._values.feed(earlier)
        self._values.feed(line, start)

    def _whole(self, end: bytes) -> bytes:
        """The line that ends with `end`, with what was kept of it; a comment where it is in the event already."""
        self._keep(end)
        self._started = True
        if self._counted:
            self._add_long_line()
            return _COMMENT
        line = bytes(self._partial)
        self._partial.clear()
        return line

    def _add_long_line(self) -> None:
        """Add the data of a long line to the event, in a single copy: that of a large picture takes 10 ms."""
        start = len(b"data: ") if self._partial.startswith(b"data: ") else len(b"data:")
        value = bytes(memoryview(self._partial)[start:])
        self._partial = bytearray()
        self._counted = 0
        self._data_length += len(value) + _LINE_COST
        self._require_short()
        self._data.append(value)

    def _require_short(self) -> None:
        if self._data_length > self._max_event:
            raise TooLong(tr("an event of more than {n:,} bytes", n=self._max_event))

    def _take(self, lines: list[bytes], events: list[ServerEvent]) -> None:
        data = self._data
        for line in lines:
            if not line:
                if data:
                    events.append((self._type, data[0] if len(data) == 1 else b"\n".join(data)))
                    data.clear()
                    self._data_length = 0
                    self._values = None
                self._type = "message"
            elif line.startswith(b"data:"):
                value = line[6:] if line[5:6] == b" " else line[5:]
                self._data_length += len(value) + _LINE_COST
                if self._data_length > self._unchecked:
                    self._require_short()
                    self._count(value, 0)
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
