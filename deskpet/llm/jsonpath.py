"""Builds an object from pairs of a JSON path and a part of a value, as Gemini streams the arguments of a call."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

_STEP = re.compile(r"""\.([^.\[\]]+)|\[(\d{1,6})\]|\[(?:'([^']*)'|"([^"]*)")\]""")
_MAX_GAP = 1000


class PartialObject:
    """Collects path and value pairs; adding one takes constant time. `size` counts the characters of its strings."""

    def __init__(self) -> None:
        self.size = 0
        self._pieces: dict[str, list[Any]] = {}
        self._complete_fields: dict[str, Any] = {}

    def add(self, path: str, value: object) -> None:
        """Add a part of the value at `path`. Strings for one path are joined; other values are replaced."""
        pieces = self._pieces.setdefault(path, [])
        if not (isinstance(value, str) and pieces and isinstance(pieces[0], str)):
            pieces.clear()
        pieces.append(value)
        if isinstance(value, str):
            self.size += len(value)

    def update(self, fields: dict[str, Any]) -> None:
        """Add fields that arrived complete."""
        self._complete_fields |= fields
        self.size += sum(map(len, _strings(fields)))

    def beginning(self, length: int) -> str:
        """Return the first `length` characters of the strings, to show something of an object that is too large."""
        strings = (piece[:length] for piece in _strings([self._complete_fields, *self._pieces.values()]))
        return "".join(islice(strings, length))[:length]

    def value(self) -> dict[str, Any]:
        """Return the object built from the parts added until now. Invalid paths are ignored."""
        root: dict[str, Any] = dict(self._complete_fields)
        for path, pieces in self._pieces.items():
            if steps := _parse_path(path):
                _set(root, steps, "".join(pieces) if isinstance(pieces[0], str) else pieces[0])
        return root


def _strings(value: object) -> Iterator[str]:
    """Yield the strings in a JSON value, without the names of fields."""
    rest = [value]
    while rest:
        value = rest.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            rest += cast("dict[str, object]", value).values()
        elif isinstance(value, list):
            rest += reversed(cast("list[object]", value))


def _parse_path(path: str) -> list[str | int]:
    path = path.removeprefix("$")
    steps = list(_STEP.finditer(path if path.startswith((".", "[")) else f".{path}"))
    return [int(step[2]) if step[2] else step[1] or step[3] or step[4] or "" for step in steps]


def _set(container: Any, steps: list[str | int], value: object) -> None:
    for step, next_step in zip(steps, [*steps[1:], None], strict=True):
        if not _make_room(container, step):
            return
        if next_step is None:
            container[step] = value
            return
        container_type = list if isinstance(next_step, int) else dict
        if not isinstance(container[step], container_type):
            container[step] = container_type()
        container = container[step]


def _make_room(container: dict[str, Any] | list[Any], step: str | int) -> bool:
    """Create the slot `step` in `container`. Returns False if the container can't hold it."""
    if isinstance(container, dict):
        container.setdefault(str(step), None)
        return isinstance(step, str)
    if not isinstance(step, int) or step > len(container) + _MAX_GAP:
        return False
    container.extend([None] * (step + 1 - len(container)))
    return True
