"""Notify the listeners of a conversation; an exception in one does not affect the others.

The recorder is called first, so that content is stored even if a view fails to draw it.
"""

import logging
import traceback
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

from deskpet.chat.events import TurnEnded, TurnEvent
from deskpet.chat.messages import Message
from deskpet.chat.reduce import Listener

MessageListener = Callable[[Message], None]
PathListener = Callable[[tuple[Message, ...]], None]
ErrorListener = Callable[[Exception], None]

logger = logging.getLogger(__name__)


def ignore_event(event: TurnEvent, answer: Message) -> None:
    """Ignore an event."""


def ignore_messages(messages: object) -> None:
    """Ignore a message, or a path."""


@dataclass(eq=False, slots=True)
class Subscription:
    """The callbacks of one listener.

    events: the types of events that it wants; None for all. is_stale: set from an exception until the next call of
    `on_path`.
    """

    on_message: MessageListener
    on_event: Listener
    on_path: PathListener
    events: Collection[type[TurnEvent]] | None = None
    is_stale: bool = False


class ConversationListeners:
    """The listeners of one conversation, in the order in which they are called.

    An exception is logged with its traceback and reported to `on_error`, once for each line that raises it. A listener
    that raised during a turn gets the whole path when the turn ends, so that a view can redraw it.
    """

    def __init__(self) -> None:
        self.on_error: ErrorListener | None = None
        self._subscriptions: list[Subscription] = []
        self._interested: dict[type[TurnEvent], tuple[Subscription, ...]] = {}  # filled on demand
        self._reported: set[tuple[type[BaseException], str, int]] = set()

    def add(self, subscription: Subscription, *, first: bool) -> Callable[[], None]:
        """Add a listener after the others, or before them if `first`. Returns a function that removes it."""
        self._subscriptions.insert(0 if first else len(self._subscriptions), subscription)
        self._interested.clear()
        return partial(self._remove, subscription)

    def _remove(self, subscription: Subscription) -> None:
        self._subscriptions.remove(subscription)
        self._interested.clear()

    def message(self, message: Message) -> None:
        """Deliver a new message."""
        for each in tuple(self._subscriptions):
            self._call(each, each.on_message, message)

    def event(self, event: TurnEvent, answer: Message, path: Callable[[], tuple[Message, ...]]) -> None:
        """Deliver an event and the answer after it to those who want it; `path` returns the shown messages."""
        for each in self._interested.get(type(event)) or self._find_interested(type(event)):
            try:
                each.on_event(event, answer)
            except Exception as error:  # noqa: BLE001 - no bug of a view may affect the turn or other listeners
                self._fail(each, error)
        if isinstance(event, TurnEnded):
            for each in [each for each in self._subscriptions if each.is_stale]:
                self._refresh(each, path())

    def _find_interested(self, kind: type[TurnEvent]) -> tuple[Subscription, ...]:
        found = tuple(each for each in self._subscriptions if each.events is None or kind in each.events)
        self._interested[kind] = found
        return found

    def path(self, messages: tuple[Message, ...]) -> None:
        """Deliver a path that replaces the previous one."""
        for each in tuple(self._subscriptions):
            self._refresh(each, messages)

    def _refresh(self, subscription: Subscription, messages: tuple[Message, ...]) -> None:
        subscription.is_stale = False
        self._call(subscription, subscription.on_path, messages)

    def _call(self, subscription: Subscription, deliver: Callable[[Any], None], value: object) -> None:
        try:
            deliver(value)
        except Exception as error:  # noqa: BLE001 - as in `event`
            self._fail(subscription, error)

    def _fail(self, subscription: Subscription, error: Exception) -> None:
        subscription.is_stale = True
        location = raise_location(error)
        if location in self._reported:
            return
        self._reported.add(location)
        logger.error("a listener of the conversation raised", exc_info=error)
        if self.on_error:
            self.on_error(error)


def raise_location(error: BaseException) -> tuple[type[BaseException], str, int]:
    """Return the type of an exception and the file and line that raised it."""
    frames = traceback.extract_tb(error.__traceback__, -1)
    return (type(error), frames[0].filename, frames[0].lineno or 0) if frames else (type(error), "", 0)
