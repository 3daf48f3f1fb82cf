"""Shorten the definitions of tools for requests: descriptions first, so that as few tools as possible are left out."""

import json
from typing import Any, cast

from deskpet.config.choices import Provider
from deskpet.features.foreign.definitions import Definition
from deskpet.llm.tool_schema import MAX_DESCRIPTION, reduced_schema

LENGTHS = (MAX_DESCRIPTION, 400, 160, 60)
"""The longest descriptions of a tool, and of each of its arguments, in characters; the next one is used if need be."""
# What has values instead of schemas: a "description" in it is no description.
_VALUES = frozenset(("const", "default", "enum", "examples", "required"))
_ENDS = (". ", ".\n", "\n", "; ", " ")


def told_description(definition: Definition, longest: int) -> str:
    """Return a tool's description with at most so many characters."""
    return shortened(definition.description, longest)


def told_schema(definition: Definition, longest: int) -> dict[str, Any]:
    """Return the schema of a tool, whose descriptions have at most so many characters when it is sent."""
    if longest == MAX_DESCRIPTION:
        # `reduced_schema` cuts them, as those of every tool.
        return definition.schema
    return cast("dict[str, Any]", _short(definition.schema, longest))


def told_length(definition: Definition, longest: int) -> int:
    """Return the length of what a request has of a tool, in characters. All families send about the same."""
    schema = json.dumps(_short(reduced_schema(definition.schema, Provider.OPENAI), longest), ensure_ascii=False)
    return len(definition.name) + len(told_description(definition, longest)) + len(schema)


def shortened(text: str, longest: int) -> str:
    """Return the beginning of a text, which ends with a sentence or a word if it is cut."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    at = next((place for end in _ENDS if (place := kept.rfind(end)) > longest // 2), len(kept))
    return f"{kept[:at].rstrip(' ;')}…"


def _short(node: Any, longest: int) -> Any:
    """Return a schema with short descriptions. Its depth is limited by the lines between the processes."""
    if isinstance(node, list):
        return [_short(each, longest) for each in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    fields = cast("dict[str, Any]", node)
    return {key: _short_member(key, each, longest) for key, each in fields.items()}


def _short_member(key: str, value: Any, longest: int) -> Any:
    if key in _VALUES and not isinstance(value, dict):
        return value
    if key == "description" and isinstance(value, str):
        return shortened(value, longest)
    return _short(value, longest)
