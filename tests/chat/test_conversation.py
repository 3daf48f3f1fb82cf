"""A conversation over several turns."""

import asyncio
from collections.abc import Callable

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import CONTINUE, Image, LaterRun, Message, Notice, StreamingText, Text, ToolUse, user_message
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup
from tests.llm.scripted_server import ScriptedServer, call, words
from tests.support.conversations import open_messages


@tool("test.note", title="Note")
async def note(word: str) -> str:
    """Note a word."""
    return f"noted {word}"


def new_conversation(server: ScriptedServer) -> Conversation:
    return Conversation(lambda: TurnSetup(server.model(), Toolbox(), "Be brief."))


async def test_each_question_has_one_answer_and_the_next_request_contains_both():
    server = ScriptedServer([words("one")], [words("two")])
    conversation = new_conversation(server)
    await conversation.send("first")
    await conversation.send("second")
    assert [(message.role, message.text) for message in conversation.messages] == [
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
    conversation = new_conversation(server)
    first = asyncio.create_task(conversation.send("go"))
    async with asyncio.timeout(60):
        while not conversation.messages or conversation.messages[-1].text != "half":
            await asyncio.sleep(0)
    conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert not conversation.is_running
    assert (await conversation.send("again")).text == "fine"
    assert conversation.messages[1].ended == "cancelled"


async def stop_when(conversation: Conversation, is_reached: Callable[[Message], bool]) -> Message:
    """Ask a question, stop when the answer is as wanted, and return what is left of it."""
    turn = asyncio.create_task(conversation.send("go"))
    async with asyncio.timeout(60):
        while not (conversation.is_running and is_reached(conversation.messages[-1])):
            await asyncio.sleep(0)
        conversation.stop()
        with pytest.raises(asyncio.CancelledError):
            await turn
    return conversation.messages[-1]


def assert_can_continue(conversation: Conversation, stopped: Message) -> None:
    mark = stopped.blocks[-1]
    assert isinstance(mark, Notice)
    assert (stopped.ended, mark.code, mark.level) == ("cancelled", "stopped", "info")
    assert conversation.offers(stopped.id, CONTINUE.name)


async def test_an_answer_stopped_in_mid_sentence_says_so_and_goes_on() -> None:
    conversation = new_conversation(ScriptedServer([words("half"), asyncio.Event()], [words(" and the rest")]))
    stopped = await stop_when(conversation, lambda answer: answer.text == "half")
    assert_can_continue(conversation, stopped)
    answer = await conversation.resume()
    assert (answer.id, answer.text, answer.ended) == (stopped.id, "half and the rest", "stop")
    assert not conversation.offers(answer.id, CONTINUE.name)


async def test_an_answer_stopped_between_two_requests_goes_on_with_the_results() -> None:
    server = ScriptedServer([call("test_note", '{"word": "a"}')], [asyncio.Event()], [words("Noted.")])
    conversation = Conversation(lambda: TurnSetup(server.model(), Toolbox((note,))))
    stopped = await stop_when(conversation, lambda _: len(server.requests) == 2)
    assert [block.kind for block in stopped.blocks] == ["tool_use", "notice"]
    assert_can_continue(conversation, stopped)
    answer = await conversation.resume()
    assert (answer.id, answer.text, answer.ended) == (stopped.id, "Noted.", "stop")
    assert server.requests[-1]["messages"][-1]["content"] == "noted a"


async def test_an_answer_stopped_as_soon_as_it_began_says_so_and_goes_on() -> None:
    conversation = new_conversation(ScriptedServer([asyncio.Event()], [words("Here I am.")]))
    stopped = await stop_when(conversation, lambda _: True)
    assert_can_continue(conversation, stopped)
    assert (await conversation.resume()).text == "Here I am."


async def test_two_turns_at_once_are_refused():
    conversation = new_conversation(ScriptedServer([asyncio.Event()]))
    first = asyncio.create_task(conversation.send("one"))
    async with asyncio.timeout(60):
        while not conversation.is_running:
            await asyncio.sleep(0)
    with pytest.raises(RuntimeError):
        await conversation.send("two")
    conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_listeners_are_notified_of_messages_and_events_in_order():
    notifications: list[str] = []
    conversation = new_conversation(ScriptedServer([words("hi")]))
    conversation.listen(
        lambda message: notifications.append(message.role), lambda event, _: notifications.append(type(event).__name__)
    )
    await conversation.send("hello")
    assert notifications[:3] == ["user", "assistant", "TurnStarted"]
    assert notifications[-1] == "TurnEnded"


def texts(conversation: Conversation) -> list[str]:
    return [message.text for message in conversation.messages]


def record_notifications(conversation: Conversation) -> list[list[str] | str]:
    notifications: list[list[str] | str] = []
    conversation.listen(
        lambda message: notifications.append(message.role),
        lambda event, _: None,
        lambda path: notifications.append([message.text for message in path]),
    )
    return notifications


async def test_a_regenerated_answer_is_a_variant_of_the_first():
    server = ScriptedServer([words("one")], [words("two")], [words("three")])
    conversation = new_conversation(server)
    await conversation.send("first")
    await conversation.send("second")
    first = conversation.messages[1].id
    notifications = record_notifications(conversation)
    answer = await conversation.regenerate(first)
    assert texts(conversation) == ["first", "three"]
    assert notifications == [["first"], "assistant"]
    assert [message["content"] for message in server.requests[2]["messages"]] == ["Be brief.", "first"]
    assert conversation.variants_of(answer.id).ids == (first, answer.id)
    assert conversation.variants_of(answer.id).index == 1
    conversation.choose(first)
    assert texts(conversation) == ["first", "one", "second", "two"]
    assert notifications[2:] == [["first", "one", "second", "two"]]


async def test_an_edited_question_is_a_variant_of_the_first():
    server = ScriptedServer([words("one")], [words("two")], [words("three")])
    conversation = new_conversation(server)
    await conversation.send("first")
    await conversation.send("second")
    notifications = record_notifications(conversation)
    await conversation.edit(conversation.messages[2].id, "second, I meant", [Image("image/png", "aGk=")])
    assert texts(conversation) == ["first", "one", "second, I meant", "three"]
    assert notifications == [["first", "one"], "user", "assistant"]
    assert conversation.messages[2].blocks[0] == Image("image/png", "aGk=")
    sent = server.requests[2]["messages"][-1]["content"]
    assert [part["type"] for part in sent] == ["text", "image_url"]
    assert len(conversation.variants_of(conversation.messages[2].id).ids) == 2


async def test_a_picture_alone_is_a_question():
    server = ScriptedServer([words("a cat")])
    conversation = new_conversation(server)
    await conversation.send("", [Image("image/png", "aGk=")])
    assert [block.kind for block in conversation.messages[0].blocks] == ["image"]
    assert [part["type"] for part in server.requests[0]["messages"][-1]["content"]] == ["image_url"]


async def test_a_deletion_is_undone():
    conversation = new_conversation(ScriptedServer([words("one")], [words("two")]))
    await conversation.send("first")
    await conversation.send("second")
    notifications = record_notifications(conversation)
    deletion = conversation.delete(conversation.messages[0].id)
    assert texts(conversation) == ["second", "two"]
    conversation.undo(deletion)
    assert texts(conversation) == ["first", "one", "second", "two"]
    assert notifications == [["second", "two"], ["first", "one", "second", "two"]]


async def test_the_path_cannot_change_during_a_turn():
    conversation = new_conversation(ScriptedServer([words("one")], [asyncio.Event()]))
    await conversation.send("first")
    question, answer = conversation.messages
    deletion = conversation.delete(question.id)
    conversation.undo(deletion)
    second = asyncio.create_task(conversation.send("second"))
    async with asyncio.timeout(60):
        while not conversation.is_running:
            await asyncio.sleep(0)
    for refused in (
        lambda: conversation.choose(answer.id),
        lambda: conversation.delete(answer.id),
        lambda: conversation.undo(deletion),
        lambda: conversation.open((), None),
    ):
        with pytest.raises(RuntimeError):
            refused()
    with pytest.raises(RuntimeError):
        await conversation.regenerate(answer.id)
    with pytest.raises(RuntimeError):
        await conversation.edit(question.id, "x")
    conversation.stop()
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_only_questions_are_edited_and_only_answers_regenerated():
    conversation = new_conversation(ScriptedServer([words("one")]))
    await conversation.send("first")
    question, answer = conversation.messages
    with pytest.raises(ValueError, match="user"):
        await conversation.edit(answer.id, "x")
    with pytest.raises(ValueError, match="assistant"):
        await conversation.regenerate(question.id)
    conversation.add_message(Message("assistant", (Text(StreamingText("by the way")),), ended="stop"))
    with pytest.raises(ValueError, match="no question"):
        await conversation.regenerate(conversation.messages[-1].id)
    assert texts(conversation) == ["first", "one", "by the way"]


async def test_an_interrupted_answer_is_marked_and_can_be_continued():
    conversation = new_conversation(ScriptedServer([words(" and more")]))
    running = ToolUse("t", "c1", input_text=StreamingText("{"), started_at=1.0)
    later = ToolUse("t", "c2", "success", input={}, output="x", later_runs=(LaterRun(1.0),))
    half = Message("assistant", (Text(StreamingText("half")), running), ended=None)
    before = Message("assistant", (later,), ended="stop")
    open_messages(conversation, [user_message("a"), before, user_message("b"), half])
    path = conversation.messages
    assert path[1].blocks[0].later_runs == ()
    assert path[3].ended == "error"
    assert path[3].blocks[1].error.code == "cancelled"
    assert path[3].blocks[2].code == "interrupted"
    assert (await conversation.resume()).text == "half and more"


async def test_a_question_without_an_answer_gets_an_interrupted_one():
    conversation = new_conversation(ScriptedServer([words("here")]))
    open_messages(conversation, [user_message("is anybody there")])
    assert conversation.messages[1].blocks[0].code == "interrupted"
    assert (await conversation.resume()).text == "here"
    assert [message.role for message in conversation.messages] == ["user", "assistant"]
