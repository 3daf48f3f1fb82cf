"""Notify the listeners of a conversation; an exception in one does not affect the others.

The recorder is called first, so that content is stored even if a view fails to draw it.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from deskpet.chat.answer_builder import Listener
from deskpet.chat.events import TurnEnded, TurnEvent
from deskpet.chat.messages import Message

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
    """The callbacks of one listener. `is_stale` is set from an exception until the next call of `on_path`."""

    on_message: MessageListener
    on_event: Listener
    on_path: PathListener
    is_stale: bool = False


class ConversationListeners:
    """The listeners of one conversation, in the order in which they are called.

    An exception is logged with its traceback and reported to `on_error`, once for each line that raises it. A listener
    that raised during a turn gets the whole path when the turn ends, so that a view can redraw it.
    """

    def __init__(self) -> None:
        self.on_error: ErrorListener | None = None
        self._subscriptions: list[Subscription] = []
        self._reported: set[tuple[type[BaseException], str, int]] = set()

    def add(self, subscription: Subscription, *, first: bool) -> Callable[[], None]:
        """Add a listener after the others, or before them if `first`. Returns a function that removes it."""
        self._subscriptions.insert(0 if first else len(self._subscriptions), subscription)
        return partial(self._subscriptions.remove, subscription)

    def message(self, message: Message) -> None:
        """Deliver a new message."""
        for each in tuple(self._subscriptions):
            self._call(each, lambda each=each: each.on_message(message))

    def event(self, event: TurnEvent, answer: Message, path: Callable[[], tuple[Message, ...]]) -> None:
        """Deliver an event and the answer after it; `path` returns the shown messages."""
        for each in tuple(self._subscriptions):
            self._call(each, lambda each=each: each.on_event(event, answer))
            if each.is_stale and isinstance(event, TurnEnded):
                self._refresh(each, path())

    def path(self, messages: tuple[Message, ...]) -> None:
        """Deliver a path that replaces the previous one."""
        for each in tuple(self._subscriptions):
            self._refresh(each, messages)

    def _refresh(self, subscription: Subscription, messages: tuple[Message, ...]) -> None:
        subscription.is_stale = False
        self._call(subscription, lambda: subscription.on_path(messages))

    def _call(self, subscription: Subscription, deliver: Callable[[], None]) -> None:
        try:
            deliver()
        except Exception as error:  # noqa: BLE001 - no bug of a view may affect the turn or other listeners
            subscription.is_stale = True
            self._report(error)

    def _report(self, error: Exception) -> None:
        location = raise_location(error)
        if location in self._reported:
            return
        self._reported.add(location)
        logger.error("a listener of the conversation raised", exc_info=error)
        if self.on_error:
            self.on_error(error)


def raise_location(error: BaseException) -> tuple[type[BaseException], str, int]:
    """Return the type of an exception and the file and line that raised it."""
    traceback = error.__traceback__
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    return (
        (type(error), traceback.tb_frame.f_code.co_filename, traceback.tb_lineno) if traceback else (type(error), "", 0)
    )
