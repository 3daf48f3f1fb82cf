"""Gemini's streamGenerateContent API: streamed parts to deltas, and messages to request bodies."""

import json
from typing import Any

import pytest

from deskpet.chat.messages import Echo, Image, Message, Notice, Text, Thinking, ToolError, ToolUse, user_message
from deskpet.chat.model import CallDelta, ChatRequest, FinishDelta, ImageDelta, TextDelta, ToolSpec, UsageDelta
from deskpet.chat.streaming_text import StreamingText
from deskpet.chat.tool import Toolbox, tool
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.inspector import Inspection, gather
from deskpet.llm.gemini import GeminiChat, GeminiParser, endpoint_url, request_body
from deskpet.llm.gemini_schema import openapi_schema
from deskpet.llm.http import new_client
from deskpet.llm.jsonpath import PartialObject
from tests.llm.recordings import deltas, gemini, sse
from tests.llm.replay_server import ReplayServer, Reply

PROVIDER = "gemini:example.com"


def inspect(body: bytes) -> Inspection:
    return gather(iter(deltas("gemini", [body])))


def notice_codes(body: bytes) -> list[str]:
    return [notice.code for notice in inspect(body).notices]


def test_parses_text_thoughts_and_calls() -> None:
    result = inspect(
        gemini(
            [{"text": "hm", "thought": True}], [{"text": "I look."}, {"functionCall": {"name": "f", "args": {"x": 1}}}]
        )
    )

    assert (result.reasoning, result.text, result.tools, result.finish) == ("hm", "I look.", [("f", {"x": 1})], "STOP")


def test_complete_call() -> None:
    parser = GeminiParser()
    result = parser.feed(gemini([{"functionCall": {"name": "f"}}]))

    assert result[:2] == [CallDelta(0, "", "f"), CallDelta(0, arguments="{}", complete=True)]


@pytest.mark.parametrize("args", ["north", '{"x":', "[1]", [1], 5, True])
def test_arguments_that_are_not_an_object(args: object) -> None:
    """They are passed on so that the tool runner reports the error to the model."""
    body = gemini([{"functionCall": {"name": "f", "args": args}}], [{"functionCall": {"name": "g", "args": "null"}}])

    assert inspect(body).tools == [("f", None), ("g", {})]
    assert deltas("gemini", [body[offset : offset + 1] for offset in range(len(body))]) == deltas("gemini", [body])


@pytest.mark.parametrize("part", [{"functionCall": "f"}, {"text": 5}, {"text": {"a": 1}}, {"inlineData": {"data": 1}}])
async def test_a_part_of_the_wrong_type_is_told_and_not_sent_back(part: dict[str, Any]) -> None:
    async with ReplayServer(Reply(gemini([{"text": "hi"}], [part]))) as server, new_client() as client:
        setup = TurnSetup(GeminiChat(client, server.url, "m"), Toolbox())
        answer = await run_turn(setup, (user_message("hi"),), Message("assistant"), lambda *_: None)
        provider = setup.model.source
    request = ChatRequest((user_message("hi"), answer, user_message("and?")))

    assert [block.code for block in answer.blocks if isinstance(block, Notice)] == ["unreadable"]
    assert request_body(provider, request)["contents"][1] == {"role": "model", "parts": [{"text": "hi"}]}


@pytest.mark.parametrize("finish", ["FUNCTION_CALL", "TOOL_CALLS", "tool_calls"])
async def test_round_goes_on_after_an_unknown_finish_reason_with_calls(finish: str) -> None:
    @tool("look", title="Look")
    async def look() -> str:
        """Look."""
        return "looked"

    call = gemini([{"functionCall": {"name": "look", "args": {}}}], finish=finish)
    async with ReplayServer(Reply(call), Reply(gemini([{"text": "Well."}]))) as server, new_client() as client:
        setup = TurnSetup(GeminiChat(client, server.url, "m"), Toolbox([look]))
        answer = await run_turn(setup, (user_message("?"),), Message("assistant"), lambda *_: None)

    assert [block.kind for block in answer.blocks] == ["tool_use", "text"]
    assert answer.ended == "stop"


async def test_model_is_told_about_invalid_arguments() -> None:
    @tool("look", title="Look")
    async def look(direction: str = "") -> str:
        """Look."""
        return "looked"

    replies = (
        Reply(gemini([{"functionCall": {"name": "look", "args": "north"}}])),
        Reply(gemini([{"text": "Well."}])),
    )
    async with ReplayServer(*replies) as server, new_client() as client:
        setup = TurnSetup(GeminiChat(client, server.url, "m"), Toolbox([look]))
        answer = await run_turn(setup, (user_message("?"),), Message("assistant"), lambda *_: None)

    call = answer.blocks[0]
    assert isinstance(call, ToolUse)
    assert call.error
    assert (call.error.code, str(call.input_text), call.started_at is not None) == ("invalid_arguments", "north", True)
    response = server.requests[1].body["contents"][-1]["parts"][0]["functionResponse"]
    assert response["response"]["error"]["code"] == "invalid_arguments"
    assert answer.text == "Well."


def test_json_array_is_parsed_incrementally() -> None:
    """Google sends an array without `alt=sse`."""
    chunks = [{"candidates": [{"content": {"parts": [{"text": text}]}}]} for text in ("Hel", "lo 👋", "!")]
    last = {"candidates": [{"finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 3}}
    body = json.dumps([*chunks, last], indent=1, ensure_ascii=False).encode()
    parser, received = GeminiParser(), list[tuple[int, str]]()
    for offset in range(len(body)):
        received += [
            (offset, delta.text) for delta in parser.feed(body[offset : offset + 1]) if isinstance(delta, TextDelta)
        ]

    assert [text for _, text in received] == ["Hel", "lo 👋", "!"]
    assert [body[: offset + 1].count(b'"candidates"') for offset, _ in received] == [1, 2, 3]
    assert parser.close() == []
    for cut in range(len(body)):
        assert deltas("gemini", [body[:cut], body[cut:]]) == deltas("gemini", [body])
    assert notice_codes(body[: body.index(b'"finishReason"')]) == ["cut_stream"]


def test_partial_arguments_are_joined_by_json_path() -> None:
    def part(path: str, will_continue: bool = True, **value: Any) -> dict[str, Any]:
        piece = {"jsonPath": path, **value}
        return {"functionCall": {"partialArgs": [piece], "willContinue": will_continue}}

    result = inspect(
        gemini(
            [{"functionCall": {"name": "cook", "willContinue": True}}],
            [part("$.steps[0].name", stringValue="bo")],
            [part("$.steps[0].name", stringValue="il")],
            [part("$.steps[1].name", stringValue="eat")],
            [part("$.hot", boolValue=True), part("$.cups", numberValue=2.5)],
            [part("$['odd key']", nullValue="NULL_VALUE")],
            [{"functionCall": {}}],
            [{"functionCall": {"name": "serve", "args": {}}}],
        )
    )

    arguments = {"steps": [{"name": "boil"}, {"name": "eat"}], "hot": True, "cups": 2.5, "odd key": None}
    assert result.tools == [("cook", arguments), ("serve", {})]


def test_truncated_arguments_are_incomplete() -> None:
    call = {"functionCall": {"name": "f", "willContinue": True, "args": {"x": 1}}}

    result = inspect(sse({"candidates": [{"content": {"parts": [call]}}]}, done=False))

    assert result.tools == [("f", None)]
    assert [notice.code for notice in result.notices] == ["cut_stream"]


def test_invalid_json_paths_are_ignored() -> None:
    partial = PartialObject()
    for path in ("$.a[999999999]", "$.a[5000]", "$[0]", "", "$.a.b", "$.a[0]", "$", "$..", "$.a[0][0]"):
        partial.add(path, "x")

    assert partial.value()["a"] == [["x"]]


def test_images_and_server_tools() -> None:
    result = deltas(
        "gemini",
        [
            gemini(
                [{"inlineData": {"mimeType": "image/png", "data": "QUJD"}}], [{"executableCode": {"code": "print(1)"}}]
            )
        ],
    )

    assert ImageDelta("image/png", "QUJD") in result
    assert [getattr(delta, "notice").level for delta in result if hasattr(delta, "notice")] == ["info"]  # noqa: B009


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (sse({"promptFeedback": {"blockReason": "SAFETY"}}, done=False), "blocked"),
        (gemini([{"text": "a"}], finish="SAFETY"), "blocked"),
        (gemini(finish="RECITATION"), "blocked"),
        (gemini(finish="IMAGE_SAFETY"), "blocked"),
        (gemini(finish="MALFORMED_FUNCTION_CALL"), "ended_badly"),
        (gemini([{"text": "a"}], finish="A_WORD_OF_TOMORROW"), "ended_badly"),
        (gemini([{"functionCall": {"name": "f"}}], finish="UNEXPECTED_TOOL_CALL"), "ended_badly"),
        (gemini([{"text": "[响应为空，请重新尝试]"}]), "placeholder"),
        (sse({"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}}, done=False), "server_error"),
        (sse({"candidates": [{"content": {}}]}, done=False), "cut_stream"),
        (b'[{"error": {"code": 400, "message": "API key not valid"}}]', "server_error"),
    ],
)
def test_bad_ends_give_a_notice(body: bytes, code: str) -> None:
    assert notice_codes(body) == [code]


def test_max_tokens_finish() -> None:
    assert FinishDelta("MAX_TOKENS", "length") in deltas("gemini", [gemini([{"text": "a"}], finish="MAX_TOKENS")])


def test_snake_case_names() -> None:
    parts = [{"text": "t", "thought": True}, {"function_call": {"name": "f", "args": {"a_b": 1}}}]
    chunk = {"candidates": [{"content": {"parts": parts}, "finish_reason": "STOP"}]}

    result = gather(iter(deltas("gemini", [sse(chunk, done=False)])))

    assert (result.reasoning, result.tools, result.finish, result.notices) == ("t", [("f", {"a_b": 1})], "STOP", [])


@pytest.mark.parametrize("text", ["", "Hi"])
def test_text_and_call_in_one_part(text: str) -> None:
    result = gather(
        iter(deltas("gemini", [gemini([{"text": text, "functionCall": {"name": "f", "args": '{"x":1}'}}])]))
    )

    assert (result.text, result.tools) == (text, [("f", {"x": 1})])


def test_wrapped_chunks_and_arrays() -> None:
    chunk = {"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}]}

    assert inspect(sse({"response": chunk}, done=False)).text == "a"
    assert inspect(b"[" + sse(chunk, done=False)[6:].strip() + b"]").text == "a"


def test_usage_includes_thoughts_and_tools() -> None:
    usage = {"promptTokenCount": 1, "toolUsePromptTokenCount": 2, "candidatesTokenCount": 4, "thoughtsTokenCount": 8}

    assert UsageDelta(3, 12) in deltas("gemini", [sse({"usageMetadata": usage}, done=False)])


def test_signatures_are_in_the_echo_of_their_block() -> None:
    result = deltas("gemini", [gemini([{"text": "a"}], [{"text": "b", "thoughtSignature": "s"}], [{"text": "c"}])])

    echoed = [{"text": "b", "thoughtSignature": "s"}]
    assert result[:3] == [TextDelta("a"), TextDelta("b", Echo("gemini", {"parts": echoed})), TextDelta("c")]


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


def test_schema_conversion() -> None:
    schema = {
        "type": "object",
        "title": "x",
        "additionalProperties": False,
        "$defs": {"Kind": {"enum": ["a", "b"], "title": "Kind"}},
        "properties": {
            "kind": {"$ref": "#/$defs/Kind", "description": "which"},
            "size": {"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}], "default": None},
            "either": {"type": ["string", "null"]},
            "many": {"type": "array", "items": {"const": "x"}},
        },
    }

    assert openapi_schema(schema)["properties"] == {
        "kind": {"type": "string", "enum": ["a", "b"], "description": "which"},
        "size": {"type": "integer", "nullable": True},
        "either": {"type": "string", "nullable": True},
        "many": {"type": "array", "items": {"type": "string", "enum": ["x"]}},
    }


def test_recursive_schema_is_limited() -> None:
    tree = {
        "$ref": "#/$defs/Tree",
        "$defs": {"Tree": {"type": "object", "properties": {"in": {"$ref": "#/$defs/Tree"}}}},
    }

    assert openapi_schema(tree)["type"] == "object"


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


@tool("clock.now", title="Look at the clock")
async def now() -> str:
    """The time."""
    return "noon"


async def test_turn_with_signed_call_over_a_socket() -> None:
    signed = {"functionCall": {"name": "clock_now", "args": {}, "id": "x1"}, "thoughtSignature": "s"}
    first = gemini(
        [{"text": "hm", "thought": True}], [{"text": "Let me look."}, {"text": "", "thoughtSignature": "t"}], [signed]
    )
    async with (
        ReplayServer(Reply(first, cut=5), Reply(gemini([{"text": "It is noon."}]))) as server,
        new_client() as client,
    ):
        model = GeminiChat(client, server.url, "gemini-x", "secret")
        question = user_message("What time is it?")
        ended = await run_turn(TurnSetup(model, Toolbox([now])), (question,), Message("assistant"), lambda *_: None)

    assert ended.ended == "stop"
    assert ended.text == "Let me look.It is noon."
    request = server.requests[1]
    assert request.path == "/v1/models/gemini-x:streamGenerateContent?alt=sse"
    assert request.headers["x-goog-api-key"] == "secret"
    assert request.body["contents"][1:] == [
        {"role": "model", "parts": [{"text": "Let me look."}, {"text": "", "thoughtSignature": "t"}, signed]},
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "clock_now", "response": {"result": "noon"}, "id": "x1"}}],
        },
    ]
