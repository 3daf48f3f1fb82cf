"""Answers that the character begins by herself when calls in the background have ended."""

import asyncio

import pytest

from deskpet.chat.background_report import MAX_REPORTS, BackgroundReporter
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, ToolUse
from deskpet.chat.model import CallDelta, ChatRequest, TextDelta
from deskpet.chat.permission import Decision
from deskpet.chat.tool import ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import FAMILIES, CallFormat, Family, Policy, Provider
from deskpet.llm import anthropic_request, gemini_request, openai_request
from tests.chat.fake_model import EchoModel, Piece
from tests.llm.request_rules import violations
from tests.support.waiting import until

BUILD = CallDelta(0, "c1", "build", "{}", complete=True)
DELETE = CallDelta(0, "c2", "delete", "{}", complete=True)
DELETED: list[str] = []


@tool("delete", policy=Policy.ASK)
async def delete() -> str:
    """Delete everything."""
    DELETED.append("all")
    return "deleted"


async def approve(message_id: str, block: int, call: ToolUse) -> Decision:
    return Decision(approved=True)


class Work:
    """A conversation with a tool in the background, which ends when `gate` is set. `fails`: it fails."""

    def __init__(self, *answers: list[Piece], form: CallFormat | None = None) -> None:
        self.gate, self.fails = asyncio.Event(), False
        self.model = EchoModel(*answers)

        @tool("build", title="Build", background=True)
        async def build() -> str:
            """Build something that takes long."""
            await self.gate.wait()
            if self.fails:
                raise ToolFailed("broken", "It broke.")
            return "built"

        toolbox = Toolbox((build, delete))
        self.conversation = Conversation(
            lambda: TurnSetup(
                self.model, toolbox, native_tools=form is None, call_format=form, approve=approve, context_tokens=0
            )
        )
        self.reporter = BackgroundReporter(self.conversation, lambda name: {"build": "Build"}[name])

    async def end_calls(self) -> None:
        self.gate.set()
        await until(lambda: not self.conversation.background.running)

    async def report(self) -> Message:
        notice = self.reporter.take_notice()
        assert notice
        return await self.conversation.run_background_report(notice)


@pytest.fixture(autouse=True)
def nothing_deleted() -> None:
    DELETED.clear()


async def test_the_end_of_a_call_begins_an_answer_that_is_marked_and_knows_the_result() -> None:
    work = Work([BUILD], [TextDelta("It runs.")], [TextDelta("It is built.")])
    await work.conversation.send("build")
    assert work.reporter.take_notice() is None
    await work.end_calls()
    report = await work.report()
    notice, *_ = report.blocks
    assert isinstance(notice, Notice)
    assert (notice.level, notice.code, notice.title) == ("info", "background_ended", "Build is done")
    assert (report.text, report.ended, report.is_background_report) == ("It is built.", "stop", True)
    assert [message.role for message in work.conversation.messages] == ["user", "assistant", "assistant"]
    assert work.reporter.take_notice() is None


@pytest.mark.parametrize("family", FAMILIES)
async def test_each_provider_accepts_the_requests_of_a_report_and_those_after_it(family: Family) -> None:
    work = Work([BUILD], [TextDelta("It runs.")], [DELETE], [TextDelta("It is built.")], [TextDelta("Yes.")])
    await work.conversation.send("build")
    await work.end_calls()
    await work.report()
    await work.conversation.send("thanks")
    assert len(work.model.requests) == 5
    for request in work.model.requests[2:]:
        found = body(family, request)
        assert violations(family, found) == []
        assert "went on in the background have ended" in str(found)
        assert "built" in str(found)


def body(family: Family, request: ChatRequest) -> dict[str, object]:
    if family is Provider.GEMINI:
        return gemini_request.request_body("p", request)
    module = anthropic_request if family is Provider.ANTHROPIC else openai_request
    return module.request_body("m", "p", request)


@pytest.mark.parametrize("form", CallFormat)
async def test_a_report_in_text_mode_alternates_the_roles(form: CallFormat) -> None:
    work = Work([TextDelta("Hello.")], [TextDelta("It is built.")], form=form)
    await work.conversation.send("hello")
    await work.conversation.run_background_report(Notice("info", "background_ended", "Build is done"))
    roles = [message.role for message in work.model.requests[-1].messages]
    assert roles == ["user", "assistant", "user"]


async def test_what_asks_is_refused_in_a_report_and_asks_again_after_it() -> None:
    work = Work([BUILD], [TextDelta("It runs.")], [DELETE], [TextDelta("I may not.")], [DELETE], [TextDelta("Done.")])
    await work.conversation.send("build")
    await work.end_calls()
    report = await work.report()
    (refused,) = (block for block in report.blocks if isinstance(block, ToolUse))
    assert (state_of(refused), DELETED) == (CallState.REFUSED, [])
    await work.conversation.send("delete it")
    assert DELETED == ["all"]


async def test_a_failed_call_is_reported_and_a_stopped_one_is_not() -> None:
    work = Work([BUILD], [TextDelta("It runs.")], [BUILD], [TextDelta("It runs.")])
    first = await work.conversation.send("build")
    work.conversation.background.stop((first.id, 0))
    await until(lambda: not work.conversation.background.running)
    assert work.reporter.take_notice() is None
    await work.conversation.send("again")
    work.fails = True
    await work.end_calls()
    notice = work.reporter.take_notice()
    assert notice
    assert notice.title == "Build failed"


async def test_a_call_that_ends_during_another_turn_is_reported_after_it() -> None:
    pause = asyncio.Event()
    work = Work([BUILD], [TextDelta("It runs.")], [TextDelta("Well"), pause], [TextDelta("It is built.")])
    await work.conversation.send("build")
    turn = asyncio.create_task(work.conversation.send("meanwhile"))
    await until(lambda: len(work.model.requests) == 3)
    await work.end_calls()
    assert work.reporter.take_notice() is None
    pause.set()
    await turn
    assert (await work.report()).text == "It is built."


async def test_a_call_whose_result_a_request_held_is_not_reported() -> None:
    work = Work([BUILD], [TextDelta("It runs.")], [TextDelta("It is built.")])
    await work.conversation.send("build")
    await work.end_calls()
    await work.conversation.send("and?")
    assert work.reporter.take_notice() is None


async def test_reports_that_start_calls_end_after_a_few() -> None:
    rounds = [[BUILD], [TextDelta("It runs.")]]
    work = Work(*(list(each) for _ in range(MAX_REPORTS + 1) for each in rounds))
    await work.conversation.send("build")
    for _ in range(MAX_REPORTS):
        await work.end_calls()
        work.gate.clear()
        await work.report()
    await work.end_calls()
    assert work.reporter.take_notice() is None
