"""Messages that an earlier run of the program left unfinished."""

from dataclasses import replace

from deskpet.chat.call_state import CANCELLED, CallState, is_waiting, state_of
from deskpet.chat.messages import CONTINUE, Block, Message, Notice, ToolError, ToolUse
from deskpet.chat.rerun import without_unfinished_runs
from deskpet.translation import tr, tr_noop

_STOPPED = ToolError(CANCELLED, tr_noop("The program ended before the call did."))


def end_unfinished_parts(message: Message) -> Message:
    """Return a message of an earlier run of the program with its unfinished parts ended."""
    message = without_unfinished_runs(_end_background_calls(message))
    if message.ended in {None, "waiting"} and any(is_asked(block) for block in message.blocks):
        return replace(message, blocks=tuple(map(_end_started_part, message.blocks)), ended="waiting")
    return (
        end_unfinished_answer(message) if message.ended is None or _was_waiting_for_continuation(message) else message
    )


def _end_background_calls(message: Message) -> Message:
    if not any(_is_in_background(block) for block in message.blocks):
        return message
    blocks = (
        _stopped(block) if isinstance(block, ToolUse) and _is_in_background(block) else block
        for block in message.blocks
    )
    return replace(message, blocks=tuple(blocks))


def _is_in_background(block: Block) -> bool:
    return isinstance(block, ToolUse) and block.status == "running" and block.background_at is not None


def is_asked(block: Block) -> bool:
    """Return whether a call waits for the user's approval."""
    return isinstance(block, ToolUse) and is_waiting(block) and state_of(block) is CallState.WAITING


def _end_started_part(block: Block) -> Block:
    """End a part of an answer that waits for approval, unless it is a call that has not run yet."""
    if isinstance(block, ToolUse) and block.status == "running" and not is_waiting(block):
        return _stopped(block)
    return block


def _stopped(call: ToolUse) -> ToolUse:
    return replace(call, status="error", error=_STOPPED, question=None)


def _was_waiting_for_continuation(answer: Message) -> bool:
    """Return whether the program ended after a continuation was requested and before any of it arrived."""
    last = answer.blocks[-1] if answer.blocks else None
    is_requested = isinstance(last, Notice) and last.resolution in {"continued", "retried"}
    return is_requested and answer.ended not in {"stop", "cancelled"}


def end_unfinished_answer(answer: Message) -> Message:
    """Mark an answer as interrupted by the end of the program: end its calls and offer to continue."""
    blocks = tuple(
        _stopped(block) if isinstance(block, ToolUse) and block.status == "running" else block
        for block in answer.blocks
    )
    notice = Notice(
        "warning",
        "interrupted",
        tr("This answer was interrupted"),
        tr("The program ended while it was being written."),
        tr("Press Continue."),
        actions=(CONTINUE,),
    )
    return replace(answer, blocks=(*blocks, notice), ended="error")
