"""JSON Schema converted to the subset that Gemini accepts."""

from deskpet.llm.gemini_schema import openapi_schema


def test_schema_conversion() -> None:
    schema = {
        "type": "object",
        "title": "x",
        "additionalProperties": False,
        "$defs": {"Kind": {"enum": ["a", "b"], "title": "Kind"}},
        "properties": {
            "kind": {"$ref": "#/$defs/Kind", "description": "which"},
            "size": {"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}], "default": None},
            "either": {"type": ["string", "null"]},
            "many": {"type": "array", "items": {"const": "x"}},
        },
    }

    assert openapi_schema(schema)["properties"] == {
        "kind": {"type": "string", "enum": ["a", "b"], "description": "which"},
        "size": {"type": "integer", "nullable": True},
        "either": {"type": "string", "nullable": True},
        "many": {"type": "array", "items": {"type": "string", "enum": ["x"]}},
    }


def test_recursive_schema_is_limited() -> None:
    tree = {
        "$ref": "#/$defs/Tree",
        "$defs": {"Tree": {"type": "object", "properties": {"in": {"$ref": "#/$defs/Tree"}}}},
    }

    assert openapi_schema(tree)["type"] == "object"
