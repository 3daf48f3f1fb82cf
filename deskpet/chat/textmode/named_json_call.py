"""Incremental parser of calls that are a tool's name and then its arguments as a JSON object."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deskpet.chat.textmode.call_format import BlockState, TextCall, WordMatch, match_first, match_word
from deskpet.chat.textmode.json_scanner import JsonScanner
from deskpet.chat.textmode.section import SectionParser

_NAME = re.compile(r"[\w.:/-]{1,100}")
_CALL_NUMBER = re.compile(r":\d+\Z")


@dataclass(frozen=True, slots=True)
class NamedJsonMarks:
    """The marks of a dialect. An empty text stands for a mark that the dialect does not have.

    separators: marks that may stand between the name and the object.
    object_end: what may stand between the object and `call_end`.
    trailing: marks that may follow the block.
    """

    call: str
    separators: tuple[str, ...]
    call_end: str
    block_ends: tuple[str, ...] = ()
    object_end: str = ""
    trailing: tuple[str, ...] = ()


class NamedJsonCallParser(SectionParser):
    """Parses calls such as `name[ARGS]{...}`."""

    def __init__(self, marks: NamedJsonMarks, keys: Iterator[int]) -> None:
        super().__init__(keys)
        self.trailing = marks.trailing
        self._marks = marks
        self._scanner = JsonScanner()
        self._words: list[str] = []
        self._has_call_mark = not marks.call
        self._expects_separator = False

    @property
    def _is_in_value(self) -> bool:
        return self._call is not None and not self._scanner.is_done

    @property
    def _is_in_call(self) -> bool:
        return self._has_call_mark

    def _read_mark(self, text: str, at: int) -> int:
        if self._call:
            mark = self._expect(text, at, *filter(None, (self._marks.object_end, self._marks.call_end)))
            if mark and mark == self._marks.call_end:
                self._complete_call(self._call)
            return at + len(mark)
        return self._read_header(text, at) if self._has_call_mark else self._read_call(text, at)

    def _read_call(self, text: str, at: int) -> int:
        """Read the beginning of a call, or the end of the block."""
        for mark in (self._marks.call, *self._marks.block_ends):
            match match_word(text, at, mark):
                case WordMatch.FULL if mark == self._marks.call:
                    self._has_call_mark = True
                    return at + len(mark)
                case WordMatch.FULL if self._has_calls:
                    self.state = BlockState.CLOSED
                    return at + len(mark)
                case WordMatch.PARTIAL:
                    return at
                case _:
                    # Another mark, or an end before the first call.
                    pass
        self._end()
        return at

    def _read_header(self, text: str, at: int) -> int:
        """Read a word, a separator or the beginning of the object; two words in a row are ordinary text."""
        if text[at] == "{" and self._words:
            self._begin(self._name)
            return self._read_value(text, at)
        match match_first(text, at, self._marks.separators if self._words else ()):
            case (WordMatch.FULL, separator):
                self._expects_separator = False
                return at + len(separator)
            case (WordMatch.PARTIAL, _):
                return at
            case (WordMatch.NONE, _):
                pass
        word = _NAME.match(text, at)
        if word is None or self._expects_separator or len(self._words) == 3:
            self._end()
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

    def _read_value(self, text: str, at: int) -> int:
        end = self._read_json(self._scanner, text, at)
        if self._scanner.is_done and not self._marks.call_end:
            self._complete_call(self._open_call)
        return end

    def _complete_unclosed(self, call: TextCall) -> None:
        if self._scanner.is_done:
            self._complete_call(call)

    def _complete_call(self, call: TextCall) -> None:
        self._scanner = JsonScanner()
        self._words.clear()
        self._has_call_mark = self._expects_separator = False
        self._complete(call, is_last=not self._marks.block_ends)
