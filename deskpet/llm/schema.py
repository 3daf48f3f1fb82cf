"""JSON Schema into the part of OpenAPI's that Gemini takes as a function's parameters."""

from collections.abc import Mapping
from typing import Any

_KEPT = {
    "description", "format", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "nullable",
    "pattern", "required", "type",
}  # fmt: skip
_MAX_DEPTH = 20


def openapi_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` without what Gemini refuses: references are written out, unknown keywords left out."""
    return _converted(schema, schema.get("$defs", {}), 0)


def _converted(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> dict[str, Any]:
    if depth > _MAX_DEPTH:
        return {"type": "object"}
    if reference := schema.get("$ref"):
        schema = {**definitions.get(str(reference).rpartition("/")[2], {}), **schema}
    kept = {name: value for name, value in schema.items() if name in _KEPT}
    kept |= _choices(schema)
    if isinstance(kept.get("type"), list):
        kept |= _one_type(kept["type"])
    if properties := schema.get("properties"):
        kept["properties"] = {
            name: _converted(described, definitions, depth + 1) for name, described in properties.items()
        }
    items: Mapping[str, Any] | bool | None = schema.get("items")
    if isinstance(items, Mapping):
        kept["items"] = _converted(items, definitions, depth + 1)
    if options := schema.get("anyOf") or schema.get("oneOf"):
        kept |= _alternatives([_converted(option, definitions, depth + 1) for option in options])
    return kept


def _choices(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Only texts can be listed."""
    words = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    return {"type": "string", "enum": list(words)} if words and all(isinstance(word, str) for word in words) else {}


def _one_type(types: list[str]) -> dict[str, Any]:
    named = [name for name in types if name != "null"]
    return {"type": named[0] if named else "string"} | ({"nullable": True} if "null" in types else {})


def _alternatives(options: list[dict[str, Any]]) -> dict[str, Any]:
    rest = [option for option in options if option.get("type") != "null"]
    nullable = {"nullable": True} if len(rest) < len(options) else {}
    return (rest[0] if len(rest) == 1 else {"anyOf": rest}) | nullable
