"""Calls of agents as lines: what is accepted, and texts of other programs made safe to show."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.callers.calls import (
    MAX_CHOICE,
    MAX_QUESTION,
    MAX_WORDS,
    PREFIX,
    Ask,
    Caller,
    CallError,
    CallKind,
    Describe,
    PlayMotion,
    Say,
    ShowExpression,
    caller_of,
    description_of,
    digest_of,
    from_line,
    plain_line,
    plain_lines,
    read_call,
    to_line,
)
from deskpet.features.callers.mcp_server import tool_definitions
from deskpet.processes.local_channel import MAX_LINE, BadLocalLine

ASKED = {"question": "Deploy?", "choices": ["yes", "no"]}


@pytest.mark.parametrize(
    ("kind", "arguments", "call"),
    [
        (CallKind.DESCRIBE, {"known": "d"}, Describe("d")),
        (CallKind.EXPRESSION, {"expression": "happy"}, ShowExpression("happy")),
        (CallKind.MOTION, {"motion": "Wave"}, PlayMotion("Wave")),
        (CallKind.MOTION, {"motion": "Wave", "variant": 2}, PlayMotion("Wave", 2)),
        (CallKind.SAY, {"text": " one\u202e\n\n\ttwo \u2066three"}, Say("one\ntwo three")),
        (CallKind.ASK, ASKED, Ask("Deploy?", ("yes", "no"))),
        (CallKind.ASK, ASKED | {"timeout_seconds": 12.5}, Ask("Deploy?", ("yes", "no"), 12.5)),
    ],
)
def test_a_call_comes_back_from_its_line(kind, arguments, call):
    line = to_line("id", Caller("claude-code", "Claude Code"), kind, arguments)
    assert line.startswith(PREFIX)
    request = from_line(line)
    assert (request.request_id, request.caller, request.call) == ("id", Caller("claude-code", "Claude Code"), call)


@pytest.mark.parametrize(
    ("kind", "arguments", "code"),
    [
        ("shell", {}, "unknown_tool"),
        ("expression", {}, "invalid_arguments"),
        ("expression", {"expression": 3}, "invalid_arguments"),
        ("expression", {"expression": "x" * 10_000_000}, "too_long"),
        ("motion", {"motion": "Wave", "variant": True}, "invalid_arguments"),
        ("motion", {"motion": "Wave", "variant": -1}, "invalid_arguments"),
        ("say", {"text": "x" * (MAX_WORDS + 1)}, "too_long"),
        ("say", {"text": "\u202e\u200b \n"}, "invalid_arguments"),
        ("ask", {"question": "x" * (MAX_QUESTION + 1), "choices": ["a", "b"]}, "too_long"),
        ("ask", {"question": "?", "choices": ["a"]}, "invalid_arguments"),
        ("ask", {"question": "?", "choices": [str(n) for n in range(1000)]}, "invalid_arguments"),
        ("ask", {"question": "?", "choices": "ab"}, "invalid_arguments"),
        ("ask", {"question": "?", "choices": ["a", "a\u200b"]}, "invalid_arguments"),
        ("ask", {"question": "?", "choices": ["a", "b" * (MAX_CHOICE + 1)]}, "too_long"),
        ("ask", ASKED | {"timeout_seconds": float("nan")}, "invalid_arguments"),
        ("ask", ASKED | {"timeout_seconds": 1e9}, "invalid_arguments"),
        ("ask", ASKED | {"timeout_seconds": True}, "invalid_arguments"),
    ],
)
def test_what_is_wrong_or_too_large_is_named(kind, arguments, code):
    with pytest.raises(CallError) as found:
        read_call(kind, arguments)
    assert found.value.code == code
    assert len(str(found.value)) < 200


@pytest.mark.parametrize(
    ("name", "title", "label"),
    [
        ("codex", None, "codex"),
        ("codex", "Codex", "Codex"),
        ("claude-code", "Claude Code", "Claude Code (claude-code)"),
        ("a\nb\u202etxt", "\x1b[31mred", "[31mred (a b txt)"),
        ("\ud800x", "", "\ufffdx"),
        (7, ["x"], ""),
        ("y" * 10_000_000, "", "y" * 47 + "…"),
    ],
)
def test_the_name_of_a_caller_is_one_short_line_without_tricks(name, title, label):
    assert caller_of(name, title).label == label


def test_what_joins_an_emoji_is_kept_in_words():
    assert plain_lines("❤\ufe0f 👩\u200d💻\u202e\u0007") == "❤\ufe0f 👩\u200d💻"


@given(st.text())
def test_a_line_is_short_and_has_no_control_characters(text):
    line = plain_line(text, 20)
    assert len(line) <= 20
    assert line.isprintable() or not any(ord(each) < 32 or 0x202A <= ord(each) <= 0x202E for each in line)
    line.encode()


_VALUES = st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda each: st.lists(each, max_size=8))
_KEYS = st.sampled_from(["expression", "motion", "variant", "text", "question", "choices", "timeout_seconds", "known"])
_REQUESTS = st.fixed_dictionaries(
    {"call": st.sampled_from(["ask", "say", "motion", "shell"]) | _VALUES},
    optional={"request_id": st.text() | _VALUES, "caller": _VALUES, "arguments": st.dictionaries(_KEYS, _VALUES)},
)


@given(st.binary() | _REQUESTS.map(lambda values: json.dumps(values).encode()))
def test_any_line_is_a_request_or_refused(line):
    try:
        request = from_line(line)
    except BadLocalLine:
        return
    assert isinstance(request.call, CallError | Describe | ShowExpression | PlayMotion | Say | Ask)


def test_a_request_without_an_id_or_with_a_megabyte_is_refused():
    line = to_line("", Caller(""), CallKind.SAY, {"text": "x"})
    with pytest.raises(BadLocalLine):
        from_line(line)
    with pytest.raises(BadLocalLine):
        from_line(to_line("id", Caller(""), CallKind.SAY, {"text": "x" * MAX_LINE}))


def test_the_tools_offer_the_names_of_the_character():
    many = {f"e{n}": "x" * 1000 for n in range(1000)}
    values = description_of("Mi\nkan", many, {"Wave": ("Greets.", 3), "Nod": ("", 1)})
    assert values["name"] == "Mi kan"
    assert len(json.dumps(values)) < 60_000
    tools = {each.name: each for each in tool_definitions(values)}
    assert tools["show_expression"].schema["properties"]["expression"]["enum"] == [f"e{n}" for n in range(200)]
    assert tools["play_motion"].schema["properties"]["motion"]["enum"] == ["Wave", "Nod"]
    assert "- Wave: Greets. (3 variants)\n- Nod" in tools["play_motion"].description
    without = {each.name: each for each in tool_definitions({})}
    assert "enum" not in without["play_motion"].schema["properties"]["motion"]
    assert digest_of(values) != digest_of({})
