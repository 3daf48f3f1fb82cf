"""Anthropic's Messages API: streamed content blocks to deltas."""

import json
from typing import Any

import pytest

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, user_message
from deskpet.chat.model import CallDelta, FinishDelta, UsageDelta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.cli.inspector import Inspection, gather
from deskpet.llm.anthropic import AnthropicChat, AnthropicParser
from deskpet.llm.http import new_client
from tests.llm.recordings import anthropic, deltas, sse
from tests.llm.replay_server import ReplayServer, Reply

TEXT = ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "hello"}])
THOUGHT = (
    {"type": "thinking", "thinking": "", "signature": ""},
    [
        {"type": "thinking_delta", "thinking": "h"},
        {"type": "thinking_delta", "thinking": "m"},
        {"type": "signature_delta", "signature": "sig"},
    ],
)
COMPLETE_THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "sig"}
REDACTED = ({"type": "redacted_thinking", "data": "xyz"}, [])
START = {"type": "message_start", "message": {"id": "msg_1", "content": []}}
STOP = {"type": "message_stop"}


def call(name: str = "f", *pieces: str, **fields: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    block = {"type": "tool_use", "id": "t1", "name": name, "input": {}} | fields
    return block, [{"type": "input_json_delta", "partial_json": piece} for piece in ("", *pieces)]


def inspect(body: bytes) -> Inspection:
    return gather(iter(deltas("anthropic", [body])))


def notice_codes(body: bytes) -> list[str]:
    return [notice.code for notice in inspect(body).notices]


def test_parses_text_thinking_and_call() -> None:
    result = inspect(anthropic(THOUGHT, TEXT, call("f", '{"x"', ": 1}"), stop="tool_use"))

    assert (result.text, result.reasoning, result.tools) == ("hello", "hm", [("f", {"x": 1})])
    assert (result.finish, result.notices) == ("tool_use", [])


def test_call_completes_with_its_block() -> None:
    parser = AnthropicParser()
    body = anthropic(call("f", '{"x": 1}'), TEXT)
    until_stop = body.index(b'"content_block_stop"')
    until_stop = body.index(b"\n\n", until_stop) + 2

    assert CallDelta(0, arguments="", complete=True) in parser.feed(body[:until_stop])


@pytest.mark.parametrize(
    ("block", "arguments"),
    [
        (call("f"), {}),
        (call("f", input={"x": 1}), {"x": 1}),
        (call("f", '{"x": 2}', input={"x": 1}), {"x": 2}),
        (call("f", '{"x":'), None),
    ],
)
def test_arguments_in_start_event_or_deltas(block: Any, arguments: dict[str, Any] | None) -> None:
    assert inspect(anthropic(block)).tools == [("f", arguments)]


def test_content_and_stop_reason_in_message_start() -> None:
    message = {
        "id": "m",
        "content": [{"type": "text", "text": "hi"}, call("f", input={"x": 1})[0]],
        "stop_reason": "tool_use",
    }

    result = inspect(sse({"type": "message_start", "message": message}, STOP, done=False))

    assert (result.text, result.tools, result.finish, result.notices) == ("hi", [("f", {"x": 1})], "tool_use", [])


def test_plain_json_message() -> None:
    message = {"type": "message", "content": [{"type": "text", "text": "hi"}], "stop_reason": "end_turn"}

    result = inspect(json.dumps(message).encode())

    assert (result.text, result.finish, result.notices) == ("hi", "end_turn", [])


def test_event_lines_are_optional() -> None:
    body = anthropic(THOUGHT, TEXT)
    labelled = b"".join(
        b"event: " + json.loads(event[6:])["type"].encode() + b"\n" + event + b"\n\n"
        for event in body.split(b"\n\n")
        if event
    )

    assert deltas("anthropic", [labelled]) == deltas("anthropic", [body])


def test_interleaved_calls() -> None:
    fields = [
        {
            "type": "content_block_start",
            "index": n,
            "content_block": {"type": "tool_use", "id": f"c{n}", "name": f"f{n}"},
        }
        for n in (0, 1)
    ]
    pieces = [
        {
            "type": "content_block_delta",
            "index": n,
            "delta": {"type": "input_json_delta", "partial_json": f'{{"x":{n}}}'},
        }
        for n in (0, 1)
    ]
    ended = [{"type": "content_block_stop", "index": n} for n in (0, 1)]
    body = sse(
        {"type": "message_start", "message": {"id": "m"}},
        *fields,
        *pieces,
        *ended,
        {"type": "message_stop"},
        done=False,
    )

    assert gather(iter(deltas("anthropic", [body]))).tools == [("f0", {"x": 0}), ("f1", {"x": 1})]


def test_type_in_event_line_only() -> None:
    assert inspect(b'event: content_block_delta\ndata: {"delta": {"text": "hi"}}\n\n').text == "hi"


def test_pings_and_unknown_events_are_ignored() -> None:
    body = anthropic(TEXT).replace(b"data:", b'data: {"type": "ping"}\n\ndata: {"type": "new", "x": 1}\n\ndata:')

    assert deltas("anthropic", [body]) == deltas("anthropic", [anthropic(TEXT)])


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (
            sse(START, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, done=False),
            "server_error",
        ),
        (sse({"type": "error", "error": {"message": "no"}}, done=False), "server_error"),
        (b"event: error\ndata: no luck\n\n", "server_error"),
        (anthropic(TEXT).replace(b'"message_stop"', b'"ping"'), "cut_stream"),
        (sse(START, {"type": "message_delta", "delta": {"stop_reason": "refusal"}}, STOP, done=False), "blocked"),
        (sse(START, STOP, done=False), "empty_reply"),
        (anthropic(TEXT) + anthropic(TEXT).replace(b"msg_1", b"msg_2"), "spliced"),
        (anthropic(TEXT) + anthropic(TEXT), "spliced"),
        (anthropic(TEXT)[:300] + b"\n\n" + anthropic(TEXT).replace(b"msg_1", b"msg_2"), "spliced"),
    ],
)
def test_bad_ends_give_a_notice(body: bytes, code: str) -> None:
    assert notice_codes(body)[-1:] == [code]


def test_second_answer_is_dropped() -> None:
    assert inspect(anthropic(TEXT) + anthropic(TEXT).replace(b"msg_1", b"msg_2")).text == "hello"


def test_repeated_message_start_is_ignored() -> None:
    body = sse(START, done=False) + anthropic(TEXT)

    assert (inspect(body).text, notice_codes(body)) == ("hello", [])


@pytest.mark.parametrize(
    ("reason", "kind"),
    [("end_turn", "stop"), ("stop_sequence", "stop"), ("max_tokens", "length"), ("pause_turn", "paused")],
)
def test_stop_reasons(reason: str, kind: Any) -> None:
    assert FinishDelta(reason, kind) in deltas("anthropic", [anthropic(TEXT, stop=reason)])


def test_final_usage_corrects_input_tokens() -> None:
    start = {
        "type": "message_start",
        "message": {"usage": {"input_tokens": 5, "cache_read_input_tokens": 2, "output_tokens": 1}},
    }
    end = {"type": "message_delta", "delta": {}, "usage": {"input_tokens": 9, "output_tokens": 4}}
    result = deltas("anthropic", [sse(start, end, STOP, done=False)])

    assert [delta for delta in result if isinstance(delta, UsageDelta)] == [UsageDelta(7, 1), UsageDelta(9, 4)]


def test_server_tools_are_notices_not_calls() -> None:
    search = ({"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}, call("", '{"query": "x"}')[1])
    result = ({"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"title": "X"}]}, [])
    result = inspect(anthropic(search, result, TEXT))

    assert result.tools == []
    assert [(notice.level, notice.code) for notice in result.notices] == [("info", "server_tool")] * 2
    assert '"query": "x"' in result.notices[0].details


@tool("clock.now", title="Look at the clock")
async def now() -> str:
    """The time."""
    return "noon"


async def test_turn_with_thinking_and_call_over_a_socket() -> None:
    search = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"q": 1}}
    first = anthropic(REDACTED, THOUGHT, REDACTED, TEXT, (search, []), call("clock_now"), stop="tool_use")
    async with ReplayServer(Reply(first, cut=9), Reply(anthropic(TEXT))) as server, new_client() as client:
        model = AnthropicChat(client, server.url, "claude-x", "secret")
        question = user_message("What time is it?")
        ended = await run_turn(TurnSetup(model, Toolbox([now])), (question,), Message("assistant"), lambda *_: None)

    assert (ended.ended, ended.text) == ("stop", "hellohello")
    request = server.requests[1]
    assert (request.path, request.headers["x-api-key"]) == ("/v1/messages", "secret")
    assert request.headers["anthropic-version"]
    assert request.body["messages"][1:] == [
        {
            "role": "assistant",
            "content": [
                REDACTED[0],
                COMPLETE_THOUGHT,
                REDACTED[0],
                {"type": "text", "text": "hello"},
                search,
                {"type": "tool_use", "id": "t1", "name": "clock_now", "input": {}},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "noon"}]},
    ]


@pytest.mark.parametrize(
    "body",
    [
        b'{"error": {"message": "No available channel", "type": "new_api_error"}}',
        b'{"detail": "No available channel"}',
        b'data: {"error": {"message": "No available channel"}}\n\n',
        anthropic(TEXT).partition(b'data: {"type": "message_delta"')[0]
        + b'data: {"error": "No available channel"}\n\n',
    ],
)
def test_an_error_without_a_type_is_reported_with_its_reason(body: bytes) -> None:
    (notice,) = inspect(body).notices

    assert (notice.code, notice.cause) == ("server_error", "No available channel")


def test_a_message_without_a_type_is_an_answer() -> None:
    result = inspect(b'{"role": "assistant", "content": [{"type": "text", "text": "Hi."}], "stop_reason": "end_turn"}')

    assert (result.text, result.finish) == ("Hi.", "end_turn")
