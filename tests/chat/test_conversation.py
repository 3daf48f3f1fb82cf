"""A conversation over several turns."""

import asyncio

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Image, LaterRun, Message, Text, ToolUse, user_message
from deskpet.chat.streaming_text import StreamingText
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
    async with asyncio.timeout(60):
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
    async with asyncio.timeout(60):
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


def said(talk: Conversation) -> list[str]:
    return [message.text for message in talk.messages]


def watched(talk: Conversation) -> list[list[str] | str]:
    heard: list[list[str] | str] = []
    talk.listen(
        lambda message: heard.append(message.role),
        lambda event, _: None,
        lambda path: heard.append([message.text for message in path]),
    )
    return heard


async def test_an_answer_is_made_again_beside_the_first():
    server = ScriptedServer([words("one")], [words("two")], [words("three")])
    talk = conversation(server)
    await talk.send("first")
    await talk.send("second")
    first = talk.messages[1].id
    heard = watched(talk)
    answer = await talk.regenerate(first)
    assert said(talk) == ["first", "three"]
    assert heard == [["first"], "assistant"]
    assert [message["content"] for message in server.requests[2]["messages"]] == ["Be brief.", "first"]
    assert talk.variants_of(answer.id).ids == (first, answer.id)
    assert talk.variants_of(answer.id).index == 1
    talk.choose(first)
    assert said(talk) == ["first", "one", "second", "two"]
    assert heard[2:] == [["first", "one", "second", "two"]]


async def test_a_question_is_asked_again_in_other_words_beside_the_first():
    server = ScriptedServer([words("one")], [words("two")], [words("three")])
    talk = conversation(server)
    await talk.send("first")
    await talk.send("second")
    heard = watched(talk)
    await talk.edit(talk.messages[2].id, "second, I meant", [Image("image/png", "aGk=")])
    assert said(talk) == ["first", "one", "second, I meant", "three"]
    assert heard == [["first", "one"], "user", "assistant"]
    assert talk.messages[2].blocks[0] == Image("image/png", "aGk=")
    sent = server.requests[2]["messages"][-1]["content"]
    assert [part["type"] for part in sent] == ["text", "image_url"]
    assert len(talk.variants_of(talk.messages[2].id).ids) == 2


async def test_a_picture_alone_is_a_question():
    server = ScriptedServer([words("a cat")])
    talk = conversation(server)
    await talk.send("", [Image("image/png", "aGk=")])
    assert [block.kind for block in talk.messages[0].blocks] == ["image"]
    assert [part["type"] for part in server.requests[0]["messages"][-1]["content"]] == ["image_url"]


async def test_a_deletion_is_undone():
    talk = conversation(ScriptedServer([words("one")], [words("two")]))
    await talk.send("first")
    await talk.send("second")
    heard = watched(talk)
    deletion = talk.delete(talk.messages[0].id)
    assert said(talk) == ["second", "two"]
    talk.undo(deletion)
    assert said(talk) == ["first", "one", "second", "two"]
    assert heard == [["second", "two"], ["first", "one", "second", "two"]]


async def test_nothing_changes_the_path_while_an_answer_grows():
    talk = conversation(ScriptedServer([words("one")], [asyncio.Event()]))
    await talk.send("first")
    question, answer = talk.messages
    deletion = talk.delete(question.id)
    talk.undo(deletion)
    second = asyncio.create_task(talk.send("second"))
    async with asyncio.timeout(60):
        while not talk.is_running:
            await asyncio.sleep(0)
    for refused in (
        lambda: talk.choose(answer.id),
        lambda: talk.delete(answer.id),
        lambda: talk.undo(deletion),
        lambda: talk.open((), None),
    ):
        with pytest.raises(RuntimeError):
            refused()
    with pytest.raises(RuntimeError):
        await talk.regenerate(answer.id)
    with pytest.raises(RuntimeError):
        await talk.edit(question.id, "x")
    talk.stop()
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_a_message_of_the_other_side_is_neither_edited_nor_made_again():
    talk = conversation(ScriptedServer([words("one")]))
    await talk.send("first")
    question, answer = talk.messages
    with pytest.raises(ValueError, match="user"):
        await talk.edit(answer.id, "x")
    with pytest.raises(ValueError, match="assistant"):
        await talk.regenerate(question.id)
    talk.say(Message("assistant", (Text(StreamingText("by the way")),), ended="stop"))
    with pytest.raises(ValueError, match="no question"):
        await talk.regenerate(talk.messages[-1].id)
    assert said(talk) == ["first", "one", "by the way"]


async def test_what_a_sudden_end_left_open_is_marked_and_gone_on_with():
    talk = conversation(ScriptedServer([words(" and more")]))
    running = ToolUse("t", "c1", input_text=StreamingText("{"), started_at=1.0)
    later = ToolUse("t", "c2", "success", input={}, output="x", later_runs=(LaterRun(1.0),))
    half = Message("assistant", (Text(StreamingText("half")), running), ended=None)
    before = Message("assistant", (later,), ended="stop")
    talk.restore([user_message("a"), before, user_message("b"), half])
    path = talk.messages
    assert path[1].blocks[0].later_runs == ()
    assert path[3].ended == "error"
    assert path[3].blocks[1].error.code == "cancelled"
    assert path[3].blocks[2].code == "interrupted"
    assert (await talk.go_on()).text == "half and more"


async def test_a_question_without_an_answer_has_one_to_go_on_with():
    talk = conversation(ScriptedServer([words("here")]))
    talk.restore([user_message("is anybody there")])
    assert talk.messages[1].blocks[0].code == "interrupted"
    assert (await talk.go_on()).text == "here"
    assert [message.role for message in talk.messages] == ["user", "assistant"]
