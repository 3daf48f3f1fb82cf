"""Tests of approvals: the user's decision reaches the turn, and calls can be run again."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from deskpet.app.approval_controller import ApprovalController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Approval, LaterRun, Message, ToolUse, from_json, to_json, user_message
from deskpet.chat.permission import Reads, Rule
from deskpet.chat.rules import Rules
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import Policy
from deskpet.ui.blocks.base import CallDecision
from tests.llm.scripted_server import ScriptedServer, call, words
from tests.support.conversations import open_messages
from tests.support.waiting import until

DONE: list[str] = []


@pytest.fixture(autouse=True)
def nothing_done():
    DONE.clear()


@tool("desk.read", title="Read", concurrent=True, policy=Policy.ASK)
async def read(name: str) -> str:
    """Read."""
    DONE.append(name)
    return name


BOX = Toolbox((read,))
Opened = Callable[..., tuple[Conversation, ApprovalController]]


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    return Rules(tmp_path / "rules.json")


@pytest.fixture
def opened(rules: Rules) -> Opened:
    def open_with(*rounds: object) -> tuple[Conversation, ApprovalController]:
        server = ScriptedServer(*rounds)
        approvals: list[ApprovalController] = []
        conversation = Conversation(
            lambda: TurnSetup(server.model(), BOX, approve=approvals[0].approve, rules=lambda: rules.all)
        )
        approvals.append(ApprovalController(conversation, lambda: BOX, rules))
        return conversation, approvals[0]

    return open_with


def calls(conversation: Conversation) -> list[ToolUse]:
    answer = conversation.messages[-1]
    return [block for block in answer.blocks if isinstance(block, ToolUse)]


def two_reads() -> list[object]:
    return [call("desk_read", '{"name": "a"}'), call("desk_read", '{"name": "b"}', 1, "c2")]


async def waiting(conversation: Conversation, count: int) -> str:
    def are_waiting() -> bool:
        found = calls(conversation) if conversation.messages else []
        return len(found) == count and all(state_of(each) is CallState.WAITING for each in found)

    await until(are_waiting)
    return conversation.messages[-1].id


async def test_each_call_gets_its_own_answer(qapp: QApplication, opened: Opened) -> None:
    conversation, approvals = opened(two_reads(), [words("ok")])
    turn = asyncio.ensure_future(conversation.send("read"))
    answer = await waiting(conversation, 2)
    approvals.on_decided(answer, 1, CallDecision.APPROVE)
    approvals.on_decided(answer, 0, CallDecision.REFUSE)
    await turn
    assert DONE == ["b"]
    assert [state_of(each) for each in calls(conversation)] == [CallState.REFUSED, CallState.SUCCESS]


async def test_always_lets_every_waiting_call_of_the_tool_run(
    qapp: QApplication, opened: Opened, tmp_path: Path
) -> None:
    conversation, approvals = opened(two_reads(), [words("ok")])
    turn = asyncio.ensure_future(conversation.send("read"))
    approvals.on_decided(await waiting(conversation, 2), 1, CallDecision.ALWAYS)
    await turn
    assert sorted(DONE) == ["a", "b"]
    (rule,) = Rules(tmp_path / "rules.json").all
    assert (rule.tool_name, rule.scope, rule.origin) == ("desk.read", None, conversation.messages[-1].id)


async def test_after_both_readings_always_answers_one_call_only(qapp: QApplication, rules: Rules) -> None:
    @tool("desk.send", concurrent=True, policy=Policy.ASK, sends=True)
    async def send(name: str) -> str:
        """Send."""
        DONE.append(name)
        return name

    box = Toolbox((send,))
    sends = [call("desk_send", '{"name": "a"}'), call("desk_send", '{"name": "b"}', 1, "c2")]
    server = ScriptedServer(sends, [words("ok")])
    approvals: list[ApprovalController] = []
    conversation = Conversation(
        lambda: TurnSetup(server.model(), box, approve=approvals[0].approve, rules=lambda: rules.all)
    )
    approvals.append(ApprovalController(conversation, lambda: box, rules))
    both = ToolUse("desk.look", "c0", "success", input={}, output="", reads=("foreign", "private"))
    open_messages(conversation, (user_message("look"), Message("assistant", (both,), ended="stop")))
    turn = asyncio.ensure_future(conversation.send("send"))
    answer = await waiting(conversation, 2)
    approvals[0].on_decided(answer, 0, CallDecision.ALWAYS)
    await until(lambda: DONE == ["a"])
    assert state_of(calls(conversation)[1]) is CallState.WAITING
    approvals[0].on_decided(answer, 1, CallDecision.REFUSE)
    await turn
    assert DONE == ["a"]


async def test_always_gives_no_rule_for_a_call_that_names_no_scope(qapp: QApplication, rules: Rules) -> None:
    """Such as an address that will be refused: its rule would hold for every address."""

    @tool("desk.fetch", policy=Policy.ASK, scope=lambda arguments: None)
    async def fetch(url: str) -> str:
        """Fetch."""
        DONE.append(url)
        return url

    box = Toolbox((fetch,))
    server = ScriptedServer(
        [call("desk_fetch", '{"url": "x"}')], [call("desk_fetch", '{"url": "http://evil"}')], [words("ok")]
    )
    approvals: list[ApprovalController] = []
    conversation = Conversation(
        lambda: TurnSetup(server.model(), box, approve=approvals[0].approve, rules=lambda: rules.all)
    )
    approvals.append(ApprovalController(conversation, lambda: box, rules))
    turn = asyncio.ensure_future(conversation.send("fetch"))
    approvals[0].on_decided(await waiting(conversation, 1), 0, CallDecision.ALWAYS)
    await until(lambda: len(calls(conversation)) == 2 and state_of(calls(conversation)[1]) is CallState.WAITING)
    assert (DONE, rules.all) == (["x"], ())
    approvals[0].on_decided(conversation.messages[-1].id, 1, CallDecision.REFUSE)
    await turn
    assert DONE == ["x"]


async def test_an_answer_that_comes_too_late_changes_nothing(qapp: QApplication, opened: Opened) -> None:
    conversation, approvals = opened(two_reads(), [words("ok")])
    turn = asyncio.ensure_future(conversation.send("read"))
    answer = await waiting(conversation, 2)
    conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn
    for wish in (CallDecision.APPROVE, CallDecision.ALWAYS, CallDecision.REFUSE):
        approvals.on_decided(answer, 0, wish)
    assert DONE == []
    assert [state_of(each) for each in calls(conversation)] == [CallState.CANCELLED] * 2


async def test_a_call_runs_again_after_its_answer_even_when_it_was_asked_for_before(
    qapp: QApplication, opened: Opened
) -> None:
    gate = asyncio.Event()
    conversation, approvals = opened([call("desk_read", '{"name": "a"}')], [words("wait"), gate, words(" over")])
    turn = asyncio.ensure_future(conversation.send("read"))
    answer = await waiting(conversation, 1)
    approvals.on_decided(answer, 0, CallDecision.APPROVE)
    await until(lambda: conversation.messages[-1].text == "wait")
    approvals.on_decided(answer, 0, CallDecision.AGAIN)
    assert DONE == ["a"]
    gate.set()
    await turn
    for number in (1, 2):
        await until(lambda: state_of(calls(conversation)[0]) is CallState.WAITING)
        approvals.on_decided(answer, 0, CallDecision.APPROVE)
        await until(lambda: calls(conversation)[0].later_runs[-1].ended_at is not None)
        assert len(calls(conversation)[0].later_runs) == number
        if number == 1:
            approvals.on_decided(answer, 0, CallDecision.AGAIN)
    assert DONE == ["a", "a", "a"]


def done(**changed: object) -> ToolUse:
    call_ = ToolUse("desk.read", "c1", "success", input={"name": "a"}, output="a", approval=Approval(approved=True))
    return replace(call_, **changed)


def last_run(conversation: Conversation) -> LaterRun | None:
    runs = calls(conversation)[0].later_runs
    return runs[-1] if runs and runs[-1].ended_at is not None else None


def restore(conversation: Conversation, *blocks: ToolUse) -> str:
    answer = Message("assistant", blocks, ended="stop")
    open_messages(conversation, (user_message("read"), answer))
    return answer.id


async def test_a_tool_that_the_settings_refuse_by_now_does_not_run_again(qapp: QApplication, rules: Rules) -> None:
    conversation = Conversation(lambda: TurnSetup(ScriptedServer().model(), BOX))
    refusing = Toolbox((read,), lambda _: Policy.REFUSE)
    approvals = ApprovalController(conversation, lambda: refusing, rules)
    rules.add(Rule("desk.read", None, 1.0))
    approvals.on_decided(restore(conversation, done()), 0, CallDecision.AGAIN)
    await until(lambda: last_run(conversation))
    run = last_run(conversation)
    assert run
    assert run.error
    assert (DONE, run.error.code) == ([], "refused")


async def test_always_on_a_later_run_stores_a_rule_and_lets_the_next_ones_run(
    qapp: QApplication, opened: Opened, rules: Rules
) -> None:
    conversation, approvals = opened()
    answer = restore(conversation, done())
    approvals.on_decided(answer, 0, CallDecision.AGAIN)
    await until(lambda: state_of(calls(conversation)[0]) is CallState.WAITING)
    assert DONE == []
    approvals.on_decided(answer, 0, CallDecision.ALWAYS)
    await until(lambda: last_run(conversation))
    approvals.on_decided(answer, 0, CallDecision.AGAIN)
    await until(lambda: len(calls(conversation)[0].later_runs) == 2 and last_run(conversation))
    assert (DONE, [rule.tool_name for rule in rules.all]) == (["a", "a"], ["desk.read"])


async def test_a_call_that_sends_asks_again_after_both_readings(qapp: QApplication, rules: Rules) -> None:
    @tool("desk.send", sends=True)
    async def send(name: str) -> str:
        """Send."""
        DONE.append(name)
        return name

    box = Toolbox((send,))
    conversation = Conversation(lambda: TurnSetup(ScriptedServer().model(), box))
    approvals = ApprovalController(conversation, lambda: box, rules, prompt_reads=lambda: frozenset({Reads.FOREIGN}))
    answer = restore(conversation, done(tool_name="desk.send"), done(reads=("private",)))
    approvals.on_decided(answer, 0, CallDecision.AGAIN)
    await until(lambda: state_of(calls(conversation)[0]) is CallState.WAITING)
    approvals.on_decided(answer, 0, CallDecision.REFUSE, "no")
    await until(lambda: last_run(conversation))
    assert DONE == []


async def test_the_question_of_a_later_run_ends_when_another_path_is_shown(qapp: QApplication, opened: Opened) -> None:
    conversation, approvals = opened()
    answer = restore(conversation, done())
    approvals.on_decided(answer, 0, CallDecision.AGAIN)
    await until(lambda: state_of(calls(conversation)[0]) is CallState.WAITING)
    conversation.choose(answer)
    await until(lambda: last_run(conversation))
    run = last_run(conversation)
    assert run
    assert run.error
    assert run.error.code == "cancelled"
    approvals.on_decided(answer, 0, CallDecision.APPROVE)
    assert DONE == []


async def test_the_question_of_a_later_run_does_not_outlive_its_conversation(
    qapp: QApplication, opened: Opened
) -> None:
    conversation, approvals = opened()
    answer = restore(conversation, done())
    for _ in range(2):
        approvals.on_decided(answer, 0, CallDecision.AGAIN)
        await until(lambda: state_of(calls(conversation)[0]) is CallState.WAITING)
        nodes, leaf = tuple(conversation.tree.nodes()), conversation.tree.leaf
        conversation.open((), None)
        conversation.open(nodes, leaf)
        assert calls(conversation)[0].later_runs == ()
        running = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        await asyncio.gather(*running, return_exceptions=True)
        assert all(task.cancelled() for task in running)
    approvals.on_decided(answer, 0, CallDecision.APPROVE)
    assert DONE == []
    approvals.on_decided(answer, 0, CallDecision.AGAIN)
    await until(lambda: state_of(calls(conversation)[0]) is CallState.WAITING)
    approvals.on_decided(answer, 0, CallDecision.APPROVE)
    await until(lambda: last_run(conversation))
    assert DONE == ["a"]


@pytest.mark.parametrize("is_imported", [False, True])
async def test_only_a_call_that_ran_here_is_undone(qapp: QApplication, rules: Rules, is_imported: bool) -> None:
    async def undo(arguments: object, output: object) -> str:
        DONE.append("undone")
        return "It is as before."

    @tool("desk.change", undo=undo)
    async def change(name: str) -> str:
        """Change."""
        return name

    box = Toolbox((change,))
    conversation = Conversation(lambda: TurnSetup(ScriptedServer().model(), box))
    approvals = ApprovalController(conversation, lambda: box, rules)
    answer = restore(conversation, done(tool_name="desk.change", is_imported=is_imported))
    approvals.on_decided(answer, 0, CallDecision.UNDO)
    await until(lambda: calls(conversation)[0].undo)
    assert ([] if is_imported else ["undone"]) == DONE


async def test_a_call_that_is_gone_is_not_run_again(qapp: QApplication, opened: Opened) -> None:
    conversation, approvals = opened()
    approvals.on_decided("nowhere", 0, CallDecision.AGAIN)
    assert conversation.messages == ()


async def test_for_this_conversation_asks_in_the_next_one(qapp: QApplication, opened: Opened, rules: Rules) -> None:
    conversation, approvals = opened(
        [call("desk_read", '{"name": "a"}')], [call("desk_read", '{"name": "b"}')], [words("ok")]
    )
    turn = asyncio.ensure_future(conversation.send("read"))
    approvals.on_decided(await waiting(conversation, 1), 0, CallDecision.CONVERSATION)
    await turn
    assert (DONE, rules.all) == (["a", "b"], ())
    assert [each.rule is not None for each in calls(conversation)] == [False, True]
    other, _ = opened([call("desk_read", '{"name": "c"}')], [words("ok")])
    turn = asyncio.ensure_future(other.send("read"))
    await waiting(other, 1)
    other.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn


async def test_a_call_that_waits_survives_the_end_of_the_program(qapp: QApplication, opened: Opened) -> None:
    conversation, _ = opened([words("Look: "), call("desk_read", '{"name": "a"}')])
    turn = asyncio.ensure_future(conversation.send("read"))
    await waiting(conversation, 1)
    conversation.suspend()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert conversation.messages[-1].ended == "waiting"
    kept = [to_json(message) for message in conversation.messages]
    after, approvals = opened([words("done")])
    approvals.answered.connect(lambda: asyncio.ensure_future(after.resume()))
    open_messages(after, map(from_json, kept))
    approvals.on_decided(after.messages[-1].id, 1, CallDecision.APPROVE)
    await until(lambda: after.messages[-1].ended == "stop")
    assert (DONE, after.messages[-1].text, len(after.messages)) == (["a"], "Look: done", 2)


@pytest.mark.parametrize("ended", [None, "waiting"], ids=["killed", "quit"])
async def test_a_call_refused_after_a_restart_tells_the_model_why(
    qapp: QApplication, opened: Opened, ended: str | None
) -> None:
    asked = ToolUse("desk.read", "c1", input={"name": "a"}, asked_at=1.0, approval=Approval())
    question, answer = user_message("read"), Message("assistant", (asked,), ended=ended)
    conversation, approvals = opened([words("well")])
    approvals.answered.connect(lambda: asyncio.ensure_future(conversation.resume()))
    open_messages(conversation, (question, answer))
    approvals.on_decided(answer.id, 0, CallDecision.REFUSE, "not now")
    await until(lambda: conversation.messages[-1].ended == "stop")
    (refused,) = calls(conversation)
    assert (DONE, state_of(refused)) == ([], CallState.REFUSED)
    assert refused.error
    assert refused.error.message.endswith("not now")


async def test_a_new_question_ends_the_calls_that_wait(qapp: QApplication, opened: Opened) -> None:
    asked = ToolUse("desk.read", "c1", input={"name": "a"}, asked_at=1.0, approval=Approval())
    conversation, _ = opened([words("ok")])
    open_messages(conversation, (user_message("read"), Message("assistant", (asked,), ended="waiting")))
    await conversation.send("never mind")
    (left,) = (block for block in conversation.messages[1].blocks if isinstance(block, ToolUse))
    assert (DONE, state_of(left)) == ([], CallState.REFUSED)
