"""A call as a TOOL_REQUEST block: fields between 「始」 and 「末」, read as they arrive."""

import json
import re
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import Found, State, WrittenCall, WrittenEvent, stands_at

REQUEST, END_REQUEST = "TOOL_REQUEST", "END_TOOL_REQUEST"

_ANGLES = re.compile(r"<{1,16}")


def angles_end(text: str, at: int) -> int:
    """Where the run of `<` at `at` ends; of a long run, where its first sixteen end."""
    found = _ANGLES.match(text, at)
    return found.end() if found else at


def marker_at(text: str, at: int, name: str) -> tuple[Found, int]:
    """Whether `<<<[name]>>>` begins at `at`, and where it ends: two brackets on each side are enough."""
    opened = angles_end(text, at)
    if opened == len(text):
        return Found.PART, at
    rest = f"[{name.lower()}]>>"
    found = stands_at(text, opened, rest) if opened - at >= 2 else Found.NOTHING
    return found, opened + len(rest)


_FIELD = re.compile(r"([A-Za-z0-9_]+)\s*[:：]\s*\Z")
_LONGEST_KEY = 200
_MARKER = re.compile("[「<]")
_ESCAPED_MARKER = re.compile("「")


class ToolRequestParser:
    """A TOOL_REQUEST block, from after its first marker on.

    Its arguments are told as a JSON object of strings, whose members grow with the values. What stands between
    the fields means nothing. The block's end also ends a value that was not closed, unless it is an ESCAPE value;
    another block's beginning there means that this one was never closed.
    """

    more = ">"
    """What may follow the last marker and is still part of it."""

    def __init__(self, keys: Iterator[int]) -> None:
        self.state = State.OPEN
        self.events: list[WrittenEvent] = []
        self._call = WrittenCall(next(keys), self.events)
        self._before = ""
        self._value: _Value | None = None
        self._is_escaped = False

    def feed(self, text: str, at: int) -> int:
        """Read `text` from `at` on; the place up to which it is decided."""
        while at < len(text) and self.state is State.OPEN:
            after = self._in_gap(text, at) if self._value is None else self._in_value(text, at)
            if after == at:
                break
            at = after
        self._call.say()
        return at

    def close(self) -> None:
        """The text ended: a block that is still open is none."""
        self._refuse()

    def _in_gap(self, text: str, at: int) -> int:
        found = _MARKER.search(text, at)
        stop = found.start() if found else len(text)
        if stop > at:
            return self._pass(text, stop, at)
        if text[at] == "<":
            return self._marker(text, at)
        for opening, is_escaped in (("「始」", False), ("「始escape」", True)):
            match stands_at(text, at, opening):
                case Found.WHOLE:
                    self._begin_value(is_escaped)
                    return at + len(opening)
                case Found.PART:
                    return at
                case Found.NOTHING:
                    pass
        return self._pass(text, at + 1, at)

    def _pass(self, text: str, stop: int, at: int) -> int:
        """Go over what stands between fields; its end may be the next field's key."""
        self._before = (self._before + text[max(at, stop - _LONGEST_KEY) : stop])[-_LONGEST_KEY:]
        return stop

    def _begin_value(self, is_escaped: bool) -> None:
        field = _FIELD.search(self._before)
        self._before = ""
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

    def _in_value(self, text: str, at: int) -> int:
        assert self._value
        found = (_ESCAPED_MARKER if self._is_escaped else _MARKER).search(text, at)
        stop = found.start() if found else len(text)
        if stop > at:
            self._value.write(text[at:stop])
            return stop
        if text[at] == "<":
            return self._marker(text, at)
        closing = "「末escape」" if self._is_escaped else "「末」"
        match stands_at(text, at, closing):
            case Found.WHOLE:
                self._end_value()
                return at + len(closing)
            case Found.PART:
                return at
            case Found.NOTHING:
                self._value.write("「")
                return at + 1

    def _marker(self, text: str, at: int) -> int:
        """The block's end, another's beginning, or just some brackets."""
        ended, end = marker_at(text, at, END_REQUEST)
        begun, _ = marker_at(text, at, REQUEST)
        if ended is Found.WHOLE:
            self._end()
            return end
        if begun is Found.WHOLE:
            self._refuse()
            return at
        if Found.PART in (ended, begun):
            return at
        after = angles_end(text, at)
        if self._value is None:
            return self._pass(text, after, at)
        self._value.write(text[at:after])
        return after

    def _end_value(self) -> None:
        if self._value:
            self._value.end()
        self._value = None

    def _end(self) -> None:
        self._end_value()
        if self._call.has_arguments:
            self._call.write("}")
        self._call.say()
        self._call.complete()
        self.state = State.CLOSED

    def _refuse(self) -> None:
        self._call.say()
        self._call.drop()
        self.state = State.REFUSED


class _Trim:
    """Leaves out what is blank at both ends of a text that arrives in pieces."""

    def __init__(self) -> None:
        self._begun = False
        self._blanks: list[str] = []

    def feed(self, text: str) -> str:
        """As much as is surely not the blank end."""
        if not self._begun:
            text = text.lstrip()
            self._begun = bool(text)
        body = text.rstrip()
        if not body:
            self._blanks.append(text)
            return ""
        sure = "".join(self._blanks) + body
        self._blanks = [text[len(body) :]]
        return sure


class _NameValue:
    """The value that names the tool."""

    def __init__(self, call: WrittenCall) -> None:
        self._call = call
        self._pieces: list[str] = []

    def write(self, text: str) -> None:
        self._pieces.append(text)

    def end(self) -> None:
        self._call.rename("".join(self._pieces).strip())


class _StringValue:
    """A value that is a member of the arguments, as a string."""

    def __init__(self, call: WrittenCall, key: str) -> None:
        self._call = call
        self._trim = _Trim()
        call.write(f'{_separator(call)}"{key}": "')

    def write(self, text: str) -> None:
        if sure := self._trim.feed(text):
            self._call.write(json.dumps(sure, ensure_ascii=False)[1:-1])

    def end(self) -> None:
        self._call.write('"')


class _ObjectValue:
    """A value that is an object of arguments in JSON: its members join the others, so its braces are left out."""

    def __init__(self, call: WrittenCall) -> None:
        self._call = call
        self._outside, self._inside = _Trim(), _Trim()
        self._begun = self._has_members = self._may_be_closed = False

    def write(self, text: str) -> None:
        sure = self._outside.feed(text)
        if sure and not self._begun:
            self._begun = True
            sure = sure.removeprefix("{")
        if not sure:
            return
        if self._may_be_closed:
            sure = "}" + sure
        self._may_be_closed = sure.endswith("}")
        if members := self._inside.feed(sure.removesuffix("}")):
            self._call.write(members if self._has_members else _separator(self._call) + members)
            self._has_members = True

    def end(self) -> None:
        """The brace that was held back closed the object."""


_Value = _NameValue | _StringValue | _ObjectValue


def _separator(call: WrittenCall) -> str:
    return ", " if call.has_arguments else "{"
