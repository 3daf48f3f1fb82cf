"""Parts of JSON with comments are replaced, and everything else keeps its bytes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.text import jsonc
from deskpet.text.jsonc import BadJsonc

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), _VALUES), st.sampled_from([None, 1, 2, 4, "\t"]), st.booleans())
def test_what_is_appended_to_any_object_is_read_and_removed_again(
    value: dict, indent: int | str | None, has_crlf: bool
) -> None:
    value.pop("new", None)
    text = json.dumps(value, indent=indent)
    text = text.replace("\n", "\r\n") if has_crlf else text
    added = jsonc.append(text, jsonc.parse(text), '"new": {\n  "a": 1\n}')
    assert json.loads(added) == value | {"new": {"a": 1}}
    root = jsonc.parse(added)
    assert jsonc.remove(added, root, root.members["new"]) == text


@pytest.mark.parametrize(
    "text",
    [
        '{\n  // first\n  "a": 1, // of a\n  /* last */\n}\n',
        '{\n  "a": [1, 2,],\n}\n',
        '{"a": "// no comment", "b": "/*"}',
        '\ufeff{ "a": {} }',
    ],
)
def test_comments_and_commas_stay(text: str) -> None:
    added = jsonc.append(text, jsonc.parse(text), '"new": []')
    root = jsonc.parse(added)
    assert list(root.members)[-1] == "new"
    assert jsonc.remove(added, root, root.members["new"]) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "{", '{"a"}', '{"a": }', '{"a": 1 "b": 2}', "[1 2]", "{} {}", '{"a": 1, "a": 2}', "{'a': 1}", "[" * 200,
        '"\n"',
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(BadJsonc):
        jsonc.parse(text)


def test_the_first_and_the_only_child_are_removed_with_their_commas() -> None:
    text = '{\n  "a": 1,\n  "b": 2\n}'
    root = jsonc.parse(text)
    assert json.loads(jsonc.remove(text, root, root.members["a"])) == {"b": 2}
    text = '{\n  "a": 1\n}'
    root = jsonc.parse(text)
    assert jsonc.remove(text, root, root.members["a"]) == "{}"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('[\n  "ours",\n  // my own\n  1\n]', "[\n  // my own\n  1\n]"),
        ('[\n  "ours", // of ours\n  // my own\n  1\n]', "[\n  // of ours\n  // my own\n  1\n]"),
        ('[\n  "ours" /* a */, /* b */ 1\n]', "[\n  /* a */ /* b */ 1\n]"),
        ('[\n  1, // my own\n  "ours"\n]', "[\n  1 // my own\n]"),
        ('[\n  1,\n  // my own\n  "ours"]', "[\n  1\n  // my own\n  ]"),
        ('[\n  1, // my own\n  "ours",\n  2\n]', "[\n  1 // my own\n  ,\n  2\n]"),
        ('[1, "ours", 2]', "[1, 2]"),
        ('["ours", 1, 2]', "[1, 2]"),
    ],
)
def test_comments_beside_what_is_removed_stay(text: str, left: str) -> None:
    root = jsonc.parse(text)
    ours = next(each for each in root.items if each.value == "ours")
    removed = jsonc.remove(text, root, ours)
    assert removed == left
    assert len(jsonc.parse(removed).items) == len(root.items) - 1
