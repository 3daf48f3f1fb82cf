"""Converts JSON Schema to the subset of the OpenAPI schema that Gemini accepts for function parameters."""

from collections.abc import Mapping
from typing import Any

_SUPPORTED_KEYWORDS = {
    "description", "format", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "nullable",
    "pattern", "required", "type",
}  # fmt: skip
_MAX_DEPTH = 20


def openapi_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Returns `schema` with references resolved and unsupported keywords removed."""
    return _convert(schema, schema.get("$defs", {}), 0)


def _convert(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> dict[str, Any]:
    if depth > _MAX_DEPTH:
        return {"type": "object"}
    if reference := schema.get("$ref"):
        schema = {**definitions.get(str(reference).rpartition("/")[2], {}), **schema}
    converted = {name: value for name, value in schema.items() if name in _SUPPORTED_KEYWORDS}
    converted |= _enum(schema)
    if isinstance(converted.get("type"), list):
        converted |= _single_type(converted["type"])
    if properties := schema.get("properties"):
        converted["properties"] = {
            name: _convert(property_schema, definitions, depth + 1) for name, property_schema in properties.items()
        }
    items: Mapping[str, Any] | bool | None = schema.get("items")
    if isinstance(items, Mapping):
        converted["items"] = _convert(items, definitions, depth + 1)
    if options := schema.get("anyOf") or schema.get("oneOf"):
        converted |= _alternatives([_convert(option, definitions, depth + 1) for option in options])
    return converted


def _enum(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the enum or const of a schema. Gemini supports only strings."""
    values = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    return (
        {"type": "string", "enum": list(values)} if values and all(isinstance(value, str) for value in values) else {}
    )


def _single_type(types: list[str]) -> dict[str, Any]:
    names = [name for name in types if name != "null"]
    return {"type": names[0] if names else "string"} | ({"nullable": True} if "null" in types else {})


def _alternatives(options: list[dict[str, Any]]) -> dict[str, Any]:
    non_null = [option for option in options if option.get("type") != "null"]
    nullable = {"nullable": True} if len(non_null) < len(options) else {}
    return (non_null[0] if len(non_null) == 1 else {"anyOf": non_null}) | nullable
