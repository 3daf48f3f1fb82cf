"""Pictures in the results of tools: each format sends them as pictures, and no model gets base64 as text."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from deskpet.chat.context import estimate_tokens, trim_tool_results
from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Image, Message, ToolUse, from_json, to_json, user_message
from deskpet.chat.model import ChatRequest
from deskpet.chat.sent_results import MAX_SENT, separate_images
from deskpet.chat.tool import ResultKind
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import CallFormat, Provider
from deskpet.llm import anthropic_request, gemini_request, openai_request
from deskpet.llm.message_history import result_content
from tests.llm.request_rules import violations
from tests.llm.scripted_server import ScriptedServer, call, words

DATA = "iVBORw0KGgo" + "A" * 400_001
PICTURE: dict[str, JsonValue] = {"media_type": "image/png", "data": DATA}


def history(*outputs: JsonValue) -> tuple[Message, ...]:
    """A conversation that was stored, in which a tool returned `outputs`."""
    calls = tuple(ToolUse("screen.look", f"c{n}", "success", input={}, output=each) for n, each in enumerate(outputs))
    stored = json.dumps(to_json(Message("assistant", calls, ended="stop")))
    return user_message("look"), from_json(json.loads(stored)), user_message("and?")


def test_anthropic_has_the_picture_in_the_result() -> None:
    body = anthropic_request.request_body("m", "anthropic:h", ChatRequest(history(PICTURE)))

    (result, question) = body["messages"][2]["content"]
    assert result["content"] == [
        {"type": "text", "text": "(The picture is attached.)"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DATA}},
    ]
    assert question["text"] == "and?"
    assert violations(Provider.ANTHROPIC, body) == []


def test_gemini_has_the_picture_beside_the_response() -> None:
    body = gemini_request.request_body("gemini:h", ChatRequest(history(PICTURE, "text")))

    assert body["contents"][2]["parts"] == [
        {"functionResponse": {"name": "screen_look", "response": {"result": "(The picture is attached.)"}}},
        {"functionResponse": {"name": "screen_look", "response": {"result": "text"}}},
        {"text": "(From the result of screen_look:)"},
        {"inlineData": {"mimeType": "image/png", "data": DATA}},
        {"text": "and?"},
    ]
    assert violations(Provider.GEMINI, body) == []


def test_openai_has_the_picture_in_a_message_of_the_user_after_all_results() -> None:
    body = openai_request.request_body("m", "openai:h", ChatRequest(history(PICTURE, "text")))

    assert body["messages"][2:] == [
        {"role": "tool", "tool_call_id": "call00001", "content": "(The picture is attached.)"},
        {"role": "tool", "tool_call_id": "call00002", "content": "text"},
        {"role": "assistant", "content": "…"},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "(From the result of screen_look:)"},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{DATA}"}},
                {"type": "text", "text": "and?"},
            ],
        },
    ]
    assert violations(Provider.OPENAI, body) == []


@tool("screen.look", result=ResultKind.IMAGE)
async def look() -> JsonValue:
    """Look at the screen."""
    return PICTURE


@pytest.mark.parametrize("form", [None, CallFormat.XML])
async def test_a_model_without_vision_gets_a_sentence(form: CallFormat | None) -> None:
    start = (
        words('<tool_code>{"name": "screen_look", "arguments": {}}</tool_code>') if form else call("screen_look", "{}")
    )
    server = ScriptedServer([start], [words("I see.")])
    setup = TurnSetup(server.model(), Toolbox([look]), native_tools=not form, call_format=form, pictures=False)
    await run_turn(setup, (user_message("look"),), Message("assistant"), lambda *_: None)

    assert "(Here is a picture, which you can't see.)" in json.dumps(server.requests[1])
    assert DATA not in json.dumps(server.requests[1])


async def test_text_mode_has_the_picture_beside_the_results() -> None:
    server = ScriptedServer(
        [words('<tool_code>{"name": "screen_look", "arguments": {}}</tool_code>')], [words("I see.")]
    )
    setup = TurnSetup(server.model(), Toolbox([look]), native_tools=False, call_format=CallFormat.XML)
    await run_turn(setup, (user_message("look"),), Message("assistant"), lambda *_: None)

    text, picture = server.requests[1]["messages"][-1]["content"]
    assert text["text"] == '<tool_result>{"name": "screen_look", "result": "(The picture is attached.)"}</tool_result>'
    assert picture["image_url"]["url"].endswith(DATA)


def test_a_picture_is_neither_counted_nor_trimmed_as_text() -> None:
    request = ChatRequest(history(PICTURE))

    assert estimate_tokens(request) < 2000
    assert trim_tool_results(request, 4000) == request


@pytest.mark.parametrize(
    ("output", "rest", "count"),
    [
        ("text", "text", 0),
        ({"media_type": "image/png"}, {"media_type": "image/png"}, 0),
        ({"media_type": "text/plain", "data": "QUJD"}, {"media_type": "text/plain", "data": "QUJD"}, 0),
        ({"media_type": "image/png", "data": "<svg>"}, {"media_type": "image/png", "data": "<svg>"}, 0),
        (PICTURE | {"title": "desk"}, {"picture": "(The picture is attached.)", "title": "desk"}, 1),
        (["a", {"inner": [PICTURE]}], ["a", {"inner": ["(The picture is attached.)"]}], 1),
        ({"media_type": "image/bmp", "data": "QUJD"}, "(A picture in the format image/bmp, which you can't see.)", 0),
    ],
)  # fmt: skip
def test_pictures_are_found_anywhere_in_an_output(output: JsonValue, rest: JsonValue, count: int) -> None:
    separated, images = separate_images(output)

    assert (separated, len(images)) == (rest, count)


JSON: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.text(max_size=9), st.just(PICTURE)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["media_type", "data", "x"]), inner, max_size=3),
    ),
    max_leaves=8,
)


@given(JSON)
def test_any_output_gives_legal_requests(output: JsonValue) -> None:
    request = ChatRequest(history(output))

    assert violations(Provider.OPENAI, openai_request.request_body("m", "openai:h", request)) == []
    assert violations(Provider.ANTHROPIC, anthropic_request.request_body("m", "anthropic:h", request)) == []
    assert violations(Provider.GEMINI, gemini_request.request_body("gemini:h", request)) == []
    assert all(image == Image("image/png", DATA) for image in separate_images(output)[1])


@pytest.mark.parametrize("output", ["x" * 30_000, ["x" * 30_000]], ids=["text", "value"])
def test_a_long_output_is_cut_in_requests_and_whole_in_the_message(output):
    call = ToolUse("t", "c", "success", input={}, output=output)
    text, _ = result_content(call)
    assert len(text) < MAX_SENT + 100
    assert "more characters" in text
    assert call.output == output
