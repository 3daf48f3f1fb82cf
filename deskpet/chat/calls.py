"""Deltas into whole tool calls: which piece belongs to which call, and when a call is complete.

Servers number calls by index, by id, by neither, or give two calls the same index; here is the one place that
knows. A call is complete when the wire says so, when another call begins or text follows and its arguments are
whole JSON, or when the stream ends; `finish_reason` says nothing (some servers send it on every chunk).
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
    """The name of a call that had begun without it, or with a part of it."""

    key: int
    name: str


@dataclass(frozen=True, slots=True)
class CallArguments:
    """A piece of a call's arguments, raw."""

    key: int
    text: str


@dataclass(frozen=True, slots=True)
class CallEchoed:
    """The provider's own fields of a call."""

    key: int
    echo: Echo


@dataclass(frozen=True, slots=True)
class CallCompleted:
    """Nothing more will come for this call: it may run. `id` is invented where the server sent none."""

    key: int
    id: str
    name: str
    arguments: str


CallEvent = CallBegan | CallNamed | CallArguments | CallEchoed | CallCompleted


def parse_arguments(text: str) -> dict[str, JsonValue]:
    """A call's arguments as an object; none at all (or null) is an empty one.

    Raises ValueError when the text is no JSON object. An object written as a JSON string is taken.
    """
    if not text.strip():
        return {}
    value: JsonValue = from_json(join_surrogates(text))
    if isinstance(value, str):
        value = from_json(join_surrogates(value)) if value.strip() else {}
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"the arguments must be a JSON object, not {type(value).__name__}")
    return value


# Every escape of a JSON text from left to right; the group holds one that is half of a pair and alone.
_ESCAPES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)


def join_surrogates(text: str) -> str:
    """A JSON text in which no escape is half a character: what a model wrote of an emoji must not cost the rest."""
    if "\\ud" not in text and "\\uD" not in text:
        return text
    return _ESCAPES.sub(lambda escape: "\\ufffd" if escape[1] else escape[0], text)


_STRUCTURE = re.compile(r'\\.|["{}\[\]]', re.DOTALL)


class _Balance:
    """Whether every bracket and quote of a JSON text is closed. Looks at each piece once."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False
        self._begun = False
        self._escape = ""

    @property
    def closed(self) -> bool:
        return self._begun and self._depth <= 0 and not self._in_string

    def feed(self, piece: str) -> None:
        piece = self._escape + piece
        self._escape = "\\" if (len(piece) - len(piece.rstrip("\\"))) % 2 else ""
        for mark in _STRUCTURE.findall(piece):
            self._begun = True
            if mark == '"':
                self._in_string = not self._in_string
            elif not self._in_string and len(mark) == 1:
                self._depth += 1 if mark in "{[" else -1


class _OpenCall:
    """A call whose pieces are still coming."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.id = ""
        self.name = ""
        self.pieces: list[str] = []
        self.completed = False
        self.words_followed = False
        # How often it came again just as it was, without an id and without arguments: others like it, if none come.
        self.repeated = 0
        self._balance = _Balance()
        self._looked_at = 0
        self._whole = False

    @property
    def has_arguments(self) -> bool:
        return bool(self.pieces)

    @property
    def arguments(self) -> str:
        return "".join(self.pieces)

    @property
    def is_empty_object(self) -> bool:
        """Some gateways put `{}` before the arguments that follow."""
        return len(self.pieces) == 1 and self.pieces[0].strip() == "{}"

    @property
    def is_bare(self) -> bool:
        """Whether it has no id, and nothing that could be arguments, so far."""
        return not self.id and (not self.pieces or self.is_empty_object)

    @property
    def is_whole(self) -> bool:
        """Whether the arguments so far are a whole JSON object. Costs what grew since it was last asked."""
        if self._looked_at < len(self.pieces):
            for piece in self.pieces[self._looked_at :]:
                self._balance.feed(piece)
            self._looked_at = len(self.pieces)
            self._whole = self._balance.closed and _is_object(self.arguments)
        return self._whole

    def start_over(self) -> None:
        """Forget the arguments so far."""
        self.pieces.clear()
        self._balance = _Balance()
        self._looked_at = 0


def _is_object(text: str) -> bool:
    try:
        parse_arguments(text)
    except ValueError:
        return False
    return True


class CallCollector:
    """Collects the calls of one stream. Feed it every call delta, tell it of text, and close it at the end.

    `knows` says whether a tool of a name exists: that tells two names from one in two pieces.
    """

    def __init__(self, knows: Callable[[str], bool] = lambda name: False) -> None:
        self._knows = knows
        self._calls: list[_OpenCall] = []
        self._by_index: dict[int, _OpenCall] = {}
        self._last: _OpenCall | None = None
        self._open = 0

    def feed(self, delta: CallDelta) -> list[CallEvent]:
        """What this piece of a call means."""
        events: list[CallEvent] = []
        before = self._find(delta)
        call = before
        if call is None or self._is_another(call, delta):
            call = self._begin(delta, before, events)
        else:
            call.repeated += call.is_bare and _is_bare_repetition(call, delta)
            self._rename(call, delta, events)
        call.id = call.id or delta.id
        if delta.index is not None:
            self._by_index[delta.index] = call
        self._last = call
        if delta.echo:
            events.append(CallEchoed(call.key, delta.echo))
        if delta.arguments and not call.completed and not _is_empty_end(call, delta):
            self._complete_empty_ones_before(call, events)
            if call.is_empty_object:
                call.start_over()
            call.pieces.append(delta.arguments)
            events.append(CallArguments(call.key, delta.arguments))
        if delta.complete:
            self._complete(call, events)
        return events

    def text_follows(self) -> list[CallEvent]:
        """Words of the answer came: the calls before them that are whole are complete."""
        if not self._open:
            return []
        for call in self._calls:
            call.words_followed = True
        return self._complete_whole_ones()

    def close(self) -> list[CallEvent]:
        """The stream ended: every call is complete, whole or not."""
        events: list[CallEvent] = []
        for call in self._calls:
            self._complete(call, events)
        return events

    def _find(self, delta: CallDelta) -> _OpenCall | None:
        """The call whose place `delta` names, by its index, else by its id, else the last one."""
        if delta.index is not None:
            return self._by_index.get(delta.index)
        return next((call for call in self._calls if delta.id and call.id == delta.id), self._last)

    def _begin(self, delta: CallDelta, before: _OpenCall | None, events: list[CallEvent]) -> _OpenCall:
        events += self._complete_whole_ones()
        if before and before.is_bare:
            # Without an id, what comes for its place is no longer its own.
            self._complete(before, events)
        call = _OpenCall(len(self._calls))
        # A second call may come without its name: it is one more of the call whose place it takes.
        call.name = delta.name or (before.name if before else "")
        call.id = delta.id
        self._calls.append(call)
        self._open += 1
        events.append(CallBegan(call.key, call.id, call.name))
        return call

    def _rename(self, call: _OpenCall, delta: CallDelta, events: list[CallEvent]) -> None:
        if not delta.name or delta.name == call.name or (call.has_arguments and call.name):
            return
        whole_again = delta.name.startswith(call.name)
        call.name = delta.name if whole_again else call.name + delta.name
        events.append(CallNamed(call.key, call.name))

    def _complete_whole_ones(self) -> list[CallEvent]:
        events: list[CallEvent] = []
        for call in self._calls:
            if not call.completed and call.is_whole:
                self._complete(call, events)
        return events

    def _complete_empty_ones_before(self, call: _OpenCall, events: list[CallEvent]) -> None:
        # Some servers announce all calls first: a call without arguments is known to take none only when
        # a later one gets its own.
        for earlier in self._calls[: call.key] if self._open > 1 else ():
            if not earlier.completed and not earlier.has_arguments:
                self._complete(earlier, events)

    def _complete(self, call: _OpenCall, events: list[CallEvent]) -> None:
        if call.completed:
            return
        call.completed = True
        self._open -= 1
        repeated = call.repeated if call.is_bare else 0
        call.id = call.id or f"call_{new_id()}"
        events.append(CallCompleted(call.key, call.id, call.name, _told_again(call.pieces) or call.arguments))
        for _ in range(repeated):
            self._complete(self._begin(CallDelta(name=call.name), None, events), events)

    def _is_another(self, call: _OpenCall, delta: CallDelta) -> bool:
        """Whether `delta`, on the place of `call`, begins another call."""
        if _has_another_id(call, delta):
            return True
        if delta.id and delta.id == call.id:
            return False
        return self._has_another_name(call, delta) or _is_one_more(call, delta)

    def _has_another_name(self, call: _OpenCall, delta: CallDelta) -> bool:
        """Whether `delta` names another tool, and not a piece of the name of this one."""
        if not delta.name or not call.name or delta.name == call.name:
            return False
        if call.has_arguments:
            return True
        if delta.name.startswith(call.name) or self._knows(call.name + delta.name):
            return self._knows(call.name) and self._knows(delta.name)
        return delta.begins or self._knows(delta.name)


def _is_empty_end(call: _OpenCall, delta: CallDelta) -> bool:
    """Whether this is the `{}` that some gateways put after arguments that are whole."""
    return delta.arguments.strip() == "{}" and not call.is_empty_object and call.is_whole


def _told_again(pieces: list[str]) -> str:
    """The arguments where each piece holds again what came before it, as some gateways send them; else nothing.

    Looked at only where the pieces together make no object, so that what is no repetition is never taken for one.
    """
    if len(pieces) < 2 or not _is_object(pieces[-1]) or _is_object("".join(pieces)):
        return ""
    *before, last = pieces
    grows = last.lstrip().startswith("{") and last.startswith(before[-1])
    return last if grows or _is_object(before[-1]) or _is_object("".join(before)) else ""


def _has_another_id(call: _OpenCall, delta: CallDelta) -> bool:
    if not delta.id or not call.id or delta.id == call.id:
        return False
    # Ids that change on every piece exist: without a name, and with arguments half done, it is the same call.
    return bool(delta.name) or not call.has_arguments or call.is_whole


def _is_one_more(call: _OpenCall, delta: CallDelta) -> bool:
    """Whether `delta`, which neither its id nor its name tells from `call`, is another call of the same tool."""
    if delta.name and call.words_followed and (call.is_bare or call.is_whole):
        return True
    # A second object after a whole one.
    begins_object = delta.arguments.lstrip().startswith("{")
    is_second = begins_object and not call.is_empty_object and call.is_whole
    return is_second and (bool(delta.name) or delta.arguments.strip() != "{}")


def _is_bare_repetition(call: _OpenCall, delta: CallDelta) -> bool:
    """Whether `delta` says the same of `call` once more, and no more than that."""
    return delta.name == call.name and not delta.id and delta.arguments.strip() == call.arguments.strip()
