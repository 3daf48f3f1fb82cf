"""Types shared by the parsers of text calls: block states, call events, incremental matching, arguments."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto

from deskpet.chat.call_collector import CallArguments, CallBegan, CallCompleted, CallEvent, CallNamed
from deskpet.chat.messages import new_id


@dataclass(frozen=True, slots=True)
class CallDropped:
    """A call that began is discarded because its block was never closed.

    is_cut: whether the answer was cut off within it.
    """

    key: int
    is_cut: bool = False


TextCallEvent = CallEvent | CallDropped
IsTool = Callable[[str], bool]
"""Tells whether a tool of this name exists."""


class BlockState(Enum):
    """State of a block. The source of a REJECTED block is ordinary text."""

    OPEN = auto()
    CLOSED = auto()
    REJECTED = auto()


class Keys:
    """Iterator over the keys of text calls: they count down from -1, so they never equal those of native calls."""

    def __init__(self) -> None:
        self.used = 0

    def __iter__(self) -> "Keys":
        return self

    def __next__(self) -> int:
        self.used += 1
        return -self.used


class WordMatch(Enum):
    """Result of matching a word at a position of a text that may continue."""

    FULL = auto()
    PARTIAL = auto()
    NONE = auto()


BARS = "|｜‖∥∣│┃❘ǀ"
"""The bars that servers and models write in place of the one of a special token."""
_PLAIN_BARS = str.maketrans(BARS, "|" * len(BARS))


def canonical(text: str) -> str:
    """Return `text` in lower case, with a plain bar for each of BARS, as the tables of marks are written."""
    return text.lower().translate(_PLAIN_BARS)


def match_word(text: str, at: int, word: str) -> WordMatch:
    """Match canonical `word` at `at`, in any case and with any bars. PARTIAL if the text ends within the word."""
    available = canonical(text[at : at + len(word)])
    if available == word:
        return WordMatch.FULL
    return WordMatch.PARTIAL if at + len(available) >= len(text) and word.startswith(available) else WordMatch.NONE


def match_first(text: str, at: int, words: Iterable[str]) -> tuple[WordMatch, str]:
    """Return the match of the first of `words` that stands, or may stand, at `at`, and the word; NONE if none does."""
    for word in words:
        if (found := match_word(text, at, word)) is not WordMatch.NONE:
            return found, word
    return WordMatch.NONE, ""


class TextCall:
    """A call whose block is being read. Appends its events to `events`."""

    def __init__(self, key: int, events: list[TextCallEvent]) -> None:
        self.key = key
        self.name = ""
        self.has_arguments = False
        self._id = f"call_{new_id()}"
        self._events = events
        self._arguments: list[str] = []
        self._pending: list[str] = []
        events.append(CallBegan(key, self._id, ""))

    @property
    def is_blank(self) -> bool:
        """Whether neither name nor arguments have been read."""
        return not (self.name or self.has_arguments)

    def set_name(self, name: str) -> None:
        """Set the tool's name."""
        self.flush()
        self.name = name
        self._events.append(CallNamed(self.key, name))

    def add_arguments(self, arguments: str) -> None:
        """Add a piece of the arguments as JSON text; `flush` emits it."""
        self.has_arguments = True
        self._arguments.append(arguments)
        self._pending.append(arguments)

    def flush(self) -> None:
        """Emit an event with the arguments added since the last flush."""
        if text := "".join(self._pending):
            self._events.append(CallArguments(self.key, text))
        self._pending.clear()

    def complete(self) -> None:
        """Emit that the call is complete and may run."""
        self._events.append(CallCompleted(self.key, self._id, self.name, "".join(self._arguments)))

    def drop(self, *, is_cut: bool = False) -> None:
        """Emit that the call is discarded; `is_cut`: because the answer was cut off within it."""
        self._events.append(CallDropped(self.key, is_cut))


def with_cut(events: Iterable[TextCallEvent]) -> list[TextCallEvent]:
    """Return events of a block within which the answer was cut off: its dropped calls are those that were cut."""
    return [CallDropped(event.key, is_cut=True) if isinstance(event, CallDropped) else event for event in events]


class StreamingTrim(ABC):
    """Trims a text that arrives in pieces."""

    @abstractmethod
    def feed(self, text: str) -> str:
        """Add a piece; return the text that certainly remains."""

    def close(self) -> str:
        """End the text; return the rest that remains."""
        return ""


class StreamingStrip(StreamingTrim):
    """Strips white space at both ends of a text that arrives in pieces."""

    def __init__(self) -> None:
        self._has_begun = False
        self._blanks: list[str] = []

    def feed(self, text: str) -> str:
        if not self._has_begun:
            text = text.lstrip()
            self._has_begun = bool(text)
        body = text.rstrip()
        if not body:
            self._blanks.append(text)
            return ""
        ready = "".join(self._blanks) + body
        self._blanks = [text[len(body) :]]
        return ready


_LAST_BREAK = re.compile(r"\r?\n?\Z")


class StreamingUnwrap(StreamingTrim):
    """Removes one line break at both ends of a text that arrives in pieces."""

    def __init__(self) -> None:
        self._has_begun = False
        self._break = ""

    def feed(self, text: str) -> str:
        text = self._break + text
        if not self._has_begun:
            if text == "\r":
                self._break = text
                return ""
            self._has_begun = bool(text)
            text = text[2:] if text.startswith("\r\n") else text.removeprefix("\n")
        end = _LAST_BREAK.search(text)
        assert end
        self._break = end[0]
        return text[: end.start()]


class StreamingLines(StreamingTrim):
    """Keeps a text on lines of its own, between two line breaks, exactly; strips any other.

    A text of several lines keeps the break that ends its last line, as a file has it, unless blanks or another break
    stand before that one.
    """

    def __init__(self) -> None:
        self._break: str = ""
        self._held: str = ""
        self._has_lines = self._has_begun = False
        self._strip: StreamingStrip | None = None

    def feed(self, text: str) -> str:
        text = self._held + text
        if not self._has_begun:
            if text in {"", "\r"}:
                self._held = text
                return ""
            self._has_begun = True
            self._break = next((each for each in ("\r\n", "\n") if text.startswith(each)), "")
            self._strip = StreamingStrip() if text[0].isspace() and not self._break else None
            text = text.removeprefix(self._break)
        if self._strip:
            self._held = ""
            return self._strip.feed(text)
        body = text.rstrip()
        self._held = text[len(body) :]
        self._has_lines = self._has_lines or "\n" in body
        return body

    def close(self) -> str:
        if self._has_lines and self._held in ("\n", "\r\n") and self._break in ("", self._held):
            return self._held
        # Without a line break at the end, the blanks there are not meant.
        ends = bool(self._break) and self._held.endswith(self._break)
        return self._held.removesuffix(self._break) if ends else ""


class StringArgument:
    """A string member of a call's arguments, written as its text arrives."""

    def __init__(self, call: TextCall, key: str, trim: StreamingTrim) -> None:
        self._call = call
        self._trim = trim
        call.add_arguments(f'{separator(call)}{json.dumps(key, ensure_ascii=False)}: "')

    def write(self, text: str) -> None:
        """Append to the value."""
        self._add(self._trim.feed(text))

    def end(self) -> None:
        """Close the value."""
        self._add(self._trim.close())
        self._call.add_arguments('"')

    def _add(self, text: str) -> None:
        if text:
            self._call.add_arguments(json.dumps(text, ensure_ascii=False)[1:-1])


def separator(call: TextCall) -> str:
    """Return what stands before the next member of a call's arguments."""
    return ", " if call.has_arguments else "{"
