"""Deliver what happens in a conversation to its listeners, so that one that raises harms no other.

The recorder is called first: what a view fails to draw is on its way to the disk already.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from deskpet.chat.answer_builder import Listener
from deskpet.chat.events import TurnEnded, TurnEvent
from deskpet.chat.messages import Message

MessageListener = Callable[[Message], None]
PathListener = Callable[[tuple[Message, ...]], None]
ErrorListener = Callable[[Exception], None]

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Subscription:
    """The callbacks of one listener. `is_stale` from an exception until it was given the whole path."""

    on_message: MessageListener
    on_event: Listener
    on_path: PathListener
    is_stale: bool = False


class Listeners:
    """The listeners of one conversation, in the order in which they are called.

    An exception of one is logged with its traceback and reported to `on_error` once for each place it is raised at.
    A listener that raised in a turn gets the whole path when the turn ends, so that a view can draw it again.
    """

    def __init__(self) -> None:
        self.on_error: ErrorListener | None = None
        self._subscriptions: list[Subscription] = []
        self._reported: set[tuple[type[BaseException], str, int]] = set()

    def add(self, subscription: Subscription, *, first: bool) -> None:
        """Add a listener behind the others, or before them."""
        self._subscriptions.insert(0 if first else len(self._subscriptions), subscription)

    def message(self, message: Message) -> None:
        """Deliver a message that begins."""
        for each in tuple(self._subscriptions):
            self._call(each, lambda each=each: each.on_message(message))

    def event(self, event: TurnEvent, answer: Message, path: Callable[[], tuple[Message, ...]]) -> None:
        """Deliver an event and the answer after it; `path` gives the messages shown."""
        for each in tuple(self._subscriptions):
            self._call(each, lambda each=each: each.on_event(event, answer))
            if each.is_stale and isinstance(event, TurnEnded):
                self._refresh(each, path())

    def path(self, messages: tuple[Message, ...]) -> None:
        """Deliver a path that replaces the one before."""
        for each in tuple(self._subscriptions):
            self._refresh(each, messages)

    def _refresh(self, subscription: Subscription, messages: tuple[Message, ...]) -> None:
        subscription.is_stale = False
        self._call(subscription, lambda: subscription.on_path(messages))

    def _call(self, subscription: Subscription, deliver: Callable[[], None]) -> None:
        try:
            deliver()
        except Exception as error:  # noqa: BLE001 - any mistake of a view must leave the turn and the others alone
            subscription.is_stale = True
            self._report(error)

    def _report(self, error: Exception) -> None:
        place = raised_at(error)
        if place in self._reported:
            return
        self._reported.add(place)
        logger.error("a listener of the conversation raised", exc_info=error)
        if self.on_error:
            self.on_error(error)


def raised_at(error: BaseException) -> tuple[type[BaseException], str, int]:
    """The kind of an exception and the file and line that raised it."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (type(error), trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else (type(error), "", 0)
