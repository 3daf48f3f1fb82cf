"""OpenAI's `chat/completions`, as the many servers that are compatible with it really speak it."""

import json
import re
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from typing import Any, assert_never
from urllib.parse import urlsplit

import httpx

from deskpet.chat.messages import Echo, Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    ImageDelta,
    TextDelta,
    ThinkingDelta,
    ToolSpec,
    UsageDelta,
)
from deskpet.chat.tool import wire_name
from deskpet.llm import errors
from deskpet.llm.answer import (
    MAX_TEXT,
    AnswerParser,
    complaint,
    count_of,
    fields_of,
    list_of,
    several,
    short_of,
    text_of,
)
from deskpet.llm.history import RoundBlock, arguments_text, current_turn, echoed, result_text, rounds
from deskpet.llm.http import PostRequest, read
from deskpet.llm.thinktags import ThinkTags

_KNOWN_CALL_FIELDS = {"index", "id", "type", "function"}
_FLAT_CALL_FIELDS = {*_KNOWN_CALL_FIELDS, "name", "arguments"}
_SMALL_NUMBER = re.compile(r"[0-9]{1,9}")
_REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking", "reasoning_text", "thought")
_REASONING = frozenset((*_REASONING_FIELDS, "reasoning_details", "thinking_blocks"))
_FIRST_CHOICE = (0, None, "0")
_LENGTH = ("length", "max_tokens")
_FAILURES = ("error", "network_error", "insufficient_system_resource")
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,")


class OpenAIParser(AnswerParser):
    """The bytes of one answer into deltas. Takes any bytes in any cuts and never raises.

    `provider` marks the fields of the server's own that only it gets back. `begins_in_thought` where the reasoning is
    known to come first, without a mark at its beginning.
    """

    def __init__(self, provider: str = "openai", *, begins_in_thought: bool = False) -> None:
        super().__init__(provider)
        self._think = ThinkTags(expected=begins_in_thought)
        self._called = False
        self._thought_echoes = {name: Echo(provider, {"field": name}) for name in _REASONING_FIELDS}
        self._thought = False
        self._finish = ""

    def _rest(self) -> Iterable[Delta]:
        return self._think.close(is_whole=self._ended and not self._failed and self._finish not in _LENGTH)

    def _chunk(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        choices: list[dict[str, Any] | None] | None = value.get("choices")
        if choices is None and "done" in value:
            value = _from_ollama(value)
            choices = value.get("choices")
        # Nearly each chunk has a single choice, and `list_of` would cost 3 % of it.
        few: list[dict[str, Any] | None]
        few = choices if isinstance(choices, list) and len(choices) == 1 else list_of(choices)
        for choice in few:
            if isinstance(choice, dict) and choice.get("index") in _FIRST_CHOICE:
                self._choice(choice, out)
        if (value.get("usage") or "x_groq" in value) and (usage := _usage(value)):
            out.append(usage)
            # Some servers end with the usage alone: neither a finish_reason nor [DONE].
            self._ended = self._ended or not choices
        if (error := value.get("error")) or event == "error":
            if not self._failed:
                out += self._fail(errors.in_stream(error or value, value))
        elif not isinstance(choices, list) and (said := complaint(value)):
            out += self._fail(errors.in_stream(said, value))

    def _choice(self, choice: Mapping[str, Any], out: list[Delta]) -> None:
        delta: dict[str, Any] | None = choice.get("delta")
        if isinstance(delta, dict) and delta:
            if (
                len(delta) == 1
                and type(words := delta.get("content")) is str
                and 0 < len(words) <= MAX_TEXT
                and self._think.takes(words)
            ):
                # What nearly every chunk is: nothing else has to be looked for.
                out.append(TextDelta(words))
            else:
                self._message(delta, out)
        else:
            self._words(text_of(choice.get("text")), out)
        if message := choice.get("message"):
            self._message(self._what_is_new(fields_of(message)), out)
        if (reason := choice.get("finish_reason")) and isinstance(reason, str):
            self._finished(reason, choice, out)

    def _finished(self, reason: str, choice: Mapping[str, Any], out: list[Delta]) -> None:
        self._ended = True
        if reason == self._finish:
            return
        self._finish = reason
        out.append(FinishDelta(reason, "length" if reason in _LENGTH else "stop"))
        if error := choice.get("error"):
            out += self._fail(errors.in_stream(error, choice))
        elif reason in _FAILURES:
            out.append(errors.ended_badly(reason))

    def _what_is_new(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """A whole message at the end of a stream holds again what the deltas brought."""
        new = dict(message)
        content, said = message.get("content"), "".join(self._think.said)
        if isinstance(content, str):
            came = said or "".join(self._think.before)
            rest = content.removeprefix(came)
            new["content"] = "" if said and rest == content else rest
        for name in ("tool_calls", "function_call") if self._called else ():
            new.pop(name, None)
        for name in _REASONING if self._thought else ():
            new.pop(name, None)
        return new

    def _message(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        if not delta.keys().isdisjoint(_REASONING):
            self._reasoning(delta, out)
        content = delta.get("content")
        if isinstance(content, str):
            self._words(content, out)
        elif content:
            self._parts(content, out)
        if refusal := delta.get("refusal"):
            self._words(text_of(refusal), out)
        if images := delta.get("images"):
            self._parts(images, out)
        if audio := delta.get("audio"):
            self._words(text_of(fields_of(audio).get("transcript")), out)
        if calls := delta.get("tool_calls"):
            for call in several(calls):
                self._call(call, out)
        elif legacy := delta.get("function_call"):
            self._call({"index": 0, "function": legacy}, out)

    def _reasoning(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        before = len(out)
        self._add_reasoning(delta, out)
        if len(out) > before:
            self._thought = True
            out[before:before] = [*self._think.let_go(), *self._think.told_apart()]

    def _add_reasoning(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        for name in _REASONING_FIELDS:
            if (text := delta.get(name)) and isinstance(text, str):
                out.append(ThinkingDelta(text, self._thought_echoes[name]))
                return
            if said := _first_text(fields_of(text), "content", "text"):
                out.append(ThinkingDelta(said))
                return
        # The same text again where there was one of the above.
        details = list_of(delta.get("reasoning_details")) or list_of(delta.get("thinking_blocks"))
        texts = (_first_text(fields_of(detail), "text", "summary", "thinking") for detail in details)
        out += [ThinkingDelta(text) for text in texts if text]

    def _words(self, text: str, out: list[Delta]) -> None:
        out += self._think.feed(short_of(text))

    def _parts(self, parts: object, out: list[Delta]) -> None:
        for part in several(parts):
            match part:
                case str():
                    self._words(part, out)
                case (
                    {"type": "thinking", "thinking": thought}
                    | {"type": "reasoning", "reasoning": thought}
                    | {"type": "reasoning", "text": thought}
                ):
                    for piece in list_of(thought) or [thought]:
                        if text := text_of(piece) or text_of(fields_of(piece).get("text")):
                            self._thought = True
                            out += [*self._think.let_go(), *self._think.told_apart(), ThinkingDelta(text)]
                case {"image_url": {"url": str(url)}} | {"image_url": str(url)}:
                    out += [*self._think.let_go(), *_image(url)]
                case {"text": str(text)} | {"text": {"value": str(text)}} | {"refusal": str(text)}:
                    self._words(text, out)
                case _:
                    pass

    def _call(self, call: dict[str, Any] | None, out: list[Delta]) -> None:
        if not isinstance(call, dict):
            return
        # Some gateways leave the inner object out.
        function = fields_of(call.get("function")) or ({} if "function" in call else call)
        known = _KNOWN_CALL_FIELDS if function is not call else _FLAT_CALL_FIELDS
        unknown = {key: value for key, value in call.items() if key not in known}
        delta = CallDelta(
            _index(call.get("index")),
            _string(call.get("id")),
            _string(function.get("name")),
            short_of(_string(function.get("arguments"))),
            Echo(self._provider, unknown) if unknown else None,
            is_start="type" in call or "arguments" in function,
        )
        if delta.id or delta.name or delta.arguments or delta.echo:
            self._called = True
            out += [*self._think.let_go(), delta]


def _from_ollama(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """A line of Ollama's own format as the chunk that it would have been in this one."""
    message = value.get("message")
    if not isinstance(message, dict):
        return value
    if value.get("done") is not True:
        return {"choices": [{"delta": message}]}
    usage = {"prompt_tokens": value.get("prompt_eval_count"), "completion_tokens": value.get("eval_count")}
    finish = text_of(value.get("done_reason")) or "stop"
    return {"choices": [{"delta": message, "finish_reason": finish}], "usage": usage}


def _index(value: object) -> int | None:
    """A call's place, also where a server writes the number as text or with a fraction."""
    if isinstance(value, str):
        return int(value) if _SMALL_NUMBER.fullmatch(value) else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _first_text(fields: Mapping[str, Any], *names: str) -> str:
    return next((text for name in names if (text := text_of(fields.get(name)))), "")


def _string(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _image(url: str) -> list[ImageDelta]:
    """The picture in a `data:` URL; one at a web address is not fetched."""
    found = _DATA_URL.match(url)
    return [ImageDelta(found[1], url[found.end() :])] if found else []


def _usage(value: Mapping[str, Any]) -> UsageDelta | None:
    usage: dict[str, Any] | None = value.get("usage")
    if usage is None and "x_groq" in value:
        usage = fields_of(value["x_groq"]).get("usage")
    if not isinstance(usage, dict):
        return None
    return UsageDelta(count_of(usage.get("prompt_tokens")), count_of(usage.get("completion_tokens")))


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
    now = current_turn(request.messages)
    for index, message in enumerate(request.messages):
        if message.role == "user":
            messages += _user(message)
        else:
            messages += _assistant(message, provider, is_current=index >= now)
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


def _assistant(message: Message, provider: str, *, is_current: bool) -> Iterator[dict[str, Any]]:
    """The rounds of an answer, each as the assistant's message and the results of its calls."""
    for blocks in rounds(message):
        calls, words = list[ToolUse](), ""
        for block in blocks:
            match block:
                case Text():
                    words += str(block.text)
                case ToolUse():
                    calls.append(block)
                case Thinking() | Image():
                    pass
                case _:
                    assert_never(block)
        if not (words or calls):
            continue
        said: dict[str, Any] = {"role": "assistant", "content": words}
        if calls:
            said |= _thoughts(blocks, provider) if is_current else {}
            said["tool_calls"] = [_tool_call(call, provider) for call in calls]
        yield said
        for call in calls:
            yield {"role": "tool", "tool_call_id": call.call_id, "content": result_text(call)}


def _thoughts(blocks: list[RoundBlock], provider: str) -> dict[str, str]:
    """DeepSeek wants the reasoning of a tool round back: in the field it came in, to its sender, in this turn."""
    thoughts: dict[str, str] = {}
    for block in blocks:
        if isinstance(block, Thinking) and (name := text_of(echoed(block.echo, provider).get("field"))):
            thoughts[name] = thoughts.get(name, "") + str(block.text)
    return thoughts


def _tool_call(call: ToolUse, provider: str) -> dict[str, Any]:
    function = {"name": wire_name(call.tool_name), "arguments": arguments_text(call)}
    return {"id": call.call_id, "type": "function", "function": function, **echoed(call.echo, provider)}


class OpenAIChat:
    """A ChatModel over `chat/completions`; of one that `begins_in_thought` the first words are its reasoning."""

    def __init__(
        self, client: httpx.AsyncClient, base_url: str, model: str, key: str = "", *, begins_in_thought: bool = False
    ) -> None:
        self._client = client
        self._url = endpoint_url(base_url)
        self._model = model
        self._key = key
        self._begins_in_thought = begins_in_thought
        self.provider = f"openai:{urlsplit(self._url).netloc}"

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """The deltas of the answer to `request`; a failure is a notice among them."""
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        post = PostRequest(self._url, request_body(self._model, self.provider, request), headers, self._key)
        return read(self._client, post, OpenAIParser(self.provider, begins_in_thought=self._begins_in_thought))
