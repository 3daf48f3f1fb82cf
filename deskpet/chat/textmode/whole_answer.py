"""Recognise an answer that is nothing but calls without marks: as JSON, plain or fenced, or in Python's syntax.

Small models write calls so, and any model does when it is asked for an example. The rule: each call names a tool that
exists and has its arguments as an object, and nothing else stands in the whole answer but blanks, separators, fences
and special tokens. With a word before, between or after the calls, the answer is text. What is held back is passed on
as soon as this fails, mostly with the first key.

Where the answer was cut off within a call, that one is dropped. JSON stays text before it has a few characters of a
tool's name, or the key `arguments` or `tool_calls`; Python's syntax does before the bracket.

What comes after the end of the model's turn does not count. A model that repeats itself writes one call many times;
three equal ones in a row are one.
"""

import json
import re
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from deskpet.chat.call_collector import CallArguments, CallCompleted, CallNamed, parse_arguments
from deskpet.chat.messages import Notice
from deskpet.chat.repetition import MIN_REPETITIONS
from deskpet.chat.textmode.call_format import BlockState, CallDropped, IsTool, Keys, TextCall, TextCallEvent, with_cut
from deskpet.chat.textmode.json_call import ARGUMENT_KEYS, NAME_KEYS, JsonCallParser, JsonEnclosure
from deskpet.chat.textmode.json_scanner import JsonScanner, Token, unescape
from deskpet.chat.textmode.marks import LEFT_ROLE, REPEATS_ITSELF, FollowingRole, following_role, mark_at
from deskpet.chat.textmode.python_call import PythonCallParser, PythonMarks

BEGINS = "{[`fA"
"""The characters that such an answer may begin with."""

# FireFunction and Phi-4 write `functools` before a list, Command R `Action:`.
_INTRODUCTIONS = ("functools", "Action:")
_GAP = re.compile(
    r"(?:[\s,;]|`{3,}[ \t]*(?:json|tool_calls?)?[ \t]*(?=[\s{\[`<]|\Z)|functools(?=\[)|Action:(?=\s)"
    r"|<\|[a-z_]{1,20}\|>|<(?:end|start)_of_turn>|</s>)*"
)
_INCOMPLETE_GAP = re.compile(r"`{1,2}|`{3,}[ \t]*[a-z_]{0,10}[ \t]*|<(?:\|(?:[a-z_]{1,20}\|?)?|/?[a-z_]{0,13})?")
_LIST_BEGIN = re.compile(r"\[\s*")
_MAX_GAP = 400
_MAX_BEFORE_NAME = 2_000
_MAX_LENGTH = 200_000
_MIN_LOOP = 3
_MAX_MISSING = 3
_STRAY = re.compile(r"\){1,3}\s*")
_TOOL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
# What no other JSON has that is all of an answer.
_CERTAIN = re.compile(r'"arguments(?:\Z|"\s*\Z|"\s*:\s*(?:\{|\Z))|"tool_calls"\s*:')
_OTHER_KEYS = {"type", "id", "tool_call_id", "call_id", "index", "role", "content", "refusal"}
_KEYS = {"tool_calls", *NAME_KEYS, *ARGUMENT_KEYS, *_OTHER_KEYS}
# Where the keys of a call stand: in an object, a list, and in both below `tool_calls` or `function`.
_PLACES = {
    (*begin, *end)
    for begin in ((), ("[]",), ("tool_calls", "[]"), ("[]", "tool_calls", "[]"))
    for end in ((), ("function",))
}


@dataclass(frozen=True, slots=True)
class _Call:
    name: str
    arguments: str


class WholeAnswer:
    """An answer that may be nothing but calls. `source` is its text so far.

    early_end: why nothing of use follows the calls: the model left its role, or repeats itself.
    """

    def __init__(self, is_tool: IsTool, *, is_native: bool, is_lenient: bool, begins_tool: IsTool) -> None:
        """is_lenient: whether objects with `name` and `arguments` count that name no tool.

        The last brackets may then be missing. begins_tool: whether the name of a tool begins so.
        """
        self._begins_tool = begins_tool
        self._is_tool = is_tool
        self._is_native = is_native
        self._is_lenient = is_lenient
        self.early_end: Notice | None = None
        self._position = 0
        self._calls: list[_Call] = []
        self._has_name = False
        self._python_name = ""
        self._json: _JsonValue | None = None
        self._python: PythonCallParser | None = None
        self.source = ""

    def feed(self, text: str) -> bool:
        """Read more of the answer; return whether it may still be calls."""
        self.source += text
        while not self.early_end and self._position < len(self.source):
            before = (self._position, self._json, self._python)
            if self._json:
                is_possible = self._read_json(self._json)
            else:
                is_possible = self._read_python(self._python) if self._python else self._read_gap()
            if not is_possible:
                return False
            if (self._position, self._json, self._python) == before:
                break
        limit = _MAX_LENGTH if self._has_name else _MAX_BEFORE_NAME
        return len(self.source) <= limit

    def events(self, keys: Keys) -> list[TextCallEvent]:
        """Return the events of the calls; none if the answer is something else."""
        if self._json and self._is_lenient:
            self._close_brackets(self._json)
        is_whole = _GAP.fullmatch(self.source, self._position) is not None
        return self.complete_events(keys) if is_whole and not self._json and not self._python else []

    def _close_brackets(self, value: "_JsonValue") -> None:
        """Read the last value as if its missing brackets were there; it stays open if that makes no call."""
        closing = value.scanner.missing_brackets
        if not 0 < len(closing) <= _MAX_MISSING:
            return
        if calls := self._calls_in(value.decoded(self.source[value.begin :].rstrip(") \n") + closing)):
            self._calls += calls
            self._json, self._position = None, len(self.source)

    def cut_events(self, keys: Keys) -> list[TextCallEvent]:
        """Return the events of the complete calls, and of the call within which the answer was cut off.

        The rest of a model's loop is left out.
        """
        complete = self.complete_events(keys)
        if len(self._calls) >= _MIN_LOOP and len(set(self._calls[-_MIN_LOOP:])) == 1:
            return complete
        if self._python:
            return [*complete, *self._cut_python(self._python, keys)]
        return [*complete, *(self._cut_json(self._json, keys) if self._json else ())]

    def _cut_json(self, value: "_JsonValue", keys: Keys) -> list[TextCallEvent]:
        """Return the events of the calls in a value that was cut off; none if it may be other JSON."""
        source = self.source[value.begin :]
        used, parser = keys.used, JsonCallParser(JsonEnclosure.TAG, keys)
        parser.feed(source, 0)
        parser.close()
        names = [event.name for event in parser.events if isinstance(event, CallNamed)]
        is_named = any(map(self._is_tool, names)) or self._begins_tool(value.half_name)
        if not is_named and not (self._is_lenient and _CERTAIN.search(source)):
            keys.used = used
            return []
        return with_cut(parser.events)

    def _cut_python(self, parser: PythonCallParser, keys: Keys) -> list[TextCallEvent]:
        """Return the events of a call in Python's syntax that was cut off; none if that was between two calls."""
        parser.close()
        events: list[TextCallEvent] = []
        if any(isinstance(event, CallDropped) for event in parser.events):
            arguments = "".join(event.text for event in parser.events if isinstance(event, CallArguments))
            _text_call(self._python_name, arguments, keys, events).drop(is_cut=True)
        return events

    def complete_events(self, keys: Keys) -> list[TextCallEvent]:
        """Return the events of the calls that are complete. Many equal ones in a row, as in a loop, count as one."""
        events: list[TextCallEvent] = []
        for each, equal in groupby(self._calls):
            count = len(list(equal))
            for _ in range(count if count < _MIN_LOOP else 1):
                _text_call(each.name, each.arguments, keys, events).complete()
        return events

    def _read_gap(self) -> bool:
        """Read up to the next call; return whether the answer may still be calls.

        Like the other steps, it leaves the position where it is if more text is needed.
        """
        text, at = self.source, self._position
        gap = _GAP.match(text, at)
        assert gap
        begin = gap.end()
        if begin - at > _MAX_GAP:
            return False
        if begin == len(text):
            return True
        role = self._role_in_gap(at, begin) if self._calls else FollowingRole.NOBODY_ELSE
        if role is not FollowingRole.NOBODY_ELSE:
            self.early_end = None if role is FollowingRole.UNKNOWN else LEFT_ROLE
            return True
        if text[begin] == "[":
            first = _LIST_BEGIN.match(text, begin)
            if first is None or first.end() == len(text):
                return first is not None and first.end() - begin < _MAX_GAP
            if text[first.end()].isalpha() or text[first.end()] == "_":
                self._python = PythonCallParser(PythonMarks(), Keys())
        if text[begin] not in "{[":
            rest = text[begin:]
            is_introduction = not self._calls and any(each.startswith(rest) for each in _INTRODUCTIONS)
            return is_introduction or _INCOMPLETE_GAP.fullmatch(rest) is not None
        self._position = begin
        if not self._python:
            names_tool = _may_name_tool if self._is_lenient else self._is_tool
            self._json = _JsonValue(begin, names_tool, is_list=text[begin] == "[", is_native=self._is_native)
        return True

    def _role_in_gap(self, at: int, begin: int) -> FollowingRole:
        """Return whose role follows the marks from `at` to `begin`; after the end of the turn it is somebody else's."""
        marks = [mark for place in range(at, begin) if (mark := mark_at(self.source, place))]
        if any(mark.ends_turn or mark.is_other_role for mark in marks):
            return FollowingRole.OTHER
        if not marks or not marks[-1].before_role:
            return FollowingRole.NOBODY_ELSE
        return following_role(self.source, begin, is_at_end=False)

    def _read_json(self, value: "_JsonValue") -> bool:
        self._position = value.read(self.source, self._position)
        self._has_name = self._has_name or value.has_name
        if not value.is_possible:
            # A wrong bracket at the very end.
            is_stray = _STRAY.fullmatch(self.source, self._position) is not None
            return self._is_lenient and self._has_name and is_stray
        if value.scanner.is_done:
            decoded = value.decoded(self.source[value.begin : self._position])
            calls = self._calls_in(decoded)
            self._calls += calls
            if len(self._calls) >= MIN_REPETITIONS and len(set(self._calls[-MIN_REPETITIONS:])) == 1:
                self.early_end = REPEATS_ITSELF
            self._json = None
            return bool(calls)
        return True

    def _read_python(self, parser: PythonCallParser) -> bool:
        self._position = parser.feed(self.source, self._position)
        for event in parser.events:
            if isinstance(event, CallNamed):
                self._has_name, self._python_name = True, event.name
                if not self._is_tool(event.name):
                    return False
            elif isinstance(event, CallCompleted):
                self._calls.append(_Call(event.name, event.arguments))
        parser.events.clear()
        if parser.state is BlockState.CLOSED:
            self._python = None
        return parser.state is not BlockState.REJECTED

    def _calls_in(self, value: object) -> list[_Call]:
        """Return the calls that `value` consists of; none if a part of it is something else."""
        if isinstance(value, list):
            parts = [self._calls_in(each) for each in cast("list[object]", value)]
            return [call for part in parts for call in part] if all(parts) else []
        if not isinstance(value, dict):
            return []
        fields = cast("dict[str, Any]", value)
        if "tool_calls" in fields:
            is_message = not fields.get("content") and fields.keys() <= {"tool_calls", *_OTHER_KEYS}
            return self._calls_in(fields["tool_calls"]) if is_message else []
        if isinstance(fields.get("function"), dict):
            return self._calls_in(fields["function"]) if fields.keys() <= {"function", *_OTHER_KEYS} else []
        return self._call_in(fields)

    def _call_in(self, fields: dict[str, Any]) -> list[_Call]:
        names = [key for key in NAME_KEYS if key in fields]
        arguments = [key for key in ARGUMENT_KEYS if key in fields]
        if len(names) != 1 or len(arguments) != 1 or not fields.keys() <= {*names, *arguments, *_OTHER_KEYS}:
            return []
        name, value = fields[names[0]], fields[arguments[0]]
        is_plain = self._is_lenient and (*names, *arguments) == ("name", "arguments") and isinstance(value, dict)
        if not isinstance(name, str) or not (is_plain or self._is_tool(name.strip())):
            return []
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        try:
            parsed = parse_arguments(text)
        except ValueError:
            return []
        # The definition of a tool, not a call.
        return [] if {"type", "properties"} <= parsed.keys() else [_Call(name.strip(), text)]


class _JsonValue:
    """An object or a list that is being read from `begin` on, and the first signs that it is no call."""

    def __init__(self, begin: int, is_tool: IsTool, *, is_list: bool, is_native: bool) -> None:
        self.begin = begin
        self.scanner = JsonScanner()
        self.is_possible = True
        self.has_name = False
        self._is_tool = is_tool
        # In text mode, an object with `tool_calls` is a call among other text too.
        self._keys = _KEYS if is_native else _KEYS - {"tool_calls"}
        # The number of brackets around the keys of a call.
        self._depth = 2 if is_list else 1
        self._name: list[str] | None = None

    def read(self, text: str, at: int) -> int:
        """Read up to the end of the value or of the text; return the position."""
        scanner = self.scanner
        while at < len(text) and not scanner.is_done and self.is_possible:
            read = scanner.read(text, at)
            if read is None:
                self.is_possible = not scanner.is_invalid
                break
            token, end = read
            self._check(token, text[at:end])
            at = end
        return at

    @property
    def half_name(self) -> str:
        """The name that is being read, as far as it has come."""
        return unescape("".join(self._name or ()))

    def decoded(self, raw: str) -> object:
        """Return the value of its complete text; None if it is invalid."""
        try:
            return json.loads(raw, strict=False)
        except (ValueError, RecursionError):
            return None

    def _check(self, token: Token, raw: str) -> None:
        path = self.scanner.path
        match token:
            case Token.MARK if raw == ":" and self.scanner.depth == self._depth:
                self.is_possible = self.scanner.key in self._keys
            case Token.QUOTE | Token.WORD if path == ("[]",):
                self.is_possible = False
            case Token.QUOTE if path[:-1] in _PLACES and path[-1] in NAME_KEYS:
                self._name = []
            case Token.CHARS if self._name is not None:
                self._name.append(raw)
            case Token.UNQUOTE if self._name is not None:
                self.is_possible = self._is_tool(unescape("".join(self._name)).strip())
                self.has_name, self._name = True, None
            case _:
                # Values are checked when they are complete.
                pass


def _may_name_tool(name: str) -> bool:
    return _TOOL_NAME.fullmatch(name) is not None


def _text_call(name: str, arguments: str, keys: Keys, events: list[TextCallEvent]) -> TextCall:
    call = TextCall(next(keys), events)
    call.set_name(name)
    call.add_arguments(arguments)
    call.flush()
    return call
