"""Reduce the JSON Schema of a tool's arguments to what a provider accepts.

Foreign schemas use all of JSON Schema, and one refused keyword makes a provider refuse the whole request: Anthropic and
OpenAI refuse combinators at the top level, Gemini references, `const`, `additionalProperties` and nodes without type.
The arguments of a call are checked against the original schema, so a reduction may accept more than that.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from deskpet.config.choices import Family, Provider

_KEYWORDS = {
    "anyOf", "description", "enum", "items", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum",
    "nullable", "pattern", "properties", "required", "type",
}  # fmt: skip
# The type of a node that names none, by its keywords.
_TYPES_BY_KEYWORD = {
    **dict.fromkeys(("properties", "required"), "object"),
    **dict.fromkeys(("items", "minItems", "maxItems"), "array"),
    **dict.fromkeys(("minimum", "maximum"), "number"),
}


def gemini_node(node: Mapping[str, Any], parent_type: object = None) -> dict[str, Any]:
    """Return a node whose inner nodes are in the subset already; a node without type has that of its parent."""
    reduced = {name: value for name, value in node.items() if name in _KEYWORDS} | _type(node, parent_type)
    if node.get("format") == "date-time":
        reduced["format"] = "date-time"
    if reduced["type"] == "array" and "items" not in reduced:
        reduced["items"] = {"type": "string"}
    properties = cast("Mapping[str, Any]", reduced.get("properties") or {})
    required = [name for name in reduced.get("required") or () if name in properties]
    for name, value in (("enum", _gemini_enum(node)), ("required", required)):
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


def _gemini_enum(node: Mapping[str, Any]) -> list[str]:
    """Return the values of an enum; an empty text is left out, and an enum of other values is none."""
    values = cast("Sequence[object]", node.get("enum") or ())
    texts = [value for value in values if isinstance(value, str)]
    return [text for text in texts if text] if len(texts) == len(values) else []


def _with_alternatives(node: dict[str, Any]) -> dict[str, Any]:
    """Return a node with `anyOf`, which stands alone in it: the other keywords move into each alternative."""
    options = [cast("dict[str, Any]", option) for option in node.pop("anyOf")]
    named = [option for option in options if option.get("type") != "null"]
    nullable = {"nullable": True} if len(named) < len(options) or node.get("nullable") else {}
    if not any(name != "required" and option[name] != node.get(name) for option in named for name in option):
        # Alternatives that only differ in what is required, which no keyword can say.
        return node | nullable
    merged: list[dict[str, Any]] = []
    for option in named:
        both = _merged(node, option) | nullable
        merged += [both] if both not in merged else []
    return merged[0] if len(merged) == 1 else {"anyOf": merged}


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


Schema = Mapping[str, Any]

MAX_DEPTH = 8
"""Nodes below this depth, and references to a schema around them, become objects without known members."""
MAX_NODES = 2000
"""Nodes of a reduced schema. References repeat nodes, so that a short schema could have millions."""
MAX_DESCRIPTION = 1000

_COMBINATORS = ("anyOf", "oneOf", "allOf")
# Keywords without a meaning for a model, and those that refer to other places of the schema.
_DROPPED = {"$schema", "$id", "$defs", "$ref", "$comment", "$anchor", "definitions", "title", "examples"}
_REMOVED = {*_DROPPED, *_COMBINATORS}
# A node without these keywords has no other nodes, and nothing that has to be replaced.
_STRUCTURAL = {*_REMOVED, "additionalProperties", "const", "enum", "items", "properties"}
_CACHE_SIZE = 2000
# By the schema's identity, which the entry keeps alive: the same tools are described in every request.
_cache: dict[tuple[int, Family], tuple[Schema, dict[str, Any]]] = {}


def reduced_schema(schema: Schema, family: Family) -> dict[str, Any]:
    """Return an object schema that `family` accepts; the same object for the same schema. It must not be changed."""
    key = (id(schema), family)
    if (known := _cache.get(key)) and known[0] is schema:
        return known[1]
    reduced = _object(_Reducer(schema, family).reduce(schema))
    if len(_cache) >= _CACHE_SIZE:
        _cache.clear()
    _cache[key] = (schema, reduced)
    return reduced


class _Reducer:
    """Reduces the nodes of one schema."""

    def __init__(self, root: Schema, family: Family) -> None:
        self._definitions = {f"#/$defs/{name}": each for name, each in _mapping(root.get("$defs")).items()}
        self._definitions |= {f"#/definitions/{name}": each for name, each in _mapping(root.get("definitions")).items()}
        self._is_gemini = family is Provider.GEMINI
        self._nodes = 0

    def reduce(
        self, node: object, depth: int = 0, open_references: tuple[str, ...] = (), parent_type: object = None
    ) -> dict[str, Any]:
        """Return a node with references resolved and refused keywords removed or replaced.

        `parent_type` is the type of the node whose alternative it is.
        """
        if not _is_mapping(node):
            # `true` accepts anything.
            return {"type": "object"} if self._is_gemini else {}
        self._nodes += 1
        schema = cast("Schema", node)
        reference = schema.get("$ref")
        if isinstance(reference, str):
            if reference in open_references or self._is_too_far(depth):
                return {"type": "object"}
            schema = {**_mapping(self._definitions.get(reference)), **schema}
            open_references = (*open_references, reference)
        if self._is_too_far(depth):
            return _leaf(schema)
        reduced = {name: value for name, value in schema.items() if name != "default" or value}
        reduced.update(_description(schema))
        # Most nodes have no more than that.
        if not _STRUCTURAL.isdisjoint(schema) or schema.get("type") == "array":
            for name in _REMOVED & reduced.keys():
                del reduced[name]
            reduced.update(_enum(schema))
            self._reduce_members(schema, reduced, depth, open_references)
            self._reduce_alternatives(schema, reduced, depth, open_references)
            reduced.pop("const", None)
        return gemini_node(reduced, parent_type) if self._is_gemini else reduced

    def _reduce_alternatives(
        self, schema: Schema, reduced: dict[str, Any], depth: int, open_references: tuple[str, ...]
    ) -> None:
        kind = schema.get("type")
        for name in (each for each in _COMBINATORS if each in schema):
            options = [self.reduce(option, depth + 1, open_references, kind) for option in _list(schema.get(name))]
            # All schemas of `allOf` hold at once: each is an only alternative.
            for alternatives in [[option] for option in options] if name == "allOf" else [options]:
                _combine(reduced, alternatives, is_root=depth == 0)

    def _is_too_far(self, depth: int) -> bool:
        return depth > MAX_DEPTH or self._nodes > MAX_NODES

    def _reduce_members(
        self, schema: Schema, reduced: dict[str, Any], depth: int, open_references: tuple[str, ...]
    ) -> None:
        if "properties" in schema:
            reduced["properties"] = {
                str(name): self.reduce(each, depth + 1, open_references)
                for name, each in _mapping(schema["properties"]).items()
            }
        if "items" in schema or reduced.get("type") == "array":
            reduced["items"] = self.reduce(schema.get("items", True), depth + 1, open_references)
        if _is_mapping(schema.get("additionalProperties")):
            reduced["additionalProperties"] = self.reduce(schema["additionalProperties"], depth + 1, open_references)


def _combine(reduced: dict[str, Any], options: list[dict[str, Any]], *, is_root: bool) -> None:
    """Add the alternatives of a combinator to a node; at the root and for a single one, their members."""
    if not options:
        return
    if not is_root and len(options) > 1:
        reduced["anyOf"] = [*_list(reduced.get("anyOf")), *options]
        return
    objects = [option for option in options if option.get("properties")]
    properties = {name: each for option in objects for name, each in option["properties"].items()}
    if not is_root:
        reduced |= {name: value for name, value in options[0].items() if name not in reduced}
    if properties:
        reduced["properties"] = {**properties, **_mapping(reduced.get("properties"))}
    first, *others = [_list(option.get("required")) for option in options]
    common = [str(name) for name in first if all(name in each for each in others)]
    if required := [*dict.fromkeys([*map(str, _list(reduced.get("required"))), *common])]:
        reduced["required"] = required
    if is_root and len(objects) > 1:
        names = " or ".join("{" + ", ".join(option["properties"]) + "}" for option in objects)
        reduced["description"] = f"{reduced.get('description', '')} Give one of these sets: {names}.".strip()


def _object(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the arguments as an object whose required members are known ones."""
    properties = _mapping(schema.get("properties"))
    required = [name for name in _list(schema.get("required")) if name in properties]
    kept = {name: value for name, value in schema.items() if name in {"description", "additionalProperties"}}
    reduced = {"type": "object"} | kept
    return reduced | {"properties": properties} | ({"required": required} if required else {})


def _leaf(schema: Schema) -> dict[str, Any]:
    kind = schema.get("type")
    is_scalar = isinstance(kind, str) and kind not in {"object", "array"}
    return {"type": kind if is_scalar else "object"} | _description(schema)


def _description(schema: Schema) -> dict[str, str]:
    text = schema.get("description")
    if not isinstance(text, str):
        return {}
    return {"description": text if len(text) <= MAX_DESCRIPTION else text[: MAX_DESCRIPTION - 1] + "…"}


def _enum(schema: Schema) -> dict[str, Any]:
    """Return the enum of a schema, also for `const`, and the type that its values have if none is given."""
    values = [schema["const"]] if "const" in schema else _list(schema.get("enum"))
    if not values:
        return {}
    is_text = all(isinstance(value, str) for value in values)
    return {"enum": values} | ({"type": "string"} if is_text and "type" not in schema else {})


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if _is_mapping(value) else {}


def _is_mapping(value: object) -> bool:
    # The test for a dict is ten times as fast, and nearly all are dicts.
    return isinstance(value, dict) or isinstance(value, Mapping)  # noqa: SIM101


def _list(value: object) -> list[Any]:
    return list(cast("Iterable[Any]", value)) if isinstance(value, list | tuple) else []
