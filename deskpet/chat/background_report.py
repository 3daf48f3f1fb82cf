"""Decide when the character reports calls that ended in the background."""

from collections.abc import Callable
from itertools import takewhile

from deskpet.chat.background import CallAddress
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import RequestStarted, ToolFinished, TurnEvent, TurnStarted
from deskpet.chat.messages import BACKGROUND_ENDED, Message, Notice, ToolUse
from deskpet.translation import tr, tr_noop

MAX_REPORTS = 3
"""Reports in a row without a word of the user: a report may start further calls in the background."""

_ENDED = {CallState.SUCCESS: tr_noop("{title} is done"), CallState.ERROR: tr_noop("{title} failed")}


class BackgroundReporter:
    """Keeps the ended background calls that no request has contained yet."""

    def __init__(self, conversation: Conversation, title_of: Callable[[str], str]) -> None:
        """`title_of` returns the title of a tool for people."""
        self._conversation, self._title_of = conversation, title_of
        self._unreported: dict[CallAddress, ToolUse] = {}
        conversation.listen(
            on_event=self._on_event,
            on_path=lambda _: self._unreported.clear(),
            events=(TurnStarted, RequestStarted, ToolFinished),
        )

    def take_notice(self) -> Notice | None:
        """Return the notice that a report begins with, once for each call; None if there is nothing to report.

        Nothing is reported while an answer grows, after an answer that was stopped or failed, or after MAX_REPORTS
        reports in a row: the next request contains it then.
        """
        messages = self._conversation.messages
        is_idle = not self._conversation.is_running and bool(messages) and messages[-1].ended == "stop"
        reports = takewhile(lambda message: message.is_background_report, reversed(messages))
        if not self._unreported or not is_idle or len([*reports]) >= MAX_REPORTS:
            return None
        calls = tuple(self._unreported.values())
        self._unreported.clear()
        titles = [tr(_ENDED[state_of(call)], title=self._title_of(call.tool_name)) for call in calls]
        return Notice("info", BACKGROUND_ENDED, tr(", ").join(dict.fromkeys(titles)))

    def _on_event(self, event: TurnEvent, message: Message) -> None:
        match event:
            case TurnStarted():
                # Its requests hold the results of all calls that have ended.
                self._unreported.clear()
            case RequestStarted():
                # A running turn only notices the ends of its own calls.
                self._unreported = {at: call for at, call in self._unreported.items() if at[0] != message.id}
            case ToolFinished(block):
                call = message.blocks[block]
                # A call that the user stopped is no news.
                if isinstance(call, ToolUse) and call.background_at is not None and state_of(call) in _ENDED:
                    self._unreported[message.id, block] = call
            case _:
                pass
