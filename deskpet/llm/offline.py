"""The offline companion as a server: chat/completions behind an httpx transport, in this process.

It speaks the wire format of any other endpoint, through the same code, at the pace of someone who talks.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import httpx

from deskpet.chat.textmode.prompt import format_call
from deskpet.chat.turn import CONTINUE_REQUEST
from deskpet.choices import CallFormat
from deskpet.llm.companion import Audience, Cue, Question, Say, Script, Step, Wait, script
from deskpet.words import language

MODEL = "offline-companion"
BASE_URL = "http://offline.invalid/v1"
"""A name that no network can have (RFC 2606): these requests never leave the process."""

_FIRST_WORD_SECONDS = 0.15
_WORD_SECONDS = 0.045
_CALL_SECONDS = 0.12
_WORD = re.compile(r"[^\s\u3000-\u9fff]+\s*|\s+|[\u3000-\u9fff]\s*", re.DOTALL)
_WRITTEN = {
    CallFormat.TOOL_REQUEST: ("<<<[TOOL_REQUEST]>>>", "<<<[TOOL_RESULT]>>>"),
    CallFormat.XML: ("<tool_code>", "<tool_result>"),
    CallFormat.JSON: ('"tool_calls"', '{"tool_results"'),
}
"""How each text protocol is known: by its call in the system prompt, and by its result at a message's start."""
_TOOLS = {"live2d_expression": ("face", "name"), "live2d_motion": ("move", "group")}


class OfflineTransport(httpx.AsyncBaseTransport):
    """Answers chat/completions itself. `pace` scales every pause: 1.0 as a person talks, 0.0 at once."""

    def __init__(self, pace: float = 1.0, now: Callable[[], datetime] = datetime.now) -> None:
        self._pace = pace
        self._now = now

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer `request` as a server of the OpenAI format would."""
        if not request.url.path.endswith("/chat/completions"):
            said = json.dumps({"error": {"message": f"no such address: {request.url.path}"}}).encode()
            return httpx.Response(404, stream=httpx.ByteStream(said))
        body = json.loads(await request.aread())
        stream = _Events(_asked(body, self._now()), self._pace, body)
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=stream)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a request says: the question, how often it was answered in part, and which calls may be made how."""

    question: Question
    rounds_done: int
    form: CallFormat | None


def _asked(body: Mapping[str, Any], now: datetime) -> _Asked:
    messages: list[dict[str, Any]] = body.get("messages", [])
    told = "\n".join(_text(message.get("content")) for message in messages if message.get("role") == "system")
    form = next((form for form, (call, _) in _WRITTEN.items() if call in told), None)
    asked = [index for index, message in enumerate(messages) if _is_question(message)]
    last = asked[-1] if asked else -1
    choices = _choices(body.get("tools") or []) if form is None else _written_choices(told)
    said = _text(messages[last].get("content")) if asked else ""
    where = _where(body.get("model", ""))
    question = Question(said, now, choices["face"], choices["move"], where, language())
    rounds_done = sum(message.get("role") == "assistant" for message in messages[last + 1 :])
    return _Asked(question, rounds_done, form)


def model_at(where: Audience) -> str:
    """The companion's name for requests from this place."""
    return MODEL if where is Audience.DESKTOP else f"{MODEL}-{where}"


def _where(model: str) -> Audience:
    return next((where for where in Audience if model_at(where) == model), Audience.DESKTOP)


def _is_question(message: Mapping[str, Any]) -> bool:
    """Whether a person said it: the results of written calls come as a user's words too, and so does "go on"."""
    said = _text(message.get("content"))
    results = tuple(result for _, result in _WRITTEN.values())
    return message.get("role") == "user" and said != CONTINUE_REQUEST.text and not said.startswith(results)


def _this_round(asked: _Asked) -> list[Step]:
    """The part of the answer that is asked for: after each request with calls comes the next part."""
    plan = _merged(script(asked.question))
    return plan[min(asked.rounds_done, len(plan) - 1)]


def _text(content: Any) -> str:
    """A message's words: its content, or the text parts of it."""
    return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content or ())


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


def _written_choices(told: str) -> dict[str, list[str]]:
    """The same from the words of a text protocol, which lists the choices a line each."""
    found: dict[str, list[str]] = {}
    for kind, parameter in _TOOLS.values():
        lines = re.search(rf"^{parameter} is one of:\n((?:- .*\n?)+)", told, re.MULTILINE)
        found[kind] = re.findall(r"(?m)^- ([^:\n]+):", lines[1]) if lines else []
    return found


class _Events(httpx.AsyncByteStream):
    """The answer's server-sent events, each at its time."""

    def __init__(self, asked: _Asked, pace: float, body: Mapping[str, Any]) -> None:
        self._steps, self._form = _this_round(asked), asked.form
        self._pace = pace
        options: Mapping[str, Any] = body.get("stream_options") or {}
        self._wants_usage = bool(options.get("include_usage"))
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
                pieces = _call(function, parameter, name, self._calls)
                if self._form:
                    pieces = _written(function, parameter, name, self._form)
                else:
                    self._calls += 1
                for piece in pieces:
                    yield piece
                    await self._pause(_CALL_SECONDS / 4)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._pace)


def _call(function: str, parameter: str, name: str, index: int) -> Iterator[dict[str, Any]]:
    """A native call, in the pieces in which servers send it."""
    called = {"name": function, "arguments": ""}
    yield {"tool_calls": [{"index": index, "id": f"call_{uuid4().hex[:12]}", "type": "function", "function": called}]}
    for piece in (f'{{"{parameter}": ', json.dumps(name, ensure_ascii=False), "}"):
        yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _written(function: str, parameter: str, name: str, form: CallFormat) -> Iterator[dict[str, Any]]:
    """A call in the words of a text protocol, in pieces."""
    spelled = function.replace("_", ".", 1) if form is CallFormat.TOOL_REQUEST else function
    text = f"\n{format_call(spelled, {parameter: name}, form)}\n"
    for start in range(0, len(text), 24):
        yield {"content": text[start : start + 24]}


def _event(delta: Mapping[str, Any], finish: str | None = None) -> bytes:
    return _data({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _data(value: Mapping[str, Any]) -> bytes:
    chunk = {"id": "chatcmpl-offline", "object": "chat.completion.chunk", "created": 0, "model": MODEL, **value}
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"
