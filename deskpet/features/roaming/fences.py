"""The fences: for each screen, by its name, the part of it in which she stays, from the screen's top left."""

from collections.abc import Mapping
from pathlib import Path

from deskpet.config import state_files
from deskpet.config.state_files import JsonObject
from deskpet.features.roaming.world import Box
from deskpet.listeners import Listeners

# The smallest side of a fence, and the limit of what is read, in logical pixels; no desktop is larger.
MIN_SIDE, _MAX_COORDINATE = 120, 100_000
_WHAT = "where she may walk"

Fences = Mapping[str, Box]

changed = Listeners[[Fences]]()
"""Called with the fences after they were changed: they are those of every character that walks about."""


def load(path: Path) -> Fences:
    """Read the fences; none if there is no file, or if it can't be read, which is logged."""
    return state_files.read_or_none(path, _parse, _WHAT) or {}


def save(path: Path, fences: Fences) -> bool:
    """Write the fences, and let every character use them. Returns False if that fails, which is logged."""
    values = {name: [box.left, box.top, box.right, box.bottom] for name, box in fences.items()}
    changed(fences)
    return state_files.write_json(path, values, _WHAT)


def _parse(values: JsonObject) -> Fences:
    limits = (-_MAX_COORDINATE, _MAX_COORDINATE)
    return {name: Box(*values.numbers(name, 4, limits)) for name in values.keys}
