"""A stop at any moment: the socket closes at once, the history stays valid, and the next turn works."""

import asyncio
import contextlib
import random
from collections.abc import Callable

import pytest

from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.model import ChatModel
from deskpet.chat.tool import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from tests.llm.recordings import SAMPLES, anthropic, gemini, openai
from tests.llm.replay import ReplayServer, Reply

CHATS: dict[str, Callable[..., ChatModel]] = {
    "openai": OpenAIChat,
    "gemini": GeminiChat,
    "anthropic": AnthropicChat,
}
AFTER = {
    "openai": openai({"content": "Here I am."}),
    "gemini": gemini([{"text": "Here I am."}]),
    "anthropic": anthropic(({"type": "text", "text": "Here I am."}, [])),
}


@pytest.mark.parametrize("family", list(CHATS))
@pytest.mark.parametrize("seed", range(15))
async def test_stop_at_a_random_moment(family: str, seed: int) -> None:
    before = asyncio.all_tasks()
    chance = random.Random(seed)
    body = SAMPLES[family][: chance.randrange(60, len(SAMPLES[family]) - 30)]
    stop_after = chance.randrange(1, 12)
    stopped, stop_now = user_message("first"), asyncio.Event()
    seen: list[Message] = []

    def listen(_: TurnEvent, message: Message) -> None:
        seen.append(message)
        if len(seen) >= stop_after:
            stop_now.set()

    async with (
        ReplayServer(Reply(body, cut=chance.randint(1, 200), ending="hang")) as server,
        new_client() as client,
    ):
        setup = TurnSetup(CHATS[family](client, server.url, "m"), Toolbox())
        turn = asyncio.create_task(run_turn(setup, (stopped,), Message("assistant"), listen))
        moments = {asyncio.create_task(stop_now.wait()), asyncio.create_task(server.sent.wait())}
        _, waiting = await asyncio.wait(moments, return_when=asyncio.FIRST_COMPLETED)
        for moment in waiting:
            moment.cancel()
        turn.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await turn
        if server.connections:
            async with asyncio.timeout(60):
                await server.disconnected.wait()

        server.replies = (Reply(AFTER[family]),)
        answer = seen[-1]
        history = (stopped, answer, user_message("second"))
        following = await run_turn(setup, history, Message("assistant"), lambda *_: None)

    assert answer.ended == "cancelled"
    assert all(block.status != "running" for block in answer.blocks if isinstance(block, ToolUse))
    assert (following.ended, following.text) == ("stop", "Here I am.")
    assert asyncio.all_tasks() == before
