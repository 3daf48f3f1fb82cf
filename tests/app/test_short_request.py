"""The first request with default settings is short, and the beginning of each later one is that of the one before."""

import json
from pathlib import Path
from typing import Any

import pytest

from deskpet.app.pet_controller import PetController
from tests.app.running_pet import ChatServer, converse, running, type_and_send, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window

# In characters; four of them are about a token.
MOST_CHARACTERS = 5_400


def prompt_of(request: dict[str, Any]) -> str:
    """What goes out before the conversation."""
    return request["messages"][0]["content"] + json.dumps(request.get("tools", []), ensure_ascii=False)


@pytest.mark.parametrize("mode", ["native", "text"])
async def test_little_goes_out_before_the_first_word_and_it_stays_the_same(tmp_path: Path, mode: str) -> None:
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start())
    file.write_text(file.read_text("utf-8").replace('mode = "native"', f'mode = "{mode}"'), encoding="utf-8")
    async with running(PetController(file, offline=False), upstream) as talk:
        for number in range(3):
            await converse(talk, upstream, f"Question {number}?", f"Answer {number}.")
        first, second, third = upstream.requests
        assert len(prompt_of(first)) <= MOST_CHARACTERS
        assert prompt_of(first) == prompt_of(second) == prompt_of(third)
        assert second["messages"][: len(first["messages"])] == first["messages"]
        assert third["messages"][: len(second["messages"])] == second["messages"]


async def test_a_group_is_loaded_at_the_end_of_the_list_and_stays_there(tmp_path: Path) -> None:
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "Which notes do I have?")
        await until(lambda: len(upstream.requests) == 1)
        upstream.begin_call("tools_load")
        upstream.arguments('{"group": "notes"}')
        upstream.end()
        await until(lambda: len(upstream.requests) == 2)
        upstream.answer("None.")
        await until(lambda: not talk.conversation.is_running)
        await converse(talk, upstream, "Thank you.", "Any time.")
        first, second, third = (request["tools"] for request in upstream.requests)
        assert second[: len(first)] == first
        added = [each["function"]["name"] for each in second[len(first) :]]
        assert added == ["note_list", "note_search", "note_delete"]
        assert third == second
