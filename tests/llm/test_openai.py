"""chat/completions: the kinds of answers servers give, and the request made of a conversation."""

import json
from typing import Any

import pytest

from deskpet.chat.messages import Echo, Image, Message, Notice, Text, Thinking, ToolError, ToolUse, user_message
from deskpet.chat.model import ChatRequest, ImageDelta, TextDelta, ThinkingDelta, ToolSpec, UsageDelta
from deskpet.chat.streaming_text import StreamingText
from deskpet.inspector import Inspection, gather
from deskpet.llm.openai import OpenAIParser, endpoint_url, request_body
from tests.llm.recordings import deltas, openai, sse


def seen(body: bytes) -> Inspection:
    return gather(iter(deltas("openai", [body])))


def codes(body: bytes) -> list[str]:
    return [notice.code for notice in seen(body).notices]


@pytest.mark.parametrize(
    ("message", "text", "reasoning"),
    [
        ({"content": "a"}, "a", ""),
        ({"content": None}, "", ""),
        ({"content": ["a", {"type": "text", "text": "b"}]}, "ab", ""),
        ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "t"}]}]}, "", "t"),
        ({"content": [{"type": "thinking", "thinking": "t"}]}, "", "t"),
        ({"content": "<think>t</think>a"}, "a", "t"),
        ({"content": "a <think>b</think>"}, "a <think>b</think>", ""),
        ({"reasoning_content": "t", "content": ""}, "", "t"),
        ({"reasoning": "t", "reasoning_details": [{"type": "reasoning.text", "text": "t"}]}, "", "t"),
        ({"reasoning_details": [{"type": "reasoning.summary", "summary": "t"}]}, "", "t"),
        ({"refusal": "no"}, "no", ""),
        ({"thinking": "t"}, "", "t"),
        ({"reasoning_text": "t"}, "", "t"),
        ({"reasoning": {"content": "t"}}, "", "t"),
        ({"thinking_blocks": [{"type": "thinking", "thinking": "t"}]}, "", "t"),
        ({"reasoning_content": "t", "thinking_blocks": [{"type": "thinking", "thinking": "t"}]}, "", "t"),
        ({"content": "<thought>t</thought>a"}, "a", "t"),
        ({"content": "<Thinking>t</Thinking>a"}, "a", "t"),
        ({"content": "[THINK]t[/THINK]a"}, "a", "t"),
        ({"content": "<thin air>"}, "<thin air>", ""),
        ({"content": {"type": "text", "text": "a"}}, "a", ""),
        ({"content": [{"type": "text", "text": {"value": "a"}}]}, "a", ""),
        ({"content": [{"type": "reasoning", "text": "t"}, {"type": "refusal", "refusal": "no"}]}, "no", "t"),
        ({"audio": {"transcript": "a", "data": "AAAA"}}, "a", ""),
    ],
)
def test_what_a_delta_says(message: dict[str, Any], text: str, reasoning: str) -> None:
    found = seen(openai(message, {"content": "."}))

    assert (found.text, found.reasoning, found.notices) == (text + ".", reasoning, [])


def test_a_message_object_in_place_of_the_delta_is_not_doubled() -> None:
    call = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
    whole = {
        "choices": [{"message": {"content": "Hello", "reasoning": "t", "tool_calls": [call]}, "finish_reason": "stop"}]
    }
    body = openai({"reasoning": "t"}, {"content": "Hel"}, {"tool_calls": [call]})

    found = seen(body.replace(b"data: [DONE]\n\n", sse(whole)))

    assert (found.text, found.reasoning, found.tools) == ("Hello", "t", [("f", {})])


def test_a_message_beside_an_empty_delta_is_read() -> None:
    call = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
    whole = {"choices": [{"delta": {}, "message": {"content": "Hi", "tool_calls": [call]}, "finish_reason": "stop"}]}

    found = seen(sse(whole))

    assert (found.text, found.tools) == ("Hi", [("f", {})])


CALL = {"id": "a", "function": {"name": "f", "arguments": '{"x":1}'}}


@pytest.mark.parametrize(
    "messages",
    [
        [{"tool_calls": CALL}],
        [{"tool_calls": [{"index": 0, "id": "a", "name": "f", "arguments": '{"x":1}'}]}],
        [{"tool_calls": [CALL], "function_call": CALL["function"]}],
        [{"tool_calls": [{}]}, {"tool_calls": [CALL]}],
        [{"tool_calls": [{"index": 1, "function": {"name": "", "arguments": ""}}]}, {"tool_calls": [CALL]}],
        [{"function_call": {"name": "f", "arguments": ""}}, {"function_call": {"arguments": '{"x":1}'}}],
    ],
)
def test_one_call_however_it_is_wrapped(messages: list[dict[str, Any]]) -> None:
    assert seen(openai(*messages)).tools == [("f", {"x": 1})]


@pytest.mark.parametrize("kind", [str, float])
def test_an_index_may_be_a_number_written_otherwise(kind: type[str] | type[float]) -> None:
    opened = [{"index": kind(n), "id": f"c{n}", "function": {"name": f"f{n}", "arguments": ""}} for n in (0, 1)]
    pieces = [{"index": kind(n), "function": {"arguments": f'{{"x":{n}}}'}} for n in (0, 1)]

    found = seen(openai({"tool_calls": opened}, *({"tool_calls": [each]} for each in pieces)))

    assert found.tools == [("f0", {"x": 0}), ("f1", {"x": 1})]


def test_an_error_inside_a_choice_is_told_in_its_words() -> None:
    failed = {"choices": [{"delta": {}, "finish_reason": "error", "error": {"message": "no luck", "code": 502}}]}

    (notice,) = seen(sse({"choices": [{"delta": {"content": "a"}}]}, failed)).notices

    assert (notice.code, notice.cause) == ("server_error", "no luck")


def test_an_error_that_is_no_event_is_why_the_answer_was_cut() -> None:
    body = sse({"choices": [{"delta": {"content": "a"}}]}, done=False) + b'error: {"error": {"message": "no luck"}}\n\n'

    (notice,) = seen(body).notices

    assert (notice.code, notice.cause) == ("cut_stream", "no luck")


def test_only_the_first_choice_is_read() -> None:
    both = {"choices": [{"index": 1, "delta": {"content": "b"}}, {"index": 0, "delta": {"content": "a"}}]}

    assert seen(sse(both)).text == "a"


def test_a_picture_comes_as_a_picture() -> None:
    part = {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}

    assert ImageDelta("image/png", "QUJD") in deltas("openai", [openai({"content": [part]})])
    assert ImageDelta("image/png", "QUJD") in deltas("openai", [openai({"images": [part]})])


def test_finish_on_every_chunk_ends_nothing() -> None:
    chunks = [{"choices": [{"delta": {"content": letter}, "finish_reason": "stop"}]} for letter in "abc"]

    assert (seen(sse(*chunks)).text, seen(sse(*chunks)).finish) == ("abc", "stop")


def test_nothing_after_done_is_read() -> None:
    parser = OpenAIParser()
    parser.feed(openai({"content": "a"}))

    assert parser.is_done
    assert parser.feed(openai({"content": "b"})) == []


def test_the_last_usage_stands_wherever_it_comes() -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 5}
    found = deltas(
        "openai", [openai({"content": "a"}).replace(b"data: [DONE]\n\n", sse({"choices": [], "usage": usage}))]
    )
    groq = deltas("openai", [sse({"choices": [], "x_groq": {"usage": usage}})])

    assert UsageDelta(3, 5) in found
    assert UsageDelta(3, 5) in groq


def test_a_body_that_ends_with_the_usage_is_whole() -> None:
    said = {"choices": [{"delta": {"content": "a"}}]}

    assert codes(sse(said, {"choices": [], "usage": {"prompt_tokens": 1}}, done=False)) == []
    assert codes(sse(said, done=False)) == ["cut_stream"]


@pytest.mark.parametrize(
    "error",
    [
        {"error": {"message": "no luck", "code": 500}},
        {"error": "no luck"},
        {"choices": [{"delta": {"content": ""}, "finish_reason": "error"}], "error": {"message": "no luck"}},
        {"detail": "no luck"},
        {"detail": [{"loc": ["body"], "msg": "no luck"}]},
        {"message": "no luck", "object": "error"},
        {"code": 1000, "msg": "no luck", "success": False},
        {"success": False, "errors": [{"code": 7003, "message": "no luck"}], "result": None},
        {"base_resp": {"status_code": 1002, "status_msg": "no luck"}},
    ],
)
@pytest.mark.parametrize("plain", [False, True])
def test_an_error_in_the_answer_is_a_notice_with_its_words(error: dict[str, Any], plain: bool) -> None:
    found = seen(json.dumps(error).encode() if plain else sse({"choices": [{"delta": {"content": "a"}}]}, error))

    assert found.error
    assert "no luck" in found.notices[-1].cause
    assert found.text == ("" if plain else "a")


def test_a_refusal_of_tools_in_the_stream_offers_text_mode() -> None:
    (notice,) = seen(sse({"error": {"message": "tiny does not support tools"}})).notices

    assert notice.code == "tools_refused"
    assert "use_text_mode" in [action.name for action in notice.actions]


def test_a_damaged_chunk_costs_only_itself() -> None:
    body = openai({"content": "a"}, {"content": "b"}).replace(b'"content": "a"', b'"content": a')

    assert (seen(body).text, codes(body)) == ("b", ["unreadable"])


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty_reply"),
        (b"data: [DONE]\n\n", "empty_reply"),
        (sse({"choices": []}), "empty_reply"),
        (b"<!doctype html><title>Sign in</title>", "html"),
        (b"oops", "cut_stream"),
        (b'data: {"choices": [{"del', "cut_stream"),
    ],
)
def test_an_answer_that_is_none_says_so(body: bytes, code: str) -> None:
    assert codes(body) == [code]


OLLAMA = "".join(
    json.dumps({"model": "m", **line}, ensure_ascii=False) + "\n"
    for line in (
        {"message": {"role": "assistant", "content": "", "thinking": "hm"}, "done": False},
        {"message": {"role": "assistant", "content": "Olá "}, "done": False},
        {"message": {"role": "assistant", "content": "👋"}, "done": False},
        {"message": {"content": "", "tool_calls": [{"function": {"name": "f", "arguments": {"x": 1}}}]}, "done": False},
        {"message": {"content": "", "tool_calls": [{"function": {"name": "f", "arguments": {}}}] * 2}, "done": False},
        {"message": {"content": ""}, "done": True, "done_reason": "stop", "prompt_eval_count": 7, "eval_count": 5},
    )
).encode()


def test_ollamas_own_format_is_read_line_by_line() -> None:
    parser = OpenAIParser()
    first, rest = OLLAMA.split(b"\n", 1)

    assert parser.feed(first) == [ThinkingDelta("hm", Echo("openai", {"field": "thinking"}))]
    assert parser.feed(rest.split(b"\n")[0]) == [TextDelta("Olá ")]

    found = seen(OLLAMA)
    assert (found.reasoning, found.text, found.finish, found.notices) == ("hm", "Olá 👋", "stop", [])
    assert found.tools == [("f", {"x": 1}), ("f", {}), ("f", {})]
    assert UsageDelta(7, 5) in deltas("openai", [OLLAMA])
    for cut in range(len(OLLAMA)):
        assert deltas("openai", [OLLAMA[:cut], OLLAMA[cut:]]) == deltas("openai", [OLLAMA])
    assert codes(OLLAMA[: OLLAMA.index(b'"done": true')]) == ["cut_stream"]


@pytest.mark.parametrize("between", ["\n", "", "\n\n", "\r\n"])
def test_an_object_a_line_is_read_as_it_comes(between: str) -> None:
    chunks = ({"choices": [{"delta": {"content": text}}]} for text in ("a", "b{", "}c"))
    lines = [json.dumps(chunk) + between for chunk in chunks]
    parser = OpenAIParser()

    assert [parser.feed(line.encode()) for line in lines] == [[TextDelta("a")], [TextDelta("b{")], [TextDelta("}c")]]
    assert parser.feed(b"[DONE]") == []
    assert parser.is_done
    assert parser.close() == []


def test_halves_of_characters_in_two_chunks_are_put_together() -> None:
    call = {"index": 0, "id": "a", "function": {"name": "f", "arguments": '{"x": "'}}
    body = openai(
        {"content": "hi \ud83d"},
        {"content": "\ude00!"},
        {"reasoning_content": "\ud83c"},
        {"reasoning_content": "\udf80"},
        {"tool_calls": [call]},
        {"tool_calls": [{"index": 0, "function": {"arguments": "\ud83d"}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": '\ude00"}'}}]},
        escaped=True,
    )

    for cut in (1, 7, len(body)):
        found = gather(iter(deltas("openai", [body[at : at + cut] for at in range(0, len(body), cut)])))
        assert (found.text, found.reasoning, found.tools) == ("hi 😀!", "🎀", [("f", {"x": "😀"})])
        assert found.notices == []


def test_two_calls_without_anything_that_tells_them_apart() -> None:
    def called(*names: str) -> list[tuple[str, dict[str, Any] | None]]:
        functions = ({"name": name, "arguments": ""} for name in names)
        return seen(openai(*({"tool_calls": [{"index": 0, "function": each}]} for each in functions))).tools

    assert called("wave", "nod") == [("wave", {}), ("nod", {})]
    assert called("wave", "wave") == [("wave", {}), ("wave", {})]


def test_too_much_is_a_notice() -> None:
    parser = OpenAIParser()
    line = b"x" * (1024 * 1024)
    found = parser.feed(b"data: ")
    for _ in range(40):
        found += parser.feed(line)

    assert [getattr(delta, "notice").code for delta in found] == ["too_long"]  # noqa: B009
    assert parser.is_done


# --- the request -----------------------------------------------------------------------------------------------

OURS = "openai:api.example.com"


def answer(*blocks: Any) -> Message:
    return Message("assistant", blocks, ended="stop")


def used(**changes: Any) -> ToolUse:
    made: dict[str, Any] = {
        "tool_name": "live2d.motion",
        "call_id": "c1",
        "status": "success",
        "input_text": StreamingText('{"group": "Wave"}'),
        "input": {"group": "Wave"},
        "output": "done",
    }
    return ToolUse(**(made | changes))


def sent(*messages: Message) -> list[dict[str, Any]]:
    return request_body("m", OURS, ChatRequest(messages))["messages"]


def test_a_request_streams_and_asks_for_the_usage() -> None:
    tool = ToolSpec("f", "does f", {"type": "object", "properties": {}})
    body = request_body("m", OURS, ChatRequest((user_message("hi"),), "be kind", (tool,)))

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
    assert "tools" not in request_body("m", OURS, ChatRequest((user_message("hi"),)))


def test_each_round_is_told_with_the_results_of_its_calls() -> None:
    found = sent(
        user_message("hi"),
        answer(
            Text(StreamingText("I wave")),
            used(),
            used(call_id="c2", output={"x": 1}),
            Text(StreamingText("Done."), round=1),
            Notice("error", "cut_stream", "never sent"),
        ),
    )

    assert [(m["role"], m.get("content"), m.get("tool_call_id")) for m in found[1:]] == [
        ("assistant", "I wave", None),
        ("tool", "done", "c1"),
        ("tool", '{"x": 1}', "c2"),
        ("assistant", "Done.", None),
    ]
    assert found[1]["tool_calls"][0] == {
        "id": "c1",
        "type": "function",
        "function": {"name": "live2d_motion", "arguments": '{"group": "Wave"}'},
    }


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (used(input_text=StreamingText(), input={}), "{}"),
        (used(input_text=StreamingText(' {"x":1} '), input={"x": 1}), ' {"x":1} '),
        (used(input_text=StreamingText('{"x":'), input=None), "{}"),
        (used(input_text=StreamingText('{}{"x": 1}'), input={"x": 1}), '{"x": 1}'),
        (used(input_text=StreamingText('"{\\"x\\": 1}"'), input={"x": 1}), '{"x": 1}'),
        (used(input_text=StreamingText("null"), input={}), "{}"),
    ],
)
def test_arguments_go_back_as_they_came_but_always_whole(call: ToolUse, arguments: str) -> None:
    assert sent(answer(call))[0]["tool_calls"][0]["function"]["arguments"] == arguments


def test_every_call_has_a_result_also_after_a_stop_or_a_failure() -> None:
    failed = used(status="error", output=None, error=ToolError("unknown_group", "There is none.", ("Wave",)))
    stopped = used(call_id="c2", status="running", output=None)

    results = {
        m["tool_call_id"]: json.loads(m["content"]) for m in sent(answer(failed, stopped)) if m["role"] == "tool"
    }

    assert results["c1"] == {"error": {"code": "unknown_group", "message": "There is none.", "available": ["Wave"]}}
    assert results["c2"]["error"]["code"] == "no_result"


def test_fields_of_a_call_go_back_to_their_sender_only() -> None:
    fields = {"extra_content": {"google": {"thought_signature": "s"}}}

    assert sent(answer(used(echo=Echo(OURS, fields))))[0]["tool_calls"][0]["extra_content"] == fields["extra_content"]
    assert "extra_content" not in sent(answer(used(echo=Echo("openai:other", fields))))[0]["tool_calls"][0]


def test_reasoning_goes_back_within_the_turn_of_its_calls_only() -> None:
    def thought(provider: str) -> Thinking:
        return Thinking(StreamingText("hm"), echo=Echo(provider, {"field": "reasoning_content"}))

    asked = user_message("hi")

    assert sent(asked, answer(thought(OURS), used()))[1]["reasoning_content"] == "hm"
    assert "reasoning_content" not in sent(asked, answer(thought("openai:other"), used()))[1]
    assert "reasoning_content" not in sent(asked, answer(thought(OURS), used()), asked)[1]
    assert "reasoning_content" not in sent(asked, answer(thought(OURS), Text(StreamingText("hi"))))[1]


def test_an_answer_without_words_and_calls_is_left_out() -> None:
    assert sent(answer(Thinking(StreamingText("hm")), Notice("error", "x", "x"))) == []


def test_pictures_are_sent_as_data() -> None:
    shown = Message("user", (Text(StreamingText("look")), Image("image/png", "QUJD")))

    assert sent(shown)[0]["content"] == [
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
def test_a_base_url_may_lack_or_have_too_much(base_url: str, url: str) -> None:
    assert endpoint_url(base_url) == url
