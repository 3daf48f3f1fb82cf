"""Exceptions in listeners of a conversation affect neither the turn nor the recorder nor other listeners."""

import logging

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import BlockStarted, TextAppended, TurnEnded, TurnEvent, TurnStarted, event_name
from deskpet.chat.messages import Message, Notice
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup
from tests.llm.scripted_server import ScriptedServer, words


def new_conversation(*rounds: list) -> Conversation:
    server = ScriptedServer(*rounds)
    return Conversation(lambda: TurnSetup(server.model(), Toolbox()))


def ignore(*_: object) -> None:
    pass


def raising(event: TurnEvent, _: Message) -> None:
    raise LookupError(event_name(event))


def raising_once() -> tuple[list[str], object]:
    received: list[str] = []

    def listen(event: TurnEvent, _: Message) -> None:
        received.append(event_name(event))
        if received == ["turn_started"]:
            raise LookupError("once")

    return received, listen


@pytest.mark.parametrize("raises", [raising, raising_once()[1]], ids=["always", "once"])
async def test_an_exception_in_on_event_affects_neither_the_turn_nor_other_listeners(raises):
    conversation = new_conversation([words("one "), words("two")])
    received: list[str] = []
    conversation.listen(ignore, raises)
    conversation.listen(ignore, lambda event, _: received.append(event_name(event)))
    answer = await conversation.send("hello")
    assert (answer.text, answer.ended) == ("one two", "stop")
    assert conversation.messages[-1] == answer
    assert received[0] == "turn_started"
    assert received[-1] == "turn_ended"


async def test_a_listener_gets_the_events_that_it_names_and_no_others():
    conversation = new_conversation([words("one "), words("two")])
    received: list[str] = []
    conversation.listen(on_event=lambda event, _: received.append(event_name(event)), events=(TurnStarted, TurnEnded))
    await conversation.send("hello")
    assert received == ["turn_started", "turn_ended"]


async def test_a_listener_that_was_removed_or_added_in_a_turn_counts_from_the_next_event():
    conversation = new_conversation([words("one "), words("two")])
    first: list[str] = []
    second: list[str] = []

    def on_first(event: TurnEvent, _: Message) -> None:
        first.append(event_name(event))
        if isinstance(event, TextAppended):
            end()
            conversation.listen(on_event=lambda event, _: second.append(event_name(event)))

    end = conversation.listen(on_event=on_first)
    await conversation.send("hello")
    assert first.count("text_appended") == 1
    assert second[-1] == "turn_ended"


async def test_an_exception_in_on_message_or_on_path_ends_nothing():
    def broken(_: object) -> None:
        raise ValueError

    conversation = new_conversation([words("one")], [words("two")])
    paths: list[int] = []
    conversation.listen(broken, ignore, broken)
    conversation.listen(ignore, ignore, lambda path: paths.append(len(path)))
    await conversation.send("hello")
    answer = await conversation.regenerate(conversation.messages[-1].id)
    assert answer.text == "two"
    assert paths == [1]


async def test_the_recorder_is_called_before_listeners_added_earlier():
    order: list[str] = []

    def callbacks_of(name: str) -> tuple:
        callback = lambda *_: order.append(name)  # noqa: E731
        return callback, callback, callback

    conversation = new_conversation([words("one")])
    conversation.listen(*callbacks_of("view"))
    conversation.listen(*callbacks_of("recorder"), first=True)
    await conversation.send("hello")
    conversation.open((), None)
    assert order == ["recorder", "view"] * (len(order) // 2)


async def test_a_listener_that_raised_gets_the_whole_path_when_the_turn_ends():
    conversation = new_conversation([words("one")], [words("two")])
    received, listen = raising_once()
    paths: list[list[str]] = []
    conversation.listen(ignore, listen, lambda path: paths.append([message.text for message in path]))
    await conversation.send("first")
    await conversation.send("second")
    assert received.count("turn_ended") == 2
    # Once: after the turn in which it raised.
    assert paths == [["first", "one"]]


async def test_an_error_of_a_listener_is_reported_and_logged_once(caplog):
    reported: list[Exception] = []
    conversation = new_conversation([words("one"), words("two"), words("three")])
    conversation.listen(ignore, raising)
    conversation.on_listener_error(reported.append)
    with caplog.at_level(logging.ERROR):
        await conversation.send("hello")
    assert [str(error) for error in reported] == ["turn_started"]
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info


async def test_a_turn_that_cannot_be_set_up_says_so_in_its_answer_and_the_next_one_works():
    server = ScriptedServer([words("fine")])
    setups = [OSError("the persona's file is gone"), TurnSetup(server.model(), Toolbox())]

    def prepare() -> TurnSetup:
        setup = setups.pop(0)
        if isinstance(setup, Exception):
            raise setup
        return setup

    conversation = Conversation(prepare)
    received: list[TurnEvent] = []
    conversation.listen(ignore, lambda event, _: received.append(event))
    answer = await conversation.send("hello")
    assert answer.ended == "error"
    notice = answer.blocks[-1]
    assert isinstance(notice, Notice)
    assert "the persona's file is gone" in notice.cause
    assert isinstance(received[1], BlockStarted)
    assert isinstance(received[-1], TurnEnded)
    assert (await conversation.send("again")).text == "fine"
    assert any(isinstance(event, TextAppended) for event in received)
