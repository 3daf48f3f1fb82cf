"""Incremental parser of calls as JSON: bare at the start of a line, in a code fence, in a tag or after a marker."""

import re
from collections.abc import Iterator
from enum import Enum, auto

from deskpet.chat.textmode.call_format import BlockState, TextCall, WordMatch, match_first
from deskpet.chat.textmode.json_scanner import JsonScanner, Token, Unescaper, unescape
from deskpet.chat.textmode.section import BlockParser

_HERMES_CLOSINGS = ("</tool_call>", "</tool_code>")


class JsonEnclosure(Enum):
    """Enclosure of a JSON block: none, a code fence, a tag, or only a marker before it."""

    BARE = auto()
    FENCE = auto()
    TAG = auto()
    MARKER = auto()


_NAMED = (JsonEnclosure.TAG, JsonEnclosure.MARKER)
"""Enclosures that make an object with a name a call, without `tool_calls`."""


_LIST = ("tool_calls", "[]")
_SIBLING_KEYS = (
    *("tool_calls", "role", "content", "refusal", "type", "id"),
    *("thought", "thoughts", "thinking", "reasoning"),
)
_ROOTS = (_LIST, ("[]",), ())
NAME_KEYS = ("name", "tool_name", "tool", "function", "action")
ARGUMENT_KEYS = ("arguments", "parameters", "args", "input", "action_input", "tool_input")
"""The keys of a call, in the objects that models write."""
_NAME_PATHS = {(*inner_path, key) for inner_path in ((), ("function",)) for key in NAME_KEYS}
_ARGUMENT_PATHS = {(*inner_path, key) for inner_path in ((), ("function",)) for key in ARGUMENT_KEYS}
_AFTER_OBJECT = re.compile(r"[\s\]},;]+")
_BLANK = re.compile(r"\s+")
# Llama separates calls with a semicolon.
_NEXT_OBJECT = re.compile(r"\s{0,8};\s{0,8}(?=\{)")
_INCOMPLETE_NEXT_OBJECT = re.compile(r"\s{0,8}(?:;\s{0,8})?\Z")
_SHORT_BLANK = re.compile(r"\s{0,8}")


class JsonCallParser(BlockParser):
    """Parses a call as a JSON object, or an object with a list of calls in `tool_calls`.

    In a tag and after a marker, an object, a list of objects and `tool_calls` are accepted; elsewhere only
    `tool_calls`. Its calls are complete when the whole block is closed: by its last brace, its fence or its closing
    tag. After a marker the closing tag may be missing.
    """

    def __init__(
        self,
        enclosure: JsonEnclosure,
        keys: Iterator[int],
        fence: str = "",
        closings: tuple[str, ...] = _HERMES_CLOSINGS,
        *,
        is_keyed: bool = False,
    ) -> None:
        """`is_keyed`: the key of an object is the name of a tool, and its value the arguments."""
        super().__init__(keys)
        self.enclosure = enclosure
        self._fence = fence
        self._closings = closings
        self._is_keyed = is_keyed
        self._scanner = JsonScanner()
        self._calls: list[TextCall] = []
        self._value_reader: _ValueReader | None = None
        self.trailing = (fence[:1],) if fence else ()
        self.has_list = False
        """Whether the key `tool_calls` has been read, which no other JSON has."""

    def _read(self, text: str, at: int) -> int:
        return self._read_after_object(text, at) if self._scanner.is_done else self._read_object(text, at)

    def close(self, *, is_complete: bool = False) -> None:
        """End the block: the end of the text closes a fence (CommonMark 4.5), and a whole answer closes a tag."""
        closes = is_complete or self.enclosure in (JsonEnclosure.FENCE, JsonEnclosure.MARKER)
        if closes and self._scanner.is_done:
            self._complete()
        else:
            self._end()

    def _read_object(self, text: str, at: int) -> int:
        read = self._scanner.read(text, at)
        if read is None:
            if self._scanner.is_invalid and self.enclosure is JsonEnclosure.TAG:
                return self._read_closing(text, at, *self._closings)
            if self._scanner.is_invalid:
                self._end()
            return at
        token, end = read
        raw = text[at:end]
        if self._value_reader and not self._value_reader.feed(token, raw):
            self._value_reader = None
        elif self._value_reader is None:
            self._handle_token(token, raw)
        if self._scanner.is_done and self.state is BlockState.OPEN:
            if self.enclosure is JsonEnclosure.MARKER:
                self._complete_calls()
            elif self.enclosure is JsonEnclosure.BARE:
                self._complete() if self._calls else self._end()
        return end

    def _handle_token(self, token: Token, raw: str) -> None:
        self.has_list = self.has_list or (raw == ":" and self._scanner.key == _LIST[0])
        if not self._calls and not self._is_possible(token, raw):
            self.state = BlockState.REJECTED
        elif token is Token.OPEN and raw == "{" and self._scanner.path in self._roots:
            self._begin_call()
            self._scanner.allows_bare_name = not self._is_keyed
        elif self._call and token is Token.MARK and self._scanner.bare_name:
            self._call.set_name(unescape(self._scanner.bare_name))
        elif self._call and token in (Token.OPEN, Token.QUOTE, Token.WORD):
            self._begin_value(token, raw)

    @property
    def _roots(self) -> tuple[tuple[str, ...], ...]:
        return _ROOTS if self.enclosure in _NAMED else _ROOTS[:1]

    def _is_possible(self, token: Token, raw: str) -> bool:
        """Return whether the block can still become a call."""
        if self.enclosure in _NAMED:
            return token is Token.SPACE or (token is Token.OPEN and self._scanner.path in ((), ("[]",)))
        # Before the first call of its `tool_calls`.
        path = self._scanner.path
        match token:
            case Token.OPEN:
                return (path, raw) in (((), "{"), (_LIST[:1], "["), (_LIST, "{"))
            case Token.KEY:
                return any(key.startswith(self._scanner.key) for key in _SIBLING_KEYS)
            case Token.MARK:
                return raw == "," or self._scanner.key in _SIBLING_KEYS
            case Token.QUOTE | Token.WORD:
                return path[:1] != _LIST[:1]
            case _:
                return token in (Token.SPACE, Token.UNQUOTE) or (token is Token.CHARS and "\n" not in raw)

    def _begin_call(self) -> None:
        # In a tag the card appears before it is known whether it holds a call or an object with `tool_calls`.
        if not self._call or not self._call.is_blank:
            if self._call:
                self._call.flush()
            self._call = TextCall(next(self._keys), self.events)
            self._calls.append(self._call)

    def _begin_value(self, token: Token, raw: str) -> None:
        path, call = self._scanner.path, self._open_call
        root = next((root for root in self._roots if path[: len(root)] == root), path)
        inner_path = path[len(root) :]
        if self._is_keyed:
            if len(inner_path) == 1 and token is Token.OPEN:
                self._begin_call()
                self._open_call.set_name(inner_path[0])
                self._value_reader = _RawReader(self._open_call, Token.OPEN, raw)
        elif inner_path in _NAME_PATHS and token is Token.QUOTE and not call.name:
            self._value_reader = _NameReader(call)
        elif inner_path in _ARGUMENT_PATHS and not call.has_arguments:
            self._value_reader = _StringReader(call) if token is Token.QUOTE else _RawReader(call, token, raw)

    def _read_after_object(self, text: str, at: int) -> int:
        """Read between the object and the end of its fence or tag."""
        if self.enclosure is JsonEnclosure.FENCE:
            if match := _BLANK.match(text, at):
                return match.end()
            return self._read_closing(text, at, self._fence)
        if self.enclosure is JsonEnclosure.MARKER:
            return self._read_next_object(text, at)
        if match := _AFTER_OBJECT.match(text, at):
            return match.end()
        if text[at] in "{[" and match_first(text, at, self._closings)[0] is WordMatch.NONE:
            self._scanner = JsonScanner()
            return self._read_object(text, at)
        return self._read_closing(text, at, *self._closings)

    def _read_next_object(self, text: str, at: int) -> int:
        """Read the closing tag or the separator before another object, or end the block where the object ended."""
        blank = _SHORT_BLANK.match(text, at)
        begin = blank.end() if blank else at
        match match_first(text, begin, self._closings):
            case (WordMatch.FULL, closing):
                self.state = BlockState.CLOSED
                return begin + len(closing)
            case (WordMatch.PARTIAL, _):
                return at
            case (WordMatch.NONE, _):
                pass
        if match := _NEXT_OBJECT.match(text, at):
            self._scanner = JsonScanner()
            return match.end()
        if not _INCOMPLETE_NEXT_OBJECT.match(text, at):
            self.state = BlockState.CLOSED
        return at

    def _read_closing(self, text: str, at: int, *closings: str) -> int:
        if closing := self._expect(text, at, *closings):
            self._complete()
        return at + len(closing)

    def _complete(self) -> None:
        self._complete_calls()
        self.state = BlockState.CLOSED

    def _complete_calls(self) -> None:
        if self._call:
            self._call.flush()
        for call in self._calls:
            call.complete()
        self._calls.clear()
        self._call = None
        self._has_completed = True

    def _end(self) -> None:
        if self._call:
            self._call.flush()
        for call in self._calls:
            call.drop()
        self.state = BlockState.REJECTED


class _NameReader:
    """Reads the string with the tool's name."""

    def __init__(self, call: TextCall) -> None:
        self._call = call
        self._pieces: list[str] = []

    def feed(self, token: Token, raw: str) -> bool:
        """Read a token; return whether the value can continue."""
        if token is Token.CHARS:
            self._pieces.append(raw)
            return True
        self._call.set_name(unescape("".join(self._pieces)).strip())
        return False


class _StringReader:
    """Reads arguments that are JSON within a string, as in OpenAI's format."""

    def __init__(self, call: TextCall) -> None:
        self._call = call
        self._unescaper = Unescaper()

    def feed(self, token: Token, raw: str) -> bool:
        """Read a token; return whether the value can continue."""
        is_inside = token is Token.CHARS
        self._call.add_arguments(self._unescaper.feed(raw) if is_inside else self._unescaper.close())
        return is_inside


class _RawReader:
    """Reads arguments that are a JSON value: an object, a list or a literal."""

    def __init__(self, call: TextCall, token: Token, raw: str) -> None:
        self._call = call
        self._depth = 1 if token is Token.OPEN else 0
        call.add_arguments(raw)

    def feed(self, token: Token, raw: str) -> bool:
        """Read a token; return whether the value can continue."""
        if self._depth == 0 and token is not Token.WORD:
            return False
        self._call.add_arguments(raw)
        self._depth += (token is Token.OPEN) - (token is Token.CLOSE)
        return self._depth > 0 or token is Token.WORD


_ValueReader = _NameReader | _StringReader | _RawReader
