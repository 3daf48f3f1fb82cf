"""Generate settings.toml with every setting, its help text and its default: `make settings-file`."""

import sys
import textwrap
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, cast, get_args

import tomlkit
from pydantic.fields import FieldInfo
from tomlkit.items import Item

from deskpet.config.character_look import FileNote, NumberField
from deskpet.config.settings import Settings, bounds_of, fields_of
from deskpet.config.settings_file import inline_table

_HEADER = """\
# deskpet's settings: every one, with its default. What the windows and commands change goes into a file of this name
# in the user's configuration folder, which counts before this one.
# A key is no setting: set the variable named below, or type the key into the settings window (system keyring).
"""
_WIDTH = 120


def settings_toml() -> str:
    """Return the text of a settings file in which every setting has its default."""
    sections = (f"\n[{section}]\n" + "".join(_lines_of(section)) for section in Settings.model_fields)
    return _HEADER + "".join(sections)


def _lines_of(section: str) -> Iterator[str]:
    values = Settings().model_dump(mode="json")[section]
    for key, field in fields_of(section).items():
        notes = [each.text for each in field.metadata if isinstance(each, FileNote)]
        yield _comment(" ".join((f"{field.title}. {field.description}", *notes)))
        if accepted := _accepted_values(field):
            yield _comment(f"Values: {accepted}.")
        yield f"{key} = {_toml(values[key])}\n"


def _comment(text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent="# ", subsequent_indent="# ") + "\n"


def _accepted_values(field: FieldInfo) -> str:
    """Return the accepted values for people, empty if the field's title and description say it all."""
    if field.annotation is bool:
        return "true or false"
    if bounds := bounds_of(field):
        unit = next((each.unit.strip() for each in field.metadata if isinstance(each, NumberField)), "")
        return f"{bounds[0]} to {bounds[1]}{f' {unit}' if unit.isalpha() else ''}"
    for kind in (field.annotation, *get_args(field.annotation)):
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            *others, last = (f'"{choice}"' for choice in kind)
            return f"{', '.join(others)} or {last}"
    longest = next((each.max_length for each in field.metadata if hasattr(each, "max_length")), None)
    return f"at most {longest} characters" if longest else ""


def _toml(value: Any) -> str:
    is_table = isinstance(value, dict)
    item = inline_table(cast("dict[str, Any]", value)) if is_table else cast("Item", tomlkit.item(value))
    return item.as_string()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(settings_toml(), encoding="utf-8")
