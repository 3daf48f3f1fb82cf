"""Incremental JSON tokenizer: finds where values begin and end in text that arrives in pieces.

It checks the structure of RFC 8259, but not numbers and escapes; decoding the complete value checks those.
"""

import json
import re
from enum import Enum, auto

from deskpet.text.surrogates import replace_lone_surrogates

# Far above the nesting depth and the key length of real calls.
MAX_DEPTH, MAX_KEY = 100, 100

_CLOSING = {"{": "}", "[": "]"}
_STRUCTURE = re.compile(r'[ \t\r\n]+|[{}\[\]:,"]|[-+.0-9A-Za-z]+')
_STRING_PART = re.compile(r'[^"\\]+|\\u[0-9A-Fa-f]{4}|\\[^u]|"', re.DOTALL)
_HIGH_SURROGATE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}")
_INCOMPLETE_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{0,3})?\Z")


class Token(Enum):
    """Kind of a piece of JSON text.

    A string is QUOTE, any number of CHARS, UNQUOTE. A literal (WORD) may be split into several tokens. All pieces of
    a key, quotes included, are KEY. MARK is a colon or a comma.
    """

    SPACE = auto()
    MARK = auto()
    OPEN = auto()
    CLOSE = auto()
    KEY = auto()
    QUOTE = auto()
    CHARS = auto()
    UNQUOTE = auto()
    WORD = auto()


class _Previous(Enum):
    """The previous token, as far as it decides what may follow."""

    NOTHING = auto()
    OPENING = auto()
    COLON = auto()
    COMMA = auto()
    KEY = auto()
    WORD = auto()
    VALUE = auto()


_VALUE_MAY_FOLLOW = {_Previous.NOTHING, _Previous.OPENING, _Previous.COLON, _Previous.COMMA}


class JsonScanner:
    """Tokenizes one JSON object or list. `is_done` is set when it is closed, `is_invalid` on a syntax error.

    `path` is the path of the value that began last: the keys from the top, `[]` for a list. `key` is the key that is
    being read or was read last. Small models leave out the key of a name, as in `{"f", "arguments": {}}`: where
    `allows_bare_name` is set after an object was opened, that is no error, and `bare_name` is set at the comma.
    """

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()
        self.is_done = False
        self.is_invalid = False
        self.allows_bare_name = False
        self.bare_name = ""
        self._brackets: list[str] = []
        self._keys: list[str] = []
        self._previous = _Previous.NOTHING
        self._string_token: Token | None = None

    @property
    def depth(self) -> int:
        """The number of open objects and lists."""
        return len(self._brackets)

    @property
    def missing_brackets(self) -> str:
        """The brackets that close what is open; empty within a string."""
        return "" if self._string_token else "".join(_CLOSING[each] for each in reversed(self._brackets))

    @property
    def key(self) -> str:
        """The key in the innermost object, with its escapes."""
        return self._keys[-1] if self._keys else ""

    def read(self, text: str, at: int) -> tuple[Token, int] | None:
        """Return the token at `at` and its end; None on a syntax error or within an incomplete escape."""
        if self._string_token:
            return self._read_string(text, at)
        match = _STRUCTURE.match(text, at)
        token = self._read_structure(match[0]) if match else None
        if match is None or token is None:
            self.is_invalid = True
            return None
        return token, match.end()

    def _read_structure(self, raw: str) -> Token | None:
        match raw[0]:
            case " " | "\t" | "\r" | "\n":
                self._previous = _Previous.VALUE if self._previous is _Previous.WORD else self._previous
                return Token.SPACE
            case "{" | "[":
                return self._open_container(raw)
            case "}" | "]":
                return self._close_container(raw)
            case ":" | ",":
                return self._read_separator(raw)
            case '"':
                return self._open_string()
            case _:
                return self._read_word()

    def _open_container(self, raw: str) -> Token | None:
        if self._previous not in _VALUE_MAY_FOLLOW or self._expects_key or self.depth == MAX_DEPTH:
            return None
        self.path = tuple(self._keys)
        self._brackets.append(raw)
        self._keys.append("[]" if raw == "[" else "")
        self._previous = _Previous.OPENING
        return Token.OPEN

    def _close_container(self, raw: str) -> Token | None:
        if not self._brackets or _CLOSING[self._brackets[-1]] != raw or self._previous is _Previous.COLON:
            return None
        self._brackets.pop()
        self._keys.pop()
        self._previous = _Previous.VALUE
        self.is_done = not self._brackets
        return Token.CLOSE

    def _read_separator(self, raw: str) -> Token | None:
        is_bare = raw == "," and self._previous is _Previous.KEY and self.allows_bare_name
        self.allows_bare_name, self.bare_name = False, self.key if is_bare else ""
        is_allowed = (
            self._previous is _Previous.KEY if raw == ":" else self._previous in (_Previous.VALUE, _Previous.WORD)
        )
        if not (is_allowed or is_bare) or not self._brackets:
            return None
        self._previous = _Previous.COLON if raw == ":" else _Previous.COMMA
        return Token.MARK

    def _open_string(self) -> Token | None:
        if self._previous not in _VALUE_MAY_FOLLOW or not self._brackets:
            return None
        if self._expects_key:
            self._keys[-1] = ""
            self._string_token = Token.KEY
            return Token.KEY
        self.path = tuple(self._keys)
        self._string_token = Token.CHARS
        return Token.QUOTE

    def _read_word(self) -> Token | None:
        if self._previous is _Previous.WORD:
            return Token.WORD
        if self._previous not in _VALUE_MAY_FOLLOW or not self._brackets or self._expects_key:
            return None
        self.path = tuple(self._keys)
        self._previous = _Previous.WORD
        return Token.WORD

    @property
    def _expects_key(self) -> bool:
        in_object = bool(self._brackets) and self._brackets[-1] == "{"
        return in_object and self._previous in (_Previous.OPENING, _Previous.COMMA)

    def _read_string(self, text: str, at: int) -> tuple[Token, int] | None:
        match = _STRING_PART.match(text, at)
        if match is None:
            if _INCOMPLETE_ESCAPE.match(text, at):
                return None
            # `\u` without four digits is an error that decoding the value reports.
            return self._string_token or Token.CHARS, at + 2
        is_key = self._string_token is Token.KEY
        if match[0] == '"':
            self._string_token = None
            self._previous = _Previous.KEY if is_key else _Previous.VALUE
            return Token.KEY if is_key else Token.UNQUOTE, match.end()
        if is_key:
            self._keys[-1] = (self._keys[-1] + match[0])[:MAX_KEY]
        return Token.KEY if is_key else Token.CHARS, match.end()


class Unescaper:
    """Decodes the inside of a JSON string token by token."""

    def __init__(self) -> None:
        self._high_surrogate = ""

    def feed(self, raw: str) -> str:
        """Decode one CHARS token; a high surrogate is held back until the next token."""
        if self._high_surrogate:
            raw, self._high_surrogate = self._high_surrogate + raw, ""
        elif _HIGH_SURROGATE.fullmatch(raw):
            self._high_surrogate = raw
            return ""
        elif "\\" not in raw:
            return raw
        return unescape(raw)

    def close(self) -> str:
        """Return the replacement for a high surrogate that the string ended with, or an empty text."""
        raw, self._high_surrogate = self._high_surrogate, ""
        return unescape(raw)


def unescape(raw: str) -> str:
    """Decode `raw`, the inside of a JSON string; return `raw` unchanged if it is invalid."""
    try:
        text = str(json.loads(f'"{raw}"', strict=False))
    except ValueError:
        return raw
    return replace_lone_surrogates(text)
