"""In-process httpx transport that serves the offline companion as an OpenAI-compatible chat/completions API.

The companion thus uses the same client code as any other endpoint. It streams at the pace of speech.
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
from deskpet.config.choices import CallFormat
from deskpet.llm.companion import AnswerText, Audience, Call, CompanionQuestion, Cue, Script, Step, Wait, write_answer
from deskpet.translation import language

MODEL = "offline-companion"
BASE_URL = "http://offline.invalid/v1"
"""A reserved name (RFC 2606): these requests never leave the process."""

_FIRST_WORD_SECONDS = 0.15
_WORD_SECONDS = 0.045
_CALL_SECONDS = 0.12
_WORD_PATTERN = re.compile(r"[^\s\u3000-\u9fff]+\s*|\s+|[\u3000-\u9fff]\s*", re.DOTALL)
_TEXT_MODE_MARKERS = {
    CallFormat.TOOL_REQUEST: ("<<<[TOOL_REQUEST]>>>", "<<<[TOOL_RESULT]>>>"),
    CallFormat.XML: ("<tool_code>", "<tool_result>"),
    CallFormat.JSON: ('"tool_calls"', '{"tool_results"'),
}
"""Markers of each text mode format: of a call in the system prompt, and of a result at the start of a message."""
_TOOLS = {"live2d_expression": ("face", "name"), "live2d_motion": ("move", "group")}


class OfflineTransport(httpx.AsyncBaseTransport):
    """Answers chat/completions requests. `pace` scales the pauses: 1.0 is the pace of speech, 0.0 is without pauses."""

    def __init__(self, pace: float = 1.0, now: Callable[[], datetime] = datetime.now) -> None:
        self._pace = pace
        self._now = now

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer `request` as an OpenAI-compatible server would."""
        if not request.url.path.endswith("/chat/completions"):
            text = json.dumps({"error": {"message": f"no such address: {request.url.path}"}}).encode()
            return httpx.Response(404, stream=httpx.ByteStream(text))
        body = json.loads(await request.aread())
        stream = _EventStream(_parse_request(body, self._now()), self._pace, body)
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=stream)


@dataclass(frozen=True, slots=True)
class _Request:
    """The content of a request: the question, the number of rounds already answered, and the text mode format."""

    question: CompanionQuestion
    rounds_done: int
    form: CallFormat | None


def _parse_request(body: Mapping[str, Any], now: datetime) -> _Request:
    messages: list[dict[str, Any]] = body.get("messages", [])
    system_prompt = "\n".join(_text(message.get("content")) for message in messages if message.get("role") == "system")
    form = next((form for form, (call, _) in _TEXT_MODE_MARKERS.items() if call in system_prompt), None)
    question_indexes = [index for index, message in enumerate(messages) if _is_question(message)]
    last = question_indexes[-1] if question_indexes else -1
    choices = _choices(body.get("tools") or [], None if form is None else system_prompt)
    text = _text(messages[last].get("content")) if question_indexes else ""
    model = body.get("model", "")
    audience = next((each for each in Audience if model_name(each) == model), Audience.DESKTOP)
    answered = messages[last + 1 :]
    result = next((_text(each.get("content")) for each in answered if each.get("role") == "tool"), None)
    tools = _tool_names(body, system_prompt, form)
    question = CompanionQuestion(text, now, choices["face"], choices["move"], audience, language(), tools, result)
    rounds_done = sum(message.get("role") == "assistant" for message in answered)
    return _Request(question, rounds_done, form)


def _tool_names(body: Mapping[str, Any], system_prompt: str, form: CallFormat | None) -> frozenset[str]:
    """Return the wire names of the tools of the request; of a text mode prompt, only those that are used here."""
    if form is None:
        tools: Sequence[Mapping[str, Any]] = body.get("tools") or []
        return frozenset(str(tool.get("function", {}).get("name", "")) for tool in tools)
    return frozenset({"reminder_set"} if re.search(r"reminder[._]set", system_prompt) else ())


def model_name(audience: Audience) -> str:
    """Return the model name for requests from `audience`."""
    return MODEL if audience is Audience.DESKTOP else f"{MODEL}-{audience}"


def _is_question(message: Mapping[str, Any]) -> bool:
    """Whether the user wrote the message: text mode results and the request to continue have the user role too."""
    text = _text(message.get("content"))
    results = tuple(result for _, result in _TEXT_MODE_MARKERS.values())
    return message.get("role") == "user" and text != CONTINUE_REQUEST.text and not text.startswith(results)


def _text(content: Any) -> str:
    """Return the text of a message: its content, or the text parts of it."""
    return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content or ())


def _to_rounds(plan: Script) -> Script:
    """Merge the steps into rounds: a round with calls is followed by another one, and the last has no calls."""
    rounds: Script = [[]]
    for steps in plan:
        if any(isinstance(step, Cue | Call) for step in rounds[-1]):
            rounds.append([])
        rounds[-1] += steps
    last = rounds[-1]
    cues = [number for number, step in enumerate(last, 1) if isinstance(step, Cue | Call)]
    return [*rounds[:-1], last[: cues[-1]], last[cues[-1] :]] if cues else rounds


def _choices(tools: Sequence[Mapping[str, Any]], prompt: str | None) -> dict[str, list[str]]:
    """Return the expressions and motions in the tools of the request, or in the prompt of text mode.

    The prompt lists them as JSON texts beside the argument.
    """
    choices: dict[str, list[str]] = {"face": [], "move": []}
    functions = {function.get("name"): function for tool in tools if (function := tool.get("function", {}))}
    for name, (kind, parameter) in _TOOLS.items():
        if prompt is None and name in functions:
            choices[kind] = functions[name]["parameters"]["properties"][parameter].get("enum", [])
        elif prompt and (
            found := re.search(rf"^- {parameter} \(string, required, one of (\".*\")\)", prompt, re.MULTILINE)
        ):
            choices[kind] = json.loads(f"[{found[1]}]")
    return choices


class _EventStream(httpx.AsyncByteStream):
    """The server-sent events of the answer, with pauses."""

    def __init__(self, parsed: _Request, pace: float, body: Mapping[str, Any]) -> None:
        # Each request with tool results asks for the next round.
        plan = _to_rounds(write_answer(parsed.question))
        self._steps, self._form = plan[min(parsed.rounds_done, len(plan) - 1)], parsed.form
        self._pace = pace
        options: Mapping[str, Any] = body.get("stream_options") or {}
        self._wants_usage = bool(options.get("include_usage"))
        self._call_count = 0
        self._word_count = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        await self._pause(_FIRST_WORD_SECONDS)
        yield _delta_event({"role": "assistant", "content": ""})
        for step in self._steps:
            async for delta in self._deltas(step):
                yield _delta_event(delta)
        yield _delta_event({}, "tool_calls" if self._call_count else "stop")
        if self._wants_usage:
            usage = {"prompt_tokens": 0, "completion_tokens": self._word_count, "total_tokens": self._word_count}
            yield _encode_event({"choices": [], "usage": usage})
        yield b"data: [DONE]\n\n"

    async def _deltas(self, step: Step) -> AsyncIterator[dict[str, Any]]:
        match step:
            case Wait(seconds):
                await self._pause(seconds)
            case AnswerText(text):
                for word in _WORD_PATTERN.findall(text):
                    self._word_count += 1
                    yield {"content": word}
                    await self._pause(_WORD_SECONDS * (1.0 if word.isascii() else 1.4))
            case Cue(kind, name):
                function, parameter = next((f, p) for f, (k, p) in _TOOLS.items() if k == kind)
                async for delta in self._call(function, {parameter: name}):
                    yield delta
            case Call(function, arguments):
                async for delta in self._call(function, arguments):
                    yield delta

    async def _call(self, function: str, arguments: Mapping[str, Any]) -> AsyncIterator[dict[str, Any]]:
        pieces = _native_call(function, arguments, self._call_count)
        if self._form:
            pieces = _text_mode_call(function, arguments, self._form)
        else:
            self._call_count += 1
        for piece in pieces:
            yield piece
            await self._pause(_CALL_SECONDS / 4)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._pace)


def _native_call(function: str, arguments: Mapping[str, Any], index: int) -> Iterator[dict[str, Any]]:
    """Yield the deltas of a native tool call."""
    called = {"name": function, "arguments": ""}
    yield {"tool_calls": [{"index": index, "id": f"call_{uuid4().hex[:12]}", "type": "function", "function": called}]}
    text = json.dumps(arguments, ensure_ascii=False)
    for start in range(0, len(text), 12):
        piece = text[start : start + 12]
        yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _text_mode_call(function: str, arguments: Mapping[str, Any], form: CallFormat) -> Iterator[dict[str, Any]]:
    """Yield the deltas of a call in text mode."""
    tool_name = function.replace("_", ".", 1) if form is CallFormat.TOOL_REQUEST else function
    text = f"\n{format_call(tool_name, arguments, form)}\n"
    for start in range(0, len(text), 24):
        yield {"content": text[start : start + 24]}


def _delta_event(delta: Mapping[str, Any], finish: str | None = None) -> bytes:
    return _encode_event({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _encode_event(value: Mapping[str, Any]) -> bytes:
    chunk = {"id": "chatcmpl-offline", "object": "chat.completion.chunk", "created": 0, "model": MODEL, **value}
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"
