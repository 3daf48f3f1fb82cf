"""A walk along JSON text that arrives in pieces: where each value begins and ends, without waiting for the whole.

It follows the structure (RFC 8259) only as far as that takes: numbers and escapes are checked by whoever decodes
the value in the end.
"""

import json
import re
from enum import Enum, auto

# Deeper than any call goes; longer than any key that matters.
MAX_DEPTH, MAX_KEY = 100, 100

_OUTSIDE = re.compile(r'[ \t\r\n]+|[{}\[\]:,"]|[-+.0-9A-Za-z]+')
_INSIDE = re.compile(r'[^"\\]+|\\u[0-9A-Fa-f]{4}|\\[^u]|"', re.DOTALL)
_HIGH_SURROGATE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}")
_HALF_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{0,3})?\Z")


class Token(Enum):
    """What a stretch of JSON text is. A string comes as QUOTE, any number of CHARS, UNQUOTE; a word may come in
    pieces; of a key every stretch is KEY.
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


class _Before(Enum):
    """What came last, as far as it decides what may follow."""

    NOTHING = auto()
    OPENING = auto()
    COLON = auto()
    COMMA = auto()
    KEY = auto()
    WORD = auto()
    VALUE = auto()


_VALUE_MAY_FOLLOW = {_Before.NOTHING, _Before.OPENING, _Before.COLON, _Before.COMMA}


class JsonScanner:
    """One JSON object or list. `done` when it is closed; `wrong` when the next character can't be JSON there.

    `path` leads to the value that began last: the keys from the top, `[]` for a place in a list. `key` is the key
    that is being read or was read last.
    """

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()
        self.done = False
        self.wrong = False
        self._open: list[str] = []
        self._keys: list[str] = []
        self._before = _Before.NOTHING
        self._string: Token | None = None

    @property
    def depth(self) -> int:
        """How many objects and lists are open."""
        return len(self._open)

    @property
    def key(self) -> str:
        """The key in the innermost object, raw."""
        return self._keys[-1] if self._keys else ""

    def read(self, text: str, at: int) -> tuple[Token, int] | None:
        """The token at `at` and where it ends; None when it is `wrong`, or an escape that is not all there."""
        if self._string:
            return self._inside(text, at)
        found = _OUTSIDE.match(text, at)
        token = self._outside(found[0]) if found else None
        if found is None or token is None:
            self.wrong = True
            return None
        return token, found.end()

    def _outside(self, raw: str) -> Token | None:
        match raw[0]:
            case " " | "\t" | "\r" | "\n":
                self._before = _Before.VALUE if self._before is _Before.WORD else self._before
                return Token.SPACE
            case "{" | "[":
                return self._opened(raw)
            case "}" | "]":
                return self._closed(raw)
            case ":" | ",":
                return self._marked(raw)
            case '"':
                return self._quoted()
            case _:
                return self._word()

    def _opened(self, raw: str) -> Token | None:
        if self._before not in _VALUE_MAY_FOLLOW or self._expects_key or self.depth == MAX_DEPTH:
            return None
        self._value_begins()
        self._open.append(raw)
        self._keys.append("[]" if raw == "[" else "")
        self._before = _Before.OPENING
        return Token.OPEN

    def _closed(self, raw: str) -> Token | None:
        if not self._open or self._open[-1] + raw not in ("{}", "[]") or self._before is _Before.COLON:
            return None
        self._open.pop()
        self._keys.pop()
        self._before = _Before.VALUE
        self.done = not self._open
        return Token.CLOSE

    def _marked(self, raw: str) -> Token | None:
        fits = self._before is _Before.KEY if raw == ":" else self._before in (_Before.VALUE, _Before.WORD)
        if not fits or not self._open:
            return None
        self._before = _Before.COLON if raw == ":" else _Before.COMMA
        return Token.MARK

    def _quoted(self) -> Token | None:
        if self._before not in _VALUE_MAY_FOLLOW or not self._open:
            return None
        if self._expects_key:
            self._keys[-1] = ""
            self._string = Token.KEY
            return Token.KEY
        self._value_begins()
        self._string = Token.CHARS
        return Token.QUOTE

    def _word(self) -> Token | None:
        if self._before is _Before.WORD:
            return Token.WORD
        if self._before not in _VALUE_MAY_FOLLOW or not self._open or self._expects_key:
            return None
        self._value_begins()
        self._before = _Before.WORD
        return Token.WORD

    @property
    def _expects_key(self) -> bool:
        in_object = bool(self._open) and self._open[-1] == "{"
        return in_object and self._before in (_Before.OPENING, _Before.COMMA)

    def _value_begins(self) -> None:
        self.path = tuple(self._keys)

    def _inside(self, text: str, at: int) -> tuple[Token, int] | None:
        found = _INSIDE.match(text, at)
        if found is None:
            if _HALF_ESCAPE.match(text, at):
                return None
            # `\u` without four digits: no escape, but whoever decodes it will say so.
            return self._string or Token.CHARS, at + 2
        is_key = self._string is Token.KEY
        if found[0] == '"':
            self._string = None
            self._before = _Before.KEY if is_key else _Before.VALUE
            return Token.KEY if is_key else Token.UNQUOTE, found.end()
        if is_key:
            self._keys[-1] = (self._keys[-1] + found[0])[:MAX_KEY]
        return Token.KEY if is_key else Token.CHARS, found.end()


class Unescaper:
    """The characters that the inside of a JSON string stands for, as its tokens arrive."""

    def __init__(self) -> None:
        self._high = ""

    def feed(self, raw: str) -> str:
        """The characters of one CHARS token; half of a surrogate pair waits for the other half."""
        if self._high:
            raw, self._high = self._high + raw, ""
        elif _HIGH_SURROGATE.fullmatch(raw):
            self._high = raw
            return ""
        elif "\\" not in raw:
            return raw
        return unescaped(raw)

    def close(self) -> str:
        """What still waited when the string ended."""
        waiting, self._high = self._high, ""
        return unescaped(waiting)


def unescaped(raw: str) -> str:
    """The characters that `raw`, the inside of a JSON string, stands for; `raw` itself where it is none."""
    try:
        text = str(json.loads(f'"{raw}"', strict=False))
    except ValueError:
        return raw
    # Half a surrogate pair is no character: it could be neither stored nor sent.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
