"""Messages that an earlier run of the program left unfinished."""

import operator
from collections.abc import Callable
from dataclasses import replace

from deskpet.chat.call_state import CANCELLED, CallState, is_waiting, state_of
from deskpet.chat.messages import CONTINUE, Block, Message, Notice, ToolError, ToolUse
from deskpet.translation import tr, tr_noop

_STOPPED = ToolError(CANCELLED, tr_noop("The program ended before the call did."))


def end_unfinished_parts(message: Message) -> Message:
    """Return a message of an earlier run of the program with its unfinished parts ended; mostly itself."""
    message = _with_calls(message, _without_late_runs)
    if message.ended in {None, "waiting"} and any(map(is_asked, message.blocks)):
        started_ended = _with_calls(message, lambda call: call if is_waiting(call) else _ended(call))
        return replace(started_ended, ended="waiting")
    return (
        end_unfinished_answer(message) if message.ended is None or _was_waiting_for_continuation(message) else message
    )


def _with_calls(message: Message, change: Callable[[ToolUse], ToolUse]) -> Message:
    """Return the message with changed calls; itself if none has changed, as most have none that is unfinished."""
    blocks = [change(block) if isinstance(block, ToolUse) else block for block in message.blocks]
    is_same = all(map(operator.is_, blocks, message.blocks))
    return message if is_same else replace(message, blocks=tuple(blocks))


def _without_late_runs(call: ToolUse) -> ToolUse:
    """End a call in the background, and remove later runs that were interrupted."""
    if call.background_at is not None:
        call = _ended(call)
    if all(run.ended_at is not None for run in call.later_runs):
        return call
    return replace(call, later_runs=tuple(run for run in call.later_runs if run.ended_at is not None))


def _ended(call: ToolUse) -> ToolUse:
    return replace(call, status="error", error=_STOPPED, question=None) if call.status == "running" else call


def is_asked(block: Block) -> bool:
    """Return whether a call waits for the user's approval."""
    return isinstance(block, ToolUse) and is_waiting(block) and state_of(block) is CallState.WAITING


def _was_waiting_for_continuation(answer: Message) -> bool:
    """Return whether the program ended after a continuation was requested and before any of it arrived."""
    last = answer.blocks[-1] if answer.blocks else None
    is_requested = isinstance(last, Notice) and last.resolution in {"continued", "retried"}
    return is_requested and answer.ended not in {"stop", "cancelled"}


def end_unfinished_answer(answer: Message) -> Message:
    """Mark an answer as interrupted by the end of the program: end its calls and offer to continue."""
    notice = Notice(
        "warning",
        "interrupted",
        tr("This answer was interrupted"),
        tr("The program ended while it was being written."),
        tr("Press Continue."),
        actions=(CONTINUE,),
    )
    return replace(answer, blocks=(*_with_calls(answer, _ended).blocks, notice), ended="error")
