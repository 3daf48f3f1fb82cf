"""Assemble tool calls from deltas: assign each piece to a call, and detect when a call is complete.

Servers identify calls by index, by id, by neither, or give two calls the same index; only this module deals with that.
A call is complete if the server says so, if another call begins or text follows and its arguments are valid JSON, or
if the stream ends. `finish_reason` is not used, because some servers send it with every chunk.

The last call of an answer is complete only at the end of the stream. A tool that may run early gets `CallRunnable`
before that, as soon as its arguments are a JSON object; the arguments of `CallCompleted` are the valid ones.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic import JsonValue
from pydantic_core import from_json

from deskpet.chat.messages import Echo, new_id
from deskpet.chat.model import CallDelta


@dataclass(frozen=True, slots=True)
class CallBegan:
    """The first piece of a call arrived. `key` counts the calls of the stream from 0."""

    key: int
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class CallNamed:
    """The name of a call arrived, or grew, after the call began."""

    key: int
    name: str


@dataclass(frozen=True, slots=True)
class CallArguments:
    """A piece of a call's arguments as raw text."""

    key: int
    text: str


@dataclass(frozen=True, slots=True)
class CallEchoed:
    """Provider-specific fields of a call."""

    key: int
    echo: Echo


@dataclass(frozen=True, slots=True)
class CallRunnable:
    """The arguments of a call are a JSON object, but the server may still add to or repeat them.

    Emitted for tools that may run early, as soon as a piece makes the arguments an object, and only if no earlier
    call is open. `id` is that of `CallCompleted`, unless the server sends one later.
    """

    key: int
    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class CallCompleted:
    """A call is complete and may run. `id` is generated if the server sent none."""

    key: int
    id: str
    name: str
    arguments: str


CallEvent = CallBegan | CallNamed | CallArguments | CallEchoed | CallRunnable | CallCompleted


def parse_arguments(text: str) -> dict[str, JsonValue]:
    """Parse a call's arguments to an object; an empty text or null gives an empty object.

    Also accepts an object within a JSON string. Raises ValueError if the text is no JSON object.
    """
    if not text.strip():
        return {}
    value: JsonValue = from_json(replace_lone_escapes(text))
    if isinstance(value, str):
        value = from_json(replace_lone_escapes(value)) if value.strip() else {}
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"the arguments must be a JSON object, not {type(value).__name__}")
    return value


# Any escape of a JSON text; the group captures the escape of a lone surrogate.
_ESCAPES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)


def replace_lone_escapes(text: str) -> str:
    """Replace escapes of lone surrogates with U+FFFD, so that half an emoji does not make the text invalid."""
    if "\\ud" not in text and "\\uD" not in text:
        return text
    return _ESCAPES.sub(lambda escape: "\\ufffd" if escape[1] else escape[0], text)


_STRUCTURE = re.compile(r'\\.|["{}\[\]]', re.DOTALL)


class _BracketBalance:
    """Tracks whether all brackets and quotes of a JSON text are closed; reads each piece once."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False
        self._has_begun = False
        self._escape = ""

    @property
    def is_closed(self) -> bool:
        return self._has_begun and self._depth <= 0 and not self._in_string

    def feed(self, piece: str) -> None:
        piece = self._escape + piece
        self._escape = "\\" if (len(piece) - len(piece.rstrip("\\"))) % 2 else ""
        for mark in _STRUCTURE.findall(piece):
            self._has_begun = True
            if mark == '"':
                self._in_string = not self._in_string
            elif not self._in_string and len(mark) == 1:
                self._depth += 1 if mark in "{[" else -1


class _OpenCall:
    """A call whose pieces are still arriving."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.id = ""
        # The id of a call without one; `id` stays empty because a later piece may still bring it.
        self.generated_id = ""
        self.name = ""
        self.is_completed = False
        self.is_followed_by_text = False
        # Number of exact repetitions without id and arguments. If no arguments follow, each one is another call.
        self.repetitions = 0
        self.has_begun = False
        # The call that this one may only repeat; its events are withheld until that is known.
        self.repeats: _OpenCall | None = None
        self.withheld: list[CallEvent] = []
        self.clear_arguments()

    @property
    def has_arguments(self) -> bool:
        return bool(self.pieces)

    @property
    def arguments(self) -> str:
        return "".join(self.pieces)

    @property
    def is_empty_object(self) -> bool:
        """Whether the arguments are `{}`, which some gateways send before the real arguments."""
        return len(self.pieces) == 1 and self.pieces[0].strip() == "{}"

    @property
    def is_bare(self) -> bool:
        """Whether it has neither an id nor arguments other than `{}`."""
        return not self.id and (not self.pieces or self.is_empty_object)

    @property
    def has_complete_arguments(self) -> bool:
        """Whether the arguments are a complete JSON object.

        Only pieces added since the last access are read, and the whole text is parsed once: nothing but blanks can
        follow a text whose brackets are closed.
        """
        for piece in self.pieces[self._checked_pieces :]:
            self._is_complete_object = self._is_complete_object and not piece.strip()
            self._balance.feed(piece)
        self._checked_pieces = len(self.pieces)
        if self._balance.is_closed and not self._is_closed:
            self._is_closed, self._is_complete_object = True, is_json_object(self.arguments)
        return self._is_complete_object

    def clear_arguments(self) -> None:
        """Discard the arguments."""
        self.pieces: list[str] = []
        self._balance = _BracketBalance()
        self._checked_pieces = 0
        self._is_closed = self._is_complete_object = False


def is_json_object(text: str) -> bool:
    """Return whether `parse_arguments` accepts `text`."""
    try:
        parse_arguments(text)
    except ValueError:
        return False
    return True


class CallCollector:
    """Assembles the calls of one stream. Pass call deltas to `feed`, report text, and call `close` at the end.

    `is_known_tool` returns whether a tool of that name exists, to tell two names from one name in two pieces.
    `runs_early` returns whether it may run before its call is complete.
    """

    def __init__(
        self,
        is_known_tool: Callable[[str], bool] = lambda name: False,
        runs_early: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self._is_known_tool = is_known_tool
        self._runs_early = runs_early
        self._calls: list[_OpenCall] = []
        self._by_index: dict[int, _OpenCall] = {}
        self._by_id: dict[str, _OpenCall] = {}
        self._last: _OpenCall | None = None
        self.open_count = self._key_count = 0

    def feed(self, delta: CallDelta) -> list[CallEvent]:
        """Add a piece of a call and return the resulting events."""
        events: list[CallEvent] = []
        call = self._call_of(delta, events)
        if call.repeats is None:
            self._add(call, delta, events)
        else:
            self._add(call, delta, call.withheld)
            if call.has_complete_arguments:
                self._end_repetition(call, events)
        if delta.complete:
            self._complete(call, events)
        return events

    def _call_of(self, delta: CallDelta, events: list[CallEvent]) -> _OpenCall:
        """Return the call that the piece belongs to; begin one if it is the first of it."""
        previous = self._find_call(delta)
        if previous is None:
            return self._begin_call(delta, None, events)
        if delta.index is not None and delta.index not in self._by_index:
            return self._call_elsewhere(previous, delta, events)
        if self._begins_new_call(previous, delta):
            # The same object again, and nothing else, is the same call.
            is_bare = not delta.id and not delta.name and previous.has_complete_arguments
            return self._begin_call(delta, previous, events, repeats=previous if is_bare else None)
        return previous

    def _call_elsewhere(self, previous: _OpenCall, delta: CallDelta, events: list[CallEvent]) -> _OpenCall:
        """Return the call of a piece that has the id of `previous` at another index."""
        is_other_tool = bool(delta.name and previous.name and delta.name != previous.name)
        starts_again = bool(delta.name) and previous.has_arguments and not _continues(previous, delta)
        is_whole = previous.is_completed or (previous.has_complete_arguments and delta.arguments.strip())
        if is_whole and not is_other_tool:
            return self._begin_call(delta, previous, events, repeats=previous)
        if is_other_tool or (starts_again and not previous.has_complete_arguments):
            return self._begin_call(delta, previous, events)
        return previous

    def _end_repetition(self, call: _OpenCall, events: list[CallEvent]) -> None:
        """Drop a call that repeats another one, or release its events."""
        original, call.repeats = call.repeats, None
        if original and call.has_complete_arguments and not _is_same_object(call.arguments, original.arguments):
            call.key, self._key_count = self._key_count, self._key_count + 1
            events += [replace(event, key=call.key) for event in call.withheld]
        else:
            call.is_completed = True
            self.open_count -= 1
        call.withheld.clear()

    def _add(self, call: _OpenCall, delta: CallDelta, events: list[CallEvent]) -> None:
        if call.has_begun:
            # The arguments are joined for a bare call only: they may be long, and this runs for each piece of them.
            is_repetition = call.is_bare and delta.name == call.name and not delta.id
            call.repetitions += is_repetition and delta.arguments.strip() == call.arguments.strip()
            self._update_name(call, delta, events)
        call.has_begun = True
        call.id = call.id or delta.id
        if call.id:
            self._by_id.setdefault(call.id, call)
        if delta.index is not None:
            self._by_index[delta.index] = call
        self._last = call
        if delta.echo:
            events.append(CallEchoed(call.key, delta.echo))
        # Some gateways send `{}` after complete arguments.
        is_trailing = delta.arguments.strip() == "{}" and not call.is_empty_object and call.has_complete_arguments
        if delta.arguments and not call.is_completed and not is_trailing:
            if call.repeats is None:
                self._complete_empty_calls_before(call, events)
            if call.is_empty_object:
                call.clear_arguments()
            call.pieces.append(delta.arguments)
            events.append(CallArguments(call.key, delta.arguments))
            may_be_whole = delta.arguments.strip() and not delta.complete and self.open_count == 1
            if may_be_whole and self._runs_early(call.name) and call.has_complete_arguments:
                call.generated_id = call.generated_id or f"call_{new_id()}"
                events.append(CallRunnable(call.key, call.id or call.generated_id, call.name, call.arguments))

    def report_text(self) -> list[CallEvent]:
        """Report that text arrived: earlier calls with complete arguments are complete."""
        for call in self._calls:
            call.is_followed_by_text = True
        return self._complete_ready_calls()

    def close(self) -> list[CallEvent]:
        """End the stream: complete every call, even with broken arguments."""
        events: list[CallEvent] = []
        for call in self._calls:
            self._complete(call, events)
        return events

    def _find_call(self, delta: CallDelta) -> _OpenCall | None:
        """Return the call that `delta` refers to: by index, otherwise by id, otherwise the last one.

        Some gateways give the pieces of one call several indexes.
        """
        if delta.index is not None and (call := self._by_index.get(delta.index)):
            return call
        return self._by_id.get(delta.id, self._last if delta.index is None else None)

    def _begin_call(
        self,
        delta: CallDelta,
        previous: _OpenCall | None,
        events: list[CallEvent],
        repeats: _OpenCall | None = None,
    ) -> _OpenCall:
        events += self._complete_ready_calls()
        if previous and previous.is_bare:
            # It has no id, so later pieces for its index can no longer be assigned to it.
            self._complete(previous, events)
        call = _OpenCall(self._key_count)
        # A further call on the same index may come without a name: it repeats the previous call's tool.
        call.name = delta.name or (previous.name if previous else "")
        call.id = delta.id
        self._calls.append(call)
        self.open_count += 1
        call.repeats = repeats
        if repeats is None:
            self._key_count += 1
        (events if repeats is None else call.withheld).append(CallBegan(call.key, call.id, call.name))
        return call

    def _update_name(self, call: _OpenCall, delta: CallDelta, events: list[CallEvent]) -> None:
        if not delta.name or delta.name == call.name or (call.has_arguments and call.name):
            return
        repeats_start = delta.name.startswith(call.name)
        call.name = delta.name if repeats_start else call.name + delta.name
        events.append(CallNamed(call.key, call.name))

    def _complete_ready_calls(self) -> list[CallEvent]:
        events: list[CallEvent] = []
        for call in self._calls:
            if not call.is_completed and call.has_complete_arguments:
                self._complete(call, events)
        return events

    def _complete_empty_calls_before(self, call: _OpenCall, events: list[CallEvent]) -> None:
        # Some servers announce all calls before their arguments: a call takes none only if a later one
        # receives its arguments first.
        for earlier in self._calls if self.open_count > 1 else ():
            if earlier is call:
                break
            if not earlier.is_completed and not earlier.has_arguments:
                self._complete(earlier, events)

    def _complete(self, call: _OpenCall, events: list[CallEvent]) -> None:
        if call.repeats and not call.is_completed:
            self._end_repetition(call, events)
        if call.is_completed:
            return
        call.is_completed = True
        self.open_count -= 1
        repetitions = call.repetitions if call.is_bare else 0
        call.id = call.id or call.generated_id or f"call_{new_id()}"
        events.append(CallCompleted(call.key, call.id, call.name, _final_arguments(call)))
        for _ in range(repetitions):
            self._complete(self._begin_call(CallDelta(name=call.name), None, events), events)

    def _begins_new_call(self, call: _OpenCall, delta: CallDelta) -> bool:
        """Return whether `delta` begins a new call instead of continuing `call`."""
        if _has_another_id(call, delta):
            return True
        if delta.id and delta.id == call.id:
            return False
        return self._has_another_name(call, delta) or _is_repeated_call(call, delta)

    def _has_another_name(self, call: _OpenCall, delta: CallDelta) -> bool:
        """Return whether `delta` names another tool, as opposed to a piece of this call's name."""
        if not delta.name or not call.name or delta.name == call.name:
            return False
        if call.has_arguments:
            return True
        if delta.name.startswith(call.name) or self._is_known_tool(call.name + delta.name):
            return self._is_known_tool(call.name) and self._is_known_tool(delta.name)
        return delta.is_start or self._is_known_tool(delta.name)


# What servers leave before and after the arguments: a fence, marks of templates, Python's None.
_MARK = r"```\w*|</?[\w:]{1,40}>|<\|?[\w/ ]{1,40}\|?>|\[/?[A-Z_]{2,40}\]|None|null|undefined"
_BEFORE = re.compile(rf"(?:\s|json|{_MARK})*")
_AFTER = re.compile(rf"(?:\s|;|{_MARK})*")


def _final_arguments(call: _OpenCall) -> str:
    """Return the arguments of a complete call, without what a server left around them."""
    arguments = _cumulative_arguments(call.pieces) or call.arguments
    if is_json_object(arguments):
        return arguments
    if _AFTER.fullmatch(arguments):
        return "{}"
    begin, end = arguments.find("{"), arguments.rfind("}") + 1
    if 0 <= begin < end and _BEFORE.fullmatch(arguments, 0, begin) and _AFTER.fullmatch(arguments, end):
        inner = arguments[begin:end]
        return inner if is_json_object(inner) else arguments
    return arguments


def _compact(text: str) -> str:
    return "".join(text.split())


def _continues(call: _OpenCall, delta: CallDelta) -> bool:
    """Return whether the arguments of `delta` repeat and continue those of `call`, or do not begin an object."""
    text = delta.arguments.lstrip()
    return not text.startswith("{") or _compact(text).startswith(_compact(call.arguments))


def _is_same_object(one: str, other: str) -> bool:
    try:
        return parse_arguments(one) == parse_arguments(other)
    except ValueError:
        return one.strip() == other.strip()


def _cumulative_arguments(pieces: list[str]) -> str:
    """Return the arguments if the pieces are cumulative, as some gateways send them; otherwise an empty text.

    Applies only if the joined pieces are no JSON object, so that ordinary pieces are never mistaken for cumulative.
    """
    if len(pieces) < 2 or not is_json_object(pieces[-1]) or is_json_object("".join(pieces)):
        return ""
    *previous, last = pieces
    grows = last.lstrip().startswith("{") and (
        last.startswith(previous[-1]) or _compact(last).startswith(_compact("".join(previous)))
    )
    return last if grows or is_json_object(previous[-1]) or is_json_object("".join(previous)) else ""


def _has_another_id(call: _OpenCall, delta: CallDelta) -> bool:
    if not delta.id or not call.id or delta.id == call.id:
        return False
    # Some servers send a new id with every piece: without a name and with incomplete arguments it is the same call.
    return bool(delta.name) or not call.has_arguments or call.has_complete_arguments


def _is_repeated_call(call: _OpenCall, delta: CallDelta) -> bool:
    """Return whether `delta`, with the same id and name as `call`, begins another call of the same tool."""
    if delta.name and call.is_followed_by_text and (call.is_bare or call.has_complete_arguments):
        return True
    # A second object after a complete one.
    begins_object = delta.arguments.lstrip().startswith("{")
    is_second_object = begins_object and not call.is_empty_object and call.has_complete_arguments
    return is_second_object and (bool(delta.name) or delta.arguments.strip() != "{}")
