"""A conversation over several turns."""

import asyncio

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.tool import Toolbox
from deskpet.chat.turn import TurnSetup
from tests.scripted import ScriptedServer, words


def conversation(server: ScriptedServer) -> Conversation:
    return Conversation(lambda: TurnSetup(server.model(), Toolbox(), "Be brief."))


async def test_each_question_has_one_answer_and_the_next_turn_knows_them():
    server = ScriptedServer([words("one")], [words("two")])
    talk = conversation(server)
    await talk.send("first")
    await talk.send("second")
    assert [(message.role, message.text) for message in talk.messages] == [
        ("user", "first"),
        ("assistant", "one"),
        ("user", "second"),
        ("assistant", "two"),
    ]
    assert [message["content"] for message in server.requests[1]["messages"]] == [
        "Be brief.",
        "first",
        "one",
        "second",
    ]


async def test_after_a_stop_the_next_turn_works():
    server = ScriptedServer([words("half"), asyncio.Event()], [words("fine")])
    talk = conversation(server)
    first = asyncio.create_task(talk.send("go"))
    async with asyncio.timeout(5):
        while not talk.messages or talk.messages[-1].text != "half":
            await asyncio.sleep(0)
    talk.stop()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert not talk.is_running
    assert (await talk.send("again")).text == "fine"
    assert talk.messages[1].ended == "cancelled"


async def test_two_turns_at_once_are_refused():
    talk = conversation(ScriptedServer([asyncio.Event()]))
    first = asyncio.create_task(talk.send("one"))
    async with asyncio.timeout(5):
        while not talk.is_running:
            await asyncio.sleep(0)
    with pytest.raises(RuntimeError):
        await talk.send("two")
    talk.stop()
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_listeners_hear_of_messages_and_events_in_order():
    heard: list[str] = []
    talk = conversation(ScriptedServer([words("hi")]))
    talk.listen(lambda message: heard.append(message.role), lambda event, _: heard.append(type(event).__name__))
    await talk.send("hello")
    assert heard[:3] == ["user", "assistant", "TurnStarted"]
    assert heard[-1] == "TurnEnded"
