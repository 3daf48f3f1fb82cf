"""Run tool calls that continue after their answer has ended."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic import JsonValue

from deskpet.chat.events import ToolFinished, ToolProgressed, TurnEvent
from deskpet.chat.messages import Progress, ToolUse
from deskpet.chat.permission_check import PermissionCheck, Permit
from deskpet.chat.reduce import STOPPED_CALL, Clock
from deskpet.chat.tool import ToolOutcome
from deskpet.listeners import End, Listeners

PROGRESS_SECONDS = 0.05
"""Minimum interval between two progress events of a tool, in seconds."""

CallAddress = tuple[str, int]
"""The id of a call's message, and the index of its block."""


class ProgressThrottle:
    """Emits the progress of one tool at most once per PROGRESS_SECONDS; between two events the latest report wins."""

    def __init__(self, emit: Callable[[Progress], None]) -> None:
        self._emit = emit
        self._pending: Progress | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._loop = asyncio.get_running_loop()

    def report(self, fraction: float | None, words: str = "", output: JsonValue = None) -> None:
        """Report progress as `Report` describes."""
        if self._is_closed:
            # A thread goes on after its call timed out.
            return
        bounded = None if fraction is None else min(max(fraction, 0.0), 1.0)
        self._pending = Progress(bounded, words, output)
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
            self._emit(self._pending)
            self._pending = None
            self._timer = self._loop.call_later(PROGRESS_SECONDS, self._emit_pending)


@dataclass(frozen=True, slots=True)
class RunningCall:
    """State of a call in the background. `started_at`: Unix seconds."""

    address: CallAddress
    tool_name: str
    started_at: float
    progress: Progress | None = None


class BackgroundCalls:
    """Runs calls of background tools as tasks of their own, and reports their ends as events of their messages."""

    def __init__(self, amend: Callable[[str, TurnEvent], None], clock: Clock) -> None:
        """`amend` applies an event to the message with this id, whether its turn still runs or not."""
        self._amend, self._clock = amend, clock
        self._tasks: dict[CallAddress, asyncio.Task[None]] = {}
        self._calls: dict[CallAddress, RunningCall] = {}
        self._changed = Listeners[[]]()

    @property
    def running(self) -> tuple[CallAddress, ...]:
        """The addresses of the running calls, oldest first."""
        return tuple(self._tasks)

    @property
    def calls(self) -> tuple[RunningCall, ...]:
        """The running calls, oldest first, also those of other conversations."""
        return tuple(self._calls.values())

    def listen(self, on_changed: Callable[[], object]) -> End:
        """Call `on_changed` after a call has started, has made progress or has ended. Returns what ends that."""
        return self._changed.add(on_changed)

    def start(self, check: PermissionCheck, address: CallAddress, call: ToolUse, permit: Permit) -> None:
        """Run the call at `address` as it was permitted."""
        self._tasks[address] = asyncio.create_task(self._run(check, address, call, permit))
        self._set(RunningCall(address, call.tool_name, self._clock()))

    def stop(self, address: CallAddress) -> None:
        """Stop a running call; it ends with the error `cancelled`. A call that has ended doesn't change."""
        if task := self._tasks.get(address):
            task.cancel()

    async def stop_all(self) -> None:
        """Stop all running calls and wait for their ends."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, check: PermissionCheck, address: CallAddress, call: ToolUse, permit: Permit) -> None:
        message_id, index = address

        def emit(progress: Progress) -> None:
            self._set(replace(self._calls[address], progress=progress))
            self._amend(message_id, ToolProgressed(index, progress))

        progress = ProgressThrottle(emit)
        outcome = ToolOutcome(error=STOPPED_CALL)
        try:
            outcome = await check.run(call, permit, progress.report)
        finally:
            progress.close()
            del self._tasks[address], self._calls[address]
            self._changed()
            self._amend(message_id, ToolFinished(index, self._clock(), outcome.output, outcome.error))

    def _set(self, call: RunningCall) -> None:
        self._calls[call.address] = call
        self._changed()
