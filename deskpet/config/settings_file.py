"""Read and write settings.toml: errors name the line and key, comments are kept.

The file contains what differs from the defaults. In a checkout these are the values of its own settings.toml, which
nothing writes; where the program is installed, they are those of the model.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from deskpet.config import paths, state_files
from deskpet.config.settings import Settings, problem_in
from deskpet.config.state_files import BadStateFile
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop

if TYPE_CHECKING:
    from tomlkit.items import InlineTable

# tomllib would block the GUI thread too long on a larger file.
MAX_BYTES = 64 * 1024
_NEW_FILE = b"# What differs from the settings.toml of the program, which lists every setting with its meaning.\n"
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
    """Content of a valid settings file: its bytes, the settings by them, and the bytes of the file of the defaults."""

    data: bytes
    settings: Settings
    template: bytes = b""


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
    changed: dict[str, Any] = {}
    for name, each in sections.items():
        section = getattr(settings, name)
        is_model = isinstance(section, BaseModel)
        changed[name] = section.model_copy(update=each) if is_model else replace(section, **each)
    return settings.model_copy(update=changed)


def defaults() -> Settings:
    """Return the settings of a user who has changed none. Raises SettingsError if the checkout's file has a mistake."""
    return _template_of(None).settings


def load(path: Path) -> Settings:
    """Read the settings in the file at `path`; missing ones have their defaults.

    Raises SettingsError if the file can't be read, is too large or not TOML, or has an unknown key or invalid value.
    """
    return read(path).settings


def read(path: Path, cached: FileContent | None = None) -> FileContent:
    """Read the file at `path`. Returns `cached` without parsing if the content is the same. Raises as `load` does."""
    data, template = _read_bytes(path), _template_of(path)
    if cached and (cached.data, cached.template) == (data, template.data):
        return cached
    return FileContent(data, _parse(path, _decode(path, data), template.settings), template.data)


def update(path: Path, values: Mapping[SettingKey, Any], last: FileContent | None = None) -> FileContent:
    """Change these values in the file at `path`, and return its new content.

    A missing file is created with the content `last`, which it had before it was deleted; a comment by default.
    Comments, order and other values stay as they are, and a symbolic link stays one. Raises OSError if it can't be
    written, and SettingsError if the present file has a mistake or the new one would be too large.
    """
    template = _template_of(path)
    data = _read_bytes(path) if path.exists() else (last.data if last else b"") or _NEW_FILE
    text = _decode(path, data)
    settings = with_values(_parse(path, text, template.settings), values)
    return FileContent(_write(path, text, settings, template.settings), settings, template.data)


def _template_of(path: Path | None) -> FileContent:
    """Return the file of the defaults for the one at `path`, which may be the same."""
    template = paths.settings_template()
    if template is None or (path and path.resolve() == template):
        return FileContent(b"", Settings())
    return _parsed_template(template, _read_bytes(template))


# Every read and write needs it, and it seldom changes.
@lru_cache(maxsize=1)
def _parsed_template(path: Path, data: bytes) -> FileContent:
    return FileContent(data, _parse(path, _decode(path, data), Settings()))


def _over(values: dict[str, Any], base: Settings) -> dict[str, Any]:
    """Return the values of a file, with those of `base` where it has none."""
    if base == Settings():
        return values
    merged = base.model_dump(mode="json")
    for section, own in values.items():
        below = merged.get(section)
        merged[section] = {**below, **own} if isinstance(below, dict) and isinstance(own, dict) else own
    return merged


def _parse(path: Path, text: str, base: Settings) -> Settings:
    too_deep = partial(tr, tr_noop("is nested too deeply"))
    if deep := _DEEP_KEY.search(text):
        raise SettingsError(path, text.count("\n", 0, deep.start()) + 1, "", too_deep)
    try:
        return Settings.model_validate(_over(tomllib.loads(text), base))
    except RecursionError as error:
        raise SettingsError(path, None, "", too_deep) from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else len(text.splitlines())
        raise SettingsError(path, number, "", partial(tr, tr_noop("not TOML: {error}"), error=error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(part) for part in first["loc"]]
        raise SettingsError(path, _line_of(text, keys), ".".join(keys), partial(_expected, first)) from error


def _write(path: Path, text: str, settings: Settings, base: Settings) -> bytes:
    """Write `text` with the values that differ from `settings`, there or in `base`, and return what was written."""
    # Only needed for a change, and slow to import.
    import tomlkit

    document = tomlkit.parse(text)
    default = base.model_dump(mode="json")
    for section, values in settings.model_dump(mode="json").items():
        present = {**default[section], **cast(dict[str, Any], cast(dict[str, Any], document).get(section, {}))}
        for key, value in values.items():
            if present[key] != value:
                table = document.setdefault(section, tomlkit.table())
                table[key] = inline_table(cast(dict[str, Any], value)) if isinstance(value, dict) else value
    data = tomlkit.dumps(document).encode()
    if len(data) > MAX_BYTES:
        too_large = tr_noop("would be larger than {kb} kB; shorten the persona's words")
        raise SettingsError(path, None, "", partial(tr, too_large, kb=MAX_BYTES >> 10))
    write_atomically(path, data)
    return data


def _read_bytes(path: Path) -> bytes:
    try:
        return state_files.read_bytes(path, MAX_BYTES)
    except (OSError, BadStateFile) as error:
        why = reason_of(error)
        raise SettingsError(path, None, "", partial(tr, tr_noop("can't be read: {error}"), error=why)) from error


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(path, line, "", partial(tr, tr_noop("is not UTF-8 text; save it as such"))) from error


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
    shown = repr(error["input"])
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return tr("{expected}; the file has {value}", expected=problem, value=shown)


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
