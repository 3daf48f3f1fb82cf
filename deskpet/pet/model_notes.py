"""The user's settings for one model (notes): scale, anchor, descriptions and hidden expressions and motions.

They are stored in the data folder and not in the model's folder, so built-in models can have them as well.
"""

import hashlib
import json
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from deskpet.config import paths, state_files
from deskpet.config.choices import SCALE
from deskpet.config.state_files import JsonObject
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.pet import model_file
from deskpet.pet.body import BodyFile
from deskpet.pet.sprite_file import SpriteFile
from deskpet.pet.things import Things, put_on
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

MAX_DESCRIPTION_LENGTH = 300

_VERSION = 1

logger = logging.getLogger(__name__)


class NotesError(Exception):
    """The notes can't be read or saved. The message names the file, the cause and the next step."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The point of the canvas that is aligned with the same relative point of the window, 0..1 to the right and down.

    It matters if the two differ in size: (0.5, 0.5) centres the character, (0.5, 0) keeps the head in view when the
    character is larger than the window, (0.5, 1) aligns it with the lower edge.
    """

    x: float = 0.5
    y: float = 0.5


@dataclass(frozen=True, slots=True)
class ModelNotes:
    """The user's settings for one model. Names that the model does not have are ignored.

    `scale` enlarges the character in its window; 1 fits the whole canvas. `expressions` and `motions` map names of
    expressions and motion groups to descriptions. Hidden ones are not offered to the language model. If
    `default_expression` or `idle_group` is None, the model's own applies. `worn` are the things that it has.
    """

    scale: float = 1.0
    anchor: Anchor = Anchor()
    expressions: Mapping[str, str] = field(default_factory=dict[str, str])
    motions: Mapping[str, str] = field(default_factory=dict[str, str])
    hidden_expressions: frozenset[str] = frozenset()
    hidden_motions: frozenset[str] = frozenset()
    default_expression: str | None = None
    idle_group: str | None = None
    worn: frozenset[str] = frozenset()


def load(model: BodyFile, folder: Path | None = None, *, beside: bool = False) -> ModelNotes:
    """Return the notes on `model`, or the defaults if there are none. Raises NotesError.

    beside: for a second character, who may have the same model as the first one, and wears what is hers.
    """
    notes = _load(model, folder)
    return replace(notes, worn=_load_worn_beside(model, folder)) if beside else notes


def _load(model: BodyFile, folder: Path | None) -> ModelNotes:
    file = _file(model, folder)
    try:
        return _from_json(state_files.read_json(file))
    except FileNotFoundError:
        # A cell is lower than the window, and sprites stand on the ground.
        return ModelNotes(anchor=Anchor(0.5, 1.0)) if isinstance(model, SpriteFile) else ModelNotes()
    except (OSError, ValueError) as error:
        message = tr(
            "The settings of this model can't be read: {file}: {why}. Correct the file, or remove it.",
            file=file,
            why=reason_of(error),
        )
        raise NotesError(message) from error


def save(model: BodyFile, notes: ModelNotes, folder: Path | None = None) -> None:
    """Save the notes on `model` atomically. An existing file that can't be read is renamed, not overwritten.

    Raises NotesError, and ValueError if a value is out of bounds.
    """
    _require_bounds(notes)
    file = _file(model, folder)
    try:
        _load(model, folder)
        is_damaged = False
    except NotesError:
        is_damaged = paths.is_file(file)
    sets = ("hidden_expressions", "hidden_motions", "worn")
    lists = {name: sorted(getattr(notes, name)) for name in sets}
    text = json.dumps({"version": _VERSION} | asdict(notes) | lists, ensure_ascii=False, indent=1)
    try:
        if is_damaged:
            file.replace(file.with_name(f"{file.name}.damaged"))
        write_atomically(file, text.encode())
    except (OSError, UnicodeError) as error:
        message = tr("The settings of this model can't be kept: {file}: {why}. See to the disk.", file=file, why=error)
        raise NotesError(message) from error


def give_thing(
    model: BodyFile, notes: ModelNotes, things: Things, name: str, *, on: bool, beside: bool = False
) -> ModelNotes:
    """Return the notes after a thing was put on, or put away, and save them; that they can't be is only logged.

    beside: see `load`.
    """
    given = replace(notes, worn=put_on(notes.worn, name, things) if on else notes.worn - {name})
    if beside:
        state_files.write_json(_beside_file(model, None), {"worn": sorted(given.worn)}, "what the other one wears")
        return given
    try:
        save(model, given)
    except NotesError as error:
        logger.warning("what she wears is not kept: %s", error)
    return given


def _load_worn_beside(model: BodyFile, folder: Path | None) -> frozenset[str]:
    """Return what the second character wears; nothing if that can't be read, which is logged."""
    worn = state_files.read_or_none(
        _beside_file(model, folder), lambda values: values.names("worn"), "what the other one wears"
    )
    return worn or frozenset()


def _beside_file(model: BodyFile | Path, folder: Path | None) -> Path:
    # No stem of other notes ends like this: those of models that are not built in end with a hash.
    return _file(model, folder).with_suffix(".beside.json")


def delete(model: BodyFile | Path, folder: Path | None = None) -> None:
    """Delete the notes on a model, given as its files or its settings file, if there are any. Raises NotesError."""
    file = _file(model, folder)
    try:
        for each in (file, _beside_file(model, folder)):
            each.unlink(missing_ok=True)
    except OSError as error:
        message = tr("The settings of this model can't be removed: {file}: {why}.", file=file, why=error)
        raise NotesError(message) from error


def key(model: BodyFile | Path) -> str:
    """Return the file stem of the notes on `model`. For a built-in one it does not depend on the installation."""
    settings = model if isinstance(model, Path) else model.path
    name = re.sub(r"[^\w\-. ]", "_", settings.parent.name).strip(". ")[:60] or "model"
    if model_file.is_built_in(settings):
        return name
    # Hash the settings file, not the folder: two settings files in one folder are two models.
    return f"{name}-{hashlib.sha256(os.fsencode(settings)).hexdigest()[:12]}"


def _file(model: BodyFile | Path, folder: Path | None) -> Path:
    return (folder or paths.data_folder() / "model-notes") / f"{key(model)}.json"


def _require_bounds(notes: ModelNotes) -> None:
    least, most = SCALE
    if not least <= notes.scale <= most:
        why = tr("the scale is {scale}; it has to be {least} to {most}", scale=notes.scale, least=least, most=most)
        raise ValueError(why)
    if not (0 <= notes.anchor.x <= 1 and 0 <= notes.anchor.y <= 1):
        raise ValueError(tr("the anchor has to be 0 to 1 both ways"))
    for text in (*notes.expressions.values(), *notes.motions.values()):
        if len(text) > MAX_DESCRIPTION_LENGTH:
            longest = MAX_DESCRIPTION_LENGTH
            raise ValueError(tr("a description has {n} letters; {most} is the most", n=len(text), most=longest))


def _from_json(document: JsonObject) -> ModelNotes:
    if document.whole("version", _VERSION) != _VERSION:
        raise ValueError(tr("a newer version of deskpet has written it"))
    anchor = document.part("anchor")
    notes = ModelNotes(
        document.number("scale", 1.0),
        Anchor(anchor.number("x", 0.5), anchor.number("y", 0.5)),
        document.texts("expressions"),
        document.texts("motions"),
        document.names("hidden_expressions"),
        document.names("hidden_motions"),
        document.text_or_none("default_expression"),
        document.text_or_none("idle_group"),
        document.names("worn"),
    )
    _require_bounds(notes)
    return notes
