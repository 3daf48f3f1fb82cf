"""Run a tool call again after the answer, at the user's request: same arguments, new result on the same card."""

from collections.abc import Callable
from dataclasses import replace

from deskpet.chat.answer_builder import Clock
from deskpet.chat.call_state import CANCELLED
from deskpet.chat.events import RerunFinished, RerunStarted
from deskpet.chat.messages import Block, Message, ToolError, ToolUse
from deskpet.chat.tool import ToolOutcome
from deskpet.chat.toolbox import Toolbox
from deskpet.words import tr_noop

_STOPPED = ToolError(CANCELLED, tr_noop("The run was stopped before it ended."))
_NO_ARGUMENTS = ToolError("invalid_arguments", tr_noop("The call's arguments never came whole, so it can't be run."))


async def rerun_call(
    toolbox: Toolbox,
    call: ToolUse,
    index: int,
    emit: Callable[[RerunStarted | RerunFinished], None],
    clock: Clock,
) -> None:
    """Run `call`, block `index` of its message, again. The tool's policy is not checked: the user requested the run."""
    emit(RerunStarted(index, clock()))
    outcome = ToolOutcome(error=_STOPPED)
    try:
        if isinstance(call.input, dict):
            outcome = await toolbox.call(call.tool_name, call.input)
        else:
            outcome = ToolOutcome(error=_NO_ARGUMENTS)
    finally:
        emit(RerunFinished(index, clock(), outcome.output, outcome.error))


def without_unfinished_runs(message: Message) -> Message:
    """Remove later runs that were interrupted by the end of the program."""
    if not any(_has_unfinished_run(block) for block in message.blocks):
        return message
    return replace(message, blocks=tuple(_without_unfinished_run(block) for block in message.blocks))


def _has_unfinished_run(block: Block) -> bool:
    return isinstance(block, ToolUse) and any(run.ended_at is None for run in block.later_runs)


def _without_unfinished_run(block: Block) -> Block:
    if not isinstance(block, ToolUse) or not _has_unfinished_run(block):
        return block
    return replace(block, later_runs=tuple(run for run in block.later_runs if run.ended_at is not None))
