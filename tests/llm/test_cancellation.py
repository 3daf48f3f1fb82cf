"""Cancelling a turn at any moment closes the socket, leaves a valid history, and the next turn works."""

import asyncio
import contextlib
import random
from collections.abc import Callable

import pytest

from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.model import ChatModel
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from tests.llm.recordings import SAMPLES, anthropic, gemini, openai
from tests.llm.replay_server import ReplayServer, Reply

CHATS: dict[str, Callable[..., ChatModel]] = {
    "openai": OpenAIChat,
    "gemini": GeminiChat,
    "anthropic": AnthropicChat,
}
NEXT_ANSWERS = {
    "openai": openai({"content": "Here I am."}),
    "gemini": gemini([{"text": "Here I am."}]),
    "anthropic": anthropic(({"type": "text", "text": "Here I am."}, [])),
}


@pytest.mark.parametrize("family", list(CHATS))
@pytest.mark.parametrize("seed", range(15))
async def test_cancel_at_a_random_moment(family: str, seed: int) -> None:
    before = asyncio.all_tasks()
    rng = random.Random(seed)
    body = SAMPLES[family][: rng.randrange(60, len(SAMPLES[family]) - 30)]
    stop_after = rng.randrange(1, 12)
    question, should_stop = user_message("first"), asyncio.Event()
    messages: list[Message] = []

    def listen(_: TurnEvent, message: Message) -> None:
        messages.append(message)
        if len(messages) >= stop_after:
            should_stop.set()

    async with (
        ReplayServer(Reply(body, cut=rng.randint(1, 200), ending="hang")) as server,
        new_client() as client,
    ):
        setup = TurnSetup(CHATS[family](client, server.url, "m"), Toolbox())
        turn = asyncio.create_task(run_turn(setup, (question,), Message("assistant"), listen))
        waiters = {asyncio.create_task(should_stop.wait()), asyncio.create_task(server.sent.wait())}
        _, pending = await asyncio.wait(waiters, return_when=asyncio.FIRST_COMPLETED)
        for waiter in pending:
            waiter.cancel()
        turn.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await turn
        if server.connections:
            async with asyncio.timeout(60):
                await server.disconnected.wait()

        server.replies = (Reply(NEXT_ANSWERS[family]),)
        answer = messages[-1]
        history = (question, answer, user_message("second"))
        next_answer = await run_turn(setup, history, Message("assistant"), lambda *_: None)

    assert answer.ended == "cancelled"
    assert all(block.status != "running" for block in answer.blocks if isinstance(block, ToolUse))
    assert (next_answer.ended, next_answer.text) == ("stop", "Here I am.")
    assert asyncio.all_tasks() == before
