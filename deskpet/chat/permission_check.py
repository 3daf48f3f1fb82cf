"""Ask for the permission of each run of a tool call: settings, rules, marks, then the user."""

from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, replace

from deskpet.chat.call_state import REFUSED
from deskpet.chat.messages import Approval, DisplayValue, ToolError, ToolUse
from deskpet.chat.permission import Decision, Permission, Rule
from deskpet.chat.question import Ask
from deskpet.chat.tool import Proposal, Report, Tool, ToolFailed, ToolOutcome, ignore_progress
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.translation import tr_noop

AskApproval = Callable[[Permission, DisplayValue | None], Awaitable[Decision]]
"""Ask the user whether a call may run. Called with why it is asked and the effect that the call would have."""

_NO_JSON_OBJECT = tr_noop("The arguments are not a whole JSON object. Call the tool again with valid JSON.")
_REFUSED_BY_USER = ToolError(
    REFUSED, tr_noop("The user refused this call. Don't repeat it; go on without it, or ask why.")
)
_REFUSED_BY_SETTINGS = ToolError(REFUSED, tr_noop("The user's settings refuse this tool. Go on without it."))
_CANNOT_ASK = ToolError(
    REFUSED, tr_noop("This tool needs the user's permission, and nobody can be asked here. Go on without it.")
)


@dataclass(frozen=True, slots=True)
class Permit:
    """The permission to run a call with the effect that was shown; or the error of a call that may not run.

    tool: the version of the tool that may run; None if there is no such tool.
    """

    error: ToolError | None = None
    tool: Tool | None = None
    proposal: Proposal | None = None
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class PermissionCheck:
    """Decides about the runs of calls in one conversation.

    rules: returns the user's rules of this moment. marks: returns the values of Reads that the conversation has set.
    """

    toolbox: Toolbox
    rules: Callable[[], Iterable[Rule]]
    marks: Callable[[], Collection[str]]

    async def permit(self, call: ToolUse, ask: AskApproval | None, answered: Approval | None = None) -> Permit:
        """Return whether `call` may run now, after the user's answer if that is needed.

        ask: None if nobody can be asked. answered: a question about this very run that the user has answered; if the
        effect is another one by now, the call asks again.

        The permission is for the tool as the program that brings it describes it now. That program starts only for a
        call that may run; if it has changed the tool, the call is decided again.
        """
        while True:
            tool = self.toolbox.find(call.tool_name)
            permit = replace(await self._decide(call, tool, ask, answered), tool=tool)
            if permit.error or tool is None or self.validation_error(call):
                return permit
            try:
                if await self.toolbox.is_present(tool):
                    return permit
            except ToolFailed as failed:
                return Permit(failed.error)

    async def _decide(
        self, call: ToolUse, tool: Tool | None, ask: AskApproval | None, answered: Approval | None
    ) -> Permit:
        arguments = call.input if isinstance(call.input, dict) else {}
        permission = Permission(Policy.ALLOW)
        if tool:
            permission = self.toolbox.permission_of(tool, arguments, self.rules, self.marks())
        if permission.policy is Policy.REFUSE:
            return Permit(_REFUSED_BY_SETTINGS)
        if permission.policy is Policy.ALLOW and not (tool and tool.proposes):
            # The run validates the arguments.
            return Permit(rule=permission.rule)
        # No approval is requested for an invalid call: it fails without running.
        if tool is None or not isinstance(call.input, dict) or self.validation_error(call):
            return Permit()
        try:
            proposal = await self.toolbox.propose(call.tool_name, call.input) if tool.proposes else None
        except ToolFailed as failed:
            return Permit(failed.error)
        return await _permit_shown(permission, proposal, ask, answered)

    async def run(
        self, call: ToolUse, permit: Permit, report: Report = ignore_progress, ask: Ask | None = None
    ) -> ToolOutcome:
        """Run a call with the tool that it was permitted for, and no other that has its name by now."""
        if not isinstance(call.input, dict):
            return ToolOutcome(error=self.validation_error(call))
        if permit.tool is None:
            return ToolOutcome(error=self.toolbox.unknown(call.tool_name).error)
        return await self.toolbox.call(call.tool_name, call.input, report, permit.proposal, ask, permit.tool)

    def validation_error(self, call: ToolUse) -> ToolError | None:
        """Return the error of a call whose arguments its tool would not accept."""
        if not isinstance(call.input, dict):
            return ToolError("invalid_arguments", _NO_JSON_OBJECT)
        return self.toolbox.validation_error(call.tool_name, call.input)


async def _permit_shown(
    permission: Permission, proposal: Proposal | None, ask: AskApproval | None, answered: Approval | None
) -> Permit:
    """Return whether a valid call with this effect may run, by the user's answer if no policy or rule allows it."""
    effect = DisplayValue(proposal.kind.value, proposal.shown) if proposal else None
    was_approved = bool(answered and answered.approved and answered.effect == effect)
    if permission.policy is Policy.ALLOW or was_approved:
        return Permit(proposal=proposal, rule=permission.rule)
    if ask is None:
        return Permit(_CANNOT_ASK)
    decision = await ask(permission, effect)
    return Permit(proposal=proposal) if decision.approved else Permit(refusal_with(decision.reason))


def refusal_with(reason: str) -> ToolError:
    """Return the error of a call that the user refused, with the reason that the user gave."""
    if not reason:
        return _REFUSED_BY_USER
    return replace(_REFUSED_BY_USER, message=f"{_REFUSED_BY_USER.message} {reason}")
