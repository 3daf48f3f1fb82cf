"""Tools with the schemas that servers really have are accepted by every provider.

The schemas are written by hand, in the shapes that generators of schemas give to MCP servers in Python and TypeScript.
tests/real/mcp has the lists of real servers.
"""

from typing import Any

import pytest

from deskpet.config.choices import FAMILIES, Family
from deskpet.features.foreign.definitions import Definition
from deskpet.features.foreign.offer import MAX_TOLD, KnownTool
from deskpet.features.mcp.config import SavedServer, ServerConfig
from deskpet.features.mcp.servers import Servers
from tests.llm.tool_requests import body_with
from tests.llm.tool_rules import list_refusals, refusals, tools_of

DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}
PLACE = {"type": "object", "properties": {"zone": {"title": "Zone", "type": "string"}}, "title": "Place"}
FACT = {"type": "object", "properties": {"about": {"type": "string"}, "facts": {"type": "array", "items": {}}}}
# Name of a shape -> a schema of it, and a value that has to stand in what each model is told.
SHAPES: dict[str, tuple[dict[str, Any], str]] = {
    "without_anything": ({}, ""),
    "without_parameters": (DRAFT_7 | {"properties": {}}, ""),
    "pydantic_references": (
        {"$defs": {"Place": PLACE}, "properties": {"from": {"$ref": "#/$defs/Place"}}, "title": "timeArguments"},
        "zone",
    ),
    "pydantic_optional": (
        {"type": "object", "properties": {"since": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}}},
        "since",
    ),
    "pydantic_url_and_limits": (
        {
            "type": "object",
            "properties": {
                "url": {"type": "string", "format": "uri", "minLength": 1},
                "most": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 1_000_000, "default": 5000},
            },
            "required": ["url"],
        },
        "most",
    ),
    "zod_lists_of_objects": (
        DRAFT_7
        | {
            "properties": {"entities": {"type": "array", "items": FACT | {"additionalProperties": False}}},
            "required": ["entities"],
            "additionalProperties": False,
        },
        "about",
    ),
    "zod_literals": (
        DRAFT_7
        | {
            "properties": {
                "by": {"anyOf": [{"type": "string", "const": "name"}, {"type": "string", "const": "size"}]},
                "kind": {"type": "string", "enum": ["text", "blob"], "default": "text"},
            }
        },
        "size",
    ),
    "zod_records_and_tuples": (
        DRAFT_7
        | {
            "properties": {
                "labels": {"type": "object", "propertyNames": {"type": "string"}, "additionalProperties": {}},
                "pair": {"type": "array", "items": [{"type": "number"}, {"type": "number"}], "minItems": 2},
            }
        },
        "pair",
    ),
    "alternatives_at_the_top": (
        {"oneOf": [PLACE, {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}]},
        "zone",
    ),
    "numbers_to_choose_from": ({"type": "object", "properties": {"level": {"enum": [1, 2, 3]}}}, "level"),
    "types_in_a_list": ({"type": "object", "properties": {"value": {"type": ["number", "string", "null"]}}}, "value"),
    "conditions": (
        {"type": "object", "properties": {"a": {"type": "string"}}, "if": {"required": ["a"]}, "then": {}},
        "a",
    ),
    "a_schema_in_itself": (
        {"$ref": "#/$defs/Node", "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#"}}}}},
        "next",
    ),
    "true_and_false": ({"type": "object", "properties": {"any": True, "none": False}}, "any"),
}
CONFIG = ServerConfig("shapes", ("server",))


@pytest.mark.parametrize("family", FAMILIES)
async def test_every_shape_of_a_schema_is_accepted(family: Family) -> None:
    servers, saved = Servers(None), SavedServer(CONFIG, allowed=CONFIG.fingerprint)
    definitions = [Definition(name, description="Do it. " * 99, schema=schema) for name, (schema, _) in SHAPES.items()]
    await servers.take((saved,), tuple(KnownTool(CONFIG.name, CONFIG.fingerprint, each) for each in definitions))
    body = body_with(servers.tools(MAX_TOLD), family)
    assert list_refusals(body, family) == []
    told = {name.rpartition("__")[2]: str(schema) for name, (_, schema) in tools_of(body, family).items()}
    assert list(told) == list(SHAPES)
    assert [name for name, (_, word) in SHAPES.items() if word not in told[name]] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_the_rules_would_refuse_these_schemas_as_they_are(family: Family) -> None:
    """The table is no proof if its rules accepted everything."""
    names = ("zod_literals", "pydantic_references", "alternatives_at_the_top", "a_schema_in_itself")
    assert [name for name in names if not refusals({"type": "object"} | SHAPES[name][0], family)] == []
