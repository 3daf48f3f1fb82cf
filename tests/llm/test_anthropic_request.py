"""Request bodies and addresses of the Messages API."""

from typing import Any

import pytest

from deskpet.chat.messages import Echo, Image, Message, Notice, StreamingText, Text, Thinking, ToolUse, user_message
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.llm.anthropic_request import endpoint_url, request_body

PROVIDER = "anthropic:example.com"
COMPLETE_THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "sig"}


def request_messages(*messages: Message) -> list[dict[str, Any]]:
    return request_body("m", PROVIDER, ChatRequest(messages))["messages"]


def answer(*blocks: Any) -> Message:
    return Message("assistant", blocks, ended="stop")


def tool_use(**changes: Any) -> ToolUse:
    defaults: dict[str, Any] = {"tool_name": "live2d.motion", "call_id": "t1", "status": "success"}
    return ToolUse(**(defaults | {"input": {"x": 1}, "output": "done", "id_source": f"{PROVIDER} m"} | changes))


def test_request_body() -> None:
    spec = ToolSpec("f", "does f", {"type": "object", "properties": {}})
    body = request_body("m", PROVIDER, ChatRequest((user_message("hi"),), "be kind", (spec,)))

    assert body == {
        "model": "m",
        "max_tokens": 8192,
        "stream": True,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
        "system": "be kind",
        "tools": [{"name": "f", "description": "does f", "input_schema": {"type": "object", "properties": {}}}],
    }


def test_results_follow_their_calls() -> None:
    result = request_messages(
        user_message("hi"), answer(Text(StreamingText("I wave")), tool_use(), tool_use(call_id="t2", status="running"))
    )

    assert [message["role"] for message in result] == ["user", "assistant", "user"]
    assert result[1]["content"] == [
        {"type": "text", "text": "I wave"},
        {"type": "tool_use", "id": "t1", "name": "live2d_motion", "input": {"x": 1}},
        {"type": "tool_use", "id": "t2", "name": "live2d_motion", "input": {"x": 1}},
    ]
    assert result[2]["content"][0] == {"type": "tool_result", "tool_use_id": "t1", "content": "done"}
    assert result[2]["content"][1]["is_error"] is True


def thought(provider: str = PROVIDER, number: int = 0) -> Thinking:
    return Thinking(StreamingText("hm"), round=number, echo=Echo(provider, {"blocks": [COMPLETE_THOUGHT]}))


def test_thinking_is_echoed_to_its_provider_in_its_turn() -> None:
    done = Text(StreamingText("Done."), round=1)

    assert request_messages(answer(thought(PROVIDER), tool_use()))[0]["content"][0] == COMPLETE_THOUGHT
    assert len(request_messages(answer(thought("anthropic:else"), tool_use()))[0]["content"]) == 1
    assert len(request_messages(answer(thought(), tool_use(), done), user_message("and?"))[0]["content"]) == 1


@pytest.mark.parametrize(
    "rest",
    [(), (Thinking(StreamingText("cut"), round=1),), (Notice("info", "stopped", "Stopped"),)],
)
def test_thinking_of_calls_that_were_stopped_is_echoed_with_the_next_question(rest: tuple[Any, ...]) -> None:
    stopped = answer(thought(), tool_use(), *rest)
    content = [message["content"] for message in request_messages(stopped, user_message("and?"))]

    assert [part["type"] for part in content[0]] == ["thinking", "tool_use"]
    assert [part["type"] for part in content[1]] == ["tool_result", "text"]
    # An answer that has followed is the one that counts.
    later = request_messages(stopped, user_message("and?"), answer(Text(StreamingText("ok"))), user_message("so?"))
    assert [part["type"] for part in later[0]["content"]] == ["tool_use"]


def test_thinking_at_the_end_of_a_message_is_omitted() -> None:
    question, text = user_message("hi"), Text(StreamingText("Let me see."))

    assert [message["role"] for message in request_messages(question, answer(thought()))] == ["user"]
    cut = request_messages(question, answer(thought(), text, thought()), user_message("go on"))[1]
    assert [part["type"] for part in cut["content"]] == ["text"]
    in_turn = request_messages(question, answer(thought(), text, thought()))[1]
    assert [part["type"] for part in in_turn["content"]] == ["thinking", "text"]
    after_tool = request_messages(question, answer(thought(), tool_use(), thought(number=1)), user_message("and?"))
    assert [message["role"] for message in after_tool] == ["user", "assistant", "user"]


def test_blank_text_is_omitted() -> None:
    assert request_messages(answer(Text(StreamingText(" \n")), tool_use()))[0]["content"][0]["type"] == "tool_use"
    assert request_messages(Message("user", (Image("image/png", "QUJD"),)))[0]["content"] == [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"}}
    ]


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("https://h", "https://h/v1/messages"),
        ("https://h/v1/", "https://h/v1/messages"),
        ("https://h/v1/messages", "https://h/v1/messages"),
        ("https://h/anthropic", "https://h/anthropic/messages"),
    ],
)
def test_endpoint_url(base_url: str, url: str) -> None:
    assert endpoint_url(base_url) == url
