"""What VTube Studio's file beside a model says of it: which face or motion each hotkey shows, and which one idles."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, cast

from deskpet.pet import lenient_json
from deskpet.pet.cubism_json import is_writable

ENDING = ".vtube.json"

_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class VTubeNotes:
    """The hotkeys' names by the file they show, and the idle motion's file; files in lower case, without folders."""

    hotkeys: dict[str, str] = field(default_factory=dict[str, str])
    idle: str = ""


def read(folder: Path, settings: str) -> VTubeNotes:
    """The notes on the model whose settings file in `folder` is called `settings`. Raises BadJson, OSError."""
    files = sorted(path for path in folder.glob(f"*{ENDING}") if path.is_file())
    for file in files[:20]:
        document = _object(lenient_json.read(file).value)
        references = _object(document.get("FileReferences"))
        if len(files) == 1 or _file(references.get("Model")) == settings.lower():
            return VTubeNotes(dict(_hotkeys(document.get("Hotkeys"))), _file(references.get("IdleAnimation")))
    return VTubeNotes()


def model_of(file: Path) -> Path | None:
    """The settings file of the model that VTube Studio's `file` is about. Raises BadJson, OSError."""
    name = _object(_object(lenient_json.read(file).value).get("FileReferences")).get("Model")
    path = file.parent / name if isinstance(name, str) and is_writable(name) and "/" not in name else None
    return path if path and path.is_file() else None


def _hotkeys(hotkeys: object) -> Iterator[tuple[str, str]]:
    entries = cast(list[object], hotkeys) if isinstance(hotkeys, list) else []
    for entry in map(_object, entries):
        file, name = _file(entry.get("File")), entry.get("Name")
        if file and isinstance(name, str) and is_writable(name) and 0 < len(name.strip()) <= _LONGEST_NAME:
            yield file, name.strip()


def _file(value: object) -> str:
    return PurePosixPath(value.replace("\\", "/")).name.lower() if isinstance(value, str) else ""


def _object(value: object) -> dict[str, Any]:
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}
