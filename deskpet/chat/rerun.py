"""A call that a person runs once more after the answer: the same arguments, a new result on the same card."""

from collections.abc import Callable
from dataclasses import replace

from deskpet.chat.answer_builder import Clock
from deskpet.chat.callstate import CANCELLED
from deskpet.chat.events import RerunFinished, RerunStarted
from deskpet.chat.messages import Block, Message, ToolError, ToolUse
from deskpet.chat.tool import Toolbox, ToolOutcome
from deskpet.words import later

_STOPPED = ToolError(CANCELLED, later("The run was stopped before it ended."))
_NO_ARGUMENTS = ToolError("invalid_arguments", later("The call's arguments never came whole, so it can't be run."))


async def run_again(
    toolbox: Toolbox,
    call: ToolUse,
    index: int,
    emit: Callable[[RerunStarted | RerunFinished], None],
    clock: Clock,
) -> None:
    """Run `call`, the block at `index` of its message, once more. Its policy is not asked: a person asked for it."""
    emit(RerunStarted(index, clock()))
    outcome = ToolOutcome(error=_STOPPED)
    try:
        if isinstance(call.input, dict):
            outcome = await toolbox.call(call.tool_name, call.input)
        else:
            outcome = ToolOutcome(error=_NO_ARGUMENTS)
    finally:
        emit(RerunFinished(index, clock(), outcome.output, outcome.error))


def without_open_runs(message: Message) -> Message:
    """`message` without later runs that the program's end cut off."""
    if not any(_is_open(block) for block in message.blocks):
        return message
    return replace(message, blocks=tuple(_closed(block) for block in message.blocks))


def _is_open(block: Block) -> bool:
    return isinstance(block, ToolUse) and any(run.ended_at is None for run in block.later_runs)


def _closed(block: Block) -> Block:
    if not isinstance(block, ToolUse) or not _is_open(block):
        return block
    return replace(block, later_runs=tuple(run for run in block.later_runs if run.ended_at is not None))
