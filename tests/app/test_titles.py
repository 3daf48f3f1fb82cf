"""Conversations get their names from the model, after the first answer and never in its way."""

import logging

import pytest

from deskpet import paths
from deskpet.app.pet_controller import PetController
from deskpet.store import Store
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.waiting import until

pytestmark = pytest.mark.window


def titles() -> list[str]:
    store = Store(paths.data_folder() / "conversations.db")
    saved = store.last()
    store.close()
    return [saved.session.title] if saved else []


async def test_a_conversation_is_named_after_the_first_answer(tmp_path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "what is a fox")
        upstream.delta(content="A small animal.")
        upstream.end()
        await until(lambda: bool(upstream.title_requests))
        assert "A small animal." in upstream.title_requests[0]["messages"][1]["content"]
        assert titles() == ["what is a fox"]
        upstream.title('# "About', ' foxes."')
        await until(lambda: titles() == ["About foxes"])
        type_and_send(talk, "and a dog")
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="Another.")
        upstream.end()
        await until(lambda: not talk.conversation.is_running)
    assert (len(upstream.requests), len(upstream.title_requests)) == (2, 1)


async def test_who_wants_no_titles_of_the_models_own_sends_nothing_more(tmp_path):
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start())
    with file.open("a", encoding="utf-8") as more:
        more.write('titles = "first_line"\n')
    pet = PetController(file, offline=False)
    async with running(pet, upstream) as talk:
        for number, text in enumerate(("what is a fox", "and a dog"), 1):
            type_and_send(talk, text)
            await until(lambda number=number: len(upstream.requests) == number)
            upstream.delta(content="An animal.")
            upstream.end()
            await until(lambda: not talk.conversation.is_running)
        # The next question would keep it from being asked for; after the last one there is time for it.
        looks: list[int] = []
        await until(lambda: looks.append(len(upstream.title_requests)) or len(looks) > 100)
    assert titles() == ["what is a fox"]
    assert upstream.title_requests == []


async def test_without_a_title_everything_goes_on_as_before(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests))
        upstream.refusal = b'{"error": {"message": "enough for today"}}'
        upstream.delta(content="Hi.")
        upstream.end()
        await until(lambda: bool(upstream.title_requests) and "no title was found" in caplog.text)
        assert "enough for today" in caplog.text
        upstream.refusal = b""
        type_and_send(talk, "still there?")
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="Yes.")
        upstream.end()
        await until(lambda: len(talk.conversation.messages) == 4 and not talk.conversation.is_running)
        assert talk.conversation.messages[-1].text == "Yes."
        assert titles() == ["hello"]


async def test_a_question_does_not_wait_for_a_title(tmp_path):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "hello")
        upstream.delta(content="Hi.")
        upstream.end()
        await until(lambda: bool(upstream.title_requests))
        type_and_send(talk, "quick")
        await until(upstream.disconnected.is_set)
        await until(lambda: len(upstream.requests) == 2)
        assert upstream.requests[1]["messages"][-1]["content"] == "quick"
