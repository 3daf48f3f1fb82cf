"""Anthropic's Messages API, the request and its streamed answer."""

import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from typing import Any, assert_never
from urllib.parse import urlsplit

import httpx

from deskpet.chat.messages import Echo, Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    FinishKind,
    TextDelta,
    ThinkingDelta,
    ToolSpec,
    UsageDelta,
)
from deskpet.chat.tool import wire_name
from deskpet.llm import errors
from deskpet.llm.answer import AnswerParser, complaint, count_of, fields_of, list_of, short_of, text_of
from deskpet.llm.history import arguments, current_turn, echoed, result_text, rounds
from deskpet.llm.http import PostRequest, read

_VERSION = "2023-06-01"
_KINDS: Mapping[str, FinishKind] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "paused",
}
_KNOWN_CALL_FIELDS = {"type", "id", "name", "input"}


class _Block:
    """A content block while it is open: how it began, and the pieces that were added to it."""

    def __init__(self, began: Mapping[str, Any], key: int | None) -> None:
        self.began = dict(began)
        self.kind = text_of(began.get("type"))
        self.key = key
        self.pieces: dict[str, list[str]] = {}

    def add(self, field: str, piece: str) -> None:
        self.pieces.setdefault(field, []).append(piece)

    def whole(self) -> dict[str, Any]:
        """The block as it would have come in one piece."""
        fields = {field: text_of(self.began.get(field)) + "".join(more) for field, more in self.pieces.items()}
        if (written := fields.pop("input", None)) is not None:
            fields["input"] = _object(written)
        return self.began | fields


class AnthropicParser(AnswerParser):
    """The bytes of one answer into deltas. Takes any bytes in any cuts and never raises.

    Events are told apart by the `type` in their JSON: some gateways leave out the `event:` lines. The blocks that
    Anthropic wants back whole (thinking, and what its own tools did) are in the echo of the block they became:
    `blocks` of a thought, and of other blocks those that stood `before` them.
    """

    def __init__(self, provider: str = "anthropic") -> None:
        super().__init__(provider)
        self._id: object = None
        self._begun = False
        self._stopped = False
        self._open: dict[object, _Block] = {}
        self._last: object = None
        self._calls = 0
        self._input_tokens = 0
        self._output_tokens = 0
        # Blocks to echo with the thought that is growing, and those that wait for the block after them.
        self._thoughts: list[Mapping[str, Any]] = []
        self._before: list[Mapping[str, Any]] = []

    @property
    def over(self) -> bool:
        """Also after `message_stop`. What follows in the same bytes is still looked at: it may be a second answer."""
        return self._stopped or super().over

    def _chunk(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        match value.get("type") or event:
            case "message_start":
                self._start_message(fields_of(value.get("message")), out)
            case "message":
                self._start_message(value, out)
            case "content_block_start":
                self._start_block(value.get("index"), fields_of(value.get("content_block")), out)
            case "content_block_delta":
                self._grow_block(value.get("index"), fields_of(value.get("delta")), out)
            case "content_block_stop":
                self._end_block(value.get("index"), out)
            case "message_delta":
                self._usage(value.get("usage"), out)
                self._stop(fields_of(value.get("delta")), out)
            case "message_stop":
                self._end_blocks(out)
                self._ended = self._stopped = True
            case _:
                self._something_else(value, event, out)

    def _rest(self) -> list[Delta]:
        before, self._before = self._before, []
        return [TextDelta("", Echo(self._provider, {"before": before}))] if before else []

    def _something_else(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        """An error, a ping, or an event of tomorrow."""
        if (error := value.get("error")) or "error" in (value.get("type"), event):
            out += self._fail(errors.in_stream(error or value, value))
        elif "type" not in value and (said := complaint(value)):
            out += self._fail(errors.in_stream(said, value))

    def _start_message(self, message: Mapping[str, Any], out: list[Delta]) -> None:
        if self._begun and (message.get("id") != self._id or self._last is not None or self._ended):
            # Two answers spliced into one stream; sent again before anything came, it is the same answer.
            out += self._fail(errors.spliced(message.get("id")))
            return
        self._begun, self._id = True, message.get("id")
        self._usage(message.get("usage"), out)
        content = message.get("content")
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        for index, block in enumerate(list_of(content)):
            self._start_block(f"message {index}", fields_of(block), out)
            self._end_block(f"message {index}", out)
        self._stop(message, out)

    def _start_block(self, index: object, began: Mapping[str, Any], out: list[Delta]) -> None:
        place = _place(index)
        self._end_blocks_before(place, out)
        kind = text_of(began.get("type"))
        block = _Block(began, self._calls if kind == "tool_use" else None)
        self._open[place] = block
        self._last = place
        if kind == "text":
            self._words(text_of(began.get("text")), out)
        elif kind == "thinking" and (thought := text_of(began.get("thinking"))):
            out.append(ThinkingDelta(thought))
        elif kind == "tool_use":
            self._begin_call(began, out)

    def _begin_call(self, began: Mapping[str, Any], out: list[Delta]) -> None:
        unknown: dict[str, Any] = {k: v for k, v in began.items() if k not in _KNOWN_CALL_FIELDS}
        fields = ({"call": unknown} if unknown else {}) | self._take_before()
        echo = Echo(self._provider, fields) if fields else None
        out.append(CallDelta(self._calls, text_of(began.get("id")), text_of(began.get("name")), echo=echo))
        self._calls += 1
        self._thoughts = []

    def _grow_block(self, index: object, delta: Mapping[str, Any], out: list[Delta]) -> None:
        block = self._open.get(_place(index)) or self._open.get(self._last)
        match delta:
            case {"text": str(text)}:
                self._words(short_of(text), out)
            case {"thinking": str(thought)}:
                if thought:
                    out.append(ThinkingDelta(thought))
                if block:
                    block.add("thinking", thought)
            case {"signature": str(signature)} if block:
                block.add("signature", signature)
            case {"partial_json": given} if block and (piece := short_of(_written(given))):
                block.add("input", piece)
                if block.key is not None:
                    out.append(CallDelta(block.key, arguments=piece))
            case {"content": str(content)} if block:
                block.add("content", content)
            case _:
                pass

    def _end_blocks_before(self, begins: object, out: list[Delta]) -> None:
        """A block begins. Calls on other places stay open: behind some gateways the pieces of several interleave."""
        for place, block in list(self._open.items()):
            if place == begins or block.key is None:
                self._end_block(place, out)

    def _end_blocks(self, out: list[Delta]) -> None:
        for place in list(self._open):
            self._end_block(place, out)

    def _end_block(self, index: object, out: list[Delta]) -> None:
        block = self._open.pop(_place(index), None)
        if block is None or block.kind == "text":
            return
        if block.key is not None:
            given = block.began.get("input")
            whole = "" if block.pieces.get("input") or not given else json.dumps(given, ensure_ascii=False)
            out.append(CallDelta(block.key, arguments=whole, complete=True))
        elif block.kind in ("thinking", "redacted_thinking"):
            self._thoughts = [*self._thoughts, *self._before, block.whole()]
            self._before = []
            out.append(ThinkingDelta("", Echo(self._provider, {"blocks": self._thoughts})))
        elif block.kind:
            whole_block = block.whole()
            self._before.append(whole_block)
            self._thoughts = []
            out.append(errors.server_tool(text_of(whole_block.get("name")) or block.kind, _shown(whole_block)))

    def _words(self, text: str, out: list[Delta]) -> None:
        if not text:
            return
        if text.strip():
            self._thoughts = []
        before = self._take_before()
        out.append(TextDelta(text, Echo(self._provider, before) if before else None))

    def _take_before(self) -> dict[str, Any]:
        before, self._before = self._before, []
        return {"before": before} if before else {}

    def _usage(self, usage: object, out: list[Delta]) -> None:
        """Counts so far; those of the input may be corrected at the end."""
        counts = fields_of(usage)
        if not counts:
            return
        names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        self._input_tokens = sum(count_of(counts.get(name)) for name in names) or self._input_tokens
        self._output_tokens = count_of(counts.get("output_tokens")) or self._output_tokens
        out.append(UsageDelta(self._input_tokens, self._output_tokens))

    def _stop(self, said: Mapping[str, Any], out: list[Delta]) -> None:
        reason = text_of(said.get("stop_reason"))
        if not reason:
            return
        self._end_blocks(out)
        out.append(FinishDelta(reason, _KINDS.get(reason, "stop")))
        if reason == "refusal":
            details = fields_of(said.get("stop_details"))
            out.append(errors.blocked(reason, text_of(details.get("explanation"))))


def _place(index: object) -> object:
    """A block's place in the stream, whatever stands for it."""
    return index if isinstance(index, int | str) else None


def _written(piece: object) -> str:
    """A piece of a call's input; an object where a gateway gives it whole."""
    return json.dumps(piece, ensure_ascii=False) if isinstance(piece, dict) else text_of(piece)


def _object(written: str) -> Any:
    try:
        return json.loads(written or "{}")
    except (ValueError, RecursionError):
        return {}


def _shown(block: Mapping[str, Any]) -> object:
    """What of a block at the provider's side says something to a reader."""
    return next((block[name] for name in ("input", "content", "data") if block.get(name)), block)


def endpoint_url(base_url: str) -> str:
    """Where to post: `base_url` with what people leave out or put in too much."""
    url = base_url.strip().rstrip("/")
    if url.endswith("/messages"):
        return url
    return f"{url}/messages" if urlsplit(url).path else f"{url}/v1/messages"


def request_body(
    model: str, provider: str, request: ChatRequest, *, max_tokens: int = 8192, thinking_tokens: int = 0
) -> dict[str, Any]:
    """The JSON of a streamed request; `thinking_tokens` is what the model may think before it speaks."""
    now = current_turn(request.messages)
    messages: list[dict[str, Any]] = []
    for index, message in enumerate(request.messages):
        if message.role == "user":
            messages.append({"role": "user", "content": _user_content(message)})
        else:
            messages += _assistant(message, provider, is_current=index >= now)
    body: dict[str, Any] = {"model": model, "max_tokens": max_tokens + thinking_tokens, "stream": True}
    body["messages"] = messages
    if request.system:
        body["system"] = request.system
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    if thinking_tokens:
        body["thinking"] = {"type": "enabled", "budget_tokens": thinking_tokens}
    return body


def _tool(tool: ToolSpec) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}


def _user_content(message: Message) -> list[dict[str, Any]]:
    content = [_picture(block) for block in message.blocks if isinstance(block, Image)]
    # A text block without a word is refused.
    return [*content, *([{"type": "text", "text": message.text}] if message.text.strip() or not content else [])]


def _picture(image: Image) -> dict[str, Any]:
    source = {"type": "base64", "media_type": image.media_type, "data": image.data}
    return {"type": "image", "source": source}


def _assistant(message: Message, provider: str, *, is_current: bool) -> Iterator[dict[str, Any]]:
    """The rounds of an answer; the results of a round's calls stand first in the user's message after it."""
    for blocks in rounds(message):
        said: list[Mapping[str, Any]] = []
        for block in blocks:
            echo = block.echo if is_current and not isinstance(block, Image) else None
            kept = echoed(echo, provider)
            said += list_of(kept.get("before")) + list_of(kept.get("blocks"))
            match block:
                case Text():
                    said += [{"type": "text", "text": str(block.text)}] if str(block.text).strip() else []
                case ToolUse():
                    called = {"type": "tool_use", "id": block.call_id, "name": wire_name(block.tool_name)}
                    called |= {"input": arguments(block)} | fields_of(kept.get("call"))
                    said.append(called)
                case Thinking() | Image():
                    pass
                case _:
                    assert_never(block)
        if said:
            yield {"role": "assistant", "content": said}
        if results := [_result(block) for block in blocks if isinstance(block, ToolUse)]:
            yield {"role": "user", "content": results}


def _result(call: ToolUse) -> dict[str, Any]:
    given: dict[str, Any] = {"type": "tool_result", "tool_use_id": call.call_id, "content": result_text(call)}
    return given | ({"is_error": True} if call.error or call.status == "running" else {})


class AnthropicChat:
    """A ChatModel over the Messages API."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        base_url: str,
        model: str,
        key: str = "",
        *,
        max_tokens: int = 8192,
        thinking_tokens: int = 0,
    ) -> None:
        self._client = client
        self._url = endpoint_url(base_url)
        self._model = model
        self._key = key
        self._max_tokens = max_tokens
        self._thinking_tokens = thinking_tokens
        self.provider = f"anthropic:{urlsplit(self._url).netloc}"

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """The deltas of the answer to `request`; a failure is a notice among them."""
        headers = {"anthropic-version": _VERSION} | ({"x-api-key": self._key} if self._key else {})
        body = request_body(
            self._model,
            self.provider,
            request,
            max_tokens=self._max_tokens,
            thinking_tokens=self._thinking_tokens,
        )
        post = PostRequest(self._url, body, headers, self._key)
        return read(self._client, post, AnthropicParser(self.provider))
