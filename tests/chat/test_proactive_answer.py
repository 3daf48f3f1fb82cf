"""Words of the character that nobody asked for, and their requests."""

import asyncio

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import BlockStarted, TurnEnded, TurnEvent, UsageReported
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import UNASKED, Message, Notice, StreamingText, Text, ToolUse
from deskpet.chat.model import CallDelta, TextDelta, UsageDelta
from deskpet.chat.proactive_answer import is_silent
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import FAMILIES, CallFormat, Family, Policy
from tests.chat.fake_model import EchoModel, Piece
from tests.chat.test_background_report import body
from tests.llm.request_rules import violations
from tests.support.conversations import is_unasked

REASON = "(The user is back after five hours.)"
NOTICE = Notice("info", UNASKED, "She spoke first")
NOD = CallDelta(0, "c1", "nod", "{}", complete=True)
DELETE = CallDelta(0, "c2", "delete", "{}", complete=True)


@tool("nod", title="Nod")
async def nod() -> str:
    """Nod."""
    return "nodded"


@tool("delete", policy=Policy.ASK)
async def delete() -> str:
    """Delete everything."""
    raise AssertionError


def conversation_of(model: EchoModel, form: CallFormat | None = None) -> Conversation:
    toolbox = Toolbox((nod, delete))
    return Conversation(
        lambda: TurnSetup(model, toolbox, native_tools=form is None, call_format=form), clock=lambda: 5.0
    )


async def spoken(*answers: list[Piece], before: bool = True) -> tuple[Conversation, EchoModel, Message | None]:
    model = EchoModel(*([[TextDelta("Hello.")]] if before else []), *answers)
    conversation = conversation_of(model)
    if before:
        await conversation.send("Hi")
    return conversation, model, await conversation.run_proactive_turn(REASON, NOTICE)


async def test_she_speaks_without_a_question_and_the_message_says_so():
    conversation, _, message = await spoken([TextDelta("Good "), TextDelta("morning.")])
    assert message
    assert (message.role, message.text, message.ended, is_unasked(message)) == (
        "assistant",
        "Good morning.",
        "stop",
        True,
    )
    assert [each.role for each in conversation.messages] == ["user", "assistant", "assistant"]
    assert conversation.messages[-1] == message
    assert REASON not in str(conversation.messages)
    assert not is_unasked(conversation.messages[1])


@pytest.mark.parametrize(
    "answer", [["SIL", "ENT"], ["SILENT."], [" **silent**"], ["SILENT\n\nThere is nothing."], [], ["  "]]
)
async def test_a_model_that_chooses_silence_leaves_nothing(answer):
    model = EchoModel([TextDelta(piece) for piece in answer] + [UsageDelta(120, 3)])
    conversation = conversation_of(model)
    seen: list[TurnEvent] = []
    heard: list[object] = []
    conversation.listen(heard.append, lambda event, _: heard.append(event), heard.append)
    assert await conversation.run_proactive_turn(REASON, NOTICE, lambda event, _: seen.append(event)) is None
    assert (conversation.messages, heard) == ((), [])
    # What it cost is told all the same.
    assert UsageReported(0, 120, 3) in seen
    assert isinstance(seen[-1], TurnEnded)


@pytest.mark.parametrize("answer", [["Si", "lently I waited."], ["S"], ["Sil"], ["Silence is golden."]])
async def test_other_words_are_no_silence(answer):
    conversation, _, message = await spoken([TextDelta(piece) for piece in answer])
    assert message
    assert conversation.messages[-1].text == "".join(answer)
    assert not is_silent(message.text)


async def test_the_words_are_shown_as_soon_as_they_are_no_silence():
    more = asyncio.Event()
    model = EchoModel([TextDelta("S"), TextDelta("oon"), more, TextDelta(" it is spring.")])
    conversation = conversation_of(model)
    begun: list[Message] = []
    shown: list[str] = []

    def on_event(event: TurnEvent, answer: Message) -> None:
        if isinstance(event, BlockStarted):
            assert begun, "the message comes before its events"
        shown.append(answer.text)

    conversation.listen(begun.append, on_event)
    speaking = asyncio.ensure_future(conversation.run_proactive_turn(REASON, NOTICE))
    while "Soon" not in shown:
        await asyncio.sleep(0)
    assert [is_unasked(each) for each in begun] == [True]
    with pytest.raises(RuntimeError):
        await conversation.send("wait")
    more.set()
    assert (await speaking).text == "Soon it is spring."


async def test_a_stop_before_the_first_word_leaves_nothing():
    model = EchoModel([TextDelta("S"), asyncio.Event()])
    conversation = conversation_of(model)
    speaking = asyncio.ensure_future(conversation.run_proactive_turn(REASON, NOTICE))
    while not model.requests:
        await asyncio.sleep(0)
    conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await speaking
    assert conversation.messages == ()
    assert not conversation.is_running


async def test_a_failure_leaves_nothing():
    def fail() -> TurnSetup:
        raise OSError("no key")

    conversation = Conversation(fail)
    assert await conversation.run_proactive_turn(REASON, NOTICE) is None
    assert conversation.messages == ()


@pytest.mark.parametrize("form", [None, *CallFormat])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("before", ["nothing", "a greeting", "a turn", "two unasked"])
async def test_each_provider_accepts_the_requests_and_those_after_them(family: Family, before: str, form):
    model = EchoModel(*([TextDelta("One.")] for _ in range(2)), [NOD], [TextDelta("Yes.")], [TextDelta("Thanks.")])
    conversation = conversation_of(model, form)
    if before == "a greeting":
        conversation.add_message(Message("assistant", (Text(StreamingText("Hello!")),), ended="stop"))
    for _ in range(2):
        if before == "a turn":
            await conversation.send("Hi")
        elif before == "two unasked":
            await conversation.run_proactive_turn(REASON, NOTICE)
        else:
            model._answers.pop(0)
    await conversation.run_proactive_turn(REASON, NOTICE)
    await conversation.send("And you?")
    assert any(REASON in str(body(family, request)) for request in model.requests)
    for request in model.requests:
        assert violations(family, body(family, request)) == []
    assert REASON not in str(body(family, model.requests[-1]))
    assert "Yes." in str(body(family, model.requests[-1]))


async def test_calls_that_need_approval_are_refused_because_nobody_may_be_there():
    _, _, message = await spoken([DELETE, TextDelta("Good morning.")])
    assert message
    call = next(block for block in message.blocks if isinstance(block, ToolUse))
    assert call.error
    assert call.error.code == "refused"


async def test_the_model_is_told_the_last_messages_only():
    model = EchoModel(*([TextDelta(f"Answer {number}.")] for number in range(10)))
    conversation = conversation_of(model)
    for number in range(9):
        await conversation.send(f"Question {number}?")
    await conversation.run_proactive_turn(REASON, NOTICE)
    texts = [each.text for each in model.requests[-1].messages if each.text]
    assert texts[0] == "Question 5?"
    assert texts[-1] == REASON
    assert len(texts) == 9


def test_only_some_tools_can_be_offered():
    toolbox = Toolbox((nod, delete))
    small = toolbox.only(lambda each: each.name == "nod")
    assert [each.name for each in small.all] == ["nod"]
    assert len(toolbox.all) == 2
