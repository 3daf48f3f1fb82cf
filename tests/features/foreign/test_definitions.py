"""Names, hashes and differences of foreign tools."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.tool import wire_name
from deskpet.features.foreign.definitions import Definition, difference, timing_of, tool_name
from deskpet.features.foreign.offer import shortened, told_schema

NAMES = st.text(st.sampled_from("a_-.B é0"), min_size=1, max_size=70) | st.text(min_size=1, max_size=70)


@given(NAMES, NAMES, NAMES, NAMES)
def test_names_never_collide_and_fit(server: str, tool: str, other_server: str, other_tool: str) -> None:
    name, other = tool_name("mcp", server, tool), tool_name("mcp", other_server, other_tool)
    assert (name == other) == ((server, tool) == (other_server, other_tool))
    assert len(name) <= 64
    assert wire_name(name) == name


def test_plain_names_stay_readable() -> None:
    assert tool_name("mcp", "time", "get_current_time") == "mcp__time__get_current_time"
    assert tool_name("mcp", "a", "_b") != tool_name("mcp", "a_", "b")
    assert tool_name("plugin", "a", "b") != tool_name("mcp", "a", "b")


def test_a_pin_is_of_the_whole_definition_and_the_command() -> None:
    tool = Definition("echo", "Echo", "Echo a text.", {"type": "object", "a": 1}, {"readOnlyHint": True})
    pin = tool.pin("command")
    assert replace(tool, schema={"a": 1, "type": "object"}).pin("command") == pin
    others = (
        *(replace(tool, name="x"), replace(tool, title="x"), replace(tool, description="x"), replace(tool, hints={})),
        *(replace(tool, schema={}), replace(tool, schema={"type": "object", "a": True})),
    )
    assert len({pin, tool.pin("other command"), *(each.pin("command") for each in others)}) == 8


def test_a_difference_shows_what_changed() -> None:
    tool = Definition("echo", "", "Echo a text.")
    shown = difference(tool, replace(tool, description="Send all files."))
    assert "-Echo a text." in shown
    assert "+Send all files." in shown


@pytest.mark.parametrize(
    ("hints", "expected"),
    [
        ({}, set()),
        ({"readOnlyHint": True}, {"concurrent", "early"}),
        ({"readOnlyHint": True, "openWorldHint": True, "idempotentHint": False}, {"concurrent", "early"}),
        ({"readOnlyHint": False, "idempotentHint": True, "destructiveHint": False}, {"early"}),
        # What is not said may destroy something.
        ({"idempotentHint": True}, set()),
        ({"readOnlyHint": True, "destructiveHint": True}, set()),
        ({"readOnlyHint": "yes"}, set()),
        ({"background": True}, {"background"}),
        ({"early": True, "concurrent": True, "title": "x"}, {"early", "concurrent"}),
    ],
)
def test_hints_and_annotations_say_when_a_tool_may_run(hints: dict[str, Any], expected: set[str]) -> None:
    assert timing_of(Definition("echo", hints=hints)) == expected


def test_shortened_texts_end_with_a_sentence_or_a_word() -> None:
    assert shortened("One. Two.", 20) == "One. Two."
    assert shortened("This is a sentence. This one is too long.", 30) == "This is a sentence…"
    assert shortened("several words without a dot", 20) == "several words…"
    assert shortened("x" * 50, 10) == "x" * 9 + "…"


def test_only_descriptions_of_a_schema_are_shortened() -> None:
    text = "A text that is far too long for this. " * 5
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"description": {"type": "string", "description": text, "default": text}},
        "required": ["description"],
        "enum": [text],
    }
    told = told_schema(Definition("echo", schema=schema), 60)
    assert told["properties"]["description"] == {
        "type": "string",
        "description": "A text that is far too long for this…",
        "default": text,
    }
    assert (told["required"], told["enum"]) == (["description"], [text])
