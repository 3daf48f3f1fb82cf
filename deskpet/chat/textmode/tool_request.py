"""Incremental parser of TOOL_REQUEST blocks, whose fields stand between 「始」 and 「末」.

The brackets of the markers may be full-width, or escaped as in HTML; then the values are escaped as well.
"""

import html
import re
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import (
    BlockState,
    StreamingLines,
    StreamingStrip,
    StringArgument,
    TextCall,
    WordMatch,
    match_first,
    separator,
)
from deskpet.chat.textmode.section import BlockParser

_MAX_ANGLES = 16
_PARTIAL_ENTITY = re.compile(r"&(?:[lg]t?)?\Z")
_PLAIN_BRACKETS = str.maketrans("＜＞［］【】", "<>[][]")


class Marker:
    """A marker such as `<<<[TOOL_REQUEST]>>>`, in any case. Two angle brackets on each side are enough."""

    def __init__(self, name: str) -> None:
        self.pattern = re.compile(
            rf"(?:<|＜|&lt;){{2,{_MAX_ANGLES}}}[\[［【]{name}[\]］】](?:>|＞|&gt;){{2}}", re.ASCII | re.IGNORECASE
        )
        self._remainder = f"[{name.lower()}]>>"
        # The longest marker: all its angle brackets are escaped.
        self._max_length = len("&lt;") * (_MAX_ANGLES + 2) + len(self._remainder)

    def may_begin(self, text: str, at: int) -> bool:
        """Return whether the text from `at` to its end may be the beginning of the marker."""
        if len(text) - at > self._max_length:
            return False
        tail = text[at:].lower()
        rest = _PARTIAL_ENTITY.sub("", tail)
        is_partial_entity = rest != tail
        rest = rest.replace("&lt;", "<").replace("&gt;", ">").translate(_PLAIN_BRACKETS)
        angles = len(rest) - len(rest.lstrip("<"))
        if angles == len(rest):
            return 0 < angles <= _MAX_ANGLES or (angles == 0 and is_partial_entity)
        return 2 <= angles <= _MAX_ANGLES and self._remainder.startswith(rest[angles:])


REQUEST, END_REQUEST = Marker("TOOL_REQUEST"), Marker("END_TOOL_REQUEST")

_FIELD = re.compile(r"([A-Za-z0-9_]+)\s*[:：]\s*\Z")
_MAX_KEY_LENGTH = 200
# What a value can't contain, in plain and in ESCAPE marks.
VALUE_ENDS = re.compile("「末」|｢末｣"), re.compile("「末escape」|｢末escape｣", re.IGNORECASE)
_MARKER = re.compile("[「｢<＜&]")
_ESCAPED_MARKER = re.compile("[「｢]")
# What a value begins with, and whether it ends with ESCAPE marks.
_VALUE_BEGINS = {"「始」": False, "｢始｣": False, "「始escape」": True, "｢始escape｣": True}
_VALUE_ENDS = {False: ("「末」", "｢末｣"), True: ("「末escape」", "｢末escape｣")}
# What must follow the start marker: the rest of its brackets and a field. Otherwise the text only mentions the marker.
_FIRST_FIELD = re.compile(r"(?:[>＞\s]|&gt;)*[A-Za-z0-9_]{1,64}\s*[:：]\s*[「｢]始")
_INCOMPLETE_FIRST_FIELD = re.compile(r"(?:[>＞\s]|&gt;)*(?:&(?:gt?)?|[A-Za-z0-9_]{1,64}\s*(?:[:：]\s*[「｢]?)?)?\Z")
_INCOMPLETE_ENTITY = re.compile(r"&#?\w{0,31}\Z")


class ToolRequestParser(BlockParser):
    """Parses a TOOL_REQUEST block after its start marker.

    The arguments are emitted as a JSON object of strings, streamed as the values arrive. A value on lines of its own is
    kept exactly, any other is stripped. Text between the fields is
    ignored. The end marker also ends an unclosed value, except an ESCAPE value. The start marker of another block
    means that this one was never closed.
    """

    trailing = (">", "＞", "&gt;")

    def __init__(self, keys: Iterator[int], *, is_escaped: bool = False) -> None:
        """`is_escaped` is set if the start marker is escaped as in HTML."""
        super().__init__(keys)
        self._is_html = is_escaped
        self._undecoded = ""
        self._gap_text = ""
        self._value: _Value | None = None
        self._is_escaped = False

    def _read(self, text: str, at: int) -> int:
        if not self._call:
            if not _FIRST_FIELD.match(text, at):
                # Without a field, the text only mentions the marker.
                if not _INCOMPLETE_FIRST_FIELD.match(text, at):
                    self._end()
                return at
            self._call = TextCall(next(self._keys), self.events)
        return self._read_gap(text, at) if self._value is None else self._read_value(text, at)

    def close(self, *, is_complete: bool = False) -> None:
        if is_complete and self._call and self._call.name and self._value is None:
            self._complete()
        else:
            self._end()

    def _read_gap(self, text: str, at: int) -> int:
        match = _MARKER.search(text, at)
        stop = match.start() if match else len(text)
        if stop > at:
            return self._skip(text, stop, at)
        if text[at] in "<＜&":
            return self._read_marker(text, at)
        match match_first(text, at, _VALUE_BEGINS):
            case (WordMatch.FULL, opening):
                self._begin_value(_VALUE_BEGINS[opening])
                return at + len(opening)
            case (WordMatch.PARTIAL, _):
                return at
            case (WordMatch.NONE, _):
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
                self._value = _NameValue(self._open_call)
            case "input_json":
                self._value = _ObjectValue(self._open_call)
            case key:
                self._value = StringArgument(self._open_call, key, StreamingLines())

    def _read_value(self, text: str, at: int) -> int:
        assert self._value
        match = (_ESCAPED_MARKER if self._is_escaped else _MARKER).search(text, at)
        stop = match.start() if match else len(text)
        if stop > at:
            self._write(text[at:stop])
            return stop
        if text[at] in "<＜&":
            return self._read_marker(text, at)
        match match_first(text, at, _VALUE_ENDS[self._is_escaped]):
            case (WordMatch.FULL, closing):
                self._end_value()
                return at + len(closing)
            case (WordMatch.PARTIAL, _):
                return at
            case (WordMatch.NONE, _):
                pass
        self._write(text[at])
        return at + 1

    def _write(self, text: str) -> None:
        """Append to the value; entities are decoded when they are whole."""
        assert self._value
        if self._is_html:
            text = self._undecoded + text
            incomplete = _INCOMPLETE_ENTITY.search(text, max(0, len(text) - 33))
            end = incomplete.start() if incomplete else len(text)
            self._undecoded = text[end:]
            text = html.unescape(text[:end])
        self._value.write(text)

    def _read_marker(self, text: str, at: int) -> int:
        """Read an end marker, a start marker, or plain brackets."""
        if end := END_REQUEST.pattern.match(text, at):
            self._complete()
            return end.end()
        if REQUEST.pattern.match(text, at):
            self._end()
            return at
        if END_REQUEST.may_begin(text, at) or REQUEST.may_begin(text, at):
            return at
        if self._value is None:
            return self._skip(text, at + 1, at)
        self._write(text[at])
        return at + 1

    def _end_value(self) -> None:
        if self._value:
            self._value.write(html.unescape(self._undecoded))
            self._value.end()
        self._value, self._undecoded = None, ""

    def _complete(self) -> None:
        self._end_value()
        call = self._open_call
        if call.has_arguments:
            call.add_arguments("}")
        call.flush()
        call.complete()
        self.state = BlockState.CLOSED

    def _end(self) -> None:
        if self._call:
            self._call.flush()
            self._call.drop()
        self.state = BlockState.REJECTED


class _NameValue:
    """Reads the value with the tool's name."""

    def __init__(self, call: TextCall) -> None:
        self._call = call
        self._pieces: list[str] = []

    def write(self, text: str) -> None:
        self._pieces.append(text)

    def end(self) -> None:
        self._call.set_name("".join(self._pieces).strip())


class _ObjectValue:
    """Reads a value that is a JSON object of arguments; its members are merged into the others."""

    def __init__(self, call: TextCall) -> None:
        self._call = call
        self._outside, self._inside = StreamingStrip(), StreamingStrip()
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
            self._call.add_arguments(members if self._has_members else separator(self._call) + members)
            self._has_members = True

    def end(self) -> None:
        """Drop the pending closing brace: it belongs to the merged object."""


_Value = _NameValue | StringArgument | _ObjectValue
