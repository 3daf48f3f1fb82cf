"""Server-sent events from bytes, after the WHATWG rules (HTML Standard, section 9.2), and a little looser.

Bytes arrive cut anywhere, so lines are found in bytes: a decoder of text lines would also split on U+2028.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event: its type (`message` when the stream names none) and its data, lines joined by a newline."""

    type: str
    data: bytes


class LineTooLong(ValueError):
    """A line grew past the limit before it ended."""


class EventStream:
    """Takes the bytes of a stream in any cuts and gives the events in them.

    Lines that are no field of the format are kept in `stray`: some servers end a stream with a bare JSON error.
    """

    def __init__(self, max_line: int = 32 * 1024 * 1024) -> None:
        self.stray: list[bytes] = []
        self._max_line = max_line
        self._partial: list[bytes] = []
        self._partial_length = 0
        self._data: list[bytes] = []
        self._type = "message"
        self._after_cr = False
        self._started = False

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """The events that `chunk` completes. Raises LineTooLong."""
        if self._after_cr and chunk:
            # A CR ended the last line at once; the LF of a CRLF that was cut here is not another line.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        if not chunk:
            return []
        self._after_cr = chunk.endswith(b"\r")
        lines = chunk.splitlines(keepends=True)
        rest = b"" if lines[-1].endswith((b"\n", b"\r")) else lines.pop()
        events: list[ServerEvent] = []
        for line in lines:
            self._take_line(self._whole(line.rstrip(b"\r\n")), events)
        if rest:
            self._keep(rest)
        return events

    def close(self) -> list[ServerEvent]:
        """The last event, when the stream ended without the blank line after it."""
        events: list[ServerEvent] = []
        if self._partial:
            self._take_line(self._whole(b""), events)
        self._take_line(b"", events)
        return events

    def _keep(self, rest: bytes) -> None:
        self._partial.append(rest)
        self._partial_length += len(rest)
        if self._partial_length > self._max_line:
            raise LineTooLong(f"a line of more than {self._max_line:,} bytes")

    def _whole(self, end: bytes) -> bytes:
        if self._partial:
            self._partial.append(end)
            end = b"".join(self._partial)
            self._partial.clear()
            self._partial_length = 0
        if not self._started:
            self._started = True
            end = end.removeprefix(b"\xef\xbb\xbf")
        return end

    def _take_line(self, line: bytes, events: list[ServerEvent]) -> None:
        if line.startswith(b"data:"):
            self._data.append(line[6:] if line[5:6] == b" " else line[5:])
        elif not line:
            if self._data:
                events.append(ServerEvent(self._type, b"\n".join(self._data)))
                self._data.clear()
            self._type = "message"
        elif line.startswith(b"event:"):
            self._type = line[6:].strip().decode("utf-8", "replace")
        elif not line.startswith((b":", b"id:", b"retry:")) and line not in (b"id", b"retry", b"event", b"data"):
            self.stray.append(line)
