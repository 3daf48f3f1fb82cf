"""Run the tool calls of one request while it streams: approval, concurrency, errors and progress."""

import asyncio
import json
from dataclasses import dataclass

from pydantic import JsonValue

from deskpet.chat.answer_builder import AnswerBuilder
from deskpet.chat.call_state import REFUSED
from deskpet.chat.events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolProgressed, ToolStarted
from deskpet.chat.messages import Progress, ToolError, ToolUse
from deskpet.chat.tool import ToolOutcome
from deskpet.chat.turn_setup import TurnSetup
from deskpet.choices import OnToolError, Policy
from deskpet.words import tr_noop

PROGRESS_SECONDS = 0.05
"""Minimum interval between two progress events of a tool, in seconds."""

_NO_JSON_OBJECT = tr_noop("The arguments are not a whole JSON object. Call the tool again with valid JSON.")
_REFUSED_BY_USER = ToolError(
    REFUSED, tr_noop("The user refused this call. Don't repeat it; go on without it, or ask why.")
)
_REFUSED_BY_SETTINGS = ToolError(REFUSED, tr_noop("The user's settings refuse this tool. Go on without it."))
_CANNOT_ASK = ToolError(
    REFUSED, tr_noop("This tool needs the user's word, and nobody can be asked here. Go on without it.")
)


class ToolStop(Exception):
    """Raised after a failed tool if that ends the answer; cancels the task group of the request."""


def is_same_json(one: JsonValue, other: JsonValue) -> bool:
    """Return whether two values have the same JSON text; for `==`, 1 and true are the same."""
    return one == other and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@dataclass(frozen=True, slots=True)
class _EarlyRun:
    """A run that began before its call was complete. `confirmed` is set once its arguments are final."""

    arguments: JsonValue
    task: asyncio.Task[None]
    confirmed: asyncio.Event


class ToolRunner:
    """Runs each complete call as a task of `group`, after the user's approval if its policy asks for that.

    Tools with `concurrent` run in parallel; any other waits for all earlier calls, and later calls wait for it.
    A call may start early, before its arguments are final: a failure then counts only once they are, and if they
    change, the run is cancelled or its result dropped, and the call runs again.
    `failed_index` is the index of the call whose failure stopped the answer.
    """

    def __init__(self, builder: AnswerBuilder, setup: TurnSetup, group: asyncio.TaskGroup) -> None:
        self.failed_index: int | None = None
        self._builder = builder
        self._setup = setup
        self._toolbox = setup.toolbox
        self._group = group
        self._stops_on_error = setup.on_tool_error is OnToolError.STOP
        self._exclusive: list[asyncio.Task[None]] = []
        self._concurrent: list[asyncio.Task[None]] = []
        self._early: dict[int, _EarlyRun] = {}

    def start(self, index: int) -> None:
        """Schedule the complete call at block `index` of the answer, unless it started early with these arguments."""
        early = self._early.pop(index, None)
        if early and is_same_json(early.arguments, self._builder.call_at(index).input):
            early.confirmed.set()
            return
        if early:
            early.task.cancel()
        self._schedule(index)

    def start_early(self, index: int) -> None:
        """Schedule the call at block `index`, whose arguments may still change. `start` has to follow."""
        arguments = self._builder.call_at(index).input
        early = self._early.get(index)
        if early and is_same_json(early.arguments, arguments):
            return
        if early:
            early.task.cancel()
        confirmed = asyncio.Event()
        self._early[index] = _EarlyRun(arguments, self._schedule(index, confirmed), confirmed)

    def cancel_early_runs(self) -> None:
        """Cancel the runs of calls that will never be complete."""
        for early in self._early.values():
            early.task.cancel()

    def _schedule(self, index: int, confirmed: asyncio.Event | None = None) -> asyncio.Task[None]:
        tool = self._toolbox.find(self._builder.call_at(index).tool_name)
        if tool and tool.concurrent:
            task = self._group.create_task(self._run(index, self._exclusive, confirmed))
            self._concurrent.append(task)
        else:
            task = self._group.create_task(self._run(index, self._exclusive + self._concurrent, confirmed))
            self._exclusive, self._concurrent = [task], []
        return task

    async def _run(self, index: int, earlier: list[asyncio.Task[None]], confirmed: asyncio.Event | None = None) -> None:
        builder = self._builder
        if refusal := await self._refusal(index):
            builder.emit(ToolFinished(index, builder.clock(), error=refusal))
            return
        if unfinished := [task for task in earlier if not task.done()]:
            await asyncio.wait(unfinished)
        if self.failed_index is not None:
            return
        builder.emit(ToolStarted(index, builder.clock()))
        outcome = await self._run_tool(index)
        if outcome.error and confirmed:
            await confirmed.wait()
        builder.emit(ToolFinished(index, builder.clock(), outcome.output, outcome.error))
        if outcome.error and self._stops_on_error and self.failed_index is None:
            self.failed_index = index
            raise ToolStop

    async def _refusal(self, index: int) -> ToolError | None:
        """Return the reason why the call may not run, or None. A refusal does not stop the answer."""
        call = self._builder.call_at(index)
        tool = self._toolbox.find(call.tool_name)
        policy = self._toolbox.policy_of(tool) if tool else Policy.ALLOW
        if policy is Policy.REFUSE:
            return _REFUSED_BY_SETTINGS
        # No approval is requested for an invalid call: it fails without running.
        if policy is Policy.ALLOW or self._validation_error(call):
            return None
        if self._setup.approve is None:
            return _CANNOT_ASK
        self._builder.emit(ApprovalAsked(index, self._builder.clock()))
        approved = await self._setup.approve(self._builder.message.id, index, self._builder.call_at(index))
        self._builder.emit(ApprovalAnswered(index, self._builder.clock(), approved))
        return None if approved else _REFUSED_BY_USER

    def _validation_error(self, call: ToolUse) -> ToolError | None:
        if not isinstance(call.input, dict):
            return ToolError("invalid_arguments", _NO_JSON_OBJECT)
        return self._toolbox.validation_error(call.tool_name, call.input)

    async def _run_tool(self, index: int) -> ToolOutcome:
        call = self._builder.call_at(index)
        if not isinstance(call.input, dict):
            return ToolOutcome(error=self._validation_error(call))
        return await self._call_with_progress(index, call.tool_name, call.input)

    async def _call_with_progress(self, index: int, name: str, arguments: dict[str, JsonValue]) -> ToolOutcome:
        progress = _ProgressThrottle(self._builder, index)
        try:
            return await self._toolbox.call(name, arguments, progress.report)
        finally:
            progress.close()


class _ProgressThrottle:
    """Emits the progress of one tool at most once per PROGRESS_SECONDS; between two events the latest report wins."""

    def __init__(self, builder: AnswerBuilder, index: int) -> None:
        self._builder, self._index = builder, index
        self._pending: Progress | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._loop = asyncio.get_running_loop()

    def report(self, fraction: float | None, words: str = "") -> None:
        """Report progress: a fraction from 0 to 1, or None if unknown, and a text for people."""
        if self._is_closed:
            # A thread goes on after its call timed out.
            return
        bounded = None if fraction is None else min(max(fraction, 0.0), 1.0)
        self._pending = Progress(bounded, words)
        if self._timer is None:
            self._emit_pending()

    def close(self) -> None:
        """Stop the timer; a report that still waits or comes later is dropped, because the tool has ended."""
        self._is_closed = True
        if self._timer:
            self._timer.cancel()

    def _emit_pending(self) -> None:
        self._timer = None
        if self._pending:
            self._builder.emit(ToolProgressed(self._index, self._pending))
            self._pending = None
            self._timer = self._loop.call_later(PROGRESS_SECONDS, self._emit_pending)
