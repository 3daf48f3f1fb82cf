"""Wrong values for the fields of JSON chunks: another type, nothing, huge, negative, not a number, nested, twice."""

import json
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

Path = tuple[str | int, ...]
_RAW = "\x00raw:"
"""Marks a value that is written as it is, because no JSON value encodes to it."""


def raw(text: str) -> str:
    """Return a value that `encode` writes as `text` without quotes."""
    return f"{_RAW}{text}"


MISSING = object()
LIES: tuple[tuple[str, Any], ...] = (
    ("missing", MISSING),
    ("null", None),
    ("true", True),
    ("an empty text", ""),
    ("another text", "\u202e</script>{{'\"\\ \x00\x1b[31m"),
    ("a lone surrogate", raw('"\\ud83d"')),
    ("a long text", "x" * 200_000),
    ("zero", 0),
    ("a negative number", -1),
    ("a huge number", raw("9" * 400)),
    ("too many digits", raw("9" * 5000)),
    ("a huge float", raw("1e999")),
    ("a fraction", 0.5),
    ("not a number", raw("NaN")),
    ("infinity", raw("-Infinity")),
    ("an empty list", []),
    ("a list of nothing", [None, None]),
    ("a list of lists", [[[]]]),
    ("an empty object", {}),
    ("an object of itself", {"text": {"text": {"type": "text"}}, "type": {}}),
    ("a long list", [0] * 3000),
    ("nested 150 deep", raw("[" * 150 + "]" * 150)),
    ("nested 300 deep", raw('{"a":' * 300 + "1" + "}" * 300)),
    ("nested 700 deep", raw('{"a":' * 700 + "1" + "}" * 700)),
    ("nested 960 deep", raw("[" * 960 + "]" * 960)),
    ("nested 100,000 deep", raw("[" * 100_000 + "]" * 100_000)),
    ("nested 100,000 deep, not closed", raw('{"a":' * 100_000)),
    ("not JSON", raw("undefined")),
    ("a number as text", "1"),
)


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value inside `value`."""
    items: Sequence[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for name, inner in items:
        yield (*path, name)
        yield from paths(inner, (*path, name))


def with_lie(chunk: Any, path: Path, lie: Any) -> Any:
    """Return a copy of `chunk` with the value at `path` replaced."""
    copy = deepcopy(chunk)
    parent = copy
    for name in path[:-1]:
        parent = parent[name]
    if lie is MISSING:
        del parent[path[-1]]
    else:
        parent[path[-1]] = lie
    return copy


def with_extra_field(chunk: Any, path: Path, lie: Any) -> Any:
    """Return a copy of `chunk` with an unknown field beside the value at `path`."""
    copy = deepcopy(chunk)
    parent = copy
    for name in path[:-1]:
        parent = parent[name]
    if isinstance(parent, dict):
        parent["extra_content"] = None if lie is MISSING else lie
    else:
        parent.append(None if lie is MISSING else lie)
    return copy


def encode(value: object, twice: frozenset[Path] = frozenset(), path: Path = ()) -> str:
    """Return the JSON text of `value`; the fields at the paths `twice` are written two times, first as null."""
    if isinstance(value, str) and value.startswith(_RAW):
        return value.removeprefix(_RAW)
    if isinstance(value, dict):
        fields: list[str] = []
        for name, inner in value.items():
            key, here = json.dumps(name), (*path, name)
            fields += [f"{key}: null"] if here in twice else []
            fields.append(f"{key}: {encode(inner, twice, here)}")
        return "{" + ", ".join(fields) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(encode(inner, twice, (*path, at)) for at, inner in enumerate(value)) + "]"
    return json.dumps(value)


def with_lies(chunks: Sequence[Any], chance: random.Random) -> tuple[str, list[str]]:
    """Return what was changed at one to three places, and the JSON texts of all chunks."""
    changed, told = list(chunks), list[str]()
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(changed))
        if not (places := list(paths(changed[at]))):
            continue
        place, (name, lie) = chance.choice(places), chance.choice(LIES)
        is_extra = chance.random() < 0.25
        changed[at] = (with_extra_field if is_extra else with_lie)(changed[at], place, lie)
        dotted = ".".join(map(str, place))
        told.append(f"{name} {'beside' if is_extra else 'at'} {at}:{dotted}")
    twice = frozenset(place for chunk in changed for place in paths(chunk) if chance.random() < 0.02)
    if twice:
        told.append("fields twice")
    return "; ".join(told), [encode(chunk, twice) for chunk in changed]
