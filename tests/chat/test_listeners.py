"""Listeners of a conversation that raise: the turn, the recorder and the other listeners go on."""

import logging

import pytest

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import BlockStarted, TextAppended, TurnEnded, TurnEvent, event_name
from deskpet.chat.messages import Message, Notice
from deskpet.chat.tool import Toolbox
from deskpet.chat.turn import TurnSetup
from tests.scripted import ScriptedServer, words


def conversation(*rounds: list) -> Conversation:
    server = ScriptedServer(*rounds)
    return Conversation(lambda: TurnSetup(server.model(), Toolbox()))


def nothing(*_: object) -> None:
    pass


def raising(event: TurnEvent, _: Message) -> None:
    raise LookupError(event_name(event))


def raising_once() -> tuple[list[str], object]:
    heard: list[str] = []

    def listen(event: TurnEvent, _: Message) -> None:
        heard.append(event_name(event))
        if heard == ["turn_started"]:
            raise LookupError("once")

    return heard, listen


@pytest.mark.parametrize("raises", [raising, raising_once()[1]], ids=["always", "once"])
async def test_an_event_listener_that_raises_ends_neither_the_turn_nor_the_others(raises):
    talk = conversation([words("one "), words("two")])
    heard: list[str] = []
    talk.listen(nothing, raises)
    talk.listen(nothing, lambda event, _: heard.append(event_name(event)))
    answer = await talk.send("hello")
    assert (answer.text, answer.ended) == ("one two", "stop")
    assert talk.messages[-1] == answer
    assert heard[0] == "turn_started"
    assert heard[-1] == "turn_ended"


async def test_a_message_or_path_listener_that_raises_ends_nothing():
    def broken(_: object) -> None:
        raise ValueError

    talk = conversation([words("one")], [words("two")])
    paths: list[int] = []
    talk.listen(broken, nothing, broken)
    talk.listen(nothing, nothing, lambda path: paths.append(len(path)))
    await talk.send("hello")
    answer = await talk.regenerate(talk.messages[-1].id)
    assert answer.text == "two"
    assert paths == [1]


async def test_the_recorder_hears_everything_before_the_listeners_that_were_there_earlier():
    order: list[str] = []

    def heard_by(who: str) -> tuple:
        hear = lambda *_: order.append(who)  # noqa: E731
        return hear, hear, hear

    talk = conversation([words("one")])
    talk.listen(*heard_by("view"))
    talk.listen(*heard_by("recorder"), first=True)
    await talk.send("hello")
    talk.open((), None)
    assert order == ["recorder", "view"] * (len(order) // 2)


async def test_a_listener_that_raised_gets_the_whole_path_when_the_turn_ends():
    talk = conversation([words("one")], [words("two")])
    heard, listen = raising_once()
    paths: list[list[str]] = []
    talk.listen(nothing, listen, lambda path: paths.append([message.text for message in path]))
    await talk.send("first")
    await talk.send("second")
    assert heard.count("turn_ended") == 2
    # Only after the turn in which it raised.
    assert paths == [["first", "one"]]


async def test_an_error_of_a_listener_is_reported_and_logged_once(caplog):
    reported: list[Exception] = []
    talk = conversation([words("one"), words("two"), words("three")])
    talk.listen(nothing, raising)
    talk.on_listener_error(reported.append)
    with caplog.at_level(logging.ERROR):
        await talk.send("hello")
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

    talk = Conversation(prepare)
    heard: list[TurnEvent] = []
    talk.listen(nothing, lambda event, _: heard.append(event))
    answer = await talk.send("hello")
    assert answer.ended == "error"
    notice = answer.blocks[-1]
    assert isinstance(notice, Notice)
    assert "the persona's file is gone" in notice.cause
    assert isinstance(heard[1], BlockStarted)
    assert isinstance(heard[-1], TurnEnded)
    assert (await talk.send("again")).text == "fine"
    assert any(isinstance(event, TextAppended) for event in heard)
