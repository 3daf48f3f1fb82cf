"""The rules by which each provider accepts a list of tools, and the check of schemas and of a request's tools."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from deskpet.config.choices import Family, Provider

MAX_TOOLS, MAX_DESCRIPTION = 128, 1024
GEMINI_KEYWORDS = {
    "anyOf", "description", "enum", "format", "items", "maxItems", "maxLength", "maximum", "minItems", "minLength",
    "minimum", "nullable", "pattern", "properties", "required", "type",
}  # fmt: skip
# Gemini wants a letter or `_` first, the others take a digit as well.
_NAME = r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}"
_NO_PARAMETERS: Mapping[str, Any] = {"type": "object", "properties": {}}


def nodes(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and all schemas in it."""
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    inner += [schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)]
    for each in inner:
        yield from nodes(each)


def refusals(schema: Mapping[str, Any], family: Family) -> list[str]:
    """Return why the provider would refuse a request with this schema."""
    found = [
        name for name in ("anyOf", "oneOf", "allOf", "enum", "$ref") if name in schema and schema["type"] == "object"
    ]
    found += ["no object"] if schema.get("type") != "object" else []
    for node in nodes(schema):
        found += [name for name in ("$ref", "$defs", "$schema", "oneOf", "allOf", "const") if name in node]
        if family is Provider.GEMINI:
            found += sorted(node.keys() - GEMINI_KEYWORDS)
            found += ["no type"] if not isinstance(node.get("type"), str) and "anyOf" not in node else []
            found += ["no items"] if node.get("type") == "array" and "items" not in node else []
            found += ["enum"] if not all(isinstance(each, str) and each for each in node.get("enum", ("a",))) else []
            found += ["empty enum"] if node.get("enum") == [] else []
            found += ["anyOf beside others"] if "anyOf" in node and len(node) > 1 else []
            found += ["few alternatives"] if len(node.get("anyOf", (1, 2))) < 2 else []
            found += [f"required {name}" for name in node.get("required", ()) if name not in node.get("properties", {})]
        known = node.get("properties", {})
        found += [f"required {name}" for name in node.get("required", ()) if node is schema and name not in known]
    return found


def tools_of(body: Mapping[str, Any], family: Family) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the name, description and schema of the tools in a request body. A name that stands twice fails."""
    match family:
        case Provider.OPENAI:
            tools = [each["function"] for each in body["tools"]]
        case Provider.GEMINI:
            tools = [each for group in body["tools"] for each in group["functionDeclarations"]]
        case _:
            tools = body["tools"]
    counts = Counter(each["name"] for each in tools)
    assert [name for name, count in counts.items() if count > 1] == []
    return {
        each["name"]: (each["description"], each.get("parameters") or each.get("input_schema") or _NO_PARAMETERS)
        for each in tools
    }


def list_refusals(body: Mapping[str, Any], family: Family) -> list[str]:
    """Return why the provider would refuse the tools of a request body."""
    tools = tools_of(body, family)
    found = [f"{len(tools)} tools"] if len(tools) > MAX_TOOLS else []
    for name, (description, schema) in tools.items():
        reasons = refusals(schema, family)
        reasons += ["name"] if not re.fullmatch(_NAME, name) else []
        reasons += ["description"] if len(description) > MAX_DESCRIPTION else []
        found += [f"{name}: {reason}" for reason in reasons]
    return found
