"""Tool calls through litellm's proxy in front of each wire format, and calls that leak into the text behind it.

gcli2api has no package on PyPI or npm, so its code is not run here.
"""

import json
import re
from collections.abc import Mapping

import pytest

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, Notice, ToolUse, user_message
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from tests.chat.textmode.dialect_samples import Calls, Dialect, anthropic, deepseek_v31, glm, kimi, mistral_name
from tests.llm.replay_server import Received, ReplayServer, Reply
from tests.llm.scripted_server import Recorder
from tests.real.conftest import PROXY_KEY

pytestmark = [pytest.mark.real_server, pytest.mark.timeout(300)]


@tool("stage.wave", title="Wave")
async def wave(group: str) -> str:
    """Wave.

    group: the group of the motion.
    """
    return f"waved {group}"


def stream(*events: Mapping[str, object], named: bool = False) -> Reply:
    """Return server-sent events; `named` adds the names that Anthropic sends."""
    names = [f"event: {event['type']}\n" if named else "" for event in events]
    return Reply(
        "".join(f"{name}data: {json.dumps(event)}\n\n" for name, event in zip(names, events, strict=True)).encode()
    )


def gemini(*parts: Mapping[str, object]) -> Reply:
    content = {"role": "model", "parts": list(parts)}
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 5, "totalTokenCount": 10}
    return stream({"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage})


def claude(block: Mapping[str, object], delta: Mapping[str, object], reason: str) -> Reply:
    usage = {"input_tokens": 5, "output_tokens": 1}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "c", "content": [], "usage": usage}
    return stream(
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
        named=True,
    )


def completion(*texts: str) -> Reply:
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "local"}
    chunks = [{**head, "choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    end = {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    return Reply(stream(*chunks, end).body + b"data: [DONE]\n\n")


async def answer(front: tuple[str, int], model: str, *replies: Reply) -> tuple[Message, list[Received]]:
    """Return the answer to a question through the proxy, and the requests that arrived behind it."""
    url, port = front
    async with ReplayServer(*replies, port=port) as upstream, new_client() as client:
        setup = TurnSetup(OpenAIChat(client, url, model, PROXY_KEY), Toolbox((wave,)))
        message = await run_turn(setup, (user_message("hello"),), Message("assistant"), Recorder())
    return message, upstream.requests


def outline(message: Message) -> list[tuple[str, object]]:
    return [
        (block.kind, block.output if isinstance(block, ToolUse) else getattr(block, "code", ""))
        for block in message.blocks
    ]


async def test_a_call_of_gemini_goes_on_with_its_result_and_signature(front):
    call = {"functionCall": {"name": "stage_wave", "args": {"group": "TapBody"}}, "thoughtSignature": "c2lnbmVk"}
    message, requests = await answer(front, "gemini", gemini(call), gemini({"text": "Done."}))
    assert outline(message) == [("tool_use", "waved TapBody"), ("text", "")]
    assert message.text == "Done."
    parts = [part for content in requests[1].body["contents"] for part in content["parts"]]
    (sent,) = [part for part in parts if "functionCall" in part or "function_call" in part]
    assert "c2lnbmVk" in json.dumps(sent)
    assert "waved TapBody" in json.dumps(parts)


async def test_a_call_of_anthropic_goes_on_with_its_result(front):
    call = claude(
        {"type": "tool_use", "id": "toolu_1", "name": "stage_wave", "input": {}},
        {"type": "input_json_delta", "partial_json": '{"group": "TapBody"}'},
        "tool_use",
    )
    text = claude({"type": "text", "text": ""}, {"type": "text_delta", "text": "Done."}, "end_turn")
    message, requests = await answer(front, "anthropic", call, text)
    assert outline(message) == [("tool_use", "waved TapBody"), ("text", "")]
    blocks = [block for each in requests[1].body["messages"] for block in each["content"] if isinstance(block, dict)]
    (use,) = [block for block in blocks if block["type"] == "tool_use"]
    (result,) = [block for block in blocks if block["type"] == "tool_result"]
    assert use["id"] == result["tool_use_id"]
    assert re.fullmatch(r"[a-zA-Z0-9_-]+", use["id"])


@pytest.mark.parametrize("dialect", [anthropic, deepseek_v31, glm, kimi, mistral_name], ids=lambda each: each.__name__)
async def test_a_call_that_leaks_behind_the_proxy_runs(front, dialect: Dialect):
    calls: Calls = [("stage_wave", {"group": "TapBody"})]
    sample = dialect(calls)
    pieces = [sample[at : at + 5] for at in range(0, len(sample), 5)]
    message, requests = await answer(front, "openai", completion("Look: ", *pieces), completion("Done."))
    assert outline(message) == [("text", ""), ("tool_use", "waved TapBody"), ("text", ""), ("notice", "leaked_call")]
    assert message.text == "Look: Done."
    assert [each["role"] for each in requests[1].body["messages"]] == ["user", "assistant", "tool"]
    assert any(isinstance(block, Notice) for block in message.blocks)
