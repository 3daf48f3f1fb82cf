"""Gemini's streamGenerateContent: parts into deltas, and a conversation into contents."""

import json
from typing import Any

import pytest

from deskpet.chat.messages import Echo, Image, Message, Text, Thinking, ToolError, ToolUse, user_message
from deskpet.chat.model import CallDelta, ChatRequest, FinishDelta, ImageDelta, TextDelta, ToolSpec, UsageDelta
from deskpet.chat.streaming_text import StreamingText
from deskpet.chat.tool import Toolbox, tool
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.inspector import Inspection, gather
from deskpet.llm.gemini import GeminiChat, GeminiParser, endpoint_url, request_body
from deskpet.llm.http import new_client
from deskpet.llm.jsonpath import PartialObject
from deskpet.llm.schema import openapi_schema
from tests.llm.recordings import deltas, gemini, sse
from tests.llm.replay import ReplayServer, Reply

OURS = "gemini:example.com"


def seen(body: bytes) -> Inspection:
    return gather(iter(deltas("gemini", [body])))


def codes(body: bytes) -> list[str]:
    return [notice.code for notice in seen(body).notices]


def test_text_thoughts_and_calls() -> None:
    found = seen(
        gemini(
            [{"text": "hm", "thought": True}], [{"text": "I look."}, {"functionCall": {"name": "f", "args": {"x": 1}}}]
        )
    )

    assert (found.reasoning, found.text, found.tools, found.finish) == ("hm", "I look.", [("f", {"x": 1})], "STOP")


def test_a_whole_call_is_complete_at_once() -> None:
    parser = GeminiParser()
    found = parser.feed(gemini([{"functionCall": {"name": "f"}}]))

    assert found[:2] == [CallDelta(0, "", "f"), CallDelta(0, arguments="{}", complete=True)]


@pytest.mark.parametrize("args", ["north", '{"x":', "[1]", [1], 5, True])
def test_arguments_that_are_no_object_are_passed_on_as_they_are(args: object) -> None:
    """Whoever runs the tool tells the model what is wrong with them, instead of running it with none."""
    body = gemini([{"functionCall": {"name": "f", "args": args}}], [{"functionCall": {"name": "g", "args": "null"}}])

    assert seen(body).tools == [("f", None), ("g", {})]
    assert deltas("gemini", [body[at : at + 1] for at in range(len(body))]) == deltas("gemini", [body])


async def test_a_model_hears_that_its_arguments_are_no_object() -> None:
    @tool("look", title="Look")
    async def look(at: str = "") -> str:
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
    told = server.requests[1].body["contents"][-1]["parts"][0]["functionResponse"]
    assert told["response"]["error"]["code"] == "invalid_arguments"
    assert answer.text == "Well."


def test_a_list_instead_of_events_is_read_element_by_element() -> None:
    """What Google sends without `alt=sse`."""
    chunks = [{"candidates": [{"content": {"parts": [{"text": text}]}}]} for text in ("Hel", "lo 👋", "!")]
    last = {"candidates": [{"finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 3}}
    body = json.dumps([*chunks, last], indent=1, ensure_ascii=False).encode()
    parser, came = GeminiParser(), list[tuple[int, str]]()
    for at in range(len(body)):
        came += [(at, delta.text) for delta in parser.feed(body[at : at + 1]) if isinstance(delta, TextDelta)]

    assert [text for _, text in came] == ["Hel", "lo 👋", "!"]
    assert [body[: at + 1].count(b'"candidates"') for at, _ in came] == [1, 2, 3]
    assert parser.close() == []
    for cut in range(len(body)):
        assert deltas("gemini", [body[:cut], body[cut:]]) == deltas("gemini", [body])
    assert codes(body[: body.index(b'"finishReason"')]) == ["cut_stream"]


def test_arguments_in_pieces_by_their_paths() -> None:
    def part(path: str, goes_on: bool = True, **value: Any) -> dict[str, Any]:
        piece = {"jsonPath": path, **value}
        return {"functionCall": {"partialArgs": [piece], "willContinue": goes_on}}

    found = seen(
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
    assert found.tools == [("cook", arguments), ("serve", {})]


def test_arguments_that_were_cut_are_not_taken_for_whole() -> None:
    begun = {"functionCall": {"name": "f", "willContinue": True, "args": {"x": 1}}}

    found = seen(sse({"candidates": [{"content": {"parts": [begun]}}]}, done=False))

    assert found.tools == [("f", None)]
    assert [notice.code for notice in found.notices] == ["cut_stream"]


def test_hostile_paths_are_left_out() -> None:
    growing = PartialObject()
    for path in ("$.a[999999999]", "$.a[5000]", "$[0]", "", "$.a.b", "$.a[0]", "$", "$..", "$.a[0][0]"):
        growing.add(path, "x")

    assert growing.value()["a"] == [["x"]]


def test_a_picture_and_the_provider_s_own_tools() -> None:
    found = deltas(
        "gemini",
        [
            gemini(
                [{"inlineData": {"mimeType": "image/png", "data": "QUJD"}}], [{"executableCode": {"code": "print(1)"}}]
            )
        ],
    )

    assert ImageDelta("image/png", "QUJD") in found
    assert [getattr(delta, "notice").level for delta in found if hasattr(delta, "notice")] == ["info"]  # noqa: B009


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (sse({"promptFeedback": {"blockReason": "SAFETY"}}, done=False), "blocked"),
        (gemini([{"text": "a"}], finish="SAFETY"), "blocked"),
        (gemini(finish="RECITATION"), "blocked"),
        (gemini(finish="IMAGE_SAFETY"), "blocked"),
        (gemini(finish="MALFORMED_FUNCTION_CALL"), "ended_badly"),
        (gemini([{"text": "a"}], finish="A_WORD_OF_TOMORROW"), "ended_badly"),
        (sse({"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}}, done=False), "server_error"),
        (sse({"candidates": [{"content": {}}]}, done=False), "cut_stream"),
        (b'[{"error": {"code": 400, "message": "API key not valid"}}]', "server_error"),
    ],
)
def test_every_bad_end_is_a_notice(body: bytes, code: str) -> None:
    assert codes(body) == [code]


def test_a_limit_is_a_finish_of_its_kind() -> None:
    assert FinishDelta("MAX_TOKENS", "length") in deltas("gemini", [gemini([{"text": "a"}], finish="MAX_TOKENS")])


def test_names_as_google_s_python_library_writes_them() -> None:
    parts = [{"text": "t", "thought": True}, {"function_call": {"name": "f", "args": {"a_b": 1}}}]
    chunk = {"candidates": [{"content": {"parts": parts}, "finish_reason": "STOP"}]}

    found = gather(iter(deltas("gemini", [sse(chunk, done=False)])))

    assert (found.reasoning, found.tools, found.finish, found.notices) == ("t", [("f", {"a_b": 1})], "STOP", [])


@pytest.mark.parametrize("text", ["", "Hi"])
def test_a_call_beside_words_in_one_part_is_not_lost(text: str) -> None:
    found = gather(iter(deltas("gemini", [gemini([{"text": text, "functionCall": {"name": "f", "args": '{"x":1}'}}])])))

    assert (found.text, found.tools) == (text, [("f", {"x": 1})])


def test_chunks_may_be_an_array_or_wrapped() -> None:
    chunk = {"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}]}

    assert seen(sse({"response": chunk}, done=False)).text == "a"
    assert seen(b"[" + sse(chunk, done=False)[6:].strip() + b"]").text == "a"


def test_usage_counts_thoughts_and_tools() -> None:
    usage = {"promptTokenCount": 1, "toolUsePromptTokenCount": 2, "candidatesTokenCount": 4, "thoughtsTokenCount": 8}

    assert UsageDelta(3, 12) in deltas("gemini", [sse({"usageMetadata": usage}, done=False)])


def test_signatures_are_kept_with_the_block_they_came_on() -> None:
    found = deltas("gemini", [gemini([{"text": "a"}], [{"text": "b", "thoughtSignature": "s"}], [{"text": "c"}])])

    kept = [{"text": "b", "thoughtSignature": "s"}]
    assert found[:3] == [TextDelta("a"), TextDelta("b", Echo("gemini", {"parts": kept})), TextDelta("c")]


# --- the request -----------------------------------------------------------------------------------------------


def contents(*messages: Message) -> list[dict[str, Any]]:
    return request_body(OURS, ChatRequest(messages))["contents"]


def answer(*blocks: Any) -> Message:
    return Message("assistant", blocks, ended="stop")


def used(echo: Echo | None = None, **changes: Any) -> ToolUse:
    made: dict[str, Any] = {
        "tool_name": "live2d.motion",
        "call_id": "c1",
        "status": "success",
        "input": {"group": "Wave"},
        "output": "done",
    }
    return ToolUse(**(made | changes), echo=echo)


def test_a_request_in_gemini_s_own_words() -> None:
    spec = ToolSpec("f", "does f", {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]})
    bare = ToolSpec("g", "does g", {"type": "object", "properties": {}})
    body = request_body(OURS, ChatRequest((user_message("hi"),), "be kind", (spec, bare)), thoughts=True)

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
        "generationConfig": {"thinkingConfig": {"includeThoughts": True}},
    }


def test_calls_and_their_results() -> None:
    failed = used(call_id="c2", status="error", output=None, error=ToolError("unknown", "no"))
    found = contents(user_message("hi"), answer(Text(StreamingText("I wave")), used(), failed))

    call = {"functionCall": {"name": "live2d_motion", "args": {"group": "Wave"}}}
    assert found[1] == {"role": "model", "parts": [{"text": "I wave"}, call, call]}
    assert [part["functionResponse"] for part in found[2]["parts"]] == [
        {"name": "live2d_motion", "response": {"result": "done"}},
        {"name": "live2d_motion", "response": {"error": {"code": "unknown", "message": "no"}}},
    ]


def test_signatures_go_back_on_the_same_part_to_their_sender_only() -> None:
    echo = Echo(OURS, {"part": {"thoughtSignature": "s"}, "call": {"id": "x1"}})
    mine, others = contents(answer(used(echo, call_id="x1"))), contents(answer(used(Echo("gemini:else", echo.fields))))

    assert mine[0]["parts"][0]["thoughtSignature"] == "s"
    assert mine[0]["parts"][0]["functionCall"]["id"] == "x1"
    assert mine[1]["parts"][0]["functionResponse"]["id"] == "x1"
    assert others[0]["parts"] == [{"functionCall": {"name": "live2d_motion", "args": {"group": "Wave"}}}]


@pytest.mark.parametrize(
    ("text", "kept", "parts"),
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
def test_words_are_sent_as_the_parts_they_were(text: str, kept: list[dict[str, str]], parts: list[Any]) -> None:
    block = Text(StreamingText(text), echo=Echo(OURS, {"parts": kept}))

    (found,) = contents(answer(block))

    assert [
        (p["text"], p["thoughtSignature"]) if "thoughtSignature" in p else p["text"] for p in found["parts"]
    ] == parts


def test_thoughts_go_back_only_signed_and_only_in_their_turn() -> None:
    part = {"text": "hm", "thought": True, "thoughtSignature": "s"}
    thought = Thinking(StreamingText("hm"), echo=Echo(OURS, {"parts": [part]}))

    assert contents(answer(thought, used()))[0]["parts"][0] == part
    assert len(contents(answer(thought, used()), user_message("and?"))[0]["parts"]) == 1
    assert len(contents(answer(Thinking(StreamingText("hm")), used()))[0]["parts"]) == 1


def test_pictures_go_as_inline_data() -> None:
    (found,) = contents(Message("user", (Image("image/png", "QUJD"),)))

    assert found["parts"] == [{"inlineData": {"mimeType": "image/png", "data": "QUJD"}}]


def test_a_schema_is_made_to_fit() -> None:
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


def test_a_schema_that_holds_itself_ends() -> None:
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
def test_where_to_post(base_url: str, model: str, url: str) -> None:
    assert endpoint_url(base_url, model) == url


@tool("clock.now", title="Look at the clock")
async def now() -> str:
    """The time."""
    return "noon"


async def test_a_turn_with_a_signed_call_over_a_socket() -> None:
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
    asked = server.requests[1]
    assert asked.path == "/v1/models/gemini-x:streamGenerateContent?alt=sse"
    assert asked.headers["x-goog-api-key"] == "secret"
    assert asked.body["contents"][1:] == [
        {"role": "model", "parts": [{"text": "Let me look."}, {"text": "", "thoughtSignature": "t"}, signed]},
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "clock_now", "response": {"result": "noon"}, "id": "x1"}}],
        },
    ]
