"""Incremental parser of a call in Python's syntax: `name.call(key="value")`."""

import ast
import json
import re
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import BlockState, TextCall, TextCallEvent, WordMatch, match_word

_NAME = re.compile(r"[A-Za-z_][\w-]{0,99}")
# A piece of the arguments: characters without a meaning for the end, a quote, a bracket, or an escape.
_PIECE = re.compile(r"""[^"'()\[\]{}\\]+|["'()\[\]{}]|\\.""", re.DOTALL)
# Python's parser takes up to 10 ms for this much.
_MAX_ARGUMENTS = 4_000
_MAX_DEPTH = 50


class PythonCallParser:
    """Parses one call; its arguments are known when its bracket is closed."""

    trailing: tuple[str, ...] = ()

    def __init__(self, keys: Iterator[int]) -> None:
        self.state = BlockState.OPEN
        self.events: list[TextCallEvent] = []
        self._keys = keys
        self._call: TextCall | None = None
        self._pieces: list[str] = []
        self._length = 0
        self._brackets = 1
        self._quote = ""

    def feed(self, text: str, at: int) -> int:
        """Read `text` from `at` on; return the position up to which it is decided."""
        while at < len(text) and self.state is BlockState.OPEN:
            after = self._read_piece(self._call, text, at) if self._call else self._read_name(text, at)
            if after == at:
                break
            at = after
        return at

    def close(self) -> None:
        """Reject the block, because the text ended before its bracket was closed."""
        self._reject()

    def _read_name(self, text: str, at: int) -> int:
        name = _NAME.match(text, at)
        if name is None:
            self._reject()
            return at
        match match_word(text, name.end(), ".call("):
            case WordMatch.FULL:
                self._call = TextCall(next(self._keys), self.events)
                self._call.set_name(name[0])
                return name.end() + len(".call(")
            case WordMatch.PARTIAL:
                pass
            case WordMatch.NONE:
                self._reject()
        return at

    def _read_piece(self, call: TextCall, text: str, at: int) -> int:
        piece = _PIECE.match(text, at)
        if piece is None:
            return at
        raw = piece[0]
        if self._quote:
            self._quote = "" if raw == self._quote else self._quote
        elif raw in "\"'":
            self._quote = raw
        elif raw in "()[]{}":
            self._brackets += 1 if raw in "([{" else -1
        self._length += len(raw)
        if self._brackets == 0:
            self._complete(call)
        elif self._length > _MAX_ARGUMENTS or self._brackets > _MAX_DEPTH:
            self._reject()
        else:
            self._pieces.append(raw)
        return piece.end()

    def _complete(self, call: TextCall) -> None:
        arguments = _keyword_arguments("".join(self._pieces))
        if arguments is None:
            self._reject()
            return
        call.add_arguments(arguments)
        call.flush()
        call.complete()
        self.state = BlockState.CLOSED

    def _reject(self) -> None:
        if self._call:
            self._call.drop()
        self.state = BlockState.REJECTED


def _keyword_arguments(source: str) -> str | None:
    """Return the keyword arguments of a call as JSON; None if they are no literals."""
    try:
        call = ast.parse(f"f({source})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            return None
        values = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        return None if None in values else json.dumps(values, ensure_ascii=False)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None
