"""A stop in the middle of a recorded answer, over real sockets: what it leaves behind, and how long it took."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from pydantic import ConfigDict, create_model

from deskpet.chat.conversation import Conversation
from deskpet.chat.function_tool import FunctionTool
from deskpet.chat.messages import Message
from deskpet.chat.model import ChatModel
from deskpet.chat.tool import wire_name
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.openai import OpenAIChat
from tests.llm.recordings import Recording, anthropic, gemini, openai, recordings
from tests.llm.replay_server import ReplayServer, Reply

CHATS: dict[str, Callable[..., ChatModel]] = {"openai": OpenAIChat, "gemini": GeminiChat, "anthropic": AnthropicChat}
HERE = "Here I am."
_AFTER = {
    "openai": openai({"content": HERE}),
    "gemini": gemini([{"text": HERE}]),
    "anthropic": anthropic(({"type": "text", "text": ""}, [{"type": "text_delta", "text": HERE}])),
}
_COUNTS = {"openai": 14, "gemini": 3, "anthropic": 3}


@dataclass(frozen=True)
class Stop:
    """A stop and the turn after it. `seconds` from the stop to the moment when the server saw its socket closed."""

    moment: str
    seconds: float
    stopped: Message
    next_answer: Message
    next_request: dict[str, Any]
    tasks_left: set[asyncio.Task[Any]]


def twenty(shared: Path) -> list[Recording]:
    """Recordings of all families, those with calls before the others."""
    chosen: list[Recording] = []
    everything = list(recordings(shared))
    for family, count in _COUNTS.items():
        mine = [each for each in everything if each.family == family and len(each.body) > 400]
        random.Random(family).shuffle(mine)
        mine.sort(key=lambda each: not each.expected["tools"])
        chosen += mine[: count - 2] + mine[-2:]
    return chosen


async def stop_somewhere(client: httpx.AsyncClient, recording: Recording, chance: random.Random) -> Stop:
    """Play a part of `recording`, stop at a moment that `chance` picks, and ask again."""
    before = asyncio.all_tasks()
    length, cut = chance.randrange(len(recording.body)), chance.randint(1, 400)
    is_early = chance.random() < 0.5
    steps = chance.randrange(200 if is_early else 30)
    moment = f"{recording.file}: {length} bytes by {cut}, {steps} steps after {'asking' if is_early else 'all came'}"
    played = Reply(recording.body[:length], cut=cut, ending="hang")
    async with ReplayServer(played, Reply(_AFTER[recording.family])) as server:
        setup = TurnSetup(CHATS[recording.family](client, server.url, "m"), _tools_of(recording))
        talk = Conversation(lambda: setup)
        turn = asyncio.create_task(talk.send("go"))
        async with asyncio.timeout(60):
            while not (server.requests if is_early else server.sent.is_set()):
                await asyncio.sleep(0)
            for _ in range(steps):
                await asyncio.sleep(0)
            at = time.perf_counter()
            talk.stop()
            await server.disconnected.wait()
            seconds = time.perf_counter() - at
            with contextlib.suppress(asyncio.CancelledError):
                await turn
            stopped = talk.messages[1]
            answer = await talk.send("and now?")
        request = server.requests[-1].body
    return Stop(moment, seconds, stopped, answer, request, asyncio.all_tasks() - before)


def _tools_of(recording: Recording) -> Toolbox:
    """Tools of the names that the recording calls: they take anything, and half of them never end."""

    async def at_once() -> str:
        await asyncio.sleep(0)
        return "done"

    async def never() -> str:
        await asyncio.Event().wait()
        return "never"

    anything = create_model("anything", __config__=ConfigDict(extra="allow"))
    names = {wire_name(name): name for name, _ in recording.expected["tools"] if name}
    functions = [at_once, never]
    return Toolbox(
        FunctionTool(
            name=name,
            description="",
            function=functions[number % 2],
            arguments=anything,
            concurrent=number % 3 == 0,
        )
        for number, name in enumerate(names.values())
    )


def unanswered(family: str, request: dict[str, Any]) -> list[str]:
    """Calls in a request that have no result in the message after them, or results without a call."""
    said = list(_calls_and_results(family, request))
    wrong: list[str] = []
    for (calls, results), (_, after) in zip(said, [*said[1:], ([], [])], strict=True):
        wrong += [f"no result for {call}" for call in calls if call not in after]
        wrong += [f"no call for {result}" for result in after if result not in calls]
        assert not (calls and results)
    return wrong


def _calls_and_results(family: str, request: dict[str, Any]) -> Iterator[tuple[list[str], list[str]]]:
    """Return the calls and the results in each message of a request, by id or name."""
    match family:
        case "openai":
            results: list[str] = []
            for message in request["messages"]:
                if message["role"] == "tool":
                    results.append(message["tool_call_id"])
                    continue
                if results:
                    yield [], results
                    results = []
                yield [call["id"] for call in message.get("tool_calls", ())], []
            yield [], results
        case "anthropic":
            for message in request["messages"]:
                parts = [part for part in message["content"] if isinstance(part, dict)]
                calls = [part["id"] for part in parts if part["type"] == "tool_use"]
                yield calls, [part["tool_use_id"] for part in parts if part["type"] == "tool_result"]
        case _:
            for message in request["contents"]:
                calls = [part["functionCall"]["name"] for part in message["parts"] if "functionCall" in part]
                yield (
                    calls,
                    [part["functionResponse"]["name"] for part in message["parts"] if "functionResponse" in part],
                )
