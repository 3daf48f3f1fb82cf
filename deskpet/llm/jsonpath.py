"""An object that comes as pairs of a JSON path and a piece of a value, as Gemini streams a call's arguments."""

import re
from typing import Any

_STEP = re.compile(r"""\.([^.\[\]]+)|\[(\d{1,6})\]|\[(?:'([^']*)'|"([^"]*)")\]""")
_MAX_GAP = 1000


class PartialObject:
    """Collects pieces; each costs the same however much came before."""

    def __init__(self) -> None:
        self._pieces: dict[str, list[Any]] = {}
        self._whole: dict[str, Any] = {}

    def add(self, path: str, value: object) -> None:
        """One piece. Texts for the same path are joined; of anything else the last one stands."""
        so_far = self._pieces.setdefault(path, [])
        if not (isinstance(value, str) and so_far and isinstance(so_far[0], str)):
            so_far.clear()
        so_far.append(value)

    def update(self, whole: dict[str, Any]) -> None:
        """Fields that came whole."""
        self._whole |= whole

    def value(self) -> dict[str, Any]:
        """The object as far as it came. A path that leads nowhere is left out."""
        root: dict[str, Any] = dict(self._whole)
        for path, pieces in self._pieces.items():
            if steps := _steps(path):
                _put(root, steps, "".join(pieces) if isinstance(pieces[0], str) else pieces[0])
        return root


def _steps(path: str) -> list[str | int]:
    path = path.removeprefix("$")
    found = list(_STEP.finditer(path if path.startswith((".", "[")) else f".{path}"))
    return [int(step[2]) if step[2] else step[1] or step[3] or step[4] or "" for step in found]


def _put(holder: Any, steps: list[str | int], value: object) -> None:
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        if not _fits(holder, step):
            return
        if following is None:
            holder[step] = value
            return
        wanted = list if isinstance(following, int) else dict
        if not isinstance(holder[step], wanted):
            holder[step] = wanted()
        holder = holder[step]


def _fits(holder: dict[str, Any] | list[Any], step: str | int) -> bool:
    """Make room for `step` in `holder`; whether it can have any."""
    if isinstance(holder, dict):
        holder.setdefault(str(step), None)
        return isinstance(step, str)
    if not isinstance(step, int) or step > len(holder) + _MAX_GAP:
        return False
    holder.extend([None] * (step + 1 - len(holder)))
    return True
