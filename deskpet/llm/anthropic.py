"""Anthropic's Messages API: streaming answers and the client."""

import json
from collections.abc import Mapping
from typing import Any

from deskpet.chat.messages import Echo
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    FinishKind,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
)
from deskpet.config.choices import Provider
from deskpet.llm import anthropic_request, errors
from deskpet.llm.answer_parser import AnswerParser, as_count, as_dict, as_list, as_str, limited
from deskpet.llm.http import HttpChat
from deskpet.llm.request_options import Fields, RequestOptions

_FINISH_KINDS: Mapping[str, FinishKind] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "paused",
}
_KNOWN_CALL_FIELDS = {"type", "id", "name", "input"}


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
        """Return the block as the API would send it in one piece."""
        fields: dict[str, Any] = {
            field: as_str(self.start.get(field)) + "".join(pieces) for field, pieces in self.pieces.items()
        }
        if (input_json := fields.pop("input", None)) is not None:
            try:
                fields["input"] = json.loads(input_json or "{}")
            except (ValueError, RecursionError):
                fields["input"] = {}
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
            case "message" if "type" in value or "content" in value:
                # "message" is also the type of an event, or of a body, that names none.
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
            out += self._fail(errors.SECOND_ANSWER.notice(f"a second message began: {message.get('id')}"))
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
        # A new block closes the others, except calls at other indexes: some gateways interleave calls.
        for each, open_block in list(self._open_blocks.items()):
            if each == key or open_block.call_key is None:
                self._end_block(each, out)
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
            shown = next((complete[name] for name in ("input", "content", "data") if complete.get(name)), complete)
            out.append(errors.server_tool(as_str(complete.get("name")) or block.kind, shown))

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
    """Return `index` if it can be a dict key, else None."""
    return index if isinstance(index, int | str) else None


def _input_json(piece: object) -> str:
    """Return a part of a call's input as JSON text; some gateways send the complete object."""
    return json.dumps(piece, ensure_ascii=False) if isinstance(piece, dict) else as_str(piece)


class AnthropicChat(HttpChat):
    """A ChatModel over the Messages API."""

    family = Provider.ANTHROPIC
    auth_headers = staticmethod(anthropic_request.auth_headers)

    def _endpoint_url(self, base_url: str) -> str:
        return anthropic_request.endpoint_url(base_url)

    def _body(self, request: ChatRequest, options: RequestOptions) -> dict[str, Any]:
        return anthropic_request.request_body(self._model, self.provider, request, options)

    def _optional_fields(self, request: ChatRequest, options: RequestOptions) -> Fields:
        is_bare = anthropic_request.continues_without_reasoning(self._model, self.provider, request, options)
        return anthropic_request.optional_fields(options, can_reason=not is_bare)

    def _new_parser(self) -> AnthropicParser:
        return AnthropicParser(self.source)
