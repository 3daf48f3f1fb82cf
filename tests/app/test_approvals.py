"""Tests of approvals: the user's decision reaches the turn, and calls can be run again."""

import asyncio

import pytest
from PySide6.QtWidgets import QApplication

from deskpet.app.approvals import ApprovalController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import ToolUse
from deskpet.chat.tool import Policy, Toolbox, tool
from deskpet.chat.turn_setup import TurnSetup
from deskpet.ui.blocks.base import CallDecision
from tests.llm.scripted_server import ScriptedServer, call, words
from tests.waiting import until

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


def opened(*rounds: object) -> tuple[Conversation, ApprovalController]:
    server = ScriptedServer(*rounds)
    desks: list[ApprovalController] = []
    conversation = Conversation(lambda: TurnSetup(server.model(), BOX, approve=desks[0].approve))
    desks.append(ApprovalController(conversation, lambda: BOX))
    return conversation, desks[0]


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


async def test_each_call_gets_its_own_answer(qapp: QApplication) -> None:
    conversation, approvals = opened(two_reads(), [words("ok")])
    turn = asyncio.ensure_future(conversation.send("read"))
    answer = await waiting(conversation, 2)
    approvals.take(answer, 1, CallDecision.APPROVE)
    approvals.take(answer, 0, CallDecision.REFUSE)
    await turn
    assert DONE == ["b"]
    assert [state_of(each) for each in calls(conversation)] == [CallState.REFUSED, CallState.SUCCESS]


async def test_always_lets_every_waiting_call_of_the_tool_run(qapp: QApplication) -> None:
    conversation, approvals = opened(two_reads(), [words("ok")])
    allowed: list[str] = []
    approvals.always.connect(allowed.append)
    turn = asyncio.ensure_future(conversation.send("read"))
    approvals.take(await waiting(conversation, 2), 1, CallDecision.ALWAYS)
    await turn
    assert (sorted(DONE), allowed) == (["a", "b"], ["desk.read"])


async def test_an_answer_that_comes_too_late_changes_nothing(qapp: QApplication) -> None:
    conversation, approvals = opened(two_reads(), [words("ok")])
    turn = asyncio.ensure_future(conversation.send("read"))
    answer = await waiting(conversation, 2)
    conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await turn
    for wish in (CallDecision.APPROVE, CallDecision.ALWAYS, CallDecision.REFUSE):
        approvals.take(answer, 0, wish)
    assert DONE == []
    assert [state_of(each) for each in calls(conversation)] == [CallState.CANCELLED] * 2


async def test_a_call_runs_again_after_its_answer_even_when_it_was_asked_for_before(qapp: QApplication) -> None:
    gate = asyncio.Event()
    conversation, approvals = opened([call("desk_read", '{"name": "a"}')], [words("wait"), gate, words(" over")])
    turn = asyncio.ensure_future(conversation.send("read"))
    answer = await waiting(conversation, 1)
    approvals.take(answer, 0, CallDecision.APPROVE)
    await until(lambda: conversation.messages[-1].text == "wait")
    approvals.take(answer, 0, CallDecision.AGAIN)
    assert DONE == ["a"]
    gate.set()
    await turn
    await until(lambda: len(calls(conversation)[0].later_runs) == 1)
    approvals.take(answer, 0, CallDecision.AGAIN)
    await until(lambda: len(calls(conversation)[0].later_runs) == 2)
    assert DONE == ["a", "a", "a"]


async def test_a_call_that_is_gone_is_not_run_again(qapp: QApplication) -> None:
    conversation, approvals = opened()
    approvals.take("nowhere", 0, CallDecision.AGAIN)
    assert conversation.messages == ()
