"""The character's look of the last run, cached in a small JSON file to show her before the settings are read."""

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Any

from deskpet.config import state_files
from deskpet.config.character_look import DEFAULT, CharacterLook
from deskpet.config.state_files import JsonObject


def load(file: Path) -> CharacterLook:
    """Load the look of the last run; the default one if there is none, with a warning if it is invalid."""
    return state_files.read_or_none(file, _parse, "the character's look") or DEFAULT


def _parse(values: JsonObject) -> CharacterLook:
    return CharacterLook(**{name: _read(values, name, default) for name, default in asdict(DEFAULT).items()})


def save(file: Path, look: CharacterLook) -> None:
    """Save the look for the next start. A failed write is logged."""
    state_files.write_json(file, asdict(look), "the character's look")


def _read(values: JsonObject, name: str, default: object) -> Any:
    """Return the value of a field, of the default's type and within the field's bounds. Raises ValueError."""
    match default:
        case bool():
            return values.flag(name, default)
        case StrEnum():
            return type(default)(values.text(name, default))
        case int():
            return values.whole(name, default, _bounds(name))
        case float():
            return values.number(name, default, _bounds(name))
        case _:
            return values.text(name, str(default))


def _bounds(name: str) -> tuple[float, float]:
    metadata = CharacterLook.__dataclass_fields__[name].metadata
    return metadata["ge"], metadata["le"]
