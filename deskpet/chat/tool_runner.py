"""Run the tool calls of one request while it streams: approval, concurrency, errors and progress."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial

from pydantic import JsonValue

from deskpet.chat.background import ProgressThrottle
from deskpet.chat.events import (
    ApprovalAnswered,
    ApprovalAsked,
    QuestionAnswered,
    QuestionAsked,
    ToolContinues,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
)
from deskpet.chat.messages import DisplayValue, Message
from deskpet.chat.permission import Decision, Permission, Rule
from deskpet.chat.permission_check import PermissionCheck, Permit
from deskpet.chat.question import NO_REPLY, Question, Reply
from deskpet.chat.read_marks import marks_of, reads_of, rules_of, sorted_marks
from deskpet.chat.reduce import AnswerBuilder
from deskpet.chat.tool import ToolOutcome
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import OnToolError, Policy


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
    `failed_index` is the index of the call whose failure stopped the answer. `left_out` has the names of arguments
    that were left out of a call because its tool does not have them; the model is told with the result.
    """

    def __init__(
        self,
        builder: AnswerBuilder,
        setup: TurnSetup,
        group: asyncio.TaskGroup,
        history: "ReadHistory",
    ) -> None:
        self.failed_index: int | None = None
        self.left_out: dict[int, tuple[str, ...]] = {}
        self._builder, self._setup, self._group = builder, setup, group
        self._check = PermissionCheck(
            setup.toolbox,
            lambda: (*setup.rules(), *history.rules, *rules_of((builder.message,))),
            lambda: {*(each.value for each in setup.reads), *history.marks, *marks_of((builder.message,))},
        )
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
        tool = self._setup.toolbox.find(self._builder.call_at(index).tool_name)
        if tool and tool.concurrent:
            task = self._group.create_task(self._run(index, self._exclusive, confirmed))
            self._concurrent.append(task)
        else:
            task = self._group.create_task(self._run(index, self._exclusive + self._concurrent, confirmed))
            self._exclusive, self._concurrent = [task], []
        return task

    async def _run(self, index: int, earlier: list[asyncio.Task[None]], confirmed: asyncio.Event | None = None) -> None:
        builder, permit = self._builder, await self._permit(index, earlier)
        if permit.error:
            builder.emit(ToolFinished(index, builder.clock(), error=permit.error))
            return
        tool = permit.tool
        await _wait_for(earlier)
        if self.failed_index is not None:
            return
        builder.emit(ToolStarted(index, builder.clock(), permit.rule, sorted_marks(reads_of(tool) if tool else ())))
        if tool and tool.background and self._setup.background:
            builder.emit(ToolContinues(index, builder.clock()))
            address = (builder.message.id, index)
            self._setup.background.start(self._check, address, builder.call_at(index), permit)
            return
        outcome = await self._run_tool(index, permit)
        if outcome.error and confirmed:
            await confirmed.wait()
        output = outcome.output if outcome.error else _with_note(outcome.output, self.left_out.get(index, ()))
        builder.emit(ToolFinished(index, builder.clock(), output, outcome.error))
        if outcome.error and self._setup.on_tool_error is OnToolError.STOP and self.failed_index is None:
            self.failed_index = index
            raise ToolStop

    async def _permit(self, index: int, earlier: list[asyncio.Task[None]]) -> Permit:
        """Return whether the call may run, after the user's answer if that is needed. An error does not stop the turn.

        A call whose question was answered before the program ended runs as it was shown.
        """
        call = self._builder.call_at(index)
        tool = self._setup.toolbox.find(call.tool_name)
        if tool and tool.proposes:
            # Its effect depends on what the earlier calls change.
            await _wait_for(earlier)
        ask = partial(self._ask_approval, index) if self._setup.approve else None
        return await self._check.permit(call, ask, call.approval)

    async def _ask_approval(self, index: int, permission: Permission, effect: DisplayValue | None) -> Decision:
        assert self._setup.approve
        builder = self._builder
        is_manual = permission.policy is Policy.MANUAL
        builder.emit(ApprovalAsked(index, builder.clock(), effect, permission.reason, is_manual))
        decision = await self._setup.approve(builder.message.id, index, builder.call_at(index))
        builder.emit(ApprovalAnswered(index, builder.clock(), decision.approved, decision.rule))
        return decision

    async def _run_tool(self, index: int, permit: Permit) -> ToolOutcome:
        progress = ProgressThrottle(lambda progress: self._builder.emit(ToolProgressed(index, progress)))
        try:
            ask = partial(self._ask_user, index)
            return await self._check.run(self._builder.call_at(index), permit, progress.report, ask)
        finally:
            progress.close()

    async def _ask_user(self, index: int, question: Question) -> Reply:
        """Ask the user what the running call at `index` wants to know."""
        if self._setup.ask is None:
            return NO_REPLY
        builder = self._builder
        builder.emit(QuestionAsked(index, builder.clock(), question))
        reply = await self._setup.ask(builder.message.id, index, question)
        builder.emit(QuestionAnswered(index, builder.clock(), reply.action))
        return reply


class ReadHistory:
    """The marks and the rules of the messages before an answer; computed once, at the first call of the turn."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self._messages = messages

    @cached_property
    def marks(self) -> frozenset[str]:
        return marks_of(self._messages)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return rules_of(self._messages)


def _with_note(output: JsonValue, left_out: tuple[str, ...]) -> JsonValue:
    """Return the result of a call with a note for the model about the arguments that were left out."""
    if not left_out:
        return output
    note = f"The tool has no such arguments, so they were left out: {', '.join(left_out)}."
    if isinstance(output, str):
        return f"{output}\n({note})"
    return (
        {**output, "note": note}
        if isinstance(output, dict) and "note" not in output
        else {"result": output, "note": note}
    )


async def _wait_for(tasks: list[asyncio.Task[None]]) -> None:
    if unfinished := [task for task in tasks if not task.done()]:
        await asyncio.wait(unfinished)
