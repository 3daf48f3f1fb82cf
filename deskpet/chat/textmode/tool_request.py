"""Incremental parser of TOOL_REQUEST blocks, whose fields stand between 「始」 and 「末」."""

import json
import re
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import BlockState, TextCall, TextCallEvent, WordMatch, match_word

REQUEST, END_REQUEST = "TOOL_REQUEST", "END_TOOL_REQUEST"

_ANGLES = re.compile(r"<{1,16}")


def angles_end(text: str, at: int) -> int:
    """Return the end of the run of `<` at `at`; at most sixteen are counted."""
    match = _ANGLES.match(text, at)
    return match.end() if match else at


def marker_at(text: str, at: int, name: str) -> tuple[WordMatch, int]:
    """Match `<<<[name]>>>` at `at` and return its end too. Two brackets on each side are enough."""
    brackets_end = angles_end(text, at)
    if brackets_end == len(text):
        return WordMatch.PARTIAL, at
    remainder = f"[{name.lower()}]>>"
    match = match_word(text, brackets_end, remainder) if brackets_end - at >= 2 else WordMatch.NONE
    return match, brackets_end + len(remainder)


_FIELD = re.compile(r"([A-Za-z0-9_]+)\s*[:：]\s*\Z")
_MAX_KEY_LENGTH = 200
_MARKER = re.compile("[「<]")
_ESCAPED_MARKER = re.compile("「")


class ToolRequestParser:
    """Parses a TOOL_REQUEST block after its start marker.

    The arguments are emitted as a JSON object of strings, streamed as the values arrive. Text between the fields is
    ignored. The end marker also ends an unclosed value, except an ESCAPE value. The start marker of another block
    means that this one was never closed.
    """

    trailing_character = ">"
    """Character that may be repeated after the end marker and still belongs to it."""

    def __init__(self, keys: Iterator[int]) -> None:
        self.state = BlockState.OPEN
        self.events: list[TextCallEvent] = []
        self._call = TextCall(next(keys), self.events)
        self._gap_text = ""
        self._value: _Value | None = None
        self._is_escaped = False

    def feed(self, text: str, at: int) -> int:
        """Read `text` from `at` on; return the position up to which it is decided."""
        while at < len(text) and self.state is BlockState.OPEN:
            after = self._read_gap(text, at) if self._value is None else self._read_value(text, at)
            if after == at:
                break
            at = after
        self._call.flush()
        return at

    def close(self) -> None:
        """Reject the block, because the text ended before its end marker."""
        self._reject()

    def _read_gap(self, text: str, at: int) -> int:
        match = _MARKER.search(text, at)
        stop = match.start() if match else len(text)
        if stop > at:
            return self._skip(text, stop, at)
        if text[at] == "<":
            return self._read_marker(text, at)
        for opening, is_escaped in (("「始」", False), ("「始escape」", True)):
            match match_word(text, at, opening):
                case WordMatch.FULL:
                    self._begin_value(is_escaped)
                    return at + len(opening)
                case WordMatch.PARTIAL:
                    return at
                case WordMatch.NONE:
                    pass
        return self._skip(text, at + 1, at)

    def _skip(self, text: str, stop: int, at: int) -> int:
        """Skip text between fields, but keep its end, which may be the next field's key. Return `stop`."""
        self._gap_text = (self._gap_text + text[max(at, stop - _MAX_KEY_LENGTH) : stop])[-_MAX_KEY_LENGTH:]
        return stop

    def _begin_value(self, is_escaped: bool) -> None:
        field = _FIELD.search(self._gap_text)
        self._gap_text = ""
        if field is None:
            return
        self._is_escaped = is_escaped
        match field[1]:
            case "tool_name":
                self._value = _NameValue(self._call)
            case "input_json":
                self._value = _ObjectValue(self._call)
            case key:
                self._value = _StringValue(self._call, key)

    def _read_value(self, text: str, at: int) -> int:
        assert self._value
        match = (_ESCAPED_MARKER if self._is_escaped else _MARKER).search(text, at)
        stop = match.start() if match else len(text)
        if stop > at:
            self._value.write(text[at:stop])
            return stop
        if text[at] == "<":
            return self._read_marker(text, at)
        closing = "「末escape」" if self._is_escaped else "「末」"
        match match_word(text, at, closing):
            case WordMatch.FULL:
                self._end_value()
                return at + len(closing)
            case WordMatch.PARTIAL:
                return at
            case WordMatch.NONE:
                self._value.write("「")
                return at + 1

    def _read_marker(self, text: str, at: int) -> int:
        """Read an end marker, a start marker, or plain brackets."""
        end_match, end = marker_at(text, at, END_REQUEST)
        start_match, _ = marker_at(text, at, REQUEST)
        if end_match is WordMatch.FULL:
            self._complete()
            return end
        if start_match is WordMatch.FULL:
            self._reject()
            return at
        if WordMatch.PARTIAL in (end_match, start_match):
            return at
        after = angles_end(text, at)
        if self._value is None:
            return self._skip(text, after, at)
        self._value.write(text[at:after])
        return after

    def _end_value(self) -> None:
        if self._value:
            self._value.end()
        self._value = None

    def _complete(self) -> None:
        self._end_value()
        if self._call.has_arguments:
            self._call.add_arguments("}")
        self._call.flush()
        self._call.complete()
        self.state = BlockState.CLOSED

    def _reject(self) -> None:
        self._call.flush()
        self._call.drop()
        self.state = BlockState.REJECTED


class _StreamingStrip:
    """Strips white space at both ends of a text that arrives in pieces."""

    def __init__(self) -> None:
        self._has_begun = False
        self._blanks: list[str] = []

    def feed(self, text: str) -> str:
        """Add a piece; return the text that is certainly not white space at the end."""
        if not self._has_begun:
            text = text.lstrip()
            self._has_begun = bool(text)
        body = text.rstrip()
        if not body:
            self._blanks.append(text)
            return ""
        ready = "".join(self._blanks) + body
        self._blanks = [text[len(body) :]]
        return ready


class _NameValue:
    """Reads the value with the tool's name."""

    def __init__(self, call: TextCall) -> None:
        self._call = call
        self._pieces: list[str] = []

    def write(self, text: str) -> None:
        self._pieces.append(text)

    def end(self) -> None:
        self._call.set_name("".join(self._pieces).strip())


class _StringValue:
    """Reads a value that becomes a string member of the arguments."""

    def __init__(self, call: TextCall, key: str) -> None:
        self._call = call
        self._strip = _StreamingStrip()
        call.add_arguments(f'{_separator(call)}"{key}": "')

    def write(self, text: str) -> None:
        if ready := self._strip.feed(text):
            self._call.add_arguments(json.dumps(ready, ensure_ascii=False)[1:-1])

    def end(self) -> None:
        self._call.add_arguments('"')


class _ObjectValue:
    """Reads a value that is a JSON object of arguments; its members are merged into the others."""

    def __init__(self, call: TextCall) -> None:
        self._call = call
        self._outside, self._inside = _StreamingStrip(), _StreamingStrip()
        self._has_begun = self._has_members = self._has_pending_brace = False

    def write(self, text: str) -> None:
        ready = self._outside.feed(text)
        if ready and not self._has_begun:
            self._has_begun = True
            ready = ready.removeprefix("{")
        if not ready:
            return
        if self._has_pending_brace:
            ready = "}" + ready
        self._has_pending_brace = ready.endswith("}")
        if members := self._inside.feed(ready.removesuffix("}")):
            self._call.add_arguments(members if self._has_members else _separator(self._call) + members)
            self._has_members = True

    def end(self) -> None:
        """Drop the pending closing brace: it belongs to the merged object."""


_Value = _NameValue | _StringValue | _ObjectValue


def _separator(call: TextCall) -> str:
    return ", " if call.has_arguments else "{"
