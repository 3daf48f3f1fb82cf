"""The offline companion as a server: chat/completions behind an httpx transport, in this process.

It speaks the wire format of any other endpoint, through the same code, at the pace of someone who talks.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

import httpx

from deskpet.llm.companion import Cue, Question, Say, Script, Step, Wait, script

MODEL = "offline-companion"
BASE_URL = "http://offline.invalid/v1"
"""A name that no network can have (RFC 2606): these requests never leave the process."""

_FIRST_WORD_SECONDS = 0.15
_WORD_SECONDS = 0.045
_CALL_SECONDS = 0.12
_WORD = re.compile(r"[^\s\u3000-\u9fff]+\s*|\s+|[\u3000-\u9fff]\s*", re.DOTALL)
_TOOLS = {"live2d_expression": ("face", "name"), "live2d_motion": ("move", "group")}


class OfflineTransport(httpx.AsyncBaseTransport):
    """Answers chat/completions itself. `pace` scales every pause: 1.0 as a person talks, 0.0 at once."""

    def __init__(self, pace: float = 1.0, now: Callable[[], datetime] = datetime.now) -> None:
        self._pace = pace
        self._now = now

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer `request` as a server of the OpenAI format would."""
        if not request.url.path.endswith("/chat/completions"):
            return httpx.Response(404, json={"error": {"message": f"no such address: {request.url.path}"}})
        body = json.loads(await request.aread())
        steps = _this_round(body, self._now())
        return httpx.Response(
            200, headers={"content-type": "text/event-stream"}, stream=_Events(steps, self._pace, body)
        )


def _this_round(body: Mapping[str, Any], now: datetime) -> list[Step]:
    """The part of the answer that this request asks for: after each request with calls comes the next part."""
    messages: list[dict[str, Any]] = body.get("messages", [])
    asked = max((i for i, message in enumerate(messages) if message.get("role") == "user"), default=-1)
    said = messages[asked].get("content", "") if asked >= 0 else ""
    if isinstance(said, list):
        said = " ".join(part.get("text", "") for part in said)
    choices = _choices(body.get("tools") or [])
    plan = _merged(script(Question(said, now, choices["face"], choices["move"])))
    rounds_done = sum(message.get("role") == "assistant" for message in messages[asked + 1 :])
    return plan[min(rounds_done, len(plan) - 1)]


def _merged(plan: Script) -> Script:
    """The plan as requests: after one with calls comes another, and the last one has none."""
    merged: Script = [[]]
    for steps in plan:
        if any(isinstance(step, Cue) for step in merged[-1]):
            merged.append([])
        merged[-1] += steps
    last = merged[-1]
    cues = [number for number, step in enumerate(last, 1) if isinstance(step, Cue)]
    return [*merged[:-1], last[: cues[-1]], last[cues[-1] :]] if cues else merged


def _choices(tools: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The expressions and motions that the request's tools allow."""
    found: dict[str, list[str]] = {"face": [], "move": []}
    for tool in tools:
        function = tool.get("function", {})
        if function.get("name") in _TOOLS:
            kind, parameter = _TOOLS[function["name"]]
            found[kind] = function["parameters"]["properties"][parameter].get("enum", [])
    return found


class _Events(httpx.AsyncByteStream):
    """The answer's server-sent events, each at its time."""

    def __init__(self, steps: Sequence[Step], pace: float, body: Mapping[str, Any]) -> None:
        self._steps = steps
        self._pace = pace
        self._wants_usage = bool((body.get("stream_options") or {}).get("include_usage"))
        self._calls = 0
        self._words = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        await self._pause(_FIRST_WORD_SECONDS)
        yield _event({"role": "assistant", "content": ""})
        for step in self._steps:
            async for delta in self._deltas(step):
                yield _event(delta)
        yield _event({}, "tool_calls" if self._calls else "stop")
        if self._wants_usage:
            usage = {"prompt_tokens": 0, "completion_tokens": self._words, "total_tokens": self._words}
            yield _data({"choices": [], "usage": usage})
        yield b"data: [DONE]\n\n"

    async def _deltas(self, step: Step) -> AsyncIterator[dict[str, Any]]:
        match step:
            case Wait(seconds):
                await self._pause(seconds)
            case Say(text):
                for word in _WORD.findall(text):
                    self._words += 1
                    yield {"content": word}
                    await self._pause(_WORD_SECONDS * (1.0 if word.isascii() else 1.4))
            case Cue(kind, name):
                function, parameter = next((f, p) for f, (k, p) in _TOOLS.items() if k == kind)
                index, self._calls = self._calls, self._calls + 1
                called = {"name": function, "arguments": ""}
                call = {"index": index, "id": f"call_{uuid4().hex[:12]}", "type": "function", "function": called}
                yield {"tool_calls": [call]}
                for piece in (f'{{"{parameter}": ', json.dumps(name, ensure_ascii=False), "}"):
                    await self._pause(_CALL_SECONDS / 3)
                    yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._pace)


def _event(delta: Mapping[str, Any], finish: str | None = None) -> bytes:
    return _data({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _data(value: Mapping[str, Any]) -> bytes:
    chunk = {"id": "chatcmpl-offline", "object": "chat.completion.chunk", "created": 0, "model": MODEL, **value}
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"
