"""Anthropic's Messages API: request bodies and streaming answers."""

import json
import re
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
from deskpet.choices import ReasoningEffort
from deskpet.llm import errors
from deskpet.llm.answer_parser import AnswerParser, as_count, as_dict, as_list, as_str, limited
from deskpet.llm.http import PostRequest, stream_deltas
from deskpet.llm.message_history import (
    arguments,
    call_source,
    echo_fields,
    merged_by_role,
    result_content,
    rounds,
    with_current_turn,
    with_request_ids,
)
from deskpet.llm.request_options import DEFAULT_OPTIONS, Fields, RequestOptions

_VERSION = "2023-06-01"
# The API requires a limit; no model has a lower one.
_MAX_TOKENS = 8192
_FINISH_KINDS: Mapping[str, FinishKind] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "paused",
}
_KNOWN_CALL_FIELDS = {"type", "id", "name", "input"}
# The API rejects a request with any other id, also if a gateway gave it.
_LEGAL_ID = re.compile(r"[a-zA-Z0-9_-]+")


class _OpenBlock:
    """A content block that is being streamed: its `start` event and the parts of its fields that followed."""

    def __init__(self, start: Mapping[str, Any], call_key: int | None) -> None:
        self.start = dict(start)
        self.kind = as_str(start.get("type"))
        self.call_key = call_key
        self.pieces: dict[str, list[str]] = {}

    def add(self, field: str, piece: str) -> None:
        self.pieces.setdefault(field, []).append(piece)

    def complete(self) -> dict[str, Any]:
        """Returns the block as the API would send it in one piece."""
        fields = {field: as_str(self.start.get(field)) + "".join(pieces) for field, pieces in self.pieces.items()}
        if (input_json := fields.pop("input", None)) is not None:
            fields["input"] = _decode_input(input_json)
        return self.start | fields


class AnthropicParser(AnswerParser):
    """Parses the stream of one answer.

    Events are identified by the `type` in their JSON, because some gateways omit the `event:` lines. Thinking and
    server tool blocks must be sent back unchanged, so they are kept in the echo of the deltas: a thought's echo holds
    its `blocks`, the echo of text and calls the blocks `before` them.
    """

    def __init__(self, provider: str = "anthropic") -> None:
        super().__init__(provider)
        self._id: object = None
        self._has_message = False
        self._has_stop = False
        self._open_blocks: dict[object, _OpenBlock] = {}
        self._last_key: object = None
        self._call_count = 0
        self._input_tokens = 0
        self._output_tokens = 0
        # Blocks for the echo of the current thought, and blocks for the echo of the next text or call.
        self._thought_blocks: list[Mapping[str, Any]] = []
        self._pending_blocks: list[Mapping[str, Any]] = []

    @property
    def is_done(self) -> bool:
        """Also True after `message_stop`. The rest of the same chunk is still parsed, to detect a second answer."""
        return self._has_stop or super().is_done

    def _parse(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        match value.get("type") or event:
            case "message_start":
                self._start_message(as_dict(value.get("message")), out)
            case "message":
                self._start_message(value, out)
            case "content_block_start":
                self._start_block(value.get("index"), as_dict(value.get("content_block")), out)
            case "content_block_delta":
                self._add_to_block(value.get("index"), as_dict(value.get("delta")), out)
            case "content_block_stop":
                self._end_block(value.get("index"), out)
            case "message_delta":
                self._report_usage(value.get("usage"), out)
                self._finish(as_dict(value.get("delta")), out)
            case "message_stop":
                self._end_blocks(out)
                self._has_finish = self._has_stop = True
            case _:
                is_error = value.get("type") == "error"
                self._fail_on_error(value, "error" if is_error else event, out, is_answer="type" in value)

    def _flush(self) -> list[Delta]:
        blocks, self._pending_blocks = self._pending_blocks, []
        return [TextDelta("", Echo(self._provider, {"before": blocks}))] if blocks else []

    def _start_message(self, message: Mapping[str, Any], out: list[Delta]) -> None:
        if self._has_message and (message.get("id") != self._id or self._last_key is not None or self._has_finish):
            # Two answers in one stream. A repeated message_start before any content is the same answer.
            out += self._fail(errors.second_answer(message.get("id")))
            return
        self._has_message, self._id = True, message.get("id")
        self._report_usage(message.get("usage"), out)
        content = message.get("content")
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        for index, block in enumerate(as_list(content)):
            self._start_block(f"message {index}", as_dict(block), out)
            self._end_block(f"message {index}", out)
        self._finish(message, out)

    def _start_block(self, index: object, start: Mapping[str, Any], out: list[Delta]) -> None:
        key = _block_key(index)
        self._end_blocks_before(key, out)
        kind = as_str(start.get("type"))
        block = _OpenBlock(start, self._call_count if kind == "tool_use" else None)
        self._open_blocks[key] = block
        self._last_key = key
        if kind == "text":
            self._add_text(as_str(start.get("text")), out)
        elif kind == "thinking" and (thought := as_str(start.get("thinking"))):
            out.append(ThinkingDelta(thought))
        elif kind == "tool_use":
            self._start_call(start, out)

    def _start_call(self, start: Mapping[str, Any], out: list[Delta]) -> None:
        extra_fields: dict[str, Any] = {k: v for k, v in start.items() if k not in _KNOWN_CALL_FIELDS}
        fields = ({"call": extra_fields} if extra_fields else {}) | self._take_pending_blocks()
        echo = Echo(self._provider, fields) if fields else None
        out.append(CallDelta(self._call_count, as_str(start.get("id")), as_str(start.get("name")), echo=echo))
        self._call_count += 1
        self._thought_blocks = []

    def _add_to_block(self, index: object, delta: Mapping[str, Any], out: list[Delta]) -> None:
        block = self._open_blocks.get(_block_key(index)) or self._open_blocks.get(self._last_key)
        match delta:
            case {"text": str(text)}:
                self._add_text(limited(text), out)
            case {"thinking": str(thought)}:
                if thought:
                    out.append(ThinkingDelta(thought))
                if block:
                    block.add("thinking", thought)
            case {"signature": str(signature)} if block:
                block.add("signature", signature)
            case {"partial_json": partial} if block and (piece := limited(_input_json(partial))):
                block.add("input", piece)
                if block.call_key is not None:
                    out.append(CallDelta(block.call_key, arguments=piece))
            case {"content": str(content)} if block:
                block.add("content", content)
            case _:
                pass

    def _end_blocks_before(self, next_key: object, out: list[Delta]) -> None:
        """Close the open blocks before a new one, except calls at other indexes: some gateways interleave calls."""
        for key, block in list(self._open_blocks.items()):
            if key == next_key or block.call_key is None:
                self._end_block(key, out)

    def _end_blocks(self, out: list[Delta]) -> None:
        for key in list(self._open_blocks):
            self._end_block(key, out)

    def _end_block(self, index: object, out: list[Delta]) -> None:
        block = self._open_blocks.pop(_block_key(index), None)
        if block is None or block.kind == "text":
            return
        if block.call_key is not None:
            complete_input = block.start.get("input")
            is_streamed = block.pieces.get("input") or not complete_input
            json_text = "" if is_streamed else json.dumps(complete_input, ensure_ascii=False)
            out.append(CallDelta(block.call_key, arguments=json_text, complete=True))
        elif block.kind in ("thinking", "redacted_thinking"):
            # A new list, since each delta keeps its own. Raises TooLong for too many blocks.
            self._thought_blocks = as_list([*self._thought_blocks, *self._pending_blocks, block.complete()])
            self._pending_blocks = []
            out.append(ThinkingDelta("", Echo(self._provider, {"blocks": self._thought_blocks})))
        elif block.kind:
            complete = block.complete()
            self._pending_blocks.append(complete)
            self._thought_blocks = []
            out.append(errors.server_tool(as_str(complete.get("name")) or block.kind, _display_value(complete)))

    def _add_text(self, text: str, out: list[Delta]) -> None:
        if not text or self._fail_on_placeholder(text, out):
            return
        if text.strip():
            self._thought_blocks = []
        pending = self._take_pending_blocks()
        out.append(TextDelta(text, Echo(self._provider, pending) if pending else None))

    def _take_pending_blocks(self) -> dict[str, Any]:
        blocks, self._pending_blocks = self._pending_blocks, []
        return {"before": blocks} if blocks else {}

    def _report_usage(self, usage: object, out: list[Delta]) -> None:
        """Report the token counts; the end of the stream may correct the input tokens."""
        counts = as_dict(usage)
        if not counts:
            return
        names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        self._input_tokens = sum(as_count(counts.get(name)) for name in names) or self._input_tokens
        self._output_tokens = as_count(counts.get("output_tokens")) or self._output_tokens
        out.append(UsageDelta(self._input_tokens, self._output_tokens))

    def _finish(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        reason = as_str(delta.get("stop_reason"))
        if not reason:
            return
        self._end_blocks(out)
        out.append(FinishDelta(reason, _FINISH_KINDS.get(reason, "stop")))
        if reason == "refusal":
            details = as_dict(delta.get("stop_details"))
            out.append(errors.blocked(reason, as_str(details.get("explanation"))))


def _block_key(index: object) -> object:
    """Returns `index` if it can be a dict key, else None."""
    return index if isinstance(index, int | str) else None


def _input_json(piece: object) -> str:
    """Returns a part of a call's input as JSON text; some gateways send the complete object."""
    return json.dumps(piece, ensure_ascii=False) if isinstance(piece, dict) else as_str(piece)


def _decode_input(text: str) -> Any:
    try:
        return json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}


def _display_value(block: Mapping[str, Any]) -> object:
    """Returns the field of a server tool's block to show to the user, or the whole block."""
    return next((block[name] for name in ("input", "content", "data") if block.get(name)), block)


def endpoint_url(base_url: str) -> str:
    """Returns the URL to post to. `base_url` may lack the API's path or already end with it."""
    url = base_url.strip().rstrip("/")
    if url.endswith("/messages"):
        return url
    return f"{url}/messages" if urlsplit(url).path else f"{url}/v1/messages"


def auth_headers(key: str) -> dict[str, str]:
    """Returns the headers for the API version and, unless it is empty, for `key`."""
    return {"anthropic-version": _VERSION} | ({"x-api-key": key} if key else {})


def request_body(model: str, provider: str, request: ChatRequest, *, streams: bool = True) -> dict[str, Any]:
    """Returns the JSON body of a request without its optional fields."""
    messages: list[dict[str, Any]] = []
    history = with_request_ids(request.messages, call_source(provider, model), _LEGAL_ID)
    for message, is_current in with_current_turn(history):
        if message.role == "user":
            messages.append({"role": "user", "content": _user_content(message)})
        else:
            messages += _assistant_messages(message, provider, is_current=is_current)
    body: dict[str, Any] = {"model": model, "max_tokens": _MAX_TOKENS, "stream": streams}
    body["messages"] = merged_by_role(messages, "content")
    if request.system:
        body["system"] = request.system
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    return body


def optional_fields(options: RequestOptions) -> Fields:
    """Returns the optional fields of a body. `max_tokens` has to have room for the reasoning."""
    fields = options.accepted(("temperature", options.temperature)) | options.accepted(("top_p", options.top_p))
    if tokens := options.thinking_tokens:
        fields |= options.accepted(("thinking", {"type": "enabled", "budget_tokens": tokens}))
    elif options.effort is ReasoningEffort.OFF:
        fields |= options.accepted(("thinking", {"type": "disabled"}))
    reserved = options.thinking_tokens if "thinking" in fields else 0
    if options.max_tokens or reserved:
        answer = options.max_tokens if options.max_tokens and "max_tokens" not in options.refused else _MAX_TOKENS
        fields["max_tokens"] = answer + reserved
    return fields | options.accepted_extra()


def _tool(tool: ToolSpec) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}


def _user_content(message: Message) -> list[dict[str, Any]]:
    content = [_image(block) for block in message.blocks if isinstance(block, Image)]
    # The API rejects a text block without text.
    return [*content, *([{"type": "text", "text": message.text}] if message.text.strip() or not content else [])]


def _image(image: Image) -> dict[str, Any]:
    source = {"type": "base64", "media_type": image.media_type, "data": image.data}
    return {"type": "image", "source": source}


def _assistant_messages(message: Message, provider: str, *, is_current: bool) -> Iterator[dict[str, Any]]:
    """Yields an assistant message for each round of an answer, followed by a user message with the results."""
    for blocks in rounds(message):
        content: list[Mapping[str, Any]] = []
        for block in blocks:
            echo = block.echo if is_current and not isinstance(block, Image) else None
            echo_values = echo_fields(echo, provider)
            content += as_list(echo_values.get("before")) + as_list(echo_values.get("blocks"))
            match block:
                case Text():
                    content += [{"type": "text", "text": str(block.text)}] if str(block.text).strip() else []
                case ToolUse():
                    tool_use = {"type": "tool_use", "id": block.call_id, "name": wire_name(block.tool_name)}
                    tool_use |= {"input": arguments(block)} | as_dict(echo_values.get("call"))
                    content.append(tool_use)
                case Thinking() | Image():
                    pass
                case _:
                    assert_never(block)
        if content:
            yield {"role": "assistant", "content": content}
        if results := [_result(block) for block in blocks if isinstance(block, ToolUse)]:
            yield {"role": "user", "content": results}


def _result(call: ToolUse) -> dict[str, Any]:
    text, images = result_content(call)
    content = [{"type": "text", "text": text}, *map(_image, images)] if images else text
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": call.call_id, "content": content}
    return result | ({"is_error": True} if call.error or call.status == "running" else {})


class AnthropicChat:
    """A ChatModel over the Messages API."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        base_url: str,
        model: str,
        key: str = "",
        *,
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> None:
        self._client = client
        self._url = endpoint_url(base_url)
        self._model = model
        self._key = key
        self._options = options
        self.provider = f"anthropic:{urlsplit(self._url).netloc}"
        self.source = call_source(self.provider, model)

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Stream the deltas of the answer to `request`; errors are reported as NoticeDelta."""
        body = request_body(self._model, self.provider, request, streams=self._options.streams)
        post = PostRequest(self._url, body, auth_headers(self._key), self._key, self._options, optional_fields)
        return stream_deltas(self._client, post, AnthropicParser(self.provider))
