"""Build a streaming answer from events and notify the listener of each event."""

import time
from collections.abc import Callable

from deskpet.chat import reduce
from deskpet.chat.call_state import CANCELLED
from deskpet.chat.events import ArgumentsAppended, BlockStarted, TextAppended, ThinkingEnded, ToolFinished, TurnEvent
from deskpet.chat.messages import Block, Image, Message, Text, Thinking, ToolError, ToolUse
from deskpet.translation import tr_noop

Listener = Callable[[TurnEvent, Message], None]
Clock = Callable[[], float]

STOPPED_CALL = ToolError(CANCELLED, tr_noop("The call was stopped before it ended."))


class AnswerBuilder:
    """Holds the streaming answer in `message`; it changes by events only.

    size: its length in characters. is_suspended: set when the program ends while calls wait for approval; they then
    stay as they are.
    """

    def __init__(self, answer: Message, listen: Listener, clock: Clock = time.time) -> None:
        self.message = answer
        self.clock = clock
        self.is_suspended = False
        self.size = sum(_size(block) for block in answer.blocks)
        self._listen = listen

    def emit(self, event: TurnEvent) -> None:
        """Apply `event` to the message and notify the listener."""
        self.message = reduce.apply(self.message, event)
        if isinstance(event, TextAppended | ArgumentsAppended):
            self.size += len(event.text)
        elif isinstance(event, BlockStarted):
            self.size += _size(event.value)
        self._listen(event, self.message)

    def append_block(self, block: Block) -> int:
        """Append a block and return its index."""
        self.end_thinking()
        index = len(self.message.blocks)
        self.emit(BlockStarted(index, block))
        return index

    def end_thinking(self) -> None:
        """End the thinking block if it is the last block and still open."""
        last = self.message.blocks[-1] if self.message.blocks else None
        if isinstance(last, Thinking) and last.ended_at is None:
            self.emit(ThinkingEnded(len(self.message.blocks) - 1, self.clock()))

    def call_at(self, index: int) -> ToolUse:
        """Return the current state of the call at `index`."""
        block = self.message.blocks[index]
        assert isinstance(block, ToolUse)
        return block

    def close_open_blocks(self, not_begun: ToolError = STOPPED_CALL, begun: ToolError = STOPPED_CALL) -> None:
        """End open reasoning and give every unfinished call an error, so that providers accept the history.

        Calls in the background go on. not_begun: the error of calls that were not started. begun: the error of calls
        that were running.
        """
        self.end_thinking()
        for index, block in enumerate(self.message.blocks):
            if isinstance(block, ToolUse) and block.status == "running" and block.background_at is None:
                error = not_begun if block.started_at is None else begun
                if block.started_at is not None or block.input is None or not self.is_suspended:
                    self.emit(ToolFinished(index, self.clock(), error=error))


def _size(block: Block) -> int:
    match block:
        case Text() | Thinking():
            return len(block.text)
        case ToolUse():
            return len(block.input_text)
        case Image():
            return len(block.data)
        case _:
            # Other blocks do not grow with the answer.
            return 0
