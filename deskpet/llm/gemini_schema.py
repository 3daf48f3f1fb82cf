"""The nodes of a schema in the subset of OpenAPI's schema that Gemini's `functionDeclarations.parameters` has.

Gemini refuses a whole request for one node that has a keyword of its own beside `anyOf`, an empty text in an `enum`, or
a required member that is not among its properties.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

_KEYWORDS = {
    "anyOf", "description", "enum", "items", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum",
    "nullable", "pattern", "properties", "required", "type",
}  # fmt: skip
# The type of a node that names none, by its keywords.
_TYPES_BY_KEYWORD = {
    "properties": "object",
    "required": "object",
    "items": "array",
    "minItems": "array",
    "maxItems": "array",
    "minimum": "number",
    "maximum": "number",
}


def gemini_node(node: Mapping[str, Any], parent_type: object = None) -> dict[str, Any]:
    """Return a node whose inner nodes are in the subset already; a node without type has that of its parent."""
    reduced = {name: value for name, value in node.items() if name in _KEYWORDS} | _type(node, parent_type)
    if node.get("format") == "date-time":
        reduced["format"] = "date-time"
    reduced |= _members(reduced)
    for name, value in (("enum", _enum(node)), ("required", _required(reduced))):
        if value:
            reduced[name] = value
        else:
            reduced.pop(name, None)
    return _with_alternatives(reduced) if "anyOf" in reduced else reduced


def _type(node: Mapping[str, Any], parent_type: object) -> dict[str, Any]:
    """Return the type of a node, and whether it may be null."""
    kinds = node.get("type")
    if isinstance(kinds, list):
        names = [str(kind) for kind in cast("list[object]", kinds)]
        named = [kind for kind in names if kind != "null"]
        return {"type": named[0] if named else "string"} | ({"nullable": True} if "null" in names else {})
    if isinstance(kinds, str):
        return {"type": kinds}
    guessed = next((kind for keyword, kind in _TYPES_BY_KEYWORD.items() if keyword in node), None)
    values = cast("Sequence[object]", node.get("enum") or ())
    if values and all(isinstance(each, int | float) and not isinstance(each, bool) for each in values):
        guessed = "number"
    if isinstance(parent_type, str) and guessed not in {"object", "array"}:
        return {"type": parent_type}
    return {"type": guessed or "string"}


def _members(node: Mapping[str, Any]) -> dict[str, Any]:
    return {"items": {"type": "string"}} if node["type"] == "array" and "items" not in node else {}


def _enum(node: Mapping[str, Any]) -> list[str]:
    """Return the values of an enum; an empty text is left out, and an enum of other values is none."""
    values = cast("Sequence[object]", node.get("enum") or ())
    texts = [value for value in values if isinstance(value, str)]
    return [text for text in texts if text] if len(texts) == len(values) else []


def _required(node: Mapping[str, Any]) -> list[str]:
    properties = cast("Mapping[str, Any]", node.get("properties") or {})
    return [name for name in node.get("required") or () if name in properties]


def _with_alternatives(node: dict[str, Any]) -> dict[str, Any]:
    """Return a node with `anyOf`, which stands alone in it: the other keywords move into each alternative."""
    options = [cast("dict[str, Any]", option) for option in node.pop("anyOf")]
    named = [option for option in options if option.get("type") != "null"]
    nullable = {"nullable": True} if len(named) < len(options) or node.get("nullable") else {}
    if not any(_describes(option, node) for option in named):
        # Alternatives that only differ in what is required, which no keyword can say.
        return node | nullable
    merged: list[dict[str, Any]] = []
    for option in named:
        both = _merged(node, option) | nullable
        merged += [both] if both not in merged else []
    return merged[0] if len(merged) == 1 else {"anyOf": merged}


def _describes(option: Mapping[str, Any], node: Mapping[str, Any]) -> bool:
    """Return whether an alternative says more than the node that it is in."""
    return any(name != "required" and option[name] != node.get(name) for name in option)


def _merged(node: Mapping[str, Any], option: Mapping[str, Any]) -> dict[str, Any]:
    """Return an alternative with the keywords of the node around it, which fit its type."""
    if "anyOf" in option:
        return {"anyOf": [_merged(node, cast("Mapping[str, Any]", each)) for each in option["anyOf"]]}
    is_same_type = option.get("type") == node.get("type")
    kept = {name: value for name, value in node.items() if is_same_type or name in {"description", "nullable"}}
    both = {**kept, **option}
    if "properties" in kept and "properties" in option:
        both["properties"] = {**kept["properties"], **option["properties"]}
    required = [*dict.fromkeys([*kept.get("required", ()), *option.get("required", ())])]
    return both | ({"required": required} if required else {})
