"""Read VTube Studio's .vtube.json file beside a model: its hotkeys and its idle motion."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, cast

from deskpet.pet import lenient_json
from deskpet.pet.cubism_json import as_object, is_writable
from deskpet.pet.model_settings import is_metadata

SUFFIX = ".vtube.json"

_MAX_NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class VTubeNotes:
    """Hotkey names by the expression or motion file, and the idle motion's file; file names are lower case."""

    hotkeys: dict[str, str] = field(default_factory=dict[str, str])
    idle: str = ""


def read(folder: Path, settings: str) -> VTubeNotes:
    """Return VTube Studio's notes on the model with the settings file `settings` in `folder`.

    Raises BadJson, OSError.
    """
    files = sorted(path for path in folder.glob(f"*{SUFFIX}") if path.is_file() and not is_metadata(path.name))
    for file in files[:20]:
        document, references = _read(file)
        if len(files) == 1 or _file_name(references.get("Model")) == settings.lower():
            return VTubeNotes(dict(_hotkeys(document.get("Hotkeys"))), _file_name(references.get("IdleAnimation")))
    return VTubeNotes()


def settings_of(file: Path) -> Path | None:
    """Return the settings file of the model that VTube Studio's `file` refers to, or None if it does not exist.

    Raises BadJson, OSError.
    """
    name = _read(file)[1].get("Model")
    path = file.parent / name if isinstance(name, str) and is_writable(name) and "/" not in name else None
    return path if path and path.is_file() else None


def _read(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the document, and its section with the names of files. Raises BadJson, OSError."""
    document = as_object(lenient_json.read(file).value) or {}
    return document, as_object(document.get("FileReferences")) or {}


def _hotkeys(hotkeys: object) -> Iterator[tuple[str, str]]:
    entries = cast(list[object], hotkeys) if isinstance(hotkeys, list) else []
    for entry in filter(None, map(as_object, entries)):
        file, name = _file_name(entry.get("File")), entry.get("Name")
        if file and isinstance(name, str) and is_writable(name) and 0 < len(name.strip()) <= _MAX_NAME_LENGTH:
            yield file, name.strip()


def _file_name(value: object) -> str:
    return PurePosixPath(value.replace("\\", "/")).name.lower() if isinstance(value, str) else ""
