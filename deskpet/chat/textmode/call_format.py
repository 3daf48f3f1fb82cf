"""What the forms of written calls have in common: the states of a block, the events of its calls.

A block is an object with `state`, `events` and two methods. `feed(text, at)` reads `text` from `at` on, adds what
it finds to `events` and says how far it has read; what it can't decide yet it leaves for the next time.
`close()` tells it that nothing more will come.
"""

from dataclasses import dataclass
from enum import Enum, auto

from deskpet.chat.calls import CallArguments, CallBegan, CallCompleted, CallEvent, CallNamed
from deskpet.chat.messages import new_id


@dataclass(frozen=True, slots=True)
class CallDropped:
    """A call that had begun turned out to be none: its block was never closed."""

    key: int


WrittenEvent = CallEvent | CallDropped


class State(Enum):
    """How far a block is. A block that is REFUSED is text after all."""

    POSSIBLE = auto()
    OPEN = auto()
    CLOSED = auto()
    REFUSED = auto()


class Found(Enum):
    """Whether something stands at a place in text that may go on."""

    WHOLE = auto()
    PART = auto()
    NOTHING = auto()


def stands_at(text: str, at: int, word: str) -> Found:
    """Whether `word`, in any case, stands at `at`, or as much of it as there is text. `word` is in lower case."""
    there = text[at : at + len(word)].lower()
    if there == word:
        return Found.WHOLE
    return Found.PART if at + len(there) >= len(text) and word.startswith(there) else Found.NOTHING


class WrittenCall:
    """A call while its block is read: it adds what becomes known of it to `events`."""

    def __init__(self, key: int, events: list[WrittenEvent]) -> None:
        self.key = key
        self.name = ""
        self.has_arguments = False
        self._id = f"call_{new_id()}"
        self._events = events
        self._arguments: list[str] = []
        self._unsaid: list[str] = []
        events.append(CallBegan(key, self._id, ""))

    @property
    def is_blank(self) -> bool:
        """Whether nothing is known of it yet."""
        return not (self.name or self.has_arguments)

    def rename(self, name: str) -> None:
        """The tool's name is known."""
        self.say()
        self.name = name
        self._events.append(CallNamed(self.key, name))

    def write(self, arguments: str) -> None:
        """More of the arguments, as JSON text."""
        self.has_arguments = True
        self._arguments.append(arguments)
        self._unsaid.append(arguments)

    def say(self) -> None:
        """Make an event of the arguments that were written since the last one."""
        if text := "".join(self._unsaid):
            self._events.append(CallArguments(self.key, text))
        self._unsaid.clear()

    def complete(self) -> None:
        """The block was closed: the call may run."""
        self._events.append(CallCompleted(self.key, self._id, self.name, "".join(self._arguments)))

    def drop(self) -> None:
        """The block was none."""
        self._events.append(CallDropped(self.key))
