"""Right answers in each wire format, as the JSON chunks of their streams; faults are made from them."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from deskpet.config.choices import Family, Provider

TEXT = "Hello 你好 👋, and goodbye."
"""The text of a right answer: it has characters of one, three and four bytes."""
AFTER_CALL, WELL = "It is done.", "All is well."
CALL_NAME, ARGUMENTS = "faults_echo", {"text": "é👋", "times": 2}

Chunk = dict[str, Any]


def answer(family: Family, chance: random.Random) -> list[Chunk]:
    """Return the chunks of an answer with TEXT, and by chance a thought before it and a call after it."""
    pieces, thought = _pieces(TEXT, chance), _pieces("let me see", chance) if chance.random() < 0.4 else []
    return _MAKERS[family](pieces, thought, has_call=chance.random() < 0.5)


def words(family: Family, text: str) -> list[Chunk]:
    """Return the chunks of an answer with this text only."""
    return _MAKERS[family]([text], [], has_call=False)


def calling(family: Family) -> list[Chunk]:
    """Return the chunks of an answer with a call only."""
    return _MAKERS[family]([], [], has_call=True)


def stream(family: Family, chunks: Sequence[object], newline: bytes = b"\n") -> bytes:
    """Return the chunks as server-sent events."""
    return b"".join(event(family, chunk, newline) for chunk in chunks) + end(family, newline)


def event(family: Family, chunk: object, newline: bytes = b"\n") -> bytes:
    """Return one chunk as a server-sent event."""
    kind = chunk.get("type") if isinstance(chunk, dict) and family is Provider.ANTHROPIC else None
    named = b"event: %s%s" % (kind.encode(), newline) if isinstance(kind, str) and kind.isidentifier() else b""
    return named + b"data: " + encode(chunk) + newline * 2


def encode(value: object) -> bytes:
    """Return a value as JSON text in UTF-8; a lone surrogate stays an escape."""
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(value).encode()


def end(family: Family, newline: bytes = b"\n") -> bytes:
    """Return the mark of the end, where the format has one that is no chunk."""
    return b"data: [DONE]" + newline * 2 if family is Provider.OPENAI else b""


def text_chunk(family: Family, text: str) -> Chunk:
    """Return a chunk with a piece of text. In Anthropic's format, a text block is open before."""
    match family:
        case Provider.OPENAI:
            return _openai_chunk({"content": text})
        case Provider.GEMINI:
            return _gemini_chunk({"text": text})
        case Provider.ANTHROPIC:
            return _block_delta(0, {"type": "text_delta", "text": text})


def thought_chunk(family: Family, text: str) -> Chunk:
    """Return a chunk with a piece of reasoning."""
    match family:
        case Provider.OPENAI:
            return _openai_chunk({"reasoning_content": text})
        case Provider.GEMINI:
            return _gemini_chunk({"text": text, "thought": True})
        case Provider.ANTHROPIC:
            return _block_delta(0, {"type": "thinking_delta", "thinking": text})


def call_chunks(family: Family, number: int, arguments: str = json.dumps(ARGUMENTS)) -> list[Chunk]:
    """Return the chunks of a whole call."""
    match family:
        case Provider.OPENAI:
            function = {"name": CALL_NAME, "arguments": arguments}
            call = {"index": number, "id": f"call_{number}", "type": "function", "function": function}
            return [_openai_chunk({"tool_calls": [call]})]
        case Provider.GEMINI:
            return [_gemini_chunk({"functionCall": {"name": CALL_NAME, "args": json.loads(arguments)}})]
        case Provider.ANTHROPIC:
            start = {"type": "tool_use", "id": f"toolu_{number}", "name": CALL_NAME, "input": {}}
            return _block(number, start, [{"type": "input_json_delta", "partial_json": arguments}])


def opening(family: Family) -> list[Chunk]:
    """Return the chunks before the content of an answer."""
    if family is not Provider.ANTHROPIC:
        return []
    usage = {"input_tokens": 10, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    return [{"type": "message_start", "message": message}]


def _pieces(text: str, chance: random.Random) -> list[str]:
    cuts = sorted(chance.sample(range(1, len(text)), 3))
    return [text[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(text)], strict=True)]


def _openai_chunk(delta: Chunk, finish: str | None = None) -> Chunk:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}


def _openai(pieces: Sequence[str], thought: Sequence[str], *, has_call: bool) -> list[Chunk]:
    chunks = [_openai_chunk({"role": "assistant", "content": ""})]
    chunks += [_openai_chunk({"reasoning_content": piece}) for piece in thought]
    chunks += [_openai_chunk({"content": piece}) for piece in pieces]
    if has_call:
        function = {"name": CALL_NAME, "arguments": ""}
        start = {"index": 0, "id": "call_a1", "type": "function", "function": function}
        chunks.append(_openai_chunk({"tool_calls": [start]}))
        for piece in _halves(json.dumps(ARGUMENTS)):
            chunks.append(_openai_chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}))
    chunks.append(_openai_chunk({}, "tool_calls" if has_call else "stop"))
    return [*chunks, {"choices": [], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}]


def _gemini_chunk(*parts: Chunk, **fields: Any) -> Chunk:
    return {"candidates": [{"content": {"role": "model", "parts": [*parts]}, "index": 0, **fields}]}


def _gemini(pieces: Sequence[str], thought: Sequence[str], *, has_call: bool) -> list[Chunk]:
    chunks = [_gemini_chunk({"text": piece, "thought": True}) for piece in thought]
    chunks += [_gemini_chunk({"text": piece}) for piece in pieces]
    if has_call:
        call = {"functionCall": {"name": CALL_NAME, "args": ARGUMENTS}, "thoughtSignature": "c2ln"}
        chunks.append(_gemini_chunk(call))
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5}
    return [*chunks, _gemini_chunk({"text": ""}, finishReason="STOP") | {"usageMetadata": usage}]


def _block_delta(index: int, delta: Chunk) -> Chunk:
    return {"type": "content_block_delta", "index": index, "delta": delta}


def _block(index: int, start: Chunk, deltas: Sequence[Chunk]) -> list[Chunk]:
    first = {"type": "content_block_start", "index": index, "content_block": start}
    return [first, *(_block_delta(index, each) for each in deltas), {"type": "content_block_stop", "index": index}]


def _anthropic(pieces: Sequence[str], thought: Sequence[str], *, has_call: bool) -> list[Chunk]:
    blocks: list[tuple[Chunk, list[Chunk]]] = []
    if thought:
        deltas: list[Chunk] = [{"type": "thinking_delta", "thinking": piece} for piece in thought]
        signature = {"type": "signature_delta", "signature": "c2ln"}
        blocks.append(({"type": "thinking", "thinking": "", "signature": ""}, [*deltas, signature]))
    if pieces:
        blocks.append(({"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces]))
    if has_call:
        start = {"type": "tool_use", "id": "toolu_a1", "name": CALL_NAME, "input": {}}
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in _halves(json.dumps(ARGUMENTS))]
        blocks.append((start, deltas))
    chunks = opening(Provider.ANTHROPIC)
    for index, (start, deltas) in enumerate(blocks):
        chunks += _block(index, start, deltas)
    stop = {"stop_reason": "tool_use" if has_call else "end_turn", "stop_sequence": None}
    chunks.append({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 5}})
    return [*chunks, {"type": "message_stop"}]


def _halves(text: str) -> Iterator[str]:
    yield from (text[: len(text) // 2], text[len(text) // 2 :])


_MAKERS = {Provider.OPENAI: _openai, Provider.GEMINI: _gemini, Provider.ANTHROPIC: _anthropic}
