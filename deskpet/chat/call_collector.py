"""Assemble tool calls from deltas: assign each piece to a call, and detect when a call is complete.

Servers identify calls by index, by id, by neither, or give two calls the same index; only this module deals with that.
A call is complete if the server says so, if another call begins or text follows and its arguments are valid JSON, or
if the stream ends. `finish_reason` is not used, because some servers send it with every chunk.

The last call of an answer is complete only at the end of the stream. A tool that may run early gets `CallRunnable`
before that, as soon as its arguments are a JSON object; the arguments of `CallCompleted` are the valid ones.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

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
        self.pieces: list[str] = []
        self.is_completed = False
        self.is_followed_by_text = False
        # Number of exact repetitions without id and arguments. If no arguments follow, each one is another call.
        self.repetitions = 0
        self._balance = _BracketBalance()
        self._checked_pieces = 0
        self._is_closed = self._is_complete_object = False

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
        self.pieces.clear()
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
        self._last: _OpenCall | None = None
        self._open_count = 0

    def feed(self, delta: CallDelta) -> list[CallEvent]:
        """Add a piece of a call and return the resulting events."""
        events: list[CallEvent] = []
        previous = self._find_call(delta)
        call = previous
        if call is None or self._begins_new_call(call, delta):
            call = self._begin_call(delta, previous, events)
        else:
            call.repetitions += call.is_bare and _is_bare_repetition(call, delta)
            self._update_name(call, delta, events)
        call.id = call.id or delta.id
        if delta.index is not None:
            self._by_index[delta.index] = call
        self._last = call
        if delta.echo:
            events.append(CallEchoed(call.key, delta.echo))
        if delta.arguments and not call.is_completed and not _is_trailing_empty_object(call, delta):
            self._complete_empty_calls_before(call, events)
            if call.is_empty_object:
                call.clear_arguments()
            call.pieces.append(delta.arguments)
            events.append(CallArguments(call.key, delta.arguments))
            if delta.arguments.strip() and not delta.complete and self._is_runnable(call):
                call.generated_id = call.generated_id or f"call_{new_id()}"
                events.append(CallRunnable(call.key, call.id or call.generated_id, call.name, call.arguments))
        if delta.complete:
            self._complete(call, events)
        return events

    def _is_runnable(self, call: _OpenCall) -> bool:
        return self._open_count == 1 and self._runs_early(call.name) and call.has_complete_arguments

    def report_text(self) -> list[CallEvent]:
        """Report that text arrived: earlier calls with complete arguments are complete."""
        if not self._open_count:
            return []
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
        """Return the call that `delta` refers to: by index, otherwise by id, otherwise the last one."""
        if delta.index is not None:
            return self._by_index.get(delta.index)
        return next((call for call in self._calls if delta.id and call.id == delta.id), self._last)

    def _begin_call(self, delta: CallDelta, previous: _OpenCall | None, events: list[CallEvent]) -> _OpenCall:
        events += self._complete_ready_calls()
        if previous and previous.is_bare:
            # It has no id, so later pieces for its index can no longer be assigned to it.
            self._complete(previous, events)
        call = _OpenCall(len(self._calls))
        # A further call on the same index may come without a name: it repeats the previous call's tool.
        call.name = delta.name or (previous.name if previous else "")
        call.id = delta.id
        self._calls.append(call)
        self._open_count += 1
        events.append(CallBegan(call.key, call.id, call.name))
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
        for earlier in self._calls[: call.key] if self._open_count > 1 else ():
            if not earlier.is_completed and not earlier.has_arguments:
                self._complete(earlier, events)

    def _complete(self, call: _OpenCall, events: list[CallEvent]) -> None:
        if call.is_completed:
            return
        call.is_completed = True
        self._open_count -= 1
        repetitions = call.repetitions if call.is_bare else 0
        call.id = call.id or call.generated_id or f"call_{new_id()}"
        events.append(CallCompleted(call.key, call.id, call.name, _cumulative_arguments(call.pieces) or call.arguments))
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


def _is_trailing_empty_object(call: _OpenCall, delta: CallDelta) -> bool:
    """Return whether `delta` is the `{}` that some gateways send after complete arguments."""
    return delta.arguments.strip() == "{}" and not call.is_empty_object and call.has_complete_arguments


def _cumulative_arguments(pieces: list[str]) -> str:
    """Return the arguments if the pieces are cumulative, as some gateways send them; otherwise an empty text.

    Applies only if the joined pieces are no JSON object, so that ordinary pieces are never mistaken for cumulative.
    """
    if len(pieces) < 2 or not is_json_object(pieces[-1]) or is_json_object("".join(pieces)):
        return ""
    *previous, last = pieces
    grows = last.lstrip().startswith("{") and last.startswith(previous[-1])
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


def _is_bare_repetition(call: _OpenCall, delta: CallDelta) -> bool:
    """Return whether `delta` only repeats `call`."""
    return delta.name == call.name and not delta.id and delta.arguments.strip() == call.arguments.strip()
