"""Read one text of a call's arguments while they arrive, each character once."""

import re

from deskpet.chat.streaming_text import StreamingText
from deskpet.chat.textmode.json_scanner import JsonScanner, Token, Unescaper

# The fewest characters that are read at once; more than an escape such as \u00e9 has.
_MIN_READ = 16
# Many complete parts of a string at once, and an escape at their end that may be the first half of a pair.
_BODY = re.compile(r'(?:[^"\\]+|\\(?:u[0-9A-Fa-f]{4}|[^u]))+', re.DOTALL)
_HALF_PAIR = re.compile(r"(?<!\\)(?:\\\\)*(\\u[dD][89abAB][0-9a-fA-F]{2})\Z")


class PartialArgument:
    """The text value of the argument `name`, from arguments that arrive as JSON.

    is_complete: whether the value has ended. is_behind: whether another `read` returns more of what has arrived.
    """

    def __init__(self, name: str) -> None:
        self.is_complete = self.is_behind = False
        self._name = name
        self._scanner, self._unescaper = JsonScanner(), Unescaper()
        self._pieces_read = 0
        self._rest = ""
        self._is_open = self._is_in_string = False

    def read(self, arguments: StreamingText, most: int) -> str:
        """Return the part of the value that is new since the last call, from at most `most` more characters."""
        pieces = arguments.pieces_from(self._pieces_read)
        self._pieces_read += len(pieces)
        self._rest += "".join(pieces)
        most = max(most, _MIN_READ)
        text, self._rest = self._rest[:most], self._rest[most:]
        found, at = list[str](), 0
        while at < len(text) and not (self._scanner.is_done or self._scanner.is_invalid or self.is_complete):
            if self._is_in_string and (body := _BODY.match(text, at)):
                # Inside of a string, the scanner has nothing to remember.
                found.append(self._decode(body[0]) if self._is_open else "")
                at = body.end()
            elif token := self._scanner.read(text, at):
                found.append(self._value_of(token[0], text[at : token[1]]))
                at = token[1]
            else:
                break
        is_over = self._scanner.is_invalid or self._scanner.is_done or self.is_complete
        self.is_behind = bool(self._rest) and not is_over
        # What is left of `text` is the beginning of an escape, which the next piece completes.
        self._rest = "" if is_over else text[at:] + self._rest
        return "".join(found)

    def _value_of(self, token: Token, raw: str) -> str:
        if token is Token.QUOTE:
            self._is_in_string, self._is_open = True, self._scanner.path == (self._name,)
        elif token is Token.CHARS and self._is_open:
            return self._unescaper.feed(raw)
        elif token is Token.UNQUOTE:
            self._is_in_string = False
            if self._is_open:
                self._is_open, self.is_complete = False, True
                return self._unescaper.close()
        return ""

    def _decode(self, body: str) -> str:
        half = _HALF_PAIR.search(body)
        whole = body[: half.start(1)] if half else body
        return (self._unescaper.feed(whole) if whole else "") + (self._unescaper.feed(half[1]) if half else "")
