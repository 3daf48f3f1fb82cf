"""OpenAI's `chat/completions`, as the many servers that are compatible with it really speak it."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from typing import Any
from urllib.parse import urlsplit

import httpx

from deskpet.chat.messages import Echo, Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    NoticeDelta,
    TextDelta,
    ThinkingDelta,
    ToolSpec,
    UsageDelta,
)
from deskpet.chat.tool import wire_name
from deskpet.llm import errors
from deskpet.llm.body import BodyReader, Chunk, Done, Piece, Unreadable
from deskpet.llm.http import Post, read
from deskpet.llm.sse import LineTooLong
from deskpet.llm.thinktags import ThinkTags

_KNOWN_CALL_FIELDS = {"index", "id", "type", "function"}


class OpenAIParser:
    """The bytes of one answer into deltas. Takes any bytes in any cuts and never raises.

    `provider` marks the fields of the server's own that only it gets back.
    """

    def __init__(self, provider: str = "openai") -> None:
        self._provider = provider
        self._body = BodyReader()
        self._think = ThinkTags()
        self._said: list[str] = []
        self._finish = ""
        self._ended = False
        self._failed = False
        self._lost = False

    def feed(self, chunk: bytes) -> list[Delta]:
        """The deltas that `chunk` completes."""
        try:
            return self._deltas(self._body.feed(chunk))
        except LineTooLong as error:
            return self._fail(errors.too_long(str(error)))

    def close(self) -> list[Delta]:
        """The deltas that only the end of the body gives; a notice when the body was cut."""
        deltas = self._deltas(self._body.close())
        deltas += self._think.close()
        if not (self._ended or self._failed or self._lost):
            deltas += self._fail(errors.cut_stream(self._body.stray_text))
        return deltas

    def _deltas(self, pieces: list[Piece]) -> list[Delta]:
        deltas: list[Delta] = []
        for piece in pieces:
            if self._failed:
                break
            match piece:
                case Done():
                    self._ended = True
                case Unreadable(raw, truncated):
                    deltas += self._lose(raw, truncated)
                case Chunk(value, _, streamed):
                    self._ended = self._ended or not streamed
                    deltas += self._chunk(value)
        return deltas

    def _lose(self, raw: str, truncated: bool) -> list[Delta]:
        """A piece can't be read. What comes after it is still wanted, so the reading goes on; one notice is enough."""
        if truncated:
            return self._fail(errors.cut_stream(raw))
        first, self._lost = not self._lost, True
        return [errors.unreadable(raw)] if first else []

    def _fail(self, notice: NoticeDelta) -> list[Delta]:
        self._failed = True
        return [notice]

    def _chunk(self, value: Mapping[str, Any]) -> Iterator[Delta]:
        choices = value.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and choice.get("index") in (0, None):
                yield from self._choice(choice)
        if usage := _usage(value):
            yield usage
            # Some servers end with the usage alone: neither a finish_reason nor [DONE].
            self._ended = self._ended or not choices
        if error := value.get("error"):
            yield from self._fail(errors.in_stream(error, value))
        elif not isinstance(choices, list) and (said := value.get("detail") or value.get("message")):
            yield from self._fail(errors.in_stream(said, value))

    def _choice(self, choice: Mapping[str, Any]) -> Iterator[Delta]:
        delta = choice.get("delta")
        if isinstance(delta, dict):
            yield from self._message(delta)
        elif isinstance(message := choice.get("message"), dict):
            yield from self._message(self._what_is_new(message))
        elif isinstance(text := choice.get("text"), str):
            yield from self._words(text)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._ended = True
            if reason != self._finish:
                self._finish = reason
                yield FinishDelta(reason)

    def _what_is_new(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """A whole message at the end of a stream holds again what the deltas brought."""
        said = "".join(self._said)
        content = message.get("content")
        if said and isinstance(content, str):
            return {"content": content[len(said) :] if content.startswith(said) else ""}
        return message

    def _message(self, delta: Mapping[str, Any]) -> Iterator[Delta]:
        yield from self._reasoning(delta)
        content = delta.get("content")
        if isinstance(content, str):
            yield from self._words(content)
        elif isinstance(content, list):
            for part in content:
                yield from self._part(part)
        if isinstance(refusal := delta.get("refusal"), str):
            yield from self._words(refusal)
        calls = delta.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict):
                yield self._call(call)
        if isinstance(legacy := delta.get("function_call"), dict):
            yield self._call({"index": 0, "function": legacy})

    def _reasoning(self, delta: Mapping[str, Any]) -> Iterator[Delta]:
        for name in ("reasoning_content", "reasoning"):
            if isinstance(text := delta.get(name), str) and text:
                yield ThinkingDelta(text, Echo(self._provider, {"field": name}))
                return
        details = delta.get("reasoning_details")
        for detail in details if isinstance(details, list) else ():
            if isinstance(detail, dict):
                text = detail.get("text") or detail.get("summary")
                if isinstance(text, str) and text:
                    yield ThinkingDelta(text)

    def _words(self, text: str) -> Iterator[Delta]:
        for delta in self._think.feed(text):
            if isinstance(delta, TextDelta):
                self._said.append(delta.text)
            yield delta

    def _part(self, part: object) -> Iterator[Delta]:
        if isinstance(part, str):
            yield from self._words(part)
        if not isinstance(part, dict):
            return
        if part.get("type") == "thinking":
            thought = part.get("thinking")
            for piece in thought if isinstance(thought, list) else [thought]:
                text = piece.get("text") if isinstance(piece, dict) else piece
                if isinstance(text, str) and text:
                    yield ThinkingDelta(text)
        elif isinstance(text := part.get("text"), str):
            yield from self._words(text)

    def _call(self, call: Mapping[str, Any]) -> CallDelta:
        function = call.get("function")
        function = function if isinstance(function, dict) else {}
        arguments = function.get("arguments")
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments, ensure_ascii=False)
        unknown = {key: value for key, value in call.items() if key not in _KNOWN_CALL_FIELDS}
        index = call.get("index")
        return CallDelta(
            index if isinstance(index, int) else None,
            _string(call.get("id")),
            _string(function.get("name")),
            _string(arguments),
            Echo(self._provider, unknown) if unknown else None,
        )


def _string(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _usage(value: Mapping[str, Any]) -> UsageDelta | None:
    usage = value.get("usage")
    if not isinstance(usage, dict):
        groq = value.get("x_groq")
        usage = groq.get("usage") if isinstance(groq, dict) else None
    if not isinstance(usage, dict):
        return None
    sent, received = usage.get("prompt_tokens"), usage.get("completion_tokens")
    return UsageDelta(sent if isinstance(sent, int) else 0, received if isinstance(received, int) else 0)


def endpoint_url(base_url: str) -> str:
    """Where to post: `base_url` with what people leave out or put in too much."""
    url = base_url.strip().rstrip("/")
    if url.endswith("/chat/completions"):
        return url
    return f"{url}/chat/completions" if urlsplit(url).path else f"{url}/v1/chat/completions"


def request_body(model: str, provider: str, request: ChatRequest) -> dict[str, Any]:
    """The JSON of a streamed request."""
    messages: list[dict[str, Any]] = []
    if request.system:
        messages.append({"role": "system", "content": request.system})
    for message in request.messages:
        messages += _user(message) if message.role == "user" else _assistant(message, provider)
    body: dict[str, Any] = {"model": model, "messages": messages, "stream": True}
    body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    return body


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}


def _user(message: Message) -> Iterator[dict[str, Any]]:
    images = [block for block in message.blocks if isinstance(block, Image)]
    if not images:
        yield {"role": "user", "content": message.text}
        return
    # Only data: URLs: some gateways drop a web address without a word.
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}] if message.text else []
    for image in images:
        url = f"data:{image.media_type};base64,{image.data}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    yield {"role": "user", "content": parts}


def _assistant(message: Message, provider: str) -> Iterator[dict[str, Any]]:
    """The rounds of an answer, each as the assistant's message and the results of its calls."""
    rounds: dict[int, list[Text | Thinking | ToolUse]] = {}
    for block in message.blocks:
        if isinstance(block, Text | Thinking | ToolUse):
            rounds.setdefault(block.round, []).append(block)
    for blocks in rounds.values():
        calls = [block for block in blocks if isinstance(block, ToolUse)]
        words = "".join(str(block.text) for block in blocks if isinstance(block, Text))
        if not (words or calls):
            continue
        said: dict[str, Any] = {"role": "assistant", "content": words}
        if calls:
            said |= _thoughts(blocks, provider)
            said["tool_calls"] = [_tool_call(call, provider) for call in calls]
        yield said
        for call in calls:
            yield {"role": "tool", "tool_call_id": call.call_id, "content": result_text(call)}


def _thoughts(blocks: list[Text | Thinking | ToolUse], provider: str) -> dict[str, str]:
    """DeepSeek wants the reasoning of a tool round back; it is sent in the field it came in, to its sender only."""
    thoughts: dict[str, str] = {}
    for block in blocks:
        echo = block.echo
        if isinstance(block, Thinking) and echo and echo.provider == provider and "field" in echo.fields:
            name = echo.fields["field"]
            thoughts[name] = thoughts.get(name, "") + str(block.text)
    return thoughts


def _tool_call(call: ToolUse, provider: str) -> dict[str, Any]:
    # Arguments go back as they came, but never empty or broken: some servers drop such a call and keep its result.
    arguments = str(call.input_text) if isinstance(call.input, dict) and call.input_text else "{}"
    function = {"name": wire_name(call.tool_name), "arguments": arguments}
    echoed = call.echo.fields if call.echo and call.echo.provider == provider else {}
    return {"id": call.call_id, "type": "function", "function": function, **echoed}


def result_text(call: ToolUse) -> str:
    """What a call gave, as the model reads it; a call with no result says so."""
    if call.error:
        error: dict[str, Any] = {"code": call.error.code, "message": call.error.message}
        if call.error.available:
            error["available"] = list(call.error.available)
        return json.dumps({"error": error}, ensure_ascii=False)
    if call.status == "running":
        return json.dumps({"error": {"code": "no_result", "message": "The call was stopped before it ended."}})
    return call.output if isinstance(call.output, str) else json.dumps(call.output, ensure_ascii=False)


class OpenAIChat:
    """A ChatModel over `chat/completions`."""

    def __init__(self, client: httpx.AsyncClient, base_url: str, model: str, key: str = "") -> None:
        self._client = client
        self._url = endpoint_url(base_url)
        self._model = model
        self._key = key
        self.provider = f"openai:{urlsplit(self._url).netloc}"

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta]:
        """The deltas of the answer to `request`; a failure is a notice among them."""
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        post = Post(self._url, request_body(self._model, self.provider, request), headers, self._key)
        parser = OpenAIParser(self.provider)
        async with aclosing(read(self._client, post, parser)) as deltas:
            async for delta in deltas:
                yield delta
