"""The tools of one request while it streams: which of them run together, and which wait for others."""

import asyncio

from deskpet.chat.events import ToolFinished, ToolStarted
from deskpet.chat.growth import Growth
from deskpet.chat.messages import ToolError, ToolUse
from deskpet.chat.tool import Toolbox, ToolOutcome

_NO_OBJECT = "The arguments are not a whole JSON object. Call the tool again with valid JSON."


class ToolStop(Exception):
    """A tool failed where that ends the answer: the task group of its request ends with it."""


class ToolRuns:
    """Runs each call that is complete as a task of `group`.

    Tools that are `concurrent` run together; any other waits for all before it, and those after wait for it.
    `failed` is the index of the call whose failure stopped the answer.
    """

    def __init__(self, growth: Growth, toolbox: Toolbox, group: asyncio.TaskGroup, *, stops: bool) -> None:
        self.failed: int | None = None
        self._growth = growth
        self._toolbox = toolbox
        self._group = group
        self._stops = stops
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
        if waiting := [task for task in before if not task.done()]:
            await asyncio.wait(waiting)
        if self.failed is not None:
            return
        growth = self._growth
        growth.emit(ToolStarted(index, growth.clock()))
        outcome = await self._outcome_of(growth.call(index))
        growth.emit(ToolFinished(index, growth.clock(), outcome.output, outcome.error))
        if outcome.error and self._stops and self.failed is None:
            self.failed = index
            raise ToolStop

    async def _outcome_of(self, call: ToolUse) -> ToolOutcome:
        if not isinstance(call.input, dict):
            return ToolOutcome(error=ToolError("invalid_arguments", _NO_OBJECT))
        return await self._toolbox.call(call.tool_name, call.input)
