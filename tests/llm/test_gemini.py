"""Gemini's streamGenerateContent API: streamed parts to deltas."""

import json
from typing import Any

import pytest

from deskpet.chat.call_collector import parse_arguments
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Echo, Message, Notice, ToolUse, user_message
from deskpet.chat.model import CallDelta, ChatRequest, FinishDelta, ImageDelta, TextDelta, UsageDelta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.chat.turn_setup import SizeLimits
from deskpet.cli.inspector import Inspection, gather
from deskpet.llm.gemini import GeminiChat, GeminiParser, PartialObject
from deskpet.llm.gemini_request import request_body
from deskpet.llm.http import new_client
from tests.llm.recordings import deltas, gemini, sse
from tests.llm.replay_server import ReplayServer, Reply


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


@pytest.mark.parametrize("form", ["pieces", "whole", "nested"])
def test_endless_arguments_are_passed_on_up_to_their_limit(form: str) -> None:
    """Encoding them takes as long as they are, so they are not collected until the answer ends."""
    most = SizeLimits().arguments
    piece = {"jsonPath": "$.text", "stringValue": "x" * (most // 4), "willContinue": True}
    call = {
        "pieces": {"partialArgs": [piece] * 5, "willContinue": True},
        "whole": {"args": {"text": "x" * (most + 1)}},
        "nested": {"args": {"list": [{"a": 1, "text": "x" * most}, "x"]}},
    }[form]

    parsed = GeminiParser().feed(gemini([{"functionCall": {"name": "f", **call}}]))

    passed_on = "".join(delta.arguments for delta in parsed if isinstance(delta, CallDelta))
    assert passed_on == '{"' + "x" * most
    with pytest.raises(ValueError, match="EOF"):
        parse_arguments(passed_on)


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
        (gemini(finish="MALFORMED_FUNCTION_CALL"), "malformed_call"),
        (gemini([{"text": "a"}], finish="A_WORD_OF_TOMORROW"), "ended_badly"),
        (gemini([{"functionCall": {"name": "f"}}], finish="UNEXPECTED_TOOL_CALL"), "ended_badly"),
        (gemini([{"text": "[响应为空，请重新尝试]"}]), "placeholder"),
        (sse({"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}}, done=False), "server_error"),
        (sse({"candidates": [{"content": {}}]}, done=False), "cut_stream"),
        (b'[{"error": {"code": 400, "message": "API key not valid"}}]', "unauthorized"),
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
