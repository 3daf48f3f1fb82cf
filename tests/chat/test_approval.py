"""Tool calls that need approval, refused tools, and progress reports."""

import asyncio

import pytest

from deskpet.chat import messages, reduce
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.events import ApprovalAsked, ToolProgressed, ToolStarted
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Progress, ToolUse, user_message
from deskpet.chat.permission import Decision
from deskpet.chat.tool import Report, ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import Approve, TurnSetup
from deskpet.config.choices import OnToolError, Policy
from tests.llm.scripted_server import Recorder, ScriptedServer, call, words
from tests.support.waiting import until

DONE: list[str] = []


@pytest.fixture(autouse=True)
def clear_done():
    DONE.clear()


@tool("desk.write", title="Write", policy=Policy.ASK)
async def write(word: str) -> str:
    """Write a word."""
    DONE.append(word)
    return f"wrote {word}"


@tool("desk.look", title="Look")
async def look() -> str:
    """Look."""
    DONE.append("looked")
    return "a desk"


@tool("desk.copy", title="Copy")
async def copy(steps: int, *, report: Report) -> str:
    """Copy in steps."""
    for step in range(steps):
        report((step + 1) / steps, f"step {step + 1}")
        # Longer than PROGRESS_SECONDS, so that each report becomes an event.
        await asyncio.sleep(0.06)
    return "copied"


class Person:
    """A user who is asked for approval and answers when a test puts an answer in the queue."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, str]] = []
        self.answers: asyncio.Queue[Decision] = asyncio.Queue()

    async def approve(self, message_id: str, block: int, call: ToolUse) -> Decision:
        self.asked.append((message_id, block, call.tool_name))
        return await self.answers.get()


def setup_of(server: ScriptedServer, approve: Approve | None, **more: object) -> TurnSetup:
    box = Toolbox((write, look, copy), **({"policy_of": more.pop("policy_of")} if "policy_of" in more else {}))
    return TurnSetup(server.model(), box, approve=approve, **more)


async def turn(setup: TurnSetup, seen: Recorder) -> Message:
    return await run_turn(setup, (user_message("hi"),), Message("assistant"), seen)


def calls(seen: Recorder) -> list[ToolUse]:
    return [block for block in seen.answer.blocks if isinstance(block, ToolUse)]


def writes_then(*after: object) -> ScriptedServer:
    return ScriptedServer([call("desk_write", '{"word": "a"}'), *after], [words("ok")])


async def test_a_call_waits_for_approval_and_then_runs():
    person, seen = Person(), Recorder()
    running = asyncio.create_task(turn(setup_of(writes_then(), person.approve), seen))
    await until(lambda: person.asked)
    assert person.asked == [(seen.answer.id, 0, "desk.write")]
    assert state_of(calls(seen)[0]) is CallState.WAITING
    assert DONE == []
    person.answers.put_nowait(Decision(True))
    await running
    assert DONE == ["a"]
    assert state_of(calls(seen)[0]) is CallState.SUCCESS
    names = [name for name in seen.names if name.startswith(("approval", "tool_"))]
    assert names == ["tool_ready", "approval_asked", "approval_answered", "tool_started", "tool_finished"]


async def test_a_refused_call_never_runs_and_the_model_gets_an_error():
    person, seen, server = Person(), Recorder(), writes_then()
    person.answers.put_nowait(Decision(False))
    answer = await turn(setup_of(server, person.approve, on_tool_error=OnToolError.STOP), seen)
    assert DONE == []
    assert state_of(calls(seen)[0]) is CallState.REFUSED
    assert calls(seen)[0].started_at is None
    result = server.requests[1]["messages"][-1]
    assert result["role"] == "tool"
    assert '"refused"' in result["content"]
    # A refusal does not count as a failure, so it does not end the answer.
    assert (answer.ended, answer.text) == ("stop", "ok")


async def test_without_an_approval_callback_the_call_is_refused():
    seen = Recorder()
    await turn(setup_of(writes_then(), None), seen)
    assert (DONE, state_of(calls(seen)[0])) == ([], CallState.REFUSED)
    assert "approval_asked" not in seen.names


async def test_a_refused_tool_is_neither_sent_to_the_model_nor_run():
    server, seen = writes_then(), Recorder()
    await turn(setup_of(server, Person().approve, policy_of=lambda tool: Policy.REFUSE), seen)
    assert DONE == []
    assert state_of(calls(seen)[0]) is CallState.REFUSED
    assert not server.requests[0].get("tools")


async def test_stop_while_a_call_waits_cancels_it():
    person, seen = Person(), Recorder()
    running = asyncio.create_task(turn(setup_of(writes_then(), person.approve), seen))
    await until(lambda: person.asked)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (DONE, seen.answer.ended) == ([], "cancelled")
    assert state_of(calls(seen)[0]) is CallState.CANCELLED


async def test_text_streams_on_while_a_call_waits_and_later_calls_stay_queued():
    person, seen = Person(), Recorder()
    server = writes_then(words("meanwhile"), call("desk_look", "{}", 1, "c2"))
    running = asyncio.create_task(turn(setup_of(server, person.approve), seen))
    await until(lambda: len(calls(seen)) == 2 and calls(seen)[1].input is not None)
    assert seen.answer.text == "meanwhile"
    assert [state_of(each) for each in calls(seen)] == [CallState.WAITING, CallState.QUEUED]
    person.answers.put_nowait(Decision(True))
    await running
    assert DONE == ["a", "looked"]


async def test_an_invalid_call_asks_for_no_approval():
    person, seen = Person(), Recorder()
    server = ScriptedServer([call("desk_write", '{"wrod": "a"}')], [words("ok")])
    await turn(setup_of(server, person.approve), seen)
    assert person.asked == []
    assert calls(seen)[0].error.code == "invalid_arguments"


async def test_the_policy_is_evaluated_at_each_call():
    policies = [Policy.ASK]
    person, seen = Person(), Recorder()
    rounds = ([call("desk_write", '{"word": "a"}')], [call("desk_write", '{"word": "b"}')], [words("ok")])
    setup = setup_of(ScriptedServer(*rounds), person.approve, policy_of=lambda tool: policies[-1])
    running = asyncio.create_task(turn(setup, seen))
    await until(lambda: person.asked)
    policies.append(Policy.ALLOW)
    person.answers.put_nowait(Decision(True))
    await running
    assert (DONE, len(person.asked)) == (["a", "b"], 1)


async def test_progress_is_reported_while_a_tool_runs():
    seen = Recorder()
    await turn(setup_of(ScriptedServer([call("desk_copy", '{"steps": 3}')], [words("ok")]), None), seen)
    result = [event.progress for event in seen.events if isinstance(event, ToolProgressed)]
    assert result[0] == Progress(1 / 3, "step 1")
    assert result[-1] == Progress(1.0, "step 3")
    assert calls(seen)[0].progress == Progress(1.0, "step 3")


async def test_frequent_progress_reports_are_throttled():
    @tool("desk.chatter", title="Chatter")
    async def chatter(*, report: Report) -> str:
        """Chatter."""
        for step in range(10_000):
            report(step / 10_000, "")
        return "done"

    seen = Recorder()
    server = ScriptedServer([call("desk_chatter", "{}")], [words("ok")])
    await turn(TurnSetup(server.model(), Toolbox((chatter,))), seen)
    assert seen.names.count("tool_progressed") == 1


async def test_progress_is_clamped_to_its_range():
    @tool("desk.jump", title="Jump")
    async def jump(*, report: Report) -> str:
        """Jump."""
        report(7.5, "far")
        return "done"

    seen = Recorder()
    server = ScriptedServer([call("desk_jump", "{}")], [words("ok")])
    await turn(TurnSetup(server.model(), Toolbox((jump,))), seen)
    assert calls(seen)[0].progress == Progress(1.0, "far")


async def test_the_report_parameter_is_not_in_the_schema():
    (spec,) = Toolbox((copy,)).specs()
    assert list(spec.parameters["properties"]) == ["steps"]


async def test_a_call_in_any_state_survives_json():
    person, seen = Person(), Recorder()
    person.answers.put_nowait(Decision(True))
    rounds = ([call("desk_write", '{"word": "a"}'), call("desk_copy", '{"steps": 2}', 1, "c2")], [words("ok")])
    await turn(setup_of(ScriptedServer(*rounds), person.approve), seen)
    at_each_step = [Message("assistant")]
    for event in seen.events:
        at_each_step.append(reduce.apply(at_each_step[-1], event))
    for message in at_each_step:
        assert messages.from_json(messages.to_json(message)) == message
    assert at_each_step[-1] == seen.answer


async def test_concurrent_tools_wait_for_approval_independently():
    @tool("desk.read", title="Read", concurrent=True, policy=Policy.ASK)
    async def read(name: str) -> str:
        """Read."""
        DONE.append(name)
        return name

    asked: dict[int, asyncio.Future[Decision]] = {}

    async def approve(message_id: str, block: int, use: ToolUse) -> Decision:
        asked[block] = asyncio.get_running_loop().create_future()
        return await asked[block]

    server = ScriptedServer(
        [call("desk_read", '{"name": "a"}'), call("desk_read", '{"name": "b"}', 1, "c2")], [words("ok")]
    )
    seen = Recorder()
    running = asyncio.create_task(turn(TurnSetup(server.model(), Toolbox((read,)), approve=approve), seen))
    await until(lambda: len(asked) == 2)
    asked[1].set_result(Decision(True))
    await until(lambda: DONE == ["b"])
    asked[0].set_result(Decision(True))
    await running
    assert DONE == ["b", "a"]
    order = [event.block for event in seen.events if isinstance(event, ToolStarted)]
    assert order == [1, 0]
    assert [event.block for event in seen.events if isinstance(event, ApprovalAsked)] == [0, 1]


async def test_an_approved_tool_that_fails_stops_the_answer_if_so_configured():
    @tool("desk.break", title="Break", policy=Policy.ASK)
    async def broken() -> str:
        """Break."""
        raise ToolFailed("no_glue", "There is no glue.")

    person, seen = Person(), Recorder()
    person.answers.put_nowait(Decision(True))
    server = ScriptedServer([call("desk_break", "{}")])
    setup = TurnSetup(server.model(), Toolbox((broken,)), approve=person.approve, on_tool_error=OnToolError.STOP)
    answer = await turn(setup, seen)
    assert answer.ended == "error"
    assert calls(seen)[0].error.code == "no_glue"
