"""Read and write settings.toml: errors name the line and key, comments are kept."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from deskpet.config import state_files
from deskpet.config.settings import Settings, problem_in
from deskpet.config.state_files import BadStateFile
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.translation import tr, tr_noop

if TYPE_CHECKING:
    from tomlkit.items import InlineTable

# tomllib would block the GUI thread too long on a larger file.
MAX_BYTES = 64 * 1024
# tomllib's time is quadratic in the parts of a dotted key; no setting has more than three.
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"""(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{8,64}}+[ \t]*+[=\].]""")

SettingKey = tuple[str, str]
"""Section and key of a setting."""


class SettingsError(Exception):
    """A settings file that can't be used: its path, line and key, and what was expected there.

    The text is translated when it is read, because the settings themselves choose the language.
    """

    def __init__(self, path: Path, line: int | None, key: str, expected: Callable[[], str]) -> None:
        super().__init__(path, line, key)
        self.path, self.line, self.key, self._expected = path, line, key, expected

    @property
    def expected(self) -> str:
        return self._expected()

    def __str__(self) -> str:
        place = tr("{file}, line {line}", file=self.path, line=self.line) if self.line else str(self.path)
        return f"{place}: {self.key}: {self.expected}" if self.key else f"{place}: {self.expected}"


@dataclass(frozen=True, slots=True)
class FileContent:
    """Content of a valid settings file: its bytes, and the settings in them."""

    data: bytes
    settings: Settings


def section_values(section: Any) -> dict[str, Any]:
    """Return the values of a section, which is a pydantic model or dataclass, by key."""
    return dict(section) if isinstance(section, BaseModel) else asdict(section)


def changed_values(before: Settings, after: Settings) -> dict[SettingKey, Any]:
    """Return the values of `after` that differ from `before`."""
    return {
        (section, key): value
        for section, values in after
        if values != getattr(before, section)
        for key, value in section_values(values).items()
        if value != getattr(getattr(before, section), key)
    }


def with_values(settings: Settings, values: Mapping[SettingKey, Any]) -> Settings:
    """Return a copy of `settings` with these values, which have to be valid."""
    sections: dict[str, dict[str, Any]] = {}
    for (section, key), value in values.items():
        sections.setdefault(section, {})[key] = value
    return settings.model_copy(update={name: _with(getattr(settings, name), each) for name, each in sections.items()})


def _with(section: Any, values: dict[str, Any]) -> Any:
    return section.model_copy(update=values) if isinstance(section, BaseModel) else replace(section, **values)


def load(path: Path) -> Settings:
    """Read the settings in the file at `path`; missing ones have their defaults.

    Raises SettingsError if the file can't be read, is too large or not TOML, or has an unknown key or invalid value.
    """
    return read(path).settings


def read(path: Path, cached: FileContent | None = None) -> FileContent:
    """Read the file at `path`. Returns `cached` without parsing if the content is the same. Raises as `load` does."""
    data = _read_bytes(path)
    if cached and cached.data == data:
        return cached
    return FileContent(data, _parse(path, _decode(path, data)))


def update(path: Path, values: Mapping[SettingKey, Any], last: FileContent | None = None) -> FileContent:
    """Change these values in the file at `path`, and return its new content.

    A missing file is created with the content `last`, which it had before it was deleted; empty by default.
    Comments, order and other values stay as they are. A symbolic link stays one. Raises OSError if the file can't be
    written, and SettingsError if the present file has a mistake or the new one would be too large.
    """
    data = _read_bytes(path) if path.exists() else last.data if last else b""
    text = _decode(path, data)
    settings = with_values(_parse(path, text), values)
    return FileContent(_write(path, text, settings), settings)


def _parse(path: Path, text: str) -> Settings:
    if deep := _DEEP_KEY.search(text):
        raise _too_deep(path, text.count("\n", 0, deep.start()) + 1)
    try:
        return Settings.model_validate(tomllib.loads(text))
    except RecursionError as error:
        raise _too_deep(path, None) from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else len(text.splitlines())
        raise SettingsError(path, number, "", partial(tr, tr_noop("not TOML: {error}"), error=error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(part) for part in first["loc"]]
        raise SettingsError(path, _line_of(text, keys), ".".join(keys), partial(_expected, first)) from error


def _write(path: Path, text: str, settings: Settings) -> bytes:
    """Replace the values in `text` that differ from `settings`, write it to the file, and return what was written."""
    # Only needed for a change, and slow to import.
    import tomlkit

    document = tomlkit.parse(text)
    for section, values in settings.model_dump(mode="json").items():
        table = document.setdefault(section, tomlkit.table())
        for key, value in values.items():
            if table.get(key) != value:
                table[key] = inline_table(cast(dict[str, Any], value)) if isinstance(value, dict) else value
    data = tomlkit.dumps(document).encode()
    if len(data) > MAX_BYTES:
        raise SettingsError(path, None, "", _too_large)
    write_atomically(path, data)
    return data


def _read_bytes(path: Path) -> bytes:
    try:
        return state_files.read_bytes(path, MAX_BYTES)
    except OSError as error:
        why = error.strerror or str(error)
        raise SettingsError(path, None, "", partial(tr, tr_noop("can't be read: {error}"), error=why)) from error
    except BadStateFile as error:
        raise SettingsError(path, None, "", partial(tr, tr_noop("can't be read: {error}"), error=error)) from error


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(path, line, "", partial(tr, tr_noop("is not UTF-8 text; save it as such"))) from error


def _too_large() -> str:
    return tr("would be larger than {kb} kB; shorten the persona's words", kb=MAX_BYTES >> 10)


def _too_deep(path: Path, line: int | None) -> SettingsError:
    return SettingsError(path, line, "", partial(tr, tr_noop("is nested too deeply")))


def inline_table(values: dict[str, Any]) -> "InlineTable":
    """Return an inline table, which stays on one line below its comment."""
    import tomlkit

    table = tomlkit.inline_table()
    for key, value in values.items():
        table[key] = value
    return table


def _expected(error: ErrorDetails) -> str:
    if error["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return tr("there is no such setting")
    problem = problem_in(error)
    problem = problem[0].lower() + problem[1:]
    return tr("{expected}; the file has {value}", expected=problem, value=_shorten(error["input"]))


def _shorten(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _line_of(text: str, keys: list[str]) -> int | None:
    """Return the line, from 1, that sets the value at `keys`; the line of its section if the key is not found."""
    section, *rest = keys
    in_table = re.compile(rf"\s*[\"']?{re.escape(rest[0] if rest else section)}[\"']?\s*=")
    dotted = re.compile(rf"\s*{re.escape('.'.join(keys))}\s*=")
    in_section, found = not rest, None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
            in_section = header[1] == section
            found = number if in_section else found
        elif (in_section and in_table.match(line)) or dotted.match(line):
            return number
    return found
