"""Base of the parsers of a section: a block of calls that are each complete at their own end."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import BlockState, TextCall, TextCallEvent

_BLANK = re.compile(r"\s{0,200}")


class SectionParser(ABC):
    """Parses a section. It ends with its end mark, or where anything but a call follows."""

    def __init__(self, keys: Iterator[int]) -> None:
        self.state = BlockState.OPEN
        self.events: list[TextCallEvent] = []
        self.trailing: tuple[str, ...] = ()
        self._keys = keys
        self._call: TextCall | None = None
        self._has_calls = False
        self._has_completed = False

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

    def close(self, *, is_complete: bool = False) -> None:
        """End the section: it is rejected within a call, and closed after one."""
        if is_complete and self._call:
            self._complete_unclosed(self._call)
        self._end()

    def _complete_unclosed(self, call: TextCall) -> None:  # noqa: B027 - some dialects have no mark after a call
        """Complete `call` if nothing but marks is missing."""

    def _read(self, text: str, at: int) -> int:
        """Read on from `at`; return `at` if more text is needed, or if the section has ended there."""
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
        """End the section before its end mark."""
        if self._call:
            self._call.flush()
            self._call.drop()
        is_between_calls = self._has_calls and not self._is_in_call
        self.state = BlockState.CLOSED if is_between_calls else BlockState.REJECTED
