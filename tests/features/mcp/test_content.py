"""What a server returns, as parts for the card and the model: nothing twice, and nothing lost."""

import json
from typing import Any

import pytest

pytest.importorskip("mcp")

import mcp_types as types

from deskpet.features.mcp.content import result_parts

FILE = "line one\nline two\n"
PICTURE = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}


def parts_of(structured: Any, *content: str | dict[str, Any]) -> list[Any]:
    blocks = [each if isinstance(each, dict) else {"type": "text", "text": each} for each in content]
    fields = {"content": blocks, "structuredContent": structured}
    return result_parts(types.CallToolResult.model_validate(fields, by_name=False))


@pytest.mark.parametrize("key", ["result", "content", "text", "any"])
def test_structured_content_that_says_what_the_text_says_is_sent_once(key: str) -> None:
    assert parts_of({key: FILE}, FILE) == [FILE]
    assert parts_of({key: FILE.strip()}, FILE) == [FILE]
    assert parts_of({key: ["a", "b"]}, "a", "b") == ["a", "b"]
    assert parts_of({key: "a\nb"}, "a", "b") == ["a", "b"]
    assert parts_of({key: [{"n": 1}]}, '{"n": 1}') == ['{"n": 1}']
    assert parts_of({key: 3}, "3") == ["3"]


def test_parts_that_are_repeated_as_parts_are_sent_once() -> None:
    text = {"type": "text", "text": FILE}
    picture = {"media_type": "image/png", "data": "iVBORw0KGgo="}
    assert parts_of({"content": [text, PICTURE]}, text, PICTURE) == [FILE, picture]


@pytest.mark.parametrize("text", ['{"a": 1, "b": "x"}', '{\n "b": "x", "a": 1\n}', '```json\n{"a": 1, "b": "x"}\n```'])
def test_a_text_that_is_the_json_of_the_structured_content_is_left_out(text: str) -> None:
    assert parts_of({"a": 1, "b": "x"}, text) == [{"a": 1, "b": "x"}]


def test_a_text_that_is_a_member_of_the_structured_content_is_left_out() -> None:
    assert parts_of({"content": FILE, "lines": 2}, FILE) == [{"content": FILE, "lines": 2}]


def test_what_says_something_else_stays() -> None:
    assert parts_of({"content": "other"}, FILE) == [FILE, {"content": "other"}]
    assert parts_of({"n": 1}, "true") == ["true", {"n": 1}]
    assert parts_of({"n": True}, "1") == ["1", {"n": True}]
    assert parts_of({"content": FILE}) == [{"content": FILE}]
    assert parts_of({"content": "a", "more": "b"}, "c") == ["c", {"content": "a", "more": "b"}]


def test_more_parts_than_are_shown_are_counted_and_the_structured_content_stays() -> None:
    texts = [f"text {number}" for number in range(103)]
    *_, note, structured = parts_of({"content": json.dumps(texts)}, *texts)
    assert "3 more parts" in note
    assert structured == {"content": json.dumps(texts)}
