"""Types shared by the parsers of text calls: block states, call events and incremental matching.

A block parser is an object with `state`, `events` and two methods. `feed(text, at)` reads `text` from `at` on, adds
to `events` and returns the position up to which the text is decided; the rest is passed again with more text.
`close()` is called at the end of the text.
"""

from dataclasses import dataclass
from enum import Enum, auto

from deskpet.chat.call_collector import CallArguments, CallBegan, CallCompleted, CallEvent, CallNamed
from deskpet.chat.messages import new_id


@dataclass(frozen=True, slots=True)
class CallDropped:
    """A call that began is discarded because its block was never closed."""

    key: int


TextCallEvent = CallEvent | CallDropped


class BlockState(Enum):
    """State of a block. The source of a REJECTED block is ordinary text."""

    POSSIBLE = auto()
    OPEN = auto()
    CLOSED = auto()
    REJECTED = auto()


class WordMatch(Enum):
    """Result of matching a word at a position of a text that may continue."""

    FULL = auto()
    PARTIAL = auto()
    NONE = auto()


def match_word(text: str, at: int, word: str) -> WordMatch:
    """Match lower-case `word` at `at`, ignoring case. PARTIAL if the text ends within the word."""
    available = text[at : at + len(word)].lower()
    if available == word:
        return WordMatch.FULL
    return WordMatch.PARTIAL if at + len(available) >= len(text) and word.startswith(available) else WordMatch.NONE


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

    def drop(self) -> None:
        """Emit that the call is discarded."""
        self._events.append(CallDropped(self.key))
