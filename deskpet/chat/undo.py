"""Revert a tool call after it ended, at the user's request."""

from collections.abc import Callable

from deskpet.chat.answer_builder import Clock
from deskpet.chat.events import ToolUndone
from deskpet.chat.messages import ToolError, ToolUse
from deskpet.chat.toolbox import Toolbox
from deskpet.translation import tr_noop

_NOT_POSSIBLE = ToolError("no_undo", tr_noop("This call did not succeed or was undone before."))


def can_undo(call: ToolUse) -> bool:
    """Return whether a call changed something here that has not been reverted. A file can only say so."""
    is_undone = call.undo is not None and call.undo.error is None
    return call.status == "success" and not is_undone and not call.is_imported


async def undo_call(
    toolbox: Toolbox, call: ToolUse, index: int, emit: Callable[[ToolUndone], None], clock: Clock
) -> None:
    """Revert `call`, block `index` of its message, unless it failed, has been reverted or did not run here."""
    if not can_undo(call) or not isinstance(call.input, dict):
        emit(ToolUndone(index, clock(), error=_NOT_POSSIBLE))
        return
    outcome = await toolbox.undo(call.tool_name, call.input, call.output)
    emit(ToolUndone(index, clock(), str(outcome.output or ""), outcome.error))
