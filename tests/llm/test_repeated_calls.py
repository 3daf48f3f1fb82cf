"""Calls that a gateway sends several times are reported in the answer."""

import pytest

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, ToolUse, user_message
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.llm.endpoints import Endpoints
from tests.llm.recordings import openai
from tests.llm.replay_server import ReplayServer, Reply


@tool("wave", title="Wave")
async def wave(times: int = 1) -> str:
    """Wave."""
    return "waved"


def calls(*ids: str) -> bytes:
    """Return an answer with the same call under each of these ids."""
    function = {"name": "wave", "arguments": '{"times": 2}'}
    return openai(*({"tool_calls": [{"index": 0, "id": each, "function": function}]} for each in ids))


async def answer_of(model_name: str, first: bytes) -> Message:
    async with ReplayServer(Reply(first), Reply(openai({"content": "Hi."}))) as server:
        endpoints = Endpoints()
        endpoint = EndpointSettings(base_url=server.url, model=model_name)
        setup = TurnSetup(endpoints.model(Settings(endpoint=endpoint)), Toolbox([wave]))
        try:
            return await run_turn(setup, (user_message("?"),), Message("assistant"), lambda *_: None)
        finally:
            await endpoints.aclose()


@pytest.mark.parametrize(
    ("model_name", "ids", "codes"),
    [
        ("流式抗截断/gemini-2.5-pro", ("a", "b", "c"), ["repeated_calls"]),
        ("流式抗截断/gemini-2.5-pro", ("a",), []),
        ("gemini-2.5-pro", ("a", "b", "c"), []),
    ],
)
async def test_repeated_calls_are_told_in_the_answer(model_name: str, ids: tuple[str, ...], codes: list[str]) -> None:
    answer = await answer_of(model_name, calls(*ids))

    notices = [block for block in answer.blocks if isinstance(block, Notice)]
    assert [notice.code for notice in notices] == codes
    assert all("3" in notice.title and "wave" in notice.cause for notice in notices)
    assert sum(isinstance(block, ToolUse) for block in answer.blocks) == len(ids)
    assert (answer.text, answer.ended) == ("Hi.", "stop")
