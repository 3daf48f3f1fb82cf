"""Text, reasoning and calls that gateways send twice, and marks that they remove."""

import json
from typing import Any

import pytest

from deskpet.cli.inspector import inspect
from tests.llm.recordings import gemini, openai, sse


def text_of(*pieces: str) -> str:
    """Return the text of an answer that came in these pieces."""
    return inspect(openai(*({"content": piece} for piece in pieces))).text


REPEATED = {
    "the whole at the end": (
        ["Hello there, ", "how are you?", "Hello there, how are you?"],
        "Hello there, how are you?",
    ),
    "one piece and the whole": (
        ["Hello there, how are you?", "Hello there, how are you?"],
        "Hello there, how are you?",
    ),
    "snapshots": (["He", "Hello", "Hello there", "Hello there!"], "Hello there!"),
    "snapshots with pauses": (["Hello", "Hello there", "Hello there you", "Hello there you"], "Hello there you"),
    "a piece and the rest": (["Hello there, how", "Hello there, how are you?"], "Hello there, how are you?"),
    "laughter": (["ha", "ha", "ha", "!"], "hahaha!"),
    "growing laughter": (["ha", "haha", "!"], "hahaha!"),
    "a short word twice": (["No. ", "No. "], "No. No. "),
    "numbers": (["1", "10", " apples"], "110 apples"),
    "an ordinary answer": (["The ", "theme ", "The ", "theme!"], "The theme The theme!"),
}


@pytest.mark.parametrize(("pieces", "expected"), REPEATED.values(), ids=REPEATED)
def test_text_that_comes_again_is_shown_once(pieces: list[str], expected: str):
    assert text_of(*pieces) == expected


def test_text_that_comes_again_in_geminis_format():
    body = gemini([{"text": "Hello there, how"}], [{"text": " are you?"}], [{"text": "Hello there, how are you?"}])
    assert inspect(body, "gemini").text == "Hello there, how are you?"


def arguments_of(*calls: dict[str, Any]) -> list[tuple[str, Any]]:
    return inspect(openai(*({"tool_calls": [call]} for call in calls))).tools


def part(index: int, name: str = "", arguments: str = "", call_id: str = "") -> dict[str, Any]:
    return {"index": index, "id": call_id, "function": {"name": name, "arguments": arguments}}


X, Y = '{"x": 1}', '{"x": 2}'
CALLS: dict[str, tuple[list[dict[str, Any]], list[tuple[str, Any]]]] = {
    "the same object again": ([part(0, "f", "", "a"), part(0, "", X), part(0, "", X)], [("f", {"x": 1})]),
    "again in pieces": (
        [part(0, "f", "", "a"), part(0, "", X), part(0, "", '{"x":'), part(0, "", "1}")],
        [("f", {"x": 1})],
    ),
    "another object": ([part(0, "f", X, "a"), part(0, "", Y)], [("f", {"x": 1}), ("f", {"x": 2})]),
    "an id at another index": ([part(0, "f", X, "a"), part(1, "f", X, "a")], [("f", {"x": 1})]),
    "an id at another index with other arguments": (
        [part(0, "f", X, "a"), part(1, "f", Y, "a")],
        [("f", {"x": 1}), ("f", {"x": 2})],
    ),
    "an id for two tools": ([part(0, "f", X, "a"), part(1, "g", X, "a")], [("f", {"x": 1}), ("g", {"x": 1})]),
    "pieces at many indexes": (
        [part(0, "f", "", "a"), part(1, "", '{"x"', "a"), part(2, "", ": 1}", "a")],
        [("f", {"x": 1})],
    ),
    "cut pieces and the whole": ([part(0, "f", "", "a"), part(0, "", '{"x": '), part(0, "", X)], [("f", {"x": 1})]),
    "other ids": ([part(0, "f", X, "a"), part(1, "f", X, "b")], [("f", {"x": 1}), ("f", {"x": 1})]),
}


@pytest.mark.parametrize(("calls", "expected"), CALLS.values(), ids=CALLS)
def test_calls_that_come_again_are_one_call(calls: list[dict[str, Any]], expected: list[tuple[str, Any]]):
    assert arguments_of(*calls) == expected


@pytest.mark.parametrize(
    "arguments", [f"{X}\n```", f"```json\n{X}\n```", f"{X}<|im_end|>", f"{X}</tool_call>", f"{X}None", f"[ARGS]{X}"]
)
def test_marks_around_the_arguments_are_left_out(arguments: str):
    assert arguments_of(part(0, "f", arguments, "a")) == [("f", {"x": 1})]


@pytest.mark.parametrize("arguments", ["None", "undefined", "```"])
def test_words_for_no_arguments(arguments: str):
    assert arguments_of(part(0, "f", arguments, "a")) == [("f", {})]


def test_other_text_after_the_arguments_is_an_error():
    assert arguments_of(part(0, "f", f"{X} and more", "a")) == [("f", None)]


@pytest.mark.parametrize(
    "name",
    [
        *("functions.f", "functions.f:0", "f<|channel|>commentary", "f <|constrain|>json", "f json", "default_api:f"),
        "<|channel|>commentary to=functions.f",
    ],
)
def test_what_servers_leave_around_a_name(name: str):
    assert arguments_of(part(0, name, X, "a")) == [("f", {"x": 1})]


def test_reasoning_in_a_field_and_in_tags_is_shown_once():
    thought = "The user greets me, so I greet back."
    inspection = inspect(
        openai({"content": f"<think>\n{thought[:9]}", "reasoning_content": thought[:9]})[: -len(b"data: [DONE]\n\n")]
        + openai({"content": thought[9:], "reasoning_content": thought[9:]}, {"content": "\n</think>\n\nHello!"})
    )
    assert (inspection.reasoning, inspection.text.strip()) == (thought, "Hello!")
    other = inspect(openai({"reasoning_content": "One."}, {"content": "<think>Another.</think>Hello!"}))
    assert other.reasoning == "One.Another."


HARMONY = {
    "analysisI greet.assistantfinalHello!": ("I greet.", "Hello!"),
    "assistantanalysisI greet.assistantfinalHello!": ("I greet.", "Hello!"),
    "finalHello!": ("", "Hello!"),
    "analysis of the text": ("", "analysis of the text"),
    "finally, Hello!": ("", "finally, Hello!"),
    "<|channel|>analysis<|message|>I greet.<|start|>assistant<|channel|>final<|message|>Hello!": ("I greet.", "Hello!"),
    "<|channel>thought\nI greet.<channel|>Hello!": ("\nI greet.", "Hello!"),
    "<|START_THINKING|>I greet.<|END_THINKING|>Hello!": ("I greet.", "Hello!"),
}


@pytest.mark.parametrize(("text", "expected"), HARMONY.items())
def test_channels_are_reasoning_and_text(text: str, expected: tuple[str, str]):
    for cut in range(2, len(text) + 1):
        inspection = inspect(openai(*({"content": text[at : at + cut]} for at in range(0, len(text), cut))))
        assert (inspection.reasoning, inspection.text) == expected


FINISHES = {
    "sensitive": "blocked",
    "content_filter: SAFETY": "blocked",
    "content_filter": "",
    "function_call_filter: MALFORMED_FUNCTION_CALL": "malformed_call",
    "network_error": "ended_badly",
}


@pytest.mark.parametrize(("reason", "code"), FINISHES.items())
def test_a_finish_reason_that_means_a_failure_is_told(reason: str, code: str):
    notices = inspect(openai({"content": "a"}, finish=reason)).notices
    assert [notice.code for notice in notices] == ([code] if code else [])


def test_a_filter_before_the_first_word_is_told_as_such():
    assert [notice.code for notice in inspect(openai(finish="content_filter")).notices] == ["blocked"]
    error = {"error": {"message": "Refused.", "code": "data_inspection_failed"}}
    assert [notice.code for notice in inspect(sse(error)).notices] == ["blocked"]


def test_the_failure_of_the_upstream_in_a_field_of_its_own():
    chunk = {"choices": [{"delta": {"content": "a"}, "finish_reason": "stop", "native_finish_reason": "network_error"}]}
    assert [notice.code for notice in inspect(sse(chunk)).notices] == ["ended_badly"]


def test_an_answer_in_an_envelope():
    answer = {"choices": [{"index": 0, "message": {"content": "Hello!"}, "finish_reason": "stop"}]}
    assert inspect(json.dumps({"success": True, "data": answer}).encode(), "openai").text == "Hello!"
