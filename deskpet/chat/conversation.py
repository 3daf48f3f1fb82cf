"""A conversation while it goes on: what was said, the turn that runs, and who listens."""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from deskpet.chat import reduce
from deskpet.chat.context import COMPRESSION_UNDONE, Gauge, summary_of
from deskpet.chat.events import BlockStarted, TurnEvent
from deskpet.chat.growth import Clock, Listener
from deskpet.chat.messages import Action, Message, Notice, ToolError, ToolUse, user_message
from deskpet.chat.setup import TurnSetup
from deskpet.chat.turn import run_turn

MessageListener = Callable[[Message], None]


class Conversation:
    """Everything said so far. One turn runs at a time.

    `prepare` is asked at the start of each turn who answers, so changed settings hold from the next message on.
    """

    def __init__(self, prepare: Callable[[], TurnSetup], clock: Clock = time.time) -> None:
        self._messages: list[Message] = []
        self._prepare = prepare
        self._clock = clock
        self._gauge = Gauge()
        self._task: asyncio.Task[Message] | None = None
        self._on_message: list[MessageListener] = []
        self._on_event: list[Listener] = []

    def restore(self, said: Iterable[Message]) -> tuple[Message, ...]:
        """Go on with what was `said` before, and what it is now: an answer that never ended says so."""
        self._require_idle()
        self._messages = [_interrupted(message) if message.ended is None else message for message in said]
        return self.messages

    def listen(self, on_message: MessageListener, on_event: Listener) -> None:
        """`on_message` hears of each message that begins, `on_event` of each event and the answer after it."""
        self._on_message.append(on_message)
        self._on_event.append(on_event)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What was said, oldest first."""
        return tuple(self._messages)

    @property
    def is_running(self) -> bool:
        """Whether an answer is growing."""
        return self._task is not None

    async def send(self, text: str) -> Message:
        """Say `text`; the whole answer.

        Raises RuntimeError while another answer grows, and CancelledError on Stop.
        """
        self._require_idle()
        self._begin(user_message(text, self._clock()))
        self._begin(Message("assistant", created_at=self._clock()))
        return await self._answer()

    async def go_on(self, *, again: bool = False) -> Message:
        """Let the last answer, cut off or failed, grow on: the same message, only added to.

        again: send the request that broke off once more, instead of asking for what is missing.
        """
        self._require_idle()
        return await self._answer(again=again)

    def undo_compression(self) -> None:
        """Send what was summed up whole again, in every turn from now on; the last answer says so.

        Raises RuntimeError while an answer grows.
        """
        self._require_idle()
        summary = summary_of(self._messages)
        if summary and summary.text:
            answer = self._messages[-1]
            event = BlockStarted(len(answer.blocks), COMPRESSION_UNDONE)
            self._take(event, reduce.apply(answer, event))

    def clear(self) -> None:
        """Begin anew with nothing said. Raises RuntimeError while an answer grows."""
        self._require_idle()
        self._messages.clear()

    def stop(self) -> None:
        """End the answer that grows; what came of it stays."""
        if self._task:
            self._task.cancel()

    def _require_idle(self) -> None:
        if self._task:
            raise RuntimeError("an answer is still growing")

    def _begin(self, message: Message) -> None:
        self._messages.append(message)
        for listener in self._on_message:
            listener(message)

    async def _answer(self, *, again: bool = False) -> Message:
        *history, answer = self._messages
        turn = run_turn(self._prepare(), tuple(history), answer, self._take, self._clock, self._gauge, again=again)
        self._task = asyncio.create_task(turn)
        try:
            return await self._task
        finally:
            self._task = None

    def _take(self, event: TurnEvent, answer: Message) -> None:
        self._messages[-1] = answer
        for listener in self._on_event:
            listener(event, answer)


def _interrupted(answer: Message) -> Message:
    """An answer that the program's end cut off: its calls have results again, and it can be gone on with."""
    stopped = ToolError("cancelled", "The program ended before the call did.")
    blocks = tuple(
        replace(block, status="error", error=stopped)
        if isinstance(block, ToolUse) and block.status == "running"
        else block
        for block in answer.blocks
    )
    notice = Notice(
        "warning",
        "interrupted",
        "This answer was interrupted",
        "The program ended while it was being written.",
        "Let it go on.",
        actions=(Action("continue", "Continue"),),
    )
    return replace(answer, blocks=(*blocks, notice), ended="error")
