"""Request bodies and addresses of chat/completions."""

import json
from typing import Any

import pytest

from deskpet.chat.messages import (
    Echo,
    Image,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
    user_message,
)
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.llm.openai_request import endpoint_url, request_body

PROVIDER = "openai:api.example.com"


def answer(*blocks: Any) -> Message:
    return Message("assistant", blocks, ended="stop")


def tool_use(**changes: Any) -> ToolUse:
    defaults: dict[str, Any] = {
        "tool_name": "live2d.motion",
        "call_id": "c1",
        "id_source": f"{PROVIDER} m",
        "status": "success",
        "input_text": StreamingText('{"group": "Wave"}'),
        "input": {"group": "Wave"},
        "output": "done",
    }
    return ToolUse(**(defaults | changes))


def request_messages(*messages: Message) -> list[dict[str, Any]]:
    return request_body("m", PROVIDER, ChatRequest(messages))["messages"]


def test_request_body() -> None:
    tool = ToolSpec("f", "does f", {"type": "object", "properties": {}})
    body = request_body("m", PROVIDER, ChatRequest((user_message("hi"),), "be kind", (tool,)))

    assert body == {
        "model": "m",
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": [{"role": "system", "content": "be kind"}, {"role": "user", "content": "hi"}],
        "tools": [
            {
                "type": "function",
                "function": {"name": "f", "description": "does f", "parameters": {"type": "object", "properties": {}}},
            }
        ],
    }
    assert "tools" not in request_body("m", PROVIDER, ChatRequest((user_message("hi"),)))


def test_rounds_with_tool_results() -> None:
    result = request_messages(
        user_message("hi"),
        answer(
            Text(StreamingText("I wave")),
            tool_use(),
            tool_use(call_id="c2", output={"x": 1}),
            Text(StreamingText("Done."), round=1),
            Notice("error", "cut_stream", "never sent"),
        ),
    )

    assert [(m["role"], m.get("content"), m.get("tool_call_id")) for m in result[1:]] == [
        ("assistant", "I wave", None),
        ("tool", "done", "c1"),
        ("tool", '{"x": 1}', "c2"),
        ("assistant", "Done.", None),
    ]
    assert result[1]["tool_calls"][0] == {
        "id": "c1",
        "type": "function",
        "function": {"name": "live2d_motion", "arguments": '{"group": "Wave"}'},
    }


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (tool_use(input_text=StreamingText(), input={}), "{}"),
        (tool_use(input_text=StreamingText(' {"x":1} '), input={"x": 1}), ' {"x":1} '),
        (tool_use(input_text=StreamingText('{"x":'), input=None), "{}"),
        (tool_use(input_text=StreamingText('{}{"x": 1}'), input={"x": 1}), '{"x": 1}'),
        (tool_use(input_text=StreamingText('"{\\"x\\": 1}"'), input={"x": 1}), '{"x": 1}'),
        (tool_use(input_text=StreamingText("null"), input={}), "{}"),
    ],
)
def test_arguments_are_sent_as_received_or_repaired(call: ToolUse, arguments: str) -> None:
    assert request_messages(answer(call))[0]["tool_calls"][0]["function"]["arguments"] == arguments


def test_failed_and_stopped_calls_have_results() -> None:
    chunk = tool_use(status="error", output=None, error=ToolError("unknown_group", "There is none.", ("Wave",)))
    stopped = tool_use(call_id="c2", status="running", output=None)

    results = {
        m["tool_call_id"]: json.loads(m["content"])
        for m in request_messages(answer(chunk, stopped))
        if m["role"] == "tool"
    }

    assert results["c1"] == {"error": {"code": "unknown_group", "message": "There is none.", "available": ["Wave"]}}
    assert results["c2"]["error"]["code"] == "no_result"


def test_extra_call_fields_are_echoed_to_their_provider() -> None:
    fields = {"extra_content": {"google": {"thought_signature": "s"}}}

    assert (
        request_messages(answer(tool_use(echo=Echo(PROVIDER, fields))))[0]["tool_calls"][0]["extra_content"]
        == fields["extra_content"]
    )
    assert (
        "extra_content" not in request_messages(answer(tool_use(echo=Echo("openai:other", fields))))[0]["tool_calls"][0]
    )


def thought(text: str = "hm", provider: str = PROVIDER, number: int = 0, field: str = "reasoning_content") -> Thinking:
    return Thinking(StreamingText(text), round=number, echo=Echo(provider, {"field": field}))


QUESTION = user_message("hi")


def reasoning_of(*messages: Message) -> list[str | None]:
    """The reasoning of each assistant message in a request that goes on with `messages`."""
    return [m.get("reasoning_content") for m in request_messages(*messages) if m["role"] == "assistant"]


def test_reasoning_of_an_answer_with_calls_is_sent_in_every_later_request() -> None:
    done = Text(StreamingText("Done."), round=1)
    with_call = answer(thought("plan"), tool_use(), thought("sum up", number=1), done)

    assert reasoning_of(QUESTION, with_call) == ["plan", "sum up"]
    assert reasoning_of(QUESTION, with_call, QUESTION, answer(Text(StreamingText("hi"))), QUESTION) == [
        "plan",
        "sum up",
        None,
    ]


def test_reasoning_is_sent_neither_to_another_provider_nor_of_an_answer_without_calls() -> None:
    assert reasoning_of(QUESTION, answer(thought(provider="openai:other"), tool_use())) == [None]
    assert reasoning_of(QUESTION, answer(thought(), Text(StreamingText("hi")))) == [None]
    assert reasoning_of(QUESTION, answer(thought(), Text(StreamingText("hi"))), QUESTION) == [None]


def test_calls_without_reasoning_get_a_placeholder_where_the_server_sends_reasoning() -> None:
    foreign = answer(thought("secret", "openai:other"), tool_use(), Text(StreamingText("Done."), round=1))

    assert reasoning_of(QUESTION, foreign, QUESTION, answer(thought(), Text(StreamingText("hi"))), QUESTION) == [
        " ",
        None,
        None,
    ]
    other_field = answer(thought(field="reasoning"), Text(StreamingText("hi")))
    assert reasoning_of(QUESTION, foreign, QUESTION, other_field, QUESTION) == [None, None, None]


def test_reasoning_of_a_continued_answer_is_whole() -> None:
    cut = (thought("one", number=1), Text(StreamingText("It is"), round=1))
    continued = (thought("two", number=2), Text(StreamingText("done."), round=2))

    assert reasoning_of(QUESTION, answer(thought(), tool_use(), *cut, *continued), QUESTION) == ["hm", "one\n\ntwo"]


def test_the_user_never_speaks_right_after_a_result() -> None:
    stopped = answer(tool_use(), Notice("info", "stopped", "Stopped"))
    picture = answer(tool_use(output={"media_type": "image/png", "data": "QUJD"}))
    finished = answer(tool_use(), Text(StreamingText("Done."), round=1))

    def roles(*messages: Message) -> list[str]:
        return [message["role"] for message in request_messages(*messages)]

    assert roles(QUESTION, stopped, QUESTION) == ["user", "assistant", "tool", "assistant", "user"]
    assert request_messages(QUESTION, stopped, QUESTION)[3] == {"role": "assistant", "content": "…"}
    assert roles(QUESTION, picture) == ["user", "assistant", "tool", "assistant", "user"]
    assert roles(QUESTION, finished, QUESTION) == ["user", "assistant", "tool", "assistant", "user"]
    assert roles(QUESTION, stopped) == ["user", "assistant", "tool"]


def test_answer_without_text_and_calls_is_omitted() -> None:
    assert request_messages(answer(Thinking(StreamingText("hm")), Notice("error", "x", "x"))) == []


def test_images_are_data_urls() -> None:
    message = Message("user", (Text(StreamingText("look")), Image("image/png", "QUJD")))

    assert request_messages(message)[0]["content"] == [
        {"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}},
    ]


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("http://h:1/v1", "http://h:1/v1/chat/completions"),
        ("http://h:1/v1/", "http://h:1/v1/chat/completions"),
        ("http://h:1", "http://h:1/v1/chat/completions"),
        ("http://h:1/v1/chat/completions", "http://h:1/v1/chat/completions"),
        ("https://h/v1beta/openai/", "https://h/v1beta/openai/chat/completions"),
    ],
)
def test_endpoint_url(base_url: str, url: str) -> None:
    assert endpoint_url(base_url) == url
