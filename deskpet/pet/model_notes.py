"""What the user said of one model: how large it stands, what its faces and motions mean, which of them not to use.

It is kept beside the models, not in them, so it also holds for models that come with the program or lie elsewhere.
"""

import hashlib
import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

from deskpet import paths
from deskpet.bounded import read_bounded
from deskpet.pet import model_file
from deskpet.pet.model_file import ModelFile
from deskpet.words import tr

LEAST_SCALE, MOST_SCALE = 0.25, 4.0
LONGEST_DESCRIPTION = 300
LARGEST_FILE = 4 * 1024 * 1024

_VERSION = 1


class NotesError(Exception):
    """Notes that can't be read or kept; the message names the file, the cause and the next step."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Which point of the canvas stands at the same proportion of the window, both 0..1 to the right and down.

    It matters where the two differ in size: 0.5, 0.5 centres the character, 0.5, 0 keeps the head in view when
    she is larger than her window, 0.5, 1 stands her on its lower edge.
    """

    x: float = 0.5
    y: float = 0.5


@dataclass(frozen=True, slots=True)
class Notes:
    """One model's own settings. Names that the model does not have do no harm.

    `scale` enlarges the character in her window, 1 fits the whole canvas. `expressions` and `motions` describe
    faces and motion groups by name; what is hidden is not offered to the language model. A `default_expression` or
    `idle_group` of None leaves the choice to the model.
    """

    scale: float = 1.0
    anchor: Anchor = Anchor()
    expressions: Mapping[str, str] = field(default_factory=dict[str, str])
    motions: Mapping[str, str] = field(default_factory=dict[str, str])
    hidden_expressions: frozenset[str] = frozenset()
    hidden_motions: frozenset[str] = frozenset()
    default_expression: str | None = None
    idle_group: str | None = None


def load(model: ModelFile, folder: Path | None = None) -> Notes:
    """The notes on `model`; default ones when there are none. Raises NotesError."""
    file = _file(model, folder)
    try:
        said = json.loads(read_bounded(file, LARGEST_FILE).decode("utf-8"))
        return _notes(_Said(said))
    except FileNotFoundError:
        return Notes()
    except (OSError, ValueError, RecursionError) as error:
        message = tr(
            "The settings of this model can't be read: {file}: {why}. Correct the file, or remove it.",
            file=file,
            why=error,
        )
        raise NotesError(message) from error


def save(model: ModelFile, notes: Notes, folder: Path | None = None) -> None:
    """Keep the notes on `model`, all or none of them; those that can't be read are set aside, not lost.

    Raises NotesError, and ValueError for a value out of bounds.
    """
    _require_bounds(notes)
    file = _file(model, folder)
    is_damaged = _is_damaged(model, folder)
    hidden = {"hidden_expressions": sorted(notes.hidden_expressions), "hidden_motions": sorted(notes.hidden_motions)}
    text = json.dumps({"version": _VERSION} | asdict(notes) | hidden, ensure_ascii=False, indent=1)
    try:
        if is_damaged:
            file.replace(file.with_name(f"{file.name}.damaged"))
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f"{file.name}.new")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
    except (OSError, UnicodeError) as error:
        message = tr("The settings of this model can't be kept: {file}: {why}. See to the disk.", file=file, why=error)
        raise NotesError(message) from error


def forget(model: ModelFile | Path, folder: Path | None = None) -> None:
    """Remove the notes on `model`, or on that with this settings file, if there are any. Raises NotesError."""
    file = _file(model, folder)
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        message = tr("The settings of this model can't be removed: {file}: {why}.", file=file, why=error)
        raise NotesError(message) from error


def key(model: ModelFile | Path) -> str:
    """What the notes on `model` are filed under; for a built-in one, the same wherever the program is installed."""
    settings = model if isinstance(model, Path) else model.path
    name = re.sub(r"[^\w\-. ]", "_", settings.parent.name).strip(". ")[:60] or "model"
    if model_file.is_built_in(settings):
        return name
    # Two settings files in one folder are two models.
    return f"{name}-{hashlib.sha256(os.fsencode(settings)).hexdigest()[:12]}"


def _file(model: ModelFile | Path, folder: Path | None) -> Path:
    return (folder or paths.data_folder() / "model-notes") / f"{key(model)}.json"


def _is_damaged(model: ModelFile, folder: Path | None) -> bool:
    try:
        load(model, folder)
    except NotesError:
        return _file(model, folder).is_file()
    return False


def _require_bounds(notes: Notes) -> None:
    if not LEAST_SCALE <= notes.scale <= MOST_SCALE:
        raise ValueError(
            tr(
                "the scale is {scale}; it has to be {least} to {most}",
                scale=notes.scale,
                least=LEAST_SCALE,
                most=MOST_SCALE,
            )
        )
    if not (0 <= notes.anchor.x <= 1 and 0 <= notes.anchor.y <= 1):
        raise ValueError(tr("the anchor has to be 0 to 1 both ways"))
    for text in (*notes.expressions.values(), *notes.motions.values()):
        if len(text) > LONGEST_DESCRIPTION:
            raise ValueError(
                tr("a description has {n} letters; {most} is the most", n=len(text), most=LONGEST_DESCRIPTION)
            )


class _Said:
    """A parsed file of notes, which its owner may have edited. Everything raises ValueError for the wrong kind."""

    def __init__(self, value: object) -> None:
        self._values = _object(value, tr("the file"))
        if self._values.get("version", _VERSION) != _VERSION:
            raise ValueError(tr("a newer version of deskpet has written it"))

    def part(self, name: str) -> "_Said":
        return _Said(self._values.get(name, {}))

    def number(self, name: str, default: float) -> float:
        value = self._values.get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise ValueError(tr("{name} has to be a number", name=name))
        return float(value)

    def text(self, name: str) -> str | None:
        value = self._values.get(name)
        if value is not None and not isinstance(value, str):
            raise ValueError(tr("{name} has to be a text", name=name))
        return value

    def texts(self, name: str) -> dict[str, str]:
        found = _object(self._values.get(name, {}), name)
        if not all(isinstance(text, str) for text in found.values()):
            raise ValueError(tr("{name} has to hold texts", name=name))
        return found

    def names(self, name: str) -> frozenset[str]:
        value = self._values.get(name, [])
        items = cast(list[object], value) if isinstance(value, list) else [None]
        if not all(isinstance(item, str) for item in items):
            raise ValueError(tr("{name} has to be a list of names", name=name))
        return frozenset(map(str, items))


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(tr("{name} has to be an object", name=name))
    return cast(dict[str, Any], value)


def _notes(said: _Said) -> Notes:
    anchor = said.part("anchor")
    notes = Notes(
        said.number("scale", 1.0),
        Anchor(anchor.number("x", 0.5), anchor.number("y", 0.5)),
        said.texts("expressions"),
        said.texts("motions"),
        said.names("hidden_expressions"),
        said.names("hidden_motions"),
        said.text("default_expression"),
        said.text("idle_group"),
    )
    _require_bounds(notes)
    return notes
