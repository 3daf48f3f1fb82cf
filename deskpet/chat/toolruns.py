"""The tools of one request while it streams: which may run, which run together, and which wait for others."""

import asyncio

from pydantic import JsonValue

from deskpet.chat.answer_builder import AnswerBuilder
from deskpet.chat.callstate import REFUSED
from deskpet.chat.events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolProgressed, ToolStarted
from deskpet.chat.messages import Progress, ToolError, ToolUse
from deskpet.chat.tool import Policy, ToolOutcome
from deskpet.chat.turn_setup import OnToolError, TurnSetup
from deskpet.words import later

PROGRESS_SECONDS = 0.05
"""A tool that tells more often how far it is, is heard so often."""

_NO_OBJECT = later("The arguments are not a whole JSON object. Call the tool again with valid JSON.")
_NOT_WANTED = ToolError(REFUSED, later("The user refused this call. Don't repeat it; go on without it, or ask why."))
_NEVER = ToolError(REFUSED, later("The user's settings refuse this tool. Go on without it."))
_NOBODY = ToolError(REFUSED, later("This tool needs the user's word, and nobody can be asked here. Go on without it."))


class ToolStop(Exception):
    """A tool failed where that ends the answer: the task group of its request ends with it."""


class ToolRuns:
    """Runs each call that is complete as a task of `group`, once a person allowed it where that is asked for.

    Tools that are `concurrent` run together; any other waits for all before it, and those after wait for it.
    `failed` is the index of the call whose failure stopped the answer.
    """

    def __init__(self, growth: AnswerBuilder, setup: TurnSetup, group: asyncio.TaskGroup) -> None:
        self.failed: int | None = None
        self._growth = growth
        self._setup = setup
        self._toolbox = setup.toolbox
        self._group = group
        self._stops = setup.on_tool_error is OnToolError.STOP
        self._alone: list[asyncio.Task[None]] = []
        self._together: list[asyncio.Task[None]] = []

    def start(self, index: int) -> None:
        """The call at `index` of the answer's blocks is complete: it runs as soon as it may."""
        tool = self._toolbox.find(self._growth.call(index).tool_name)
        if tool and tool.concurrent:
            self._together.append(self._group.create_task(self._run(index, self._alone)))
        else:
            task = self._group.create_task(self._run(index, self._alone + self._together))
            self._alone, self._together = [task], []

    async def _run(self, index: int, before: list[asyncio.Task[None]]) -> None:
        growth = self._growth
        if refusal := await self._refusal(index):
            growth.emit(ToolFinished(index, growth.clock(), error=refusal))
            return
        if waiting := [task for task in before if not task.done()]:
            await asyncio.wait(waiting)
        if self.failed is not None:
            return
        growth.emit(ToolStarted(index, growth.clock()))
        outcome = await self._outcome_of(index)
        growth.emit(ToolFinished(index, growth.clock(), outcome.output, outcome.error))
        if outcome.error and self._stops and self.failed is None:
            self.failed = index
            raise ToolStop

    async def _refusal(self, index: int) -> ToolError | None:
        """Why the call may not run; None when it may. A refusal is no failure: the answer goes on."""
        call = self._growth.call(index)
        tool = self._toolbox.find(call.tool_name)
        policy = self._toolbox.policy_of(tool) if tool else Policy.ALLOW
        if policy is Policy.REFUSE:
            return _NEVER
        # Nobody is asked about what can't be run: it fails on its own.
        if policy is Policy.ALLOW or self._fault(call):
            return None
        if self._setup.approve is None:
            return _NOBODY
        self._growth.emit(ApprovalAsked(index, self._growth.clock()))
        approved = await self._setup.approve(self._growth.message.id, index, self._growth.call(index))
        self._growth.emit(ApprovalAnswered(index, self._growth.clock(), approved))
        return None if approved else _NOT_WANTED

    def _fault(self, call: ToolUse) -> ToolError | None:
        if not isinstance(call.input, dict):
            return ToolError("invalid_arguments", _NO_OBJECT)
        return self._toolbox.fault(call.tool_name, call.input)

    async def _outcome_of(self, index: int) -> ToolOutcome:
        call = self._growth.call(index)
        if not isinstance(call.input, dict):
            return ToolOutcome(error=self._fault(call))
        return await self._called(index, call.tool_name, call.input)

    async def _called(self, index: int, name: str, arguments: dict[str, JsonValue]) -> ToolOutcome:
        telling = _Telling(self._growth, index)
        try:
            return await self._toolbox.call(name, arguments, telling.report)
        finally:
            telling.end()


class _Telling:
    """What a tool tells of its progress, no more often than anyone could read it; the last word always counts."""

    def __init__(self, growth: AnswerBuilder, index: int) -> None:
        self._growth, self._index = growth, index
        self._waiting: Progress | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()

    def report(self, fraction: float | None, words: str = "") -> None:
        """The tool is so far."""
        known = None if fraction is None else min(max(fraction, 0.0), 1.0)
        self._waiting = Progress(known, words)
        if self._timer is None:
            self._tell()

    def end(self) -> None:
        """The tool has ended: what it told last is of no more interest."""
        if self._timer:
            self._timer.cancel()

    def _tell(self) -> None:
        self._timer = None
        if self._waiting:
            self._growth.emit(ToolProgressed(self._index, self._waiting))
            self._waiting = None
            self._timer = self._loop.call_later(PROGRESS_SECONDS, self._tell)
