"""Hold back the events of an answer without a question until it is certain that the model does not choose silence."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from deskpet.chat.events import TurnEnded, TurnEvent
from deskpet.chat.messages import Message
from deskpet.chat.reduce import Listener

SILENT = "SILENT"
"""The answer of a model that has nothing to say."""

# Number of messages in a request: a whole long conversation would cost too much.
_MAX_MESSAGES = 8
_SILENT = re.compile(rf"\W*{SILENT}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProactiveTurn:
    """The result of a turn without a question: her message, None if she was silent, and the tokens it took."""

    message: Message | None = None
    tokens: int = 0


def is_silent(text: str) -> bool:
    """Return whether the model has chosen silence, or has written nothing."""
    return not text.strip() or _SILENT.match(text) is not None


def recent_messages(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the last messages, beginning with one of the user if there is any among them."""
    last = messages[-_MAX_MESSAGES:]
    first = next((index for index, each in enumerate(last) if each.role == "user"), 0)
    return last[first:]


@dataclass(slots=True)
class BufferedAnswer:
    """Buffers the events of an answer until it has words, then passes all of them on.

    beginning: the message before the first event. release: called with it, before `listen` with the events.
    is_released: whether the answer has words.
    """

    beginning: Message
    release: Callable[[Message], object]
    listen: Listener
    is_released: bool = False
    _events: list[tuple[TurnEvent, Message]] = field(default_factory=list[tuple[TurnEvent, Message]])

    def take(self, event: TurnEvent, answer: Message) -> None:
        """Pass an event on, or buffer it."""
        if self.is_released:
            self.listen(event, answer)
            return
        self._events.append((event, answer))
        is_complete = isinstance(event, TurnEnded) and event.reason == "stop"
        letters = re.sub(r"^\W+", "", answer.text).upper()
        # A word such as "silently" is not the beginning of SILENT any more.
        if is_silent(answer.text) or (not is_complete and SILENT.startswith(letters)):
            return
        self.is_released = True
        self.release(self.beginning)
        for each in self._events:
            self.listen(*each)
        self._events.clear()
