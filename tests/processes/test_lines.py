"""The lines between the pet and the child process: any JSON survives, and anything else is refused."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.processes import lines
from deskpet.processes.lines import BadLine

SCALARS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    SCALARS | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), VALUES, max_size=4))
def test_a_message_comes_back_as_one_line(message: dict[str, Any]) -> None:
    line = lines.encode(message)
    assert line.count("\n") == 1
    assert lines.decode(line) == json.loads(json.dumps(message))


@given(st.text())
def test_any_text_is_a_message_or_refused(text: str) -> None:
    try:
        message = lines.decode(text)
    except BadLine:
        return
    assert isinstance(message, dict)


@pytest.mark.parametrize("line", ["", "[]", "1", "{", '{"a":' * 5000, '{"a":' + "9" * 10_000 + "}"])
def test_a_line_that_is_no_object_is_refused(line: str) -> None:
    with pytest.raises(BadLine):
        lines.decode(line)


def test_lone_surrogates_and_not_a_number_are_replaced() -> None:
    assert lines.decode('{"a": "x\\ud800y", "b": NaN}') == {"a": "x\ufffdy", "b": None}


def test_a_message_that_is_too_deep_or_too_long_is_not_sent() -> None:
    value: Any = 1
    for _ in range(lines.MAX_DEPTH):
        value = [value]
    with pytest.raises(BadLine, match="deep"):
        lines.encode({"a": value})
    with pytest.raises(BadLine, match="long"):
        lines.encode({"a": "x" * 100}, 100)


def test_reading_ends_at_the_first_line_that_is_no_message() -> None:
    got: list[object] = []
    assert lines.read_lines(io.StringIO('{"a":1}\n{"b":2}\n'), got.append) == ""
    assert got == [{"a": 1}, {"b": 2}]
    assert "no message" in lines.read_lines(io.StringIO("hello\n"), got.append)
    assert "too long" in lines.read_lines(io.StringIO("x" * 200 + "\n"), got.append, 100)
    assert len(got) == 2
