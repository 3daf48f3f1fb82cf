"""Request bodies and addresses of Gemini's API."""

from typing import Any

import pytest

from deskpet.chat.messages import Echo, Image, Message, StreamingText, Text, Thinking, ToolError, ToolUse, user_message
from deskpet.chat.model import ChatRequest, ToolSpec
from deskpet.llm.gemini_request import endpoint_url, request_body

PROVIDER = "gemini:example.com"


def contents(*messages: Message) -> list[dict[str, Any]]:
    return request_body(PROVIDER, ChatRequest(messages))["contents"]


def answer(*blocks: Any) -> Message:
    return Message("assistant", blocks, ended="stop")


def tool_use(echo: Echo | None = None, **changes: Any) -> ToolUse:
    defaults: dict[str, Any] = {
        "tool_name": "live2d.motion",
        "call_id": "c1",
        "status": "success",
        "input": {"group": "Wave"},
        "output": "done",
    }
    return ToolUse(**(defaults | changes), echo=echo)


def test_request_body() -> None:
    spec = ToolSpec("f", "does f", {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]})
    bare = ToolSpec("g", "does g", {"type": "object", "properties": {}})
    body = request_body(PROVIDER, ChatRequest((user_message("hi"),), "be kind", (spec, bare)))

    assert body == {
        "contents": [{"role": "user", "parts": [{"text": "hi"}]}],
        "systemInstruction": {"parts": [{"text": "be kind"}]},
        "tools": [
            {
                "functionDeclarations": [
                    {"name": "f", "description": "does f", "parameters": dict(spec.parameters)},
                    {"name": "g", "description": "does g"},
                ]
            }
        ],
    }


def test_calls_and_results() -> None:
    failed = tool_use(call_id="c2", status="error", output=None, error=ToolError("unknown", "no"))
    result = contents(user_message("hi"), answer(Text(StreamingText("I wave")), tool_use(), failed))

    call = {"functionCall": {"name": "live2d_motion", "args": {"group": "Wave"}}}
    assert result[1] == {"role": "model", "parts": [{"text": "I wave"}, call, call]}
    assert [part["functionResponse"] for part in result[2]["parts"]] == [
        {"name": "live2d_motion", "response": {"result": "done"}},
        {"name": "live2d_motion", "response": {"error": {"code": "unknown", "message": "no"}}},
    ]


def test_call_signatures_are_echoed_to_their_provider() -> None:
    echo = Echo(PROVIDER, {"part": {"thoughtSignature": "s"}, "call": {"id": "x1"}})
    own, others = (
        contents(answer(tool_use(echo, call_id="x1"))),
        contents(answer(tool_use(Echo("gemini:else", echo.fields)))),
    )

    assert own[0]["parts"][0]["thoughtSignature"] == "s"
    assert own[0]["parts"][0]["functionCall"]["id"] == "x1"
    assert own[1]["parts"][0]["functionResponse"]["id"] == "x1"
    assert others[0]["parts"] == [{"functionCall": {"name": "live2d_motion", "args": {"group": "Wave"}}}]


@pytest.mark.parametrize(
    ("text", "echoed", "parts"),
    [
        ("abc", [{"text": "b", "thoughtSignature": "s"}], ["a", ("b", "s"), "c"]),
        ("abc", [{"text": "", "thoughtSignature": "s"}], ["abc", ("", "s")]),
        ("abc", [{"text": "gone", "thoughtSignature": "s"}], ["abc"]),
        (
            "abab",
            [{"text": "ab", "thoughtSignature": "s"}, {"text": "ab", "thoughtSignature": "t"}],
            [("ab", "s"), ("ab", "t")],
        ),
        ("", [{"text": "", "thoughtSignature": "s"}], [("", "s")]),
    ],
)
def test_text_is_split_into_its_signed_parts(text: str, echoed: list[dict[str, str]], parts: list[Any]) -> None:
    block = Text(StreamingText(text), echo=Echo(PROVIDER, {"parts": echoed}))

    (result,) = contents(answer(block))

    assert [
        (p["text"], p["thoughtSignature"]) if "thoughtSignature" in p else p["text"] for p in result["parts"]
    ] == parts


def test_signed_thoughts_are_echoed_in_their_turn() -> None:
    part = {"text": "hm", "thought": True, "thoughtSignature": "s"}
    thought = Thinking(StreamingText("hm"), echo=Echo(PROVIDER, {"parts": [part]}))

    assert contents(answer(thought, tool_use()))[0]["parts"][0] == part
    assert len(contents(answer(thought, tool_use()), user_message("and?"))[0]["parts"]) == 1
    assert len(contents(answer(Thinking(StreamingText("hm")), tool_use()))[0]["parts"]) == 1


def test_images_are_inline_data() -> None:
    (result,) = contents(Message("user", (Image("image/png", "QUJD"),)))

    assert result["parts"] == [{"inlineData": {"mimeType": "image/png", "data": "QUJD"}}]


@pytest.mark.parametrize(
    ("base_url", "model", "url"),
    [
        ("https://h/v1beta/", "gemini-x", "https://h/v1beta/models/gemini-x:streamGenerateContent?alt=sse"),
        ("https://h", "models/gemini-x", "https://h/v1beta/models/gemini-x:streamGenerateContent?alt=sse"),
        ("https://h/v1", "a b", "https://h/v1/models/a%20b:streamGenerateContent?alt=sse"),
    ],
)
def test_endpoint_url(base_url: str, model: str, url: str) -> None:
    assert endpoint_url(base_url, model) == url
