"""A JSON value as the lines of a tree: what is seen of it, whatever its size."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from pydantic import JsonValue

from deskpet.words import tr, tr_plural

MOST_LINES, MOST_CHILDREN = 400, 60
SHORT, LONGEST = 140, 20_000
"""A text is folded above so many characters, and never shown beyond so many."""

_OPEN_DEPTH, _OPEN_CHILDREN, _DEEPEST = 2, 20, 24

Path = tuple[str | int, ...]


class TreeLineKind(Enum):
    """What a line shows."""

    TEXT = "text"
    NUMBER = "number"
    WORD = "word"
    BRANCH = "branch"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of the tree. `path` leads to its value, `key` is its name there, `folds` says whether it has more."""

    path: Path
    key: str
    text: str
    kind: TreeLineKind
    folds: bool = False
    is_open: bool = False

    @property
    def depth(self) -> int:
        """How far it is indented; the lines at the root are at 0."""
        return max(len(self.path) - 1, 0)


def lines(value: JsonValue, turned: frozenset[Path] = frozenset()) -> list[TreeLine]:
    """The lines of `value`; those in `turned` are folded where they would be open, and open where folded."""
    if isinstance(value, dict | list):
        found = list(islice(_children(value, (), turned), MOST_LINES + 1))
        if not found:
            return [TreeLine((), "", tr("empty"), TreeLineKind.MORE)]
    else:
        found = [_leaf((), value, turned)]
    if len(found) > MOST_LINES:
        return [
            *found[:MOST_LINES],
            TreeLine((), "", tr("… more than can be shown; copy it to see all"), TreeLineKind.MORE),
        ]
    return found


def value_at(value: JsonValue, path: Path) -> JsonValue:
    """The value to which `path` leads. Raises LookupError when it leads nowhere."""
    for step in path:
        match value, step:
            case dict(), str():
                value = value[step]
            case list(), int():
                value = value[step]
            case _:
                raise LookupError(f"{path} leads nowhere")
    return value


def _children(value: dict[str, JsonValue] | list[JsonValue], at: Path, turned: frozenset[Path]) -> Iterator[TreeLine]:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, child in islice(steps, MOST_CHILDREN):
        path = (*at, step)
        if not isinstance(child, dict | list) or not child:
            yield _leaf(path, child, turned)
            continue
        is_open = (len(path) < _OPEN_DEPTH and len(child) <= _OPEN_CHILDREN) != (path in turned)
        can_open = len(path) < _DEEPEST
        yield TreeLine(path, _key(step), _summary(child), TreeLineKind.BRANCH, can_open, is_open and can_open)
        if is_open and can_open:
            yield from _children(child, path, turned)
    if len(value) > MOST_CHILDREN:
        yield TreeLine((*at, ""), "", tr("… {n:,} more", n=len(value) - MOST_CHILDREN), TreeLineKind.MORE)


def _key(step: str | int) -> str:
    return str(step + 1) if isinstance(step, int) else step[:SHORT]


def _summary(value: dict[str, JsonValue] | list[JsonValue]) -> str:
    if isinstance(value, list):
        return tr_plural(len(value), "1 item", "{n:,} items")
    names = ", ".join(islice(value, 6))
    return names if len(names) <= 60 and len(value) <= 6 else tr("{n:,} fields", n=len(value))


def _leaf(path: Path, value: JsonValue, turned: frozenset[Path]) -> TreeLine:
    key = _key(path[-1]) if path else ""
    match value:
        case str():
            return _text(path, key, value, path in turned)
        case bool() | None:
            return TreeLine(path, key, json.dumps(value), TreeLineKind.WORD)
        case int() | float():
            return TreeLine(path, key, _number(value), TreeLineKind.NUMBER)
        case _:
            return TreeLine(path, key, tr("empty"), TreeLineKind.MORE)


def _number(value: float) -> str:
    text = json.dumps(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]} …"


def _text(path: Path, key: str, text: str, is_open: bool) -> TreeLine:
    first = text[: SHORT + 1].partition("\n")[0]
    if len(text) <= SHORT and first == text:
        return TreeLine(path, key, text or "“”", TreeLineKind.TEXT)
    if is_open:
        more = len(text) - LONGEST
        cut = f"\n{tr('… {n:,} more characters', n=more)}" if more > 0 else ""
        return TreeLine(path, key, text[:LONGEST] + cut, TreeLineKind.TEXT, folds=True, is_open=True)
    return TreeLine(path, key, f"{first[:SHORT].rstrip()} …", TreeLineKind.TEXT, folds=True)
