"""Definitions of foreign tools: their names for models, their hashes, the difference between two of them.

No tool is left out unnamed: each that models are not told of although its program has it has a Reason.
"""

import difflib
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, cast

from deskpet.text.invisible import escape_invisible
from deskpet.translation import tr, tr_noop

OWN_HINTS = ("concurrent", "early", "background")
"""The hints that say when calls may run, as the arguments of `@tool` of these names do."""
_SERVER_NAME = re.compile(r"[a-zA-Z0-9-]+(_[a-zA-Z0-9-]+)*")
_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]+")
_TYPES = {"array", "boolean", "integer", "null", "number", "object", "string"}
_MAX_NAME, _MAX_SERVER = 64, 20


@dataclass(frozen=True)
class Definition:
    """A tool as its server describes it.

    `hints` are the server's claims about it, such as MCP's annotations: they say when calls may run (`timing_of`), and
    never whether.
    Compare `digest` to find out whether a tool has changed: values such as `1` and `true` are equal in Python.
    """

    name: str
    title: str = ""
    description: str = ""
    schema: dict[str, Any] = field(default_factory=dict[str, Any])
    hints: dict[str, Any] = field(default_factory=dict[str, Any])

    @cached_property
    def digest(self) -> str:
        """The hash of everything in it, by which the program that calls the tool recognizes it."""
        return _hash([self.name, self.title, self.description, self.schema, self.hints])

    def pin(self, fingerprint: str) -> str:
        """Return the hash of what an approval is about: the tool, and the command of its server (`fingerprint`)."""
        return _hash([fingerprint, self.digest])

    def as_text(self) -> str:
        """Return everything in it as lines."""
        parts = (self.name, self.title, self.description, *(_lines(each) for each in (self.schema, self.hints) if each))
        return "\n\n".join(filter(None, parts)) + "\n"


def timing_of(definition: Definition) -> frozenset[str]:
    """Return which of OWN_HINTS hold for a tool, by its hints or by MCP's annotations.

    What only reads runs beside other calls, and may run before its arguments are final, as may what is harmless when
    repeated. A tool that may destroy something does neither.
    """
    hints = {name for name, value in definition.hints.items() if value is True}
    found = hints & set(OWN_HINTS)
    if "destructiveHint" in hints:
        return frozenset(found - {"concurrent", "early"})
    if "readOnlyHint" in hints:
        found |= {"concurrent", "early"}
    elif "idempotentHint" in hints and definition.hints.get("destructiveHint") is False:
        found |= {"early"}
    return frozenset(found)


def _hash(value: list[Any]) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _lines(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, sort_keys=True)


def difference(before: Definition, after: Definition) -> str:
    """Return the unified diff of two definitions."""
    lines = difflib.unified_diff(
        before.as_text().splitlines(), after.as_text().splitlines(), "allowed", "now", lineterm=""
    )
    return "\n".join(map(escape_invisible, lines))


def shallow_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a schema that takes bounded time to check: required members, and the types of all.

    The regular expressions and references of a foreign schema could hold the program for minutes; its server checks
    them itself.
    """
    properties: Any = schema.get("properties")
    members = cast("dict[str, Any]", properties) if isinstance(properties, dict) else {}
    required: Any = schema.get("required")
    names = cast("list[Any]", required) if isinstance(required, list) else []
    return {
        "type": "object",
        "properties": {name: _type_only(each) for name, each in members.items()},
        "required": [name for name in dict.fromkeys(map(str, names)) if name in members],
    }


def _type_only(node: Any) -> dict[str, Any]:
    kind: Any = cast("dict[str, Any]", node).get("type") if isinstance(node, dict) else None
    kinds = cast("list[Any]", kind) if isinstance(kind, list) else [kind]
    return {"type": kinds} if kinds and all(each in _TYPES for each in map(str, kinds)) else {}


def tool_name(kind: str, server: str, tool: str) -> str:
    """Return the name of a server's tool, as models know it: `kind__server__tool`, of at most 64 characters.

    kind: `mcp` or `plugin`. Different triples have different names, and no tool of the program has such a name. A part
    with other characters, or that is too long, is shortened and gets a hash. The first `__` after the prefix ends the
    server's name.
    """
    server_part = _part(server, _SERVER_NAME, _MAX_SERVER)
    prefix = f"{kind}__"
    return f"{prefix}{server_part}__{_part(tool, _TOOL_NAME, _MAX_NAME - len(prefix) - _MAX_SERVER - 2)}"


def _part(name: str, legal: re.Pattern[str], most: int) -> str:
    # A hash is appended to names with one of eight digits at the end as well, which could be taken for it.
    if len(name) <= most and legal.fullmatch(name) and not re.search(r"-[0-9a-f]{8}$", name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    kept = re.sub(r"[^a-zA-Z0-9]+", "-", name)[: most - 9].strip("-")
    return f"{kept}-{digest}"


MAX_PAGES, MAX_TOOLS, MAX_LIST = 50, 500, 2 << 20
"""Limits of a server's list of tools: pages, tools, and characters of JSON."""
MAX_TOOL = 64 << 10
"""Longest definition of a tool, in characters of JSON."""
_MAX_LEFT_OUT_NAME = 80


class Reason(Enum):
    """Why a tool is left out."""

    BAD_DEFINITION = "bad_definition"
    NEEDS_TASK = "needs_task"
    TOO_LONG = "too_long"
    SAME_NAME = "same_name"
    LIST_TOO_LONG = "list_too_long"
    TOO_MANY = "too_many"
    NO_ROOM = "no_room"


_TEXTS = {
    Reason.BAD_DEFINITION: tr_noop("its definition is not valid"),
    Reason.NEEDS_TASK: tr_noop("it runs only as a task of MCP, which is not supported"),
    Reason.TOO_LONG: tr_noop("its definition is longer than {longest:,} characters"),
    Reason.SAME_NAME: tr_noop("another tool of this server has the same name"),
    Reason.LIST_TOO_LONG: tr_noop("the list ends after {tools} tools, {pages} pages or {list:,} characters"),
    Reason.TOO_MANY: tr_noop("models are told of at most {limit} tools"),
    Reason.NO_ROOM: tr_noop("a quarter of the model's context, {limit:,} characters, has no room for it"),
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A tool that is left out. limit: the one of TOO_MANY in tools, or of NO_ROOM in characters."""

    name: str
    reason: Reason
    limit: int = 0

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "LeftOut":
        """Return what `as_json` has returned."""
        return cls(str(value["name"]), Reason(value["reason"]))

    def as_json(self) -> dict[str, Any]:
        """Return it for the lines between the processes."""
        return {"name": self.name[:_MAX_LEFT_OUT_NAME], "reason": self.reason.value}

    @property
    def why(self) -> str:
        """The reason in words."""
        text = _TEXTS[self.reason]
        limits = {"longest": MAX_TOOL, "tools": MAX_TOOLS, "pages": MAX_PAGES, "list": MAX_LIST}
        return tr(text, limit=self.limit, **limits)
