"""A call as JSON: by itself at the start of a line, in a code fence or in a tag, read as it arrives."""

import re
from collections.abc import Iterator
from enum import Enum, auto

from deskpet.chat.textmode.call_format import Found, State, WrittenCall, WrittenEvent, stands_at
from deskpet.chat.textmode.json_scanner import JsonScanner, Token, Unescaper, unescaped

TAGS = ("tool_call", "tool_code")


class JsonEnclosure(Enum):
    """Where a JSON block stands: by itself, in a code fence, in a tag."""

    BARE = auto()
    FENCE = auto()
    TAG = auto()


_LIST = ("tool_calls", "[]")
_BESIDE_LIST = (
    *("tool_calls", "role", "content", "refusal", "type", "id"),
    *("thought", "thoughts", "thinking", "reasoning"),
)
_ROOTS = (_LIST, ("[]",), ())
_NAMES = {("name",), ("function", "name"), ("function",), ("tool_name",)}
_ARGUMENTS = {(*inside, key) for inside in ((), ("function",)) for key in ("arguments", "parameters", "args")}
_AFTER_OBJECT = re.compile(r"[\s\]},;]+")
# How much text may be held back before it is known whether it is a call.
_LONGEST_DOUBT = 2_000
_BLANK = re.compile(r"\s+")


class JsonCallParser:
    """A call as a JSON object, or an object with a list of calls in `tool_calls`.

    In a tag both stand for calls, and a list, too; elsewhere only an object with the list, and it is OPEN when
    the list's first call begins. Before that it is POSSIBLE and has told nothing. Its calls are complete when
    the whole block is closed: by its last brace, its fence or its closing tag.
    """

    def __init__(self, place: JsonEnclosure, keys: Iterator[int], fence: str = "") -> None:
        self.state = State.POSSIBLE
        self.events: list[WrittenEvent] = []
        self.place = place
        self._keys = keys
        self._fence = fence
        self._walk = JsonScanner()
        self._calls: list[WrittenCall] = []
        self._reading: _Reading | None = None
        self._length = 0
        self.more = fence[:1] if place is JsonEnclosure.FENCE else ""

    def feed(self, text: str, at: int) -> int:
        """Read `text` from `at` on; the place up to which it is decided. It stops where it becomes OPEN."""
        before = self.state
        while at < len(text) and self.state is before:
            after = self._after_object(text, at) if self._walk.done else self._in_object(text, at)
            if after == at:
                break
            at = after
        self._say()
        return at

    def close(self) -> None:
        """The text ended, and with it an open fence (CommonMark 4.5); what else is open is no call."""
        if self.place is JsonEnclosure.FENCE and self._walk.done:
            self._end()
        else:
            self._refuse()

    def _in_object(self, text: str, at: int) -> int:
        read = self._walk.read(text, at)
        if read is None:
            if self._walk.wrong:
                return self._closing_tag(text, at)
            return at
        token, end = read
        raw = text[at:end]
        self._length += len(raw)
        if self._reading and not self._reading.feed(token, raw):
            self._reading = None
        elif self._reading is None:
            self._take(token, raw)
        if self._walk.done and self.place is JsonEnclosure.BARE and self.state is State.OPEN:
            self._end()
        return end

    def _take(self, token: Token, raw: str) -> None:
        if self.state is State.POSSIBLE and not self._is_possible(token, raw):
            self.state = State.REFUSED
        elif token is Token.OPEN and raw == "{" and self._walk.path in self._roots:
            self.state = State.OPEN
            self._begin_call()
        elif self._calls and token in (Token.OPEN, Token.QUOTE, Token.WORD):
            self._begin_value(token, raw)

    @property
    def _roots(self) -> tuple[tuple[str, ...], ...]:
        return _ROOTS if self.place is JsonEnclosure.TAG else _ROOTS[:1]

    def _is_possible(self, token: Token, raw: str) -> bool:
        """Whether this may still become a call."""
        if self._length > _LONGEST_DOUBT:
            return False
        if self.place is JsonEnclosure.TAG:
            return token is Token.SPACE or (token is Token.OPEN and self._walk.path in ((), ("[]",)))
        return self._is_before_list(token, raw)

    def _is_before_list(self, token: Token, raw: str) -> bool:
        """Whether this may stand in an object before the first call of its `tool_calls`."""
        path = self._walk.path
        match token:
            case Token.OPEN:
                return (path, raw) in (((), "{"), (_LIST[:1], "["), (_LIST, "{"))
            case Token.KEY:
                return any(key.startswith(self._walk.key) for key in _BESIDE_LIST)
            case Token.MARK:
                return raw == "," or self._walk.key in _BESIDE_LIST
            case Token.QUOTE | Token.WORD:
                return path[:1] != _LIST[:1]
            case Token.CHARS:
                return "\n" not in raw
            case _:
                return token in (Token.SPACE, Token.UNQUOTE)

    def _begin_call(self) -> None:
        # The card of a tag is there before it is known whether a call or a list of calls stands in it.
        if not self._calls or not self._calls[-1].is_blank:
            self._say()
            self._calls.append(WrittenCall(next(self._keys), self.events))

    def _begin_value(self, token: Token, raw: str) -> None:
        path, call = self._walk.path, self._calls[-1]
        root = next((root for root in self._roots if path[: len(root)] == root), path)
        inside = path[len(root) :]
        if inside in _NAMES and token is Token.QUOTE and not call.name:
            self._reading = _NameReading(call)
        elif inside in _ARGUMENTS and not call.has_arguments:
            self._reading = _StringReading(call) if token is Token.QUOTE else _RawReading(call, token, raw)

    def _after_object(self, text: str, at: int) -> int:
        """What stands between the object and the end of its fence or tag."""
        if self.place is JsonEnclosure.FENCE:
            return self._closing_fence(text, at)
        if found := _AFTER_OBJECT.match(text, at):
            return found.end()
        if text[at] in "{[":
            self._walk = JsonScanner()
            return self._in_object(text, at)
        return self._closing_tag(text, at)

    def _closing_fence(self, text: str, at: int) -> int:
        if found := _BLANK.match(text, at):
            return found.end()
        match stands_at(text, at, self._fence):
            case Found.WHOLE:
                self._end()
                return at + len(self._fence)
            case Found.PART:
                return at
            case Found.NOTHING:
                self._refuse()
                return at

    def _closing_tag(self, text: str, at: int) -> int:
        if self.place is JsonEnclosure.TAG and self.state is State.OPEN:
            for tag in TAGS:
                closing = f"</{tag}>"
                match stands_at(text, at, closing):
                    case Found.WHOLE:
                        self._end()
                        return at + len(closing)
                    case Found.PART:
                        return at
                    case Found.NOTHING:
                        pass
        self._refuse()
        return at

    def _end(self) -> None:
        self._say()
        for call in self._calls:
            call.complete()
        self.state = State.CLOSED

    def _refuse(self) -> None:
        self._say()
        for call in self._calls:
            call.drop()
        self.state = State.REFUSED

    def _say(self) -> None:
        """Only the last call has arguments that were not told yet."""
        if self._calls:
            self._calls[-1].say()


class _NameReading:
    """The string that names the tool."""

    def __init__(self, call: WrittenCall) -> None:
        self._call = call
        self._pieces: list[str] = []

    def feed(self, token: Token, raw: str) -> bool:
        """Whether more of the value may come. What follows a closed string is none of it."""
        if token is Token.CHARS:
            self._pieces.append(raw)
            return True
        self._call.rename(unescaped("".join(self._pieces)).strip())
        return False


class _StringReading:
    """Arguments that are JSON within a string, as OpenAI writes them."""

    def __init__(self, call: WrittenCall) -> None:
        self._call = call
        self._unescaper = Unescaper()

    def feed(self, token: Token, raw: str) -> bool:
        """Whether more of the value may come."""
        is_inside = token is Token.CHARS
        self._call.write(self._unescaper.feed(raw) if is_inside else self._unescaper.close())
        return is_inside


class _RawReading:
    """Arguments as they stand: an object, a list or a word."""

    def __init__(self, call: WrittenCall, token: Token, raw: str) -> None:
        self._call = call
        self._depth = 1 if token is Token.OPEN else 0
        call.write(raw)

    def feed(self, token: Token, raw: str) -> bool:
        """Whether more of the value may come."""
        if self._depth == 0 and token is not Token.WORD:
            return False
        self._call.write(raw)
        self._depth += (token is Token.OPEN) - (token is Token.CLOSE)
        return self._depth > 0 or token is Token.WORD


_Reading = _NameReading | _StringReading | _RawReading
