"""Conversations get their names from the model, after the first answer and never in its way."""

import logging

import pytest

from deskpet.config import paths
from deskpet.store import Store
from tests.app.running_pet import converse, running_with_server, type_and_send
from tests.support.waiting import until

pytestmark = pytest.mark.window


def titles() -> list[str]:
    store = Store(paths.data_folder() / "conversations.db")
    saved = store.last()
    store.close()
    return [saved.session.title] if saved else []


async def test_a_conversation_is_named_after_the_first_answer(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "what is a fox")
        upstream.answer("A small animal.")
        await until(lambda: bool(upstream.title_requests))
        assert "A small animal." in upstream.title_requests[0]["messages"][1]["content"]
        assert titles() == ["what is a fox"]
        upstream.title('# "About', ' foxes."')
        await until(lambda: titles() == ["About foxes"])
        await converse(talk, upstream, "and a dog", "Another.")
    assert (len(upstream.requests), len(upstream.title_requests)) == (2, 1)


async def test_who_wants_no_titles_of_the_models_own_sends_nothing_more(tmp_path):
    async with running_with_server(tmp_path, 'titles = "first_line"\n') as (talk, upstream):
        for question in ("what is a fox", "and a dog"):
            await converse(talk, upstream, question, "An animal.")
        # The next question would keep it from being asked for; after the last one there is time for it.
        looks: list[int] = []
        await until(lambda: looks.append(len(upstream.title_requests)) or len(looks) > 100)
    assert titles() == ["what is a fox"]
    assert upstream.title_requests == []


async def test_without_a_title_everything_goes_on_as_before(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests))
        upstream.refusal = b'{"error": {"message": "enough for today"}}'
        upstream.answer("Hi.")
        await until(lambda: bool(upstream.title_requests) and "no title was found" in caplog.text)
        assert "enough for today" in caplog.text
        upstream.refusal = b""
        await converse(talk, upstream, "still there?", "Yes.")
        assert len(talk.conversation.messages) == 4
        assert titles() == ["hello"]


async def test_a_question_does_not_wait_for_a_title(tmp_path):
    async with running_with_server(tmp_path) as (talk, upstream):
        type_and_send(talk, "hello")
        upstream.answer("Hi.")
        await until(lambda: bool(upstream.title_requests))
        type_and_send(talk, "quick")
        await until(upstream.disconnected.is_set)
        await until(lambda: len(upstream.requests) == 2)
        assert upstream.requests[1]["messages"][-1]["content"] == "quick"
