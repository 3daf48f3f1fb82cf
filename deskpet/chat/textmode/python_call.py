"""Incremental parser of calls in Python's syntax: `name(key="value")`, alone, in a list, or on lines of their own."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from deskpet.chat.textmode.call_format import BlockState, TextCall, WordMatch, match_word
from deskpet.chat.textmode.section import SectionParser

_NAME = re.compile(r"[A-Za-z_][\w.-]{0,99}")
# A piece of the arguments: characters without a meaning for the end, a quote, a bracket, or an escape.
_PIECE = re.compile(r"""[^"'()\[\]{}\\]+|["'()\[\]{}]|\\.""", re.DOTALL)
# Python's parser takes up to 50 ms for this much.
_MAX_ARGUMENTS = 20_000
_MAX_DEPTH = 50
_CONSTANTS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class PythonMarks:
    """The marks of a dialect.

    opening: what stands between the name and the arguments. ends: marks that end the block.
    is_atomic: whether the calls count only once an end follows, because the block may be an example of other code.
    """

    opening: str = "("
    ends: tuple[str, ...] = ()
    is_atomic: bool = False


class PythonCallParser(SectionParser):
    """Parses calls; the arguments of each are known when its bracket is closed."""

    def __init__(self, marks: PythonMarks, keys: Iterator[int]) -> None:
        super().__init__(keys)
        self._marks = marks
        self._has_list = self._has_print = False
        self._pieces: list[str] = []
        self._length = 0
        self._brackets = 1
        self._quote = ""
        self._waiting: list[TextCall] = []

    @property
    def _is_in_value(self) -> bool:
        return self._call is not None

    @property
    def _is_in_call(self) -> bool:
        return self._call is not None or bool(self._waiting)

    def close(self, *, is_complete: bool = False) -> None:
        """End the section. The end of the text ends an atomic block of whole calls, as it ends a fence.

        The arguments of a call that is not whole stay as they were written.
        """
        if self._marks.is_atomic and self._call is None:
            self._complete_waiting()
        if self._call:
            self._call.add_arguments("".join(self._pieces))
        super().close(is_complete=is_complete)

    def _read_mark(self, text: str, at: int) -> int:
        """Read the mark of a list, a separator, an end or the name of a call."""
        if text[at] in "[],;)":
            return self._read_list_mark(text, at)
        for end in self._marks.ends:
            match match_word(text, at, end):
                case WordMatch.FULL if self._has_calls or self._waiting:
                    self._complete_waiting()
                    self.state = BlockState.CLOSED
                    return at + len(end)
                case WordMatch.PARTIAL:
                    return at
                case _:
                    # No end, or one before the first call.
                    pass
        return self._read_name(text, at)

    def _read_list_mark(self, text: str, at: int) -> int:
        has_calls = self._has_calls or bool(self._waiting)
        match text[at]:
            case "[" if not (has_calls or self._has_list):
                self._has_list = True
            case "]" if has_calls and self._has_list:
                self._has_list = False
                if not self._marks.ends:
                    self.state = BlockState.CLOSED
            case ")" if has_calls and self._has_print:
                self._has_print = False
            case "," | ";" if has_calls and (self._has_list or self._marks.ends):
                pass
            case _:
                self._end()
                return at
        return at + 1

    def _read_name(self, text: str, at: int) -> int:
        name = _NAME.match(text, at)
        if name is None:
            self._end()
            return at
        word, end = name[0], name.end()
        if self._marks.opening.startswith(".") and "." in word:
            # The name ends where the opening begins.
            word = word[: word.index(".")]
            end = at + len(word)
        opening = self._expect(text, end, self._marks.opening)
        if not opening:
            return at
        if word == "print" and not self._has_print:
            self._has_print = True
        else:
            self._begin(word)
            self._pieces.clear()
            self._length, self._brackets, self._quote = 0, 1, ""
        return end + len(opening)

    def _read_value(self, text: str, at: int) -> int:
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
            self._end_call()
        elif self._length > _MAX_ARGUMENTS or self._brackets > _MAX_DEPTH:
            self._end()
        else:
            self._pieces.append(raw)
        return piece.end()

    def _end_call(self) -> None:
        call, arguments = self._open_call, _keyword_arguments("".join(self._pieces))
        if arguments is None:
            self._end()
            return
        call.add_arguments(arguments)
        if self._marks.is_atomic:
            call.flush()
            self._call = None
            self._waiting.append(call)
        else:
            self._complete(call, is_last=not (self._has_list or self._marks.ends))

    def _complete_waiting(self) -> None:
        for call in self._waiting:
            self._complete(call, is_last=False)
        self._waiting.clear()

    def _end(self) -> None:
        super()._end()
        for call in self._waiting:
            call.drop()
        self._waiting.clear()


def _keyword_arguments(source: str) -> str | None:
    """Return the keyword arguments of a call as JSON; None if they are no literals."""
    try:
        call = ast.parse(f"f({source}\n)", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            return None
        values = {keyword.arg: ast.literal_eval(_JsonConstants().visit(keyword.value)) for keyword in call.keywords}
        return None if None in values else json.dumps(values, ensure_ascii=False)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


class _JsonConstants(ast.NodeTransformer):
    """Replaces the literals of JSON by those of Python."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(_CONSTANTS[node.id]) if node.id in _CONSTANTS else node
