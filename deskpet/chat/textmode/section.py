"""Bases of the parsers of text calls: of a block of text, and of a section, whose calls each have their own end."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import BlockState, TextCall, TextCallEvent, WordMatch, match_first
from deskpet.chat.textmode.json_scanner import JsonScanner

_BLANK = re.compile(r"\s{0,200}")


class BlockParser(ABC):
    """Parses a block of text with one or more calls.

    trailing: texts that may follow the end, any number of times, and still belong to the block.
    """

    trailing: tuple[str, ...] = ()

    def __init__(self, keys: Iterator[int]) -> None:
        self.state = BlockState.OPEN
        self.events: list[TextCallEvent] = []
        self._keys = keys
        # The call that is being read.
        self._call: TextCall | None = None
        self._has_completed = False

    def feed(self, text: str, at: int) -> int:
        """Read `text` from `at` on and add to `events`; return the position up to which the text is decided.

        The rest is passed again with more text. Stops after a call that is complete while the block goes on.
        """
        self._has_completed = False
        while at < len(text) and self.state is BlockState.OPEN and not self._has_completed:
            after = self._read(text, at)
            if after == at:
                break
            at = after
        if self._call:
            self._call.flush()
        return at

    @abstractmethod
    def close(self, *, is_complete: bool = False) -> None:
        """End the block, because the text ended.

        is_complete: the answer ended normally. A whole call then counts although its closing mark is missing.
        """

    @abstractmethod
    def _read(self, text: str, at: int) -> int:
        """Read on from `at`; return `at` if more text is needed, or if the block has ended there."""

    @abstractmethod
    def _end(self) -> None:
        """End the block before its end mark."""

    @property
    def _open_call(self) -> TextCall:
        assert self._call
        return self._call

    def _expect(self, text: str, at: int, *words: str) -> str:
        """Return the one of `words` at `at`; empty if more text is needed. End the block if none can stand there."""
        match, word = match_first(text, at, words)
        if match is WordMatch.NONE:
            self._end()
        return word if match is WordMatch.FULL else ""


class SectionParser(BlockParser):
    """Parses a section. It ends with its end mark, or where anything but a call follows."""

    def __init__(self, keys: Iterator[int]) -> None:
        super().__init__(keys)
        self._has_calls = False

    def close(self, *, is_complete: bool = False) -> None:
        """End the section: it is rejected within a call, and closed after one."""
        if is_complete and self._call:
            self._complete_unclosed(self._call)
        self._end()

    def _complete_unclosed(self, call: TextCall) -> None:
        """Complete `call` if nothing but marks is missing."""

    def _read(self, text: str, at: int) -> int:
        if self._is_in_value:
            return self._read_value(text, at)
        blank = _BLANK.match(text, at)
        begin = blank.end() if blank else at
        if begin == len(text):
            return at
        after = self._read_mark(text, begin)
        return at if after == begin else after

    @property
    @abstractmethod
    def _is_in_value(self) -> bool:
        """Whether a value is being read, in which blanks count."""

    @property
    @abstractmethod
    def _is_in_call(self) -> bool:
        """Whether a call has begun and is not complete."""

    @abstractmethod
    def _read_value(self, text: str, at: int) -> int:
        """Read a part of the value, or its end."""

    @abstractmethod
    def _read_mark(self, text: str, at: int) -> int:
        """Read a mark or a name, before which blanks have been skipped."""

    def _read_json(self, scanner: JsonScanner, text: str, at: int) -> int:
        """Add the next token of a JSON value to the arguments; what is no JSON ends the section."""
        if read := scanner.read(text, at):
            self._open_call.add_arguments(text[at : read[1]])
            return read[1]
        if scanner.is_invalid:
            self._end()
        return at

    def _begin(self, name: str) -> TextCall:
        self._call = TextCall(next(self._keys), self.events)
        self._call.set_name(name)
        return self._call

    def _complete(self, call: TextCall, *, is_last: bool) -> None:
        """Complete the call; `is_last` ends the section with it."""
        call.flush()
        call.complete()
        self._call = None
        self._has_completed = self._has_calls = True
        if is_last:
            self.state = BlockState.CLOSED

    def _end(self) -> None:
        if self._call:
            self._call.flush()
            self._call.drop()
        is_between_calls = self._has_calls and not self._is_in_call
        self.state = BlockState.CLOSED if is_between_calls else BlockState.REJECTED
