"""Incremental parser of calls that are a tool's name and then its arguments as a JSON object."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deskpet.chat.textmode.call_format import BlockState, TextCall, TextCallEvent, WordMatch, match_word
from deskpet.chat.textmode.json_scanner import JsonScanner

_BLANK = re.compile(r"\s{0,200}")
_NAME = re.compile(r"[\w.:/-]{1,100}")
_CALL_NUMBER = re.compile(r":\d+\Z")


@dataclass(frozen=True, slots=True)
class NamedJsonMarks:
    """The marks of a dialect. An empty text stands for a mark that the dialect does not have.

    separators: marks that may stand between the name and the object.
    object_end: what may stand between the object and `call_end`.
    """

    call: str
    separators: tuple[str, ...]
    call_end: str
    block_ends: tuple[str, ...] = ()
    object_end: str = ""


class NamedJsonCallParser:
    """Parses calls such as `name[ARGS]{...}`. Each is complete at its own end mark.

    The block ends with its end mark, or where anything but a call follows.
    """

    trailing: tuple[str, ...] = ()

    def __init__(self, marks: NamedJsonMarks, keys: Iterator[int]) -> None:
        self.state = BlockState.OPEN
        self.events: list[TextCallEvent] = []
        self._marks = marks
        self._keys = keys
        self._call: TextCall | None = None
        self._scanner = JsonScanner()
        self._words: list[str] = []
        self._is_in_call = not marks.call
        self._expects_separator = False
        self._has_completed = self._has_calls = False

    def feed(self, text: str, at: int) -> int:
        """Read `text` from `at` on; return the position up to which it is decided."""
        self._has_completed = False
        while at < len(text) and self.state is BlockState.OPEN and not self._has_completed:
            after = self._read(text, at)
            if after == at:
                break
            at = after
        if self._call:
            self._call.flush()
        return at

    def close(self) -> None:
        """End the block: it is rejected within a call, and closed after one."""
        self._end_block()

    def _read(self, text: str, at: int) -> int:
        if self._call and not self._scanner.is_done:
            return self._read_object(self._call, text, at)
        blank = _BLANK.match(text, at)
        begin = blank.end() if blank else at
        if begin == len(text):
            return at
        if self._call:
            after = self._read_call_end(self._call, text, begin)
        elif self._is_in_call:
            after = self._read_header(text, begin)
        else:
            after = self._read_call(text, begin)
        return at if after == begin else after

    def _read_call(self, text: str, at: int) -> int:
        """Read the beginning of a call, or the end of the block."""
        for mark in (self._marks.call, *self._marks.block_ends):
            match match_word(text, at, mark):
                case WordMatch.FULL if mark == self._marks.call:
                    self._is_in_call = True
                    return at + len(mark)
                case WordMatch.FULL if self._has_calls:
                    self.state = BlockState.CLOSED
                    return at + len(mark)
                case WordMatch.PARTIAL:
                    return at
                case _:
                    # Another mark, or an end before the first call.
                    pass
        self._end_block()
        return at

    def _read_header(self, text: str, at: int) -> int:
        """Read a word, a separator or the beginning of the object; two words in a row are ordinary text."""
        if text[at] == "{" and self._words:
            self._call = TextCall(next(self._keys), self.events)
            self._call.set_name(self._name)
            return self._read_object(self._call, text, at)
        for separator in self._marks.separators if self._words else ():
            match match_word(text, at, separator):
                case WordMatch.FULL:
                    self._expects_separator = False
                    return at + len(separator)
                case WordMatch.PARTIAL:
                    return at
                case WordMatch.NONE:
                    pass
        word = _NAME.match(text, at)
        if word is None or self._expects_separator or len(self._words) == 3:
            self._end_block()
            return at
        if word.end() == len(text):
            return at
        self._words.append(word[0])
        self._expects_separator = True
        return word.end()

    @property
    def _name(self) -> str:
        """The tool's name, without the type `function` before it and the number of the call after it."""
        is_typed = self._words[0] == "function" and len(self._words) > 1
        return _CALL_NUMBER.sub("", self._words[1 if is_typed else 0])

    def _read_object(self, call: TextCall, text: str, at: int) -> int:
        if read := self._scanner.read(text, at):
            call.add_arguments(text[at : read[1]])
            if self._scanner.is_done and not self._marks.call_end:
                self._complete(call)
            return read[1]
        if self._scanner.is_invalid:
            self._end_block()
        return at

    def _read_call_end(self, call: TextCall, text: str, at: int) -> int:
        for mark in filter(None, (self._marks.object_end, self._marks.call_end)):
            match match_word(text, at, mark):
                case WordMatch.FULL:
                    if mark == self._marks.call_end:
                        self._complete(call)
                    return at + len(mark)
                case WordMatch.PARTIAL:
                    return at
                case WordMatch.NONE:
                    pass
        self._end_block()
        return at

    def _complete(self, call: TextCall) -> None:
        call.flush()
        call.complete()
        self._call, self._scanner = None, JsonScanner()
        self._words.clear()
        self._is_in_call = self._expects_separator = False
        self._has_completed = self._has_calls = True
        if not self._marks.block_ends:
            self.state = BlockState.CLOSED

    def _end_block(self) -> None:
        """End the block before its end mark: within a call it is rejected."""
        if self._call:
            self._call.flush()
            self._call.drop()
        self.state = BlockState.REJECTED if self._is_in_call or not self._has_calls else BlockState.CLOSED
