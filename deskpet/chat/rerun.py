"""Run a tool call again after the answer, at the user's request: same arguments, new result on the same card."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from deskpet.chat.call_state import CANCELLED
from deskpet.chat.events import RerunAnswered, RerunAsked, RerunFinished, RerunStarted, ToolUndone
from deskpet.chat.messages import DisplayValue, ToolError, ToolUse
from deskpet.chat.permission import Decision, Permission
from deskpet.chat.permission_check import PermissionCheck
from deskpet.chat.reduce import Clock
from deskpet.chat.tool import ToolOutcome
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.translation import tr_noop

_STOPPED = ToolError(CANCELLED, tr_noop("The run was stopped before it ended."))
_NO_ARGUMENTS = ToolError("invalid_arguments", tr_noop("The call's arguments never came whole, so it can't be run."))

RerunEvent = RerunStarted | RerunAsked | RerunAnswered | RerunFinished

_NOT_POSSIBLE = ToolError("no_undo", tr_noop("This call did not succeed or was undone before."))


@dataclass(frozen=True, slots=True)
class Rerun:
    """A run of `call`, block `index` of its message, at the user's request.

    emit: applies an event to the message. approve: asks the user whether the call may run, once the message says so.
    """

    call: ToolUse
    index: int
    emit: Callable[[RerunEvent], None]
    clock: Clock
    approve: Callable[[], Awaitable[Decision]]

    async def run(self, check: PermissionCheck) -> None:
        """Run the call if it is permitted, as any other: what was allowed when it ran before does not count."""
        self.emit(RerunStarted(self.index, self.clock()))
        outcome = ToolOutcome(error=_STOPPED)
        try:
            outcome = await self._permitted_outcome(check)
        finally:
            self.emit(RerunFinished(self.index, self.clock(), outcome.output, outcome.error))

    async def _permitted_outcome(self, check: PermissionCheck) -> ToolOutcome:
        permit = await check.permit(self.call, self._ask)
        if permit.error:
            return ToolOutcome(error=permit.error)
        if not isinstance(self.call.input, dict):
            return ToolOutcome(error=_NO_ARGUMENTS)
        return await check.run(self.call, permit)

    async def _ask(self, permission: Permission, effect: DisplayValue | None) -> Decision:
        is_manual = permission.policy is Policy.MANUAL
        self.emit(RerunAsked(self.index, self.clock(), effect, permission.reason, is_manual))
        decision = await self.approve()
        self.emit(RerunAnswered(self.index, self.clock(), decision.approved, decision.rule))
        return decision


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
