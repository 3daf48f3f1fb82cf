"""Running a call again: a later run on its card that is never sent to the model."""

import asyncio

import pytest

from deskpet.chat import messages, reduce
from deskpet.chat.alternate_roles import BEGINNING, SILENCE, alternate_roles
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import RerunFinished, RerunStarted, event_name
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import LaterRun, Message, Text, ToolUse, user_message
from deskpet.chat.rerun import rerun_call
from deskpet.chat.streaming_text import StreamingText
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from tests.llm.scripted_server import ScriptedServer, call, words

COUNT = [0]


@tool("dice.roll", title="Roll")
async def roll(sides: int) -> str:
    """Roll."""
    COUNT[0] += 1
    return f"roll {COUNT[0]} of {sides}"


@pytest.fixture(autouse=True)
def reset_count():
    COUNT[0] = 0


def assistant_message(text: str) -> Message:
    return Message("assistant", (Text(StreamingText(text)),), ended="stop")


def conversation_with(server: ScriptedServer) -> tuple[Conversation, Toolbox]:
    box = Toolbox((roll,))
    return Conversation(lambda: TurnSetup(server.model(), box)), box


async def test_a_call_runs_again_with_the_same_arguments():
    server = ScriptedServer([call("dice_roll", '{"sides": 6}')], [words("a one")], [words("bye")])
    conversation, box = conversation_with(server)
    events: list[str] = []
    answer = await conversation.send("roll")
    conversation.listen(on_event=lambda event, message: events.append(event_name(event)))
    await rerun_call(box, answer.blocks[0], 0, lambda event: conversation.amend(answer.id, event), lambda: 7.0)
    card = conversation.messages[1].blocks[0]
    assert isinstance(card, ToolUse)
    assert card.output == "roll 1 of 6"
    assert card.later_runs == (LaterRun(7.0, 7.0, "roll 2 of 6"),)
    assert events == ["rerun_started", "rerun_finished"]
    await conversation.send("and now?")
    results = [message["content"] for message in server.requests[2]["messages"] if message["role"] == "tool"]
    assert results == ["roll 1 of 6"]


async def test_a_finished_later_run_is_stored_and_an_interrupted_one_is_not():
    began = reduce.apply(
        Message("assistant", (ToolUse("dice.roll", "1", "success"),), ended="stop"), RerunStarted(0, 1.0)
    )
    done = reduce.apply(began, RerunFinished(0, 2.0, "six"))
    again = reduce.apply(done, RerunStarted(0, 3.0))
    conversation, _ = conversation_with(ScriptedServer())
    restored = conversation.restore([messages.from_json(messages.to_json(again))])
    assert restored[0].blocks[0].later_runs == (LaterRun(1.0, 2.0, "six"),)


def test_a_run_that_did_not_start_cannot_end():
    message = Message("assistant", (ToolUse("dice.roll", "1", "success"),), ended="stop")
    with pytest.raises(ValueError, match="never began"):
        reduce.apply(message, RerunFinished(0, 2.0, "six"))


async def test_a_run_that_is_stopped_ends_as_cancelled():
    @tool("dice.wait", title="Wait")
    async def wait() -> None:
        """Wait without end."""
        await asyncio.Event().wait()

    use = ToolUse("dice.wait", "1", "success", input={})
    seen: list[RerunStarted | RerunFinished] = []
    running = asyncio.create_task(rerun_call(Toolbox((wait,)), use, 0, seen.append, lambda: 1.0))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert isinstance(seen[-1], RerunFinished)
    assert seen[-1].error.code == "cancelled"


def test_a_request_always_begins_with_the_user():
    greeting, question, reminder = assistant_message("Hello!"), user_message("hi"), assistant_message("Tea!")
    answer = assistant_message("Yes?")
    alternating = alternate_roles((greeting, question, answer, reminder))
    assert alternating == (BEGINNING, greeting, question, answer, SILENCE, reminder)


def test_alternating_messages_are_unchanged():
    messages_ = (user_message("a"), assistant_message("b"), user_message("c"), user_message("d"))
    assert alternate_roles(messages_) == messages_


async def test_messages_of_the_character_without_a_question_are_sent_in_order():
    server = ScriptedServer([words("You're welcome.")])
    conversation, _ = conversation_with(server)
    conversation.say(assistant_message("Hello, I am Aria."))
    await conversation.send("thanks")
    sent = [(message["role"], message["content"]) for message in server.requests[0]["messages"]]
    assert sent == [("user", BEGINNING.text), ("assistant", "Hello, I am Aria."), ("user", "thanks")]
