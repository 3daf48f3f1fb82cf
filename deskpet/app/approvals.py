"""Connect tool cards with tool calls: approvals that a call waits for, and calls that are run again."""

import asyncio
import logging
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TurnEnded, TurnEvent
from deskpet.chat.messages import Message, ToolUse
from deskpet.chat.rerun import rerun_call
from deskpet.chat.tool import Toolbox
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.platform import event_loop

CallId = tuple[str, int]
"""A call's message id and block index."""

logger = logging.getLogger(__name__)


class ApprovalController(QObject):
    """Holds the pending approvals.

    asked: Emitted when a call waits for the user's approval.
    always: Emitted with a tool's name when the user allows it without being asked again.
    """

    asked = Signal()
    always = Signal(str)

    def __init__(self, conversation: Conversation, toolbox: Callable[[], Toolbox]) -> None:
        """`toolbox` returns the tools that are available now."""
        super().__init__()
        self._conversation, self._toolbox = conversation, toolbox
        self._pending: dict[CallId, tuple[str, asyncio.Future[bool]]] = {}
        self._deferred_reruns: list[CallId] = []
        conversation.listen(lambda _: None, self._on_event)

    async def approve(self, message_id: str, block: int, call: ToolUse) -> bool:
        """Wait for the user's decision. Returns whether the call may run."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pending[message_id, block] = (call.tool_name, answer)
        self.asked.emit()
        try:
            return await answer
        finally:
            del self._pending[message_id, block]

    def take(self, message_id: str, block: int, wish: CallDecision) -> None:
        """Carry out what the user chose on a tool card. Calls that are decided or over don't change."""
        call_id = (message_id, block)
        match wish:
            case CallDecision.APPROVE | CallDecision.REFUSE:
                self._answer(call_id, approved=wish is CallDecision.APPROVE)
            case CallDecision.ALWAYS:
                self._allow_always(call_id)
            case CallDecision.AGAIN:
                self._run_again(call_id)

    def _answer(self, call_id: CallId, *, approved: bool) -> None:
        if (pending := self._pending.get(call_id)) and not pending[1].done():
            pending[1].set_result(approved)

    def _allow_always(self, call_id: CallId) -> None:
        """Allow the call's tool, and approve all its pending calls."""
        if call_id not in self._pending:
            return
        tool_name, _ = self._pending[call_id]
        self.always.emit(tool_name)
        for other, (name, _) in list(self._pending.items()):
            if name == tool_name:
                self._answer(other, approved=True)

    def _run_again(self, call_id: CallId) -> None:
        message_id, block = call_id
        try:
            message = self._conversation.tree.message(message_id)
        except ValueError as error:
            logger.warning("a call can't be run again: %s", error)
            return
        if message.ended is None:
            # Only its turn may change a streaming answer.
            self._deferred_reruns.append(call_id)
            return
        call = message.blocks[block]
        if isinstance(call, ToolUse) and not any(run.ended_at is None for run in call.later_runs):
            event_loop.spawn(
                rerun_call(
                    self._toolbox(),
                    call,
                    block,
                    lambda event: self._conversation.amend(message_id, event),
                    time.time,
                )
            )

    def _on_event(self, event: TurnEvent, _: Message) -> None:
        if isinstance(event, TurnEnded):
            reruns, self._deferred_reruns = self._deferred_reruns, []
            for call_id in reruns:
                self._run_again(call_id)
