"""Between the cards and the calls: a person's word for a call that waits for it, and calls that run once more."""

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
from deskpet.ui.blocks.base import CallWish
from deskpet.ui.platform import event_loop

Place = tuple[str, int]
"""Where a call is: its message's id and its block's index."""

logger = logging.getLogger(__name__)


class ApprovalController(QObject):
    """Keeps the questions that are open.

    asked: a call waits for a person's word.
    always: this tool is never to be asked about again.
    """

    asked = Signal()
    always = Signal(str)

    def __init__(self, conversation: Conversation, toolbox: Callable[[], Toolbox]) -> None:
        """`toolbox` gives the tools of this moment."""
        super().__init__()
        self._conversation, self._toolbox = conversation, toolbox
        self._open: dict[Place, tuple[str, asyncio.Future[bool]]] = {}
        self._later: list[Place] = []
        conversation.listen(lambda _: None, self._heard)

    async def approve(self, message_id: str, block: int, call: ToolUse) -> bool:
        """Wait for a person to say whether the call may run."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._open[message_id, block] = (call.tool_name, answer)
        self.asked.emit()
        try:
            return await answer
        finally:
            del self._open[message_id, block]

    def take(self, message_id: str, block: int, wish: CallWish) -> None:
        """A person wants something of a call. What is over, or answered, stays as it is."""
        place = (message_id, block)
        match wish:
            case CallWish.APPROVE | CallWish.REFUSE:
                self._answer(place, approved=wish is CallWish.APPROVE)
            case CallWish.ALWAYS:
                self._allow(place)
            case CallWish.AGAIN:
                self._run_again(place)

    def _answer(self, place: Place, *, approved: bool) -> None:
        if (known := self._open.get(place)) and not known[1].done():
            known[1].set_result(approved)

    def _allow(self, place: Place) -> None:
        if place not in self._open:
            return
        tool_name, _ = self._open[place]
        self.always.emit(tool_name)
        for other, (name, _) in list(self._open.items()):
            if name == tool_name:
                self._answer(other, approved=True)

    def _run_again(self, place: Place) -> None:
        message_id, block = place
        try:
            message = self._conversation.tree.message(message_id)
        except ValueError as error:
            logger.warning("a call can't be run again: %s", error)
            return
        if message.ended is None:
            # Its answer grows yet; nothing else may change it.
            self._later.append(place)
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

    def _heard(self, event: TurnEvent, _: Message) -> None:
        if isinstance(event, TurnEnded):
            later, self._later = self._later, []
            for place in later:
                self._run_again(place)
