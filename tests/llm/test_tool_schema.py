"""Schemas of tools reduced to what each provider accepts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.config.choices import FAMILIES, Family, Provider
from deskpet.llm.tool_schema import MAX_DESCRIPTION, MAX_NODES, reduced_schema
from tests.llm.tool_rules import refusals

GEMINI = Provider.GEMINI


@pytest.mark.parametrize("family", FAMILIES)
def test_references_constants_and_types_are_resolved(family: Family) -> None:
    schema = {
        "type": "object",
        "title": "x",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "additionalProperties": False,
        "$defs": {"Kind": {"enum": ["a", "b"], "title": "Kind"}},
        "properties": {
            "kind": {"$ref": "#/$defs/Kind", "description": "which"},
            "size": {"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}], "default": None},
            "either": {"type": ["string", "null"]},
            "many": {"type": "array", "items": {"const": "x"}},
            "url": {"type": "string", "format": "uri"},
        },
        "required": ["kind"],
    }
    reduced = reduced_schema(schema, family)
    assert not refusals(reduced, family)
    assert reduced["properties"]["kind"] == {"type": "string", "enum": ["a", "b"], "description": "which"}
    assert reduced["properties"]["many"]["items"] == {"type": "string", "enum": ["x"]}
    assert reduced["required"] == ["kind"]
    if family is GEMINI:
        assert reduced["properties"]["size"] == {"type": "integer", "nullable": True}
        assert reduced["properties"]["either"] == {"type": "string", "nullable": True}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("combinator", ["anyOf", "oneOf", "allOf"])
def test_alternatives_at_the_top_become_one_object(family: Family, combinator: str) -> None:
    by_name = {"type": "object", "properties": {"name": {"type": "string"}, "page": {"type": "integer"}}}
    by_id = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
    reduced = reduced_schema({combinator: [by_name | {"required": ["name"]}, by_id]}, family)
    assert not refusals(reduced, family)
    assert sorted(reduced["properties"]) == ["id", "name", "page"]
    if combinator == "allOf":
        assert sorted(reduced["required"]) == ["id", "name"]
    else:
        assert "required" not in reduced
        assert "one of these sets: {name, page} or {id}" in reduced["description"]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_schema_that_contains_itself_ends(family: Family) -> None:
    tree = {"type": "object", "properties": {"left": {"$ref": "#/$defs/Tree"}, "right": {"$ref": "#/$defs/Tree"}}}
    reduced = reduced_schema({"$ref": "#/$defs/Tree", "$defs": {"Tree": tree}}, family)
    assert not refusals(reduced, family)
    assert reduced["properties"]["left"]["type"] == "object"


@pytest.mark.parametrize(
    ("node", "reduced"),
    [
        ({"type": "string", "enum": ["", "a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
        ({"enum": [""]}, {"type": "string"}),
        ({"enum": [1, 2]}, {"type": "number"}),
        (
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"]},
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        ),
        ({"type": "object", "required": ["a"]}, {"type": "object"}),
        (
            {"description": "which", "anyOf": [{"type": "string"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string", "description": "which"}, {"type": "integer", "description": "which"}]},
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
            {"anyOf": [{"type": "string", "nullable": True}, {"type": "integer", "nullable": True}]},
        ),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
            },
            {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
        ),
        (
            {"type": "integer", "anyOf": [{"minimum": 0}, {"maximum": -10}]},
            {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": -10}]},
        ),
        (
            {"type": "string", "anyOf": [{"pattern": "a"}, {"description": "any"}]},
            {"anyOf": [{"type": "string", "pattern": "a"}, {"type": "string", "description": "any"}]},
        ),
        ({"anyOf": [{"properties": {"a": {"type": "string"}}}, {"type": "null"}]},
         {"type": "object", "properties": {"a": {"type": "string"}}, "nullable": True}),
    ],
)  # fmt: skip
def test_what_gemini_refuses_inside_a_schema(node: dict[str, Any], reduced: dict[str, Any]) -> None:
    whole = reduced_schema({"type": "object", "properties": {"x": node}}, GEMINI)
    assert not refusals(whole, GEMINI)
    assert whole["properties"]["x"] == reduced


def test_a_long_description_is_cut() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "description": "x" * 5000}}}
    assert len(reduced_schema(schema, Provider.OPENAI)["properties"]["a"]["description"]) == MAX_DESCRIPTION


def test_an_own_schema_is_the_same_for_every_request() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "default": "b"}}}
    assert reduced_schema(schema, Provider.OPENAI) == schema
    assert reduced_schema(schema, GEMINI) is reduced_schema(schema, GEMINI)


NAMES = st.sampled_from(["a", "b", "type", "$ref"])
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
LEAVES = st.one_of(
    st.booleans(),
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["string", "integer", "array", "object", ["string", "null"], ["null"]]),
            "$ref": st.sampled_from(["#/$defs/A", "#/$defs/B", "#", "https://elsewhere/x"]),
            "const": SCALARS,
            "enum": st.lists(SCALARS, max_size=3),
            "description": st.text(max_size=5) | st.none(),
            "format": st.sampled_from(["uri", "date-time"]),
            "default": SCALARS,
        },
    ),
)


def _around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(inner, min_size=1, max_size=3)
    keywords = {
        "properties": st.dictionaries(NAMES, inner, max_size=3),
        "items": inner,
        "anyOf": some,
        "oneOf": some,
        "allOf": some,
        "additionalProperties": inner,
        "required": st.lists(NAMES, max_size=2),
        "$defs": st.dictionaries(st.sampled_from(["A", "B"]), inner),
        "type": st.sampled_from(["object", "array"]),
    }
    return st.fixed_dictionaries({}, optional=keywords)


@given(st.recursive(LEAVES, _around, max_leaves=12).filter(lambda each: isinstance(each, dict)))
def test_any_schema_becomes_one_that_is_accepted(schema: dict[str, Any]) -> None:
    for family in FAMILIES:
        assert refusals(reduced_schema(schema, family), family) == []


@pytest.mark.parametrize("family", [Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI])
def test_references_that_multiply_end_early(family: Provider) -> None:
    def members(number: int) -> dict[str, Any]:
        return {str(key): {"$ref": f"#/$defs/m{number + 1}"} for key in range(20)}

    wide = {f"m{number}": {"type": "object", "properties": members(number)} for number in range(9)}
    reduced = reduced_schema({"type": "object", "properties": {"a": {"$ref": "#/$defs/m0"}}, "$defs": wide}, family)
    assert str(reduced).count("'type'") < 3 * MAX_NODES
