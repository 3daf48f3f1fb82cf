"""Hold back the events of an answer without a question until it is certain that the model does not choose silence."""

import re
from collections.abc import Callable
from dataclasses import dataclass

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


def may_become_silent(text: str) -> bool:
    """Return whether the beginning of an answer may still become SILENT. A word such as "silently" is none."""
    letters = re.sub(r"^\W+", "", text).upper()
    return SILENT.startswith(letters) or is_silent(text)


def recent_messages(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the last messages, beginning with one of the user if there is any among them."""
    last = messages[-_MAX_MESSAGES:]
    first = next((index for index, each in enumerate(last) if each.role == "user"), 0)
    return last[first:]


class BufferedAnswer:
    """Buffers the events of an answer until it has words, then passes all of them on.

    beginning: the message before the first event. is_released: whether it has words.
    """

    def __init__(self, beginning: Message, release: Callable[[Message], object], listen: Listener) -> None:
        """`release` is called with the beginning, before `listen` with the events."""
        self.beginning, self.is_released = beginning, False
        self._release, self._listen = release, listen
        self._events: list[tuple[TurnEvent, Message]] = []

    def take(self, event: TurnEvent, answer: Message) -> None:
        """Pass an event on, or buffer it."""
        if self.is_released:
            self._listen(event, answer)
            return
        self._events.append((event, answer))
        is_complete = isinstance(event, TurnEnded) and event.reason == "stop"
        if is_silent(answer.text) if is_complete else may_become_silent(answer.text):
            return
        self.is_released = True
        self._release(self.beginning)
        for each in self._events:
            self._listen(*each)
        self._events.clear()
