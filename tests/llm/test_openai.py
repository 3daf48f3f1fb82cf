"""The chat/completions API: streamed answers of compatible servers to deltas."""

import json
from typing import Any

import pytest

from deskpet.chat.messages import CONTINUE, Echo
from deskpet.chat.model import ImageDelta, TextDelta, ThinkingDelta, UsageDelta
from deskpet.cli.inspector import Inspection, gather
from deskpet.llm.openai import OpenAIParser
from tests.llm.recordings import deltas, openai, sse


def inspect(body: bytes) -> Inspection:
    return gather(iter(deltas("openai", [body])))


def notice_codes(body: bytes) -> list[str]:
    return [notice.code for notice in inspect(body).notices]


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
def test_delta_fields(message: dict[str, Any], text: str, reasoning: str) -> None:
    result = inspect(openai(message, {"content": "."}))

    assert (result.text, result.reasoning, result.notices) == (text + ".", reasoning, [])


def test_complete_message_after_deltas_is_not_repeated() -> None:
    call = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
    complete_message = {
        "choices": [{"message": {"content": "Hello", "reasoning": "t", "tool_calls": [call]}, "finish_reason": "stop"}]
    }
    body = openai({"reasoning": "t"}, {"content": "Hel"}, {"tool_calls": [call]})

    result = inspect(body.replace(b"data: [DONE]\n\n", sse(complete_message)))

    assert (result.text, result.reasoning, result.tools) == ("Hello", "t", [("f", {})])


def test_message_beside_an_empty_delta() -> None:
    call = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
    complete_message = {
        "choices": [{"delta": {}, "message": {"content": "Hi", "tool_calls": [call]}, "finish_reason": "stop"}]
    }

    result = inspect(sse(complete_message))

    assert (result.text, result.tools) == ("Hi", [("f", {})])


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
def test_tool_call_variants(messages: list[dict[str, Any]]) -> None:
    assert inspect(openai(*messages)).tools == [("f", {"x": 1})]


@pytest.mark.parametrize("kind", [str, float])
def test_call_index_as_string_or_float(kind: type[str] | type[float]) -> None:
    starts = [{"index": kind(n), "id": f"c{n}", "function": {"name": f"f{n}", "arguments": ""}} for n in (0, 1)]
    pieces = [{"index": kind(n), "function": {"arguments": f'{{"x":{n}}}'}} for n in (0, 1)]

    result = inspect(openai({"tool_calls": starts}, *({"tool_calls": [each]} for each in pieces)))

    assert result.tools == [("f0", {"x": 0}), ("f1", {"x": 1})]


def test_error_in_a_choice() -> None:
    chunk = {"choices": [{"delta": {}, "finish_reason": "error", "error": {"message": "no luck", "code": 502}}]}

    (notice,) = inspect(sse({"choices": [{"delta": {"content": "a"}}]}, chunk)).notices

    assert (notice.code, notice.cause) == ("server_error", "no luck")


def test_error_outside_of_events() -> None:
    body = sse({"choices": [{"delta": {"content": "a"}}]}, done=False) + b'error: {"error": {"message": "no luck"}}\n\n'

    (notice,) = inspect(body).notices

    assert (notice.code, notice.cause) == ("cut_stream", "no luck")


def test_only_the_first_choice_counts() -> None:
    chunk = {"choices": [{"index": 1, "delta": {"content": "b"}}, {"index": 0, "delta": {"content": "a"}}]}

    assert inspect(sse(chunk)).text == "a"


def test_images() -> None:
    part = {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}

    assert ImageDelta("image/png", "QUJD") in deltas("openai", [openai({"content": [part]})])
    assert ImageDelta("image/png", "QUJD") in deltas("openai", [openai({"images": [part]})])


def _gcli2api_chunk(delta: dict[str, Any]) -> dict[str, Any]:
    """Return a chunk of a gateway that sends the finish reason with every chunk."""
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": "stop"}]}


def test_chunk_without_choices_after_an_early_stop_is_a_cut() -> None:
    """As gcli2api converts an error of its upstream in mid-stream."""
    empty = {"id": "x", "object": "chat.completion.chunk", "model": "m", "choices": []}
    for delta in ({"role": "assistant", "content": "Hel"}, {"tool_calls": [CALL]}):
        result = inspect(sse(_gcli2api_chunk(delta), empty))
        (notice,) = result.notices
        assert (notice.code, result.text) == ("cut_stream", delta.get("content", ""))
        assert CONTINUE in notice.actions


@pytest.mark.parametrize(
    "tail",
    [
        [{"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1}}],
        [{"choices": []}, {"choices": [], "usage": {"prompt_tokens": 1}}],
        [{"choices": []}, _gcli2api_chunk({"content": "lo"})],
        [{"choices": [], "cost": "0"}],
    ],
)
def test_chunk_without_choices_that_is_no_cut(tail: list[dict[str, Any]]) -> None:
    assert inspect(sse(_gcli2api_chunk({"content": "Hel"}), *tail)).notices == []


def test_chunk_without_choices_after_the_end() -> None:
    assert inspect(openai({"content": "Hello"}).replace(b"data: [DONE]", b'data: {"choices":[]}')).notices == []


@pytest.mark.parametrize("text", ["[响应为空，请重新尝试]", "[模型正在思考中，请稍后再试或重新提问]"])
def test_placeholder_of_a_gateway_is_no_answer(text: str) -> None:
    result = inspect(sse(_gcli2api_chunk({"role": "assistant", "content": ""}), _gcli2api_chunk({"content": text})))

    assert ([notice.code for notice in result.notices], result.text) == (["placeholder"], "")
    assert inspect(openai({"content": "It said " + text})).notices == []


def test_finish_reason_on_every_chunk() -> None:
    chunks = [{"choices": [{"delta": {"content": letter}, "finish_reason": "stop"}]} for letter in "abc"]

    assert (inspect(sse(*chunks)).text, inspect(sse(*chunks)).finish) == ("abc", "stop")


def test_data_after_done_is_ignored() -> None:
    parser = OpenAIParser()
    parser.feed(openai({"content": "a"}))

    assert parser.is_done
    assert parser.feed(openai({"content": "b"})) == []


def test_usage_variants() -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 5}
    result = deltas(
        "openai", [openai({"content": "a"}).replace(b"data: [DONE]\n\n", sse({"choices": [], "usage": usage}))]
    )
    groq = deltas("openai", [sse({"choices": [], "x_groq": {"usage": usage}})])

    assert UsageDelta(3, 5) in result
    assert UsageDelta(3, 5) in groq


def test_usage_ends_the_answer() -> None:
    content = {"choices": [{"delta": {"content": "a"}}]}

    assert notice_codes(sse(content, {"choices": [], "usage": {"prompt_tokens": 1}}, done=False)) == []
    assert notice_codes(sse(content, done=False)) == ["cut_stream"]


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
def test_error_formats(error: dict[str, Any], plain: bool) -> None:
    result = inspect(json.dumps(error).encode() if plain else sse({"choices": [{"delta": {"content": "a"}}]}, error))

    assert result.error
    assert "no luck" in result.notices[-1].cause
    assert result.text == ("" if plain else "a")


def test_tools_refused_in_the_stream_offers_text_mode() -> None:
    (notice,) = inspect(sse({"error": {"message": "tiny does not support tools"}})).notices

    assert notice.code == "tools_refused"
    assert "use_text_mode" in [action.name for action in notice.actions]


def test_invalid_chunk_does_not_affect_others() -> None:
    body = openai({"content": "a"}, {"content": "b"}).replace(b'"content": "a"', b'"content": a')

    assert (inspect(body).text, notice_codes(body)) == ("b", ["unreadable"])


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
def test_bodies_without_an_answer(body: bytes, code: str) -> None:
    assert notice_codes(body) == [code]


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


def test_ollama_format() -> None:
    parser = OpenAIParser()
    first, rest = OLLAMA.split(b"\n", 1)

    assert parser.feed(first) == [ThinkingDelta("hm", Echo("openai", {"field": "thinking"}))]
    assert parser.feed(rest.split(b"\n")[0]) == [TextDelta("Olá ")]

    result = inspect(OLLAMA)
    assert (result.reasoning, result.text, result.finish, result.notices) == ("hm", "Olá 👋", "stop", [])
    assert result.tools == [("f", {"x": 1}), ("f", {}), ("f", {})]
    assert UsageDelta(7, 5) in deltas("openai", [OLLAMA])
    for cut in range(len(OLLAMA)):
        assert deltas("openai", [OLLAMA[:cut], OLLAMA[cut:]]) == deltas("openai", [OLLAMA])
    assert notice_codes(OLLAMA[: OLLAMA.index(b'"done": true')]) == ["cut_stream"]


@pytest.mark.parametrize("separator", ["\n", "", "\n\n", "\r\n"])
def test_json_lines_are_parsed_incrementally(separator: str) -> None:
    chunks = ({"choices": [{"delta": {"content": text}}]} for text in ("a", "b{", "}c"))
    lines = [json.dumps(chunk) + separator for chunk in chunks]
    parser = OpenAIParser()

    assert [parser.feed(line.encode()) for line in lines] == [[TextDelta("a")], [TextDelta("b{")], [TextDelta("}c")]]
    assert parser.feed(b"[DONE]") == []
    assert parser.is_done
    assert parser.close() == []


def test_split_surrogate_pairs_are_joined() -> None:
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
        result = gather(iter(deltas("openai", [body[start : start + cut] for start in range(0, len(body), cut)])))
        assert (result.text, result.reasoning, result.tools) == ("hi 😀!", "🎀", [("f", {"x": "😀"})])
        assert result.notices == []


def test_two_calls_with_the_same_index() -> None:
    def tools_for_names(*names: str) -> list[tuple[str, dict[str, Any] | None]]:
        functions = ({"name": name, "arguments": ""} for name in names)
        return inspect(openai(*({"tool_calls": [{"index": 0, "function": each}]} for each in functions))).tools

    assert tools_for_names("wave", "nod") == [("wave", {}), ("nod", {})]
    assert tools_for_names("wave", "wave") == [("wave", {}), ("wave", {})]


def test_oversized_event_is_a_notice() -> None:
    parser = OpenAIParser()
    line = b"x" * (1024 * 1024)
    result = parser.feed(b"data: ")
    for _ in range(40):
        result += parser.feed(line)

    assert [getattr(delta, "notice").code for delta in result] == ["too_long"]  # noqa: B009
    assert parser.is_done


@pytest.mark.parametrize("is_in_one_chunk", [True, False])
def test_an_upstream_error_at_the_end_gives_one_notice(is_in_one_chunk: bool) -> None:
    error = {"error": {"code": 502, "message": "Provider returned error", "metadata": {"raw": "overloaded"}}}
    end = {"choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}]}
    chunks = [error | end] if is_in_one_chunk else [end, error]
    (notice,) = inspect(sse(*chunks)).notices

    assert (notice.code, notice.cause) == ("server_error", "Provider returned error: overloaded")


def test_a_finish_that_says_error_without_one_gives_a_notice() -> None:
    end = {"choices": [{"index": 0, "delta": {"content": "a"}, "finish_reason": "error"}]}

    assert notice_codes(sse(end)) == ["ended_badly"]
