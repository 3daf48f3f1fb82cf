"""Where a tool call is on its way: one word for each state, read off the call's value."""

from enum import Enum

from deskpet.chat.messages import ToolUse

CANCELLED, REFUSED = "cancelled", "refused"
"""The codes of the errors of calls that were ended by a stop, and that were not allowed to run."""


class CallState(Enum):
    """What a call is doing, or how it ended."""

    WRITING = "writing"
    WAITING = "waiting"
    QUEUED = "queued"
    RUNNING = "running"
    SUCCESS = "success"
    ERROR = "error"
    REFUSED = "refused"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self in {CallState.SUCCESS, CallState.ERROR, CallState.REFUSED, CallState.CANCELLED}


_ENDED_BY = {CANCELLED: CallState.CANCELLED, REFUSED: CallState.REFUSED}


def state_of(call: ToolUse) -> CallState:
    """The state that this value of a call tells of."""
    if call.status == "success":
        return CallState.SUCCESS
    if call.status == "error":
        return _ENDED_BY.get(call.error.code if call.error else "", CallState.ERROR)
    if call.started_at is not None:
        return CallState.RUNNING
    if call.asked_at is not None:
        return CallState.WAITING if call.answered_at is None else CallState.QUEUED
    return CallState.WRITING if call.input is None else CallState.QUEUED
