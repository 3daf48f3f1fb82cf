"""JSON with comments and trailing commas, read with the positions of its values, so that a part can be replaced.

Everything that is not replaced keeps its bytes: comments, order, spaces and line ends.
"""

import json
import re
from dataclasses import dataclass, field
from typing import TypeAlias

_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_MAX_DEPTH = 100

JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | float | bool | None"


class BadJsonc(ValueError):
    """A text that is no JSON; `line` is where, from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass(slots=True)
class JsoncNode:
    """A value and its place: `text[start:end]`. `key_start` is where its key begins, in an object.

    value: the decoded text of a string, None for other values. members and items: the children of an object or array.
    """

    start: int
    end: int = 0
    key_start: int = 0
    kind: str = "scalar"
    value: str | None = None
    members: dict[str, "JsoncNode"] = field(default_factory=dict[str, "JsoncNode"])
    items: list["JsoncNode"] = field(default_factory=list["JsoncNode"])

    @property
    def children(self) -> list["JsoncNode"]:
        """Return the values of an object or array, in order."""
        return sorted([*self.members.values(), *self.items], key=lambda node: node.start)

    @property
    def outer_start(self) -> int:
        """Return the offset at which the value begins in its parent, including its key."""
        return self.key_start or self.start

    def strings(self) -> list[str]:
        """Return the strings in it, at any depth."""
        own = [] if self.value is None else [self.value]
        return own + [each for child in self.children for each in child.strings()]


def parse(text: str) -> JsoncNode:
    """Return the value in `text`. Raises BadJsonc, also for an object that has a key twice."""
    reader = _Reader(text)
    node = reader.value(reader.skip(0), 0)
    if reader.skip(node.end) != len(text):
        raise reader.error(node.end)
    return node


def to_json(text: str, node: JsoncNode) -> JsonValue:
    """Return the value of a node of `text`."""
    match node.kind:
        case "object":
            return {key: to_json(text, each) for key, each in node.members.items()}
        case "array":
            return [to_json(text, each) for each in node.items]
        case "string":
            return node.value
        case _:
            return json.loads(text[node.start : node.end])


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text

    def error(self, position: int) -> BadJsonc:
        return BadJsonc(self._text.count("\n", 0, position) + 1)

    def skip(self, position: int) -> int:
        found = _SPACE.match(self._text, position)
        return found.end() if found else position

    def value(self, start: int, depth: int) -> JsoncNode:
        if depth > _MAX_DEPTH:
            raise self.error(start)
        first = self._text[start : start + 1]
        if first in ("{", "["):
            return self._container(JsoncNode(start, kind="object" if first == "{" else "array"), depth)
        if first == '"':
            value, end = self._string(start)
            return JsoncNode(start, end, kind="string", value=value)
        if found := _SCALAR.match(self._text, start):
            return JsoncNode(start, found.end())
        raise self.error(start)

    def _string(self, start: int) -> tuple[str, int]:
        found = _STRING.match(self._text, start)
        if not found:
            raise self.error(start)
        try:
            return str(json.loads(found[0])), found.end()
        except ValueError as error:
            raise self.error(start) from error

    def _container(self, node: JsoncNode, depth: int) -> JsoncNode:
        closing = "}" if node.kind == "object" else "]"
        at = self.skip(node.start + 1)
        while self._text[at : at + 1] != closing:
            child = self._member(node, at, depth) if node.kind == "object" else self.value(at, depth + 1)
            if node.kind == "array":
                node.items.append(child)
            at = self.skip(child.end)
            if self._text[at : at + 1] == ",":
                at = self.skip(at + 1)
            elif self._text[at : at + 1] != closing:
                raise self.error(at)
        node.end = at + 1
        return node

    def _member(self, node: JsoncNode, start: int, depth: int) -> JsoncNode:
        key, end = self._string(start)
        colon = self.skip(end)
        if self._text[colon : colon + 1] != ":" or key in node.members:
            raise self.error(start)
        child = self.value(self.skip(colon + 1), depth + 1)
        child.key_start = start
        node.members[key] = child
        return child


def append(text: str, container: JsoncNode, member: str) -> str:
    """Return `text` with `member` as the last child of `container`: a value, in an object with its key."""
    children = container.children
    at = children[-1].end if children else container.start + 1
    if "\n" not in text[container.start : container.end] and children:
        return f"{text[:at]}, {member}{text[at:]}"
    newline = "\r\n" if "\r\n" in text else "\n"
    outer = _indent_at(text, container.start)
    inner = _indent_at(text, children[-1].outer_start) if children else outer + indent_unit(text)
    lines = f"{newline}{inner}" + member.replace("\n", f"{newline}{inner}")
    if children:
        return f"{text[:at]},{lines}{text[at:]}"
    rest = text[at:]
    closes_here = not rest[: container.end - 1 - at].strip(" \t") and "\n" not in rest[: container.end - 1 - at]
    return f"{text[:at]}{lines}{newline + outer if closes_here else ''}{rest}"


def remove(text: str, container: JsoncNode, child: JsoncNode) -> str:
    """Return `text` without a child of `container`, and without its comma. Comments beside it stay."""
    children = container.children
    index = next(number for number, each in enumerate(children) if each.start == child.start)
    if index:
        before, rest = children[index - 1].end, text[child.end :]
        comments = _without_comma(text, before, child.outer_start)
        if not comments.strip() or rest.startswith(("\n", "\r")):
            comments = comments.rstrip()
        return text[:before] + comments + rest
    if len(children) > 1:
        comments = _without_comma(text, child.end, children[1].outer_start).lstrip()
        return text[: child.outer_start] + comments + text[children[1].outer_start :]
    between = text[child.end : container.end - 1]
    if not between.strip(" \t\r\n,") and not text[container.start + 1 : child.outer_start].strip():
        return text[: container.start + 1] + text[container.end - 1 :]
    return text[: child.outer_start].rstrip(" \t\r\n") + between.lstrip(",") + text[container.end - 1 :]


def _without_comma(text: str, start: int, end: int) -> str:
    """Return the spaces and comments between two children, the first of which ends at `start`."""
    comma = _Reader(text).skip(start)
    return text[start:comma] + text[comma + 1 : end]


def indent_unit(text: str) -> str:
    """Return the indentation of the first indented line, two spaces without one."""
    found = re.search(r"(?m)^([ \t]+)\S", text)
    return found[1] if found else "  "


def _indent_at(text: str, position: int) -> str:
    """Return the indentation of the line at `position`."""
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(" \t"))]
