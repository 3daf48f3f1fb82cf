"""The state of a tool call, derived from its block."""

from enum import Enum

from deskpet.chat.messages import Approval, LaterRun, ToolUse

CANCELLED, REFUSED = "cancelled", "refused"
"""Error codes of calls that were ended by a stop, and of calls that were not allowed to run."""


class CallState(Enum):
    """State of a tool call: arguments streaming, waiting for the user, queued, running, or the way it ended."""

    WRITING = "writing"
    WAITING = "waiting"
    QUEUED = "queued"
    RUNNING = "running"
    SUCCESS = "success"
    ERROR = "error"
    REFUSED = "refused"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        """Whether the state is final."""
        return self in {CallState.SUCCESS, CallState.ERROR, CallState.REFUSED, CallState.CANCELLED}


def is_waiting(call: ToolUse) -> bool:
    """Return whether a complete call has not run yet: it waits for approval, or for the calls before it."""
    return call.status == "running" and call.started_at is None and call.input is not None


def waiting_run(call: ToolUse) -> LaterRun | None:
    """Return the later run of a call that waits for the user's approval; None if there is none."""
    last = call.later_runs[-1] if call.later_runs else None
    return last if last and last.approval and last.approval.approved is None and last.ended_at is None else None


def open_approval(call: ToolUse) -> Approval | None:
    """Return the question about the run of a call that waits, or about its first run if none does."""
    later = waiting_run(call)
    return later.approval if later else call.approval


def unfinished_result(call: ToolUse) -> tuple[str, dict[str, str]]:
    """Return the result for the model of a call that has not ended: `result` or `error`, and the value."""
    if call.background_at is not None:
        return "result", {"status": "It still runs in the background. Its result will stand here once it has ended."}
    return "error", {"code": "no_result", "message": "The call was stopped before it ended."}


_STATE_BY_ERROR_CODE = {CANCELLED: CallState.CANCELLED, REFUSED: CallState.REFUSED}


def state_of(call: ToolUse) -> CallState:
    """Return the state of a call; one that is over waits while the user is asked about a later run."""
    if waiting_run(call):
        return CallState.WAITING
    if call.status == "success":
        return CallState.SUCCESS
    if call.status == "error":
        return _STATE_BY_ERROR_CODE.get(call.error.code if call.error else "", CallState.ERROR)
    if call.started_at is not None:
        return CallState.WAITING if call.question else CallState.RUNNING
    if call.asked_at is not None:
        return CallState.WAITING if call.answered_at is None else CallState.QUEUED
    return CallState.WRITING if call.input is None else CallState.QUEUED
