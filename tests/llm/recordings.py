"""Loader of the recorded streams, and builders of small streams in each wire format."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskpet.chat.model import Delta
from deskpet.llm.answer_parser import AnswerParser
from deskpet.llm.anthropic import AnthropicParser
from deskpet.llm.gemini import GeminiParser
from deskpet.llm.openai import OpenAIParser

PARSERS: dict[str, Callable[[], AnswerParser]] = {
    "openai": OpenAIParser,
    "gemini": GeminiParser,
    "anthropic": AnthropicParser,
}

# Expected values that replace those of the index where independent clients differ.
OVERRIDES: dict[str, dict[str, Any]] = {
    # The arguments are never sent; a tool without parameters can be called, so they are {}.
    "openrouter-muse-spark-1.1-tools_streaming_variant_d.sse": {"tools": [["llm_version", {}]]},
    # For the other differences between clients, the index is correct:
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
    """A recorded answer and the expected result."""

    file: str
    family: str
    provider: str
    body: bytes
    expected: dict[str, Any]


CAPTURES = Path(__file__).with_name("captures")
"""Answers of litellm's proxy in front of scripted servers of other wire formats (see tests/real/test_fronts.py)."""


def recordings(shared: Path) -> Iterator[Recording]:
    """Yields all recordings under `shared`."""
    return recordings_in(shared / "streams")


def recordings_in(folder: Path) -> Iterator[Recording]:
    """Yields the recordings that `index.json` in `folder` lists."""
    for entry in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        expected = {"text": "", "reasoning": ""} | {k: v for k, v in entry["expected"].items() if v is not None}
        finish = expected.get("finish")
        expected["finish"] = (finish[-1] if finish else None) if isinstance(finish, list) else finish
        expected |= OVERRIDES.get(entry["file"], {})
        expected.pop("agreement", None)
        body = (folder / entry["file"]).read_bytes()
        yield Recording(entry["file"], entry["family"], entry["provider"], body, expected)


def random_cuts(body: bytes, seed: int) -> Iterator[bytes]:
    """Yields `body` in pieces of random size, mostly small."""
    rng = random.Random(seed)
    start = 0
    while start < len(body):
        end = start + int(rng.expovariate(1 / 40)) + 1
        yield body[start:end]
        start = end


def deltas(family: str, pieces: Iterator[bytes] | list[bytes]) -> list[Delta]:
    """Returns all deltas of the parser of `family` for a body in these pieces."""
    parser = PARSERS[family]()
    result = [delta for piece in pieces for delta in parser.feed(piece)]
    return result + parser.close()


def sse(*values: object, done: bool = True, escaped: bool = False) -> bytes:
    """Returns JSON values as server-sent events; `escaped` for ASCII only."""
    events = [b"data: " + json.dumps(value, ensure_ascii=escaped).encode() + b"\n\n" for value in values]
    return b"".join(events) + (b"data: [DONE]\n\n" if done else b"")


def openai(*messages: object, finish: str = "stop", escaped: bool = False) -> bytes:
    """Returns a complete chat/completions stream with these deltas."""
    chunks = [{"choices": [{"index": 0, "delta": message, "finish_reason": None}]} for message in messages]
    return sse(*chunks, {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}, escaped=escaped)


def anthropic(*blocks: tuple[dict[str, Any], list[dict[str, Any]]], stop: str = "end_turn") -> bytes:
    """Returns a complete stream of content blocks, each given by its start and its deltas."""
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {"id": "msg_1", "content": []}}]
    for index, (start, pieces) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [{"type": "content_block_delta", "index": index, "delta": piece} for piece in pieces]
        events.append({"type": "content_block_stop", "index": index})
    events += [{"type": "message_delta", "delta": {"stop_reason": stop}}, {"type": "message_stop"}]
    return sse(*events, done=False)


def gemini(*parts: list[dict[str, Any]], finish: str = "STOP") -> bytes:
    """Returns a complete stream with a chunk for each list of parts."""
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
