"""Rewriting JSON for Live2D's reader does not change its value."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.pet import cubism_json
from deskpet.pet.cubism_json import BadJson

TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n\t\r\b\f"))
# Numbers in the range that models use.
FLOATS = st.floats(-1e29, 1e29).filter(lambda number: number == 0 or abs(number) > 1e-29)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**28), 10**28) | TEXT | FLOATS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)


@given(VALUES)
def test_rewriting_keeps_the_value_and_is_readable(value: object) -> None:
    text = cubism_json.rewrite(json.dumps(value))
    assert json.loads(text, parse_float=Decimal) == json.loads(json.dumps(value), parse_float=Decimal)
    assert cubism_json.is_readable(text)


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ('{"a": 1\n}', True),
        ('{"a": 1}', False),
        ("[1, 2]", False),
        ("[1, 2 \t]", False),
        ("[1, 2\n]", True),
        ("[1e-05,\n2\n]", False),
        ("[1E5,\n2\n]", False),
        ('{"a": "x1]"}', True),
        ('{"a": "1e5"}', True),
        ('["\\u0041"]', False),
        ('["\\\\u0041"]', True),
        ('["言葉", true, null]', True),
    ],
)
def test_readable_json(text: str, readable: bool) -> None:
    json.loads(text)
    assert cubism_json.is_readable(text) is readable


@pytest.mark.parametrize(("text", "line"), [("{\n\n]", 3), ("[NaN]", 0), ("[-Infinity]", 0), ("nul", 1)])
def test_invalid_json_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadJson) as caught:
        cubism_json.parse(text)
    assert caught.value.line == line


def test_letters_that_need_an_escape_are_replaced() -> None:
    assert cubism_json.rewrite('["a\\u0007b", "\\ud800"]') == '[\n"a\ufffdb",\n"\ufffd"\n]\n'
