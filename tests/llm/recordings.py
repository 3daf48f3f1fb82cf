"""The recordings beside the project, and small streams of our own that show the same kinds."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskpet.chat.model import Delta
from deskpet.llm.answer import AnswerParser
from deskpet.llm.anthropic import AnthropicParser
from deskpet.llm.gemini import GeminiParser
from deskpet.llm.openai import OpenAIParser

PARSERS: dict[str, Callable[[], AnswerParser]] = {
    "openai": OpenAIParser,
    "gemini": GeminiParser,
    "anthropic": AnthropicParser,
}

# Where independent clients differ, the facts decide; what is expected here stands for what the index says.
DECIDED: dict[str, dict[str, Any]] = {
    # The arguments are never sent. "No arguments at all = {}": a tool without parameters can be called.
    "openrouter-muse-spark-1.1-tools_streaming_variant_d.sse": {"tools": [["llm_version", {}]]},
    # The others in which clients differ need no word of ours, the index agrees with the facts:
    # - id, type and the whole name on every piece (kimi-k2 variant_a) is one call, not several;
    # - a second whole object on a used index (issue-vllm-two-calls-same-index) is a second call;
    # - thinking parts in a list (mistral) are reasoning, whatever a client's types leave out;
    # - of several choices only the first is the answer (multiple_choices_streaming);
    # - a last event without a blank line counts when its JSON is whole (quotes-escaped);
    # - partialArgs (stream-tool-call-arguments-nested) are put together by their paths;
    # - content and stop_reason in message_start count, a signature on a text block does not,
    #   an empty message_start is an empty answer (anthropic).
}


@dataclass(frozen=True)
class Recording:
    """One recorded answer and what it says."""

    file: str
    family: str
    provider: str
    body: bytes
    expected: dict[str, Any]


def recordings(shared: Path) -> Iterator[Recording]:
    """All recordings under `shared`."""
    folder = shared / "streams"
    for entry in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        expected = {"text": "", "reasoning": ""} | {k: v for k, v in entry["expected"].items() if v is not None}
        finish = expected.get("finish")
        expected["finish"] = (finish[-1] if finish else None) if isinstance(finish, list) else finish
        expected |= DECIDED.get(entry["file"], {})
        del expected["agreement"]
        body = (folder / entry["file"]).read_bytes()
        yield Recording(entry["file"], entry["family"], entry["provider"], body, expected)


def random_cuts(body: bytes, seed: int) -> Iterator[bytes]:
    """`body` in pieces of any size, most of them small."""
    sizes = random.Random(seed)
    start = 0
    while start < len(body):
        end = start + int(sizes.expovariate(1 / 40)) + 1
        yield body[start:end]
        start = end


def deltas(family: str, pieces: Iterator[bytes] | list[bytes]) -> list[Delta]:
    """Everything the parser of `family` says of a body that comes in these pieces."""
    parser = PARSERS[family]()
    found = [delta for piece in pieces for delta in parser.feed(piece)]
    return found + parser.close()


def sse(*values: object, done: bool = True, escaped: bool = False) -> bytes:
    """JSON values as a stream of events; `escaped` writes them in ASCII alone."""
    events = [b"data: " + json.dumps(value, ensure_ascii=escaped).encode() + b"\n\n" for value in values]
    return b"".join(events) + (b"data: [DONE]\n\n" if done else b"")


def openai(*messages: object, finish: str = "stop", escaped: bool = False) -> bytes:
    """Deltas of a chat.completions answer as a whole stream."""
    chunks = [{"choices": [{"index": 0, "delta": message, "finish_reason": None}]} for message in messages]
    return sse(*chunks, {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}, escaped=escaped)


def anthropic(*blocks: tuple[dict[str, Any], list[dict[str, Any]]], stop: str = "end_turn") -> bytes:
    """Content blocks, each as it begins and the deltas that follow, as a whole stream."""
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {"id": "msg_1", "content": []}}]
    for index, (began, pieces) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": began})
        events += [{"type": "content_block_delta", "index": index, "delta": piece} for piece in pieces]
        events.append({"type": "content_block_stop", "index": index})
    events += [{"type": "message_delta", "delta": {"stop_reason": stop}}, {"type": "message_stop"}]
    return sse(*events, done=False)


def gemini(*parts: list[dict[str, Any]], finish: str = "STOP") -> bytes:
    """Lists of parts, a chunk each, as a whole stream."""
    chunks: list[dict[str, Any]] = [{"candidates": [{"content": {"role": "model", "parts": each}}]} for each in parts]
    return sse(*chunks, {"candidates": [{"finishReason": finish}]}, done=False)


SAMPLES: dict[str, bytes] = {
    "openai": openai(
        {"role": "assistant", "content": "<think>hm"},
        {"content": "m</think>Olá 👋\u2028 "},
        {"reasoning_content": "let me see", "content": None},
        {"tool_calls": [{"index": 0, "id": "a", "type": "function", "function": {"name": "f", "arguments": ""}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": '{"x": "é'}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": '{}"}'}, "extra_content": {"s": 1}}]},
        {"content": [{"type": "text", "text": "done"}]},
    ),
    "gemini": gemini(
        [{"text": "hm", "thought": True}],
        [{"text": "Olá 👋\u2028"}, {"text": "", "thoughtSignature": "c2ln"}],
        [{"functionCall": {"name": "f", "args": {"x": "é"}}, "thoughtSignature": "c2lnMg=="}],
        [{"functionCall": {"name": "g", "willContinue": True}}],
        [{"functionCall": {"partialArgs": [{"jsonPath": "$.a[0].b", "stringValue": "x", "willContinue": True}]}}],
    ),
    "anthropic": anthropic(
        ({"type": "thinking", "thinking": ""}, [{"type": "thinking_delta", "thinking": "hm"}]),
        ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "Olá 👋\u2028"}]),
        (
            {"type": "tool_use", "id": "t", "name": "f", "input": {}},
            [
                {"type": "input_json_delta", "partial_json": '{"x":'},
                {"type": "input_json_delta", "partial_json": '"é"}'},
            ],
        ),
    ),
}
