"""Parse and write a model's settings file: model3.json (Cubism 3 to 5) or model.json (Cubism 2).

Only known keys are kept, so that Live2D's reader never gets data that was not validated.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard, TypeVar, cast

from deskpet.pet import cubism_json
from deskpet.pet.cubism_json import as_object, is_number
from deskpet.translation import tr

Cubism = Literal[2, 3]

# Limits far above those of any real model.
MAX_ENTRIES, MAX_TEXTURES, MAX_NAME_LENGTH, MAX_PATH_LENGTH = 1000, 100, 200, 1000
# How many JSON files are read to find settings by their content, and how much of each in bytes.
MAX_CANDIDATES, MAX_CANDIDATE_BYTES = 50, 1 << 20
# How many malformed entries are reported.
_MAX_MALFORMED = 50

# Metadata files and folders of operating systems and Git; macOS writes `._NAME` beside NAME on other disks.
_METADATA = re.compile(r"(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|\.git)", re.IGNORECASE)
# JSON files of a model that are not its settings.
_OTHER_ENDINGS = (
    *(".exp3.json", ".exp.json", ".motion3.json", ".physics3.json", ".physics.json", ".pose3.json", ".pose.json"),
    *(".cdi3.json", ".userdata3.json", ".vtube.json"),
)
_INVALID_IN_FILE_NAME = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")

_T = TypeVar("_T")


class WrongShape(ValueError):
    """Settings without a part that every model needs. The message says what was expected where."""


@dataclass(frozen=True, slots=True)
class Motion:
    """One motion of a group, and the sound that is played with it, if any.

    A motion without a `file` is a line that is spoken: a sound, with its words in `text` if the model has them.
    `fades` are the fade times, with the keys and the unit of the file format.
    """

    file: str
    fades: Mapping[str, float]
    sound: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression and its file."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class HitArea:
    """A part of the body that can be touched; `id` is the ID of the mesh that covers it."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A model's files and names. Paths are unchanged: relative to the model's folder.

    `malformed` names the entries that were left out because their structure is invalid.
    """

    cubism: Cubism
    moc: str
    textures: tuple[str, ...]
    expressions: tuple[Expression, ...] = ()
    motions: Mapping[str, tuple[Motion, ...]] = field(default_factory=dict[str, tuple[Motion, ...]])
    hit_areas: tuple[HitArea, ...] = ()
    physics: str | None = None
    pose: str | None = None
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    layout: Mapping[str, float] = field(default_factory=dict[str, float])
    malformed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Keys:
    """The JSON keys of one of the formats, by default of Cubism 3."""

    moc: str = "Moc"
    textures: str = "Textures"
    expressions: str = "Expressions"
    motions: str = "Motions"
    hit_areas: str = "HitAreas"
    physics: str = "Physics"
    pose: str = "Pose"
    layout: str = "Layout"
    name: str = "Name"
    file: str = "File"
    id: str = "Id"
    sound: str = "Sound"
    text: str = "Text"
    fades: tuple[str, ...] = ("FadeInTime", "FadeOutTime")


_CUBISM_3 = _Keys()
_CUBISM_2 = _Keys(
    "model",
    "textures",
    "expressions",
    "motions",
    "hit_areas",
    "physics",
    "pose",
    "layout",
    "name",
    "file",
    "id",
    "sound",
    "text",
    fades=("fade_in", "fade_out"),
)


def is_settings(name: str) -> bool:
    """Return whether `name`, with or without folders, is the name of a settings file, also of sprites."""
    last = name.replace("\\", "/").rpartition("/")[2]
    lower = last.lower()
    is_known = lower.endswith((".model3.json", ".model.json")) or lower in {"model.json", "pet.json"}
    return is_known and not is_metadata(last)


def is_metadata(part: str) -> bool:
    """Return whether a file or folder of this name is metadata of an operating system or of Git."""
    return _METADATA.fullmatch(part) is not None


def may_be_settings(name: str) -> bool:
    """Return whether a file of this name, with or without folders, may be a settings file: only its content tells."""
    lower = name.replace("\\", "/").rpartition("/")[2].lower()
    return lower.endswith(".json") and not lower.endswith(_OTHER_ENDINGS) and not is_metadata(lower)


def describes_model(document: object) -> bool:
    """Return whether a parsed JSON file is the settings of a model: it names a moc file."""
    try:
        return read(document).moc.lower().endswith((".moc", ".moc3"))
    except WrongShape:
        return False


def read(document: object) -> ModelSettings:
    """Return the settings in a parsed model3.json or model.json. Raises WrongShape if it is neither."""
    top = as_object(document)
    if top is None:
        raise WrongShape(tr("a JSON object was expected, with the model's files in it"))
    if isinstance(top.get("model"), str) and "FileReferences" not in top:
        return _Reader(_CUBISM_2, top, top).settings(2)
    files = as_object(top.get("FileReferences"))
    if files is None:
        raise WrongShape(tr("it has no FileReferences, so it names no files"))
    return _Reader(_CUBISM_3, top, files).settings(3)


def write(settings: ModelSettings, *, with_sounds: bool = True) -> str:
    """Serialize the settings as JSON for Live2D's reader, which has no use for sounds."""
    keys = _CUBISM_2 if settings.cubism == 2 else _CUBISM_3
    files = _files(settings, keys, with_sounds=with_sounds)
    areas = {keys.hit_areas: [{keys.name: area.name, keys.id: area.id} for area in settings.hit_areas]}
    layout = {keys.layout: dict(settings.layout)} if settings.layout else {}
    if settings.cubism == 2:
        return cubism_json.write(files | areas | layout)
    groups = [{"Target": "Parameter", "Name": name, "Ids": ids} for name, ids in settings.groups.items()]
    return cubism_json.write({"Version": 3, "FileReferences": files, "Groups": groups} | areas | layout)


def _files(settings: ModelSettings, keys: _Keys, *, with_sounds: bool) -> dict[str, Any]:
    files: dict[str, Any] = {keys.moc: settings.moc, keys.textures: settings.textures}
    files |= {keys.physics: settings.physics} if settings.physics else {}
    files |= {keys.pose: settings.pose} if settings.pose else {}
    files[keys.expressions] = [{keys.name: face.name, keys.file: face.file} for face in settings.expressions]
    files[keys.motions] = {
        group: [_motion(motion, keys, with_sound=with_sounds) for motion in motions]
        for group, motions in settings.motions.items()
    }
    return files


def _motion(motion: Motion, keys: _Keys, *, with_sound: bool) -> dict[str, Any]:
    sound = {keys.sound: motion.sound} if with_sound and motion.sound else {}
    text = {keys.text: motion.text} if with_sound and motion.text else {}
    return {keys.file: motion.file, **motion.fades, **sound, **text}


class _Reader:
    """Extract the well-formed entries of a document, and collect the malformed ones."""

    def __init__(self, keys: _Keys, top: dict[str, Any], files: dict[str, Any]) -> None:
        self._keys, self._top, self._files = keys, top, files
        self._malformed: list[str] = []

    def settings(self, cubism: Cubism) -> ModelSettings:
        keys = self._keys
        moc = self._files.get(keys.moc)
        if not _is_file(moc):
            raise WrongShape(tr("it names no {key} file", key=keys.moc))
        value = cast("object", self._files.get(keys.textures))
        count = len(cast("list[object]", value)) if isinstance(value, list) else 0
        if count > MAX_TEXTURES:
            what = tr("it names {n:,} textures, and the limit is {most}", n=count, most=MAX_TEXTURES)
            raise WrongShape(what)
        return ModelSettings(
            cubism,
            moc,
            tuple(self._file_list(self._files, keys.textures)),
            tuple(self._expressions()),
            {group: tuple(motions) for group, motions in self._motions()},
            tuple(self._hit_areas()),
            self._optional_file(self._files, keys.physics),
            self._optional_file(self._files, keys.pose),
            dict(self._groups()),
            self._numbers(self._top.get(keys.layout), keys.layout),
            tuple(self._malformed[:_MAX_MALFORMED]),
        )

    def _expressions(self) -> Iterator[Expression]:
        seen: set[str] = set()
        for location, entry in self._entries(self._files, self._keys.expressions):
            name, file = entry.get(self._keys.name), entry.get(self._keys.file)
            if _is_name(name) and _is_file(file) and name not in seen:
                seen.add(name)
                yield Expression(name, file)
            else:
                self._malformed.append(location)

    def _motions(self) -> Iterator[tuple[str, list[Motion]]]:
        groups = as_object(self._files.get(self._keys.motions))
        if groups is None:
            self._report_if_present(self._files, self._keys.motions)
            return
        remaining = MAX_ENTRIES
        for group in self._limited(groups, self._keys.motions):
            if group and not _is_name(group):
                self._malformed.append(f"{self._keys.motions}: {group[:20]!r}")
                continue
            motions: list[Motion] = []
            for location, entry in self._entries(groups, group):
                if len(motions) >= remaining:
                    self._malformed.append(tr("{key} after the first {most}", key=self._keys.motions, most=MAX_ENTRIES))
                    break
                if motion := self._motion(entry, location):
                    motions.append(motion)
                else:
                    self._malformed.append(f"{self._keys.motions}: {location}")
            remaining -= len(motions)
            yield group, motions

    def _motion(self, entry: dict[str, Any], location: str) -> Motion | None:
        """Return the motion of an entry, or the line that it speaks; None if it is malformed."""
        file, text = entry.get(self._keys.file), entry.get(self._keys.text)
        is_line = file in (None, "") and _is_file(entry.get(self._keys.sound))
        if not is_line and not _is_file(file):
            return None
        fades = {key: entry[key] for key in self._keys.fades if is_number(entry.get(key))}
        words = text if _is_name(text) else ""
        return Motion(file if _is_file(file) else "", fades, self._sound(entry, location), words)

    def _sound(self, entry: dict[str, Any], location: str) -> str | None:
        value = entry.get(self._keys.sound)
        if _is_file(value):
            return value
        # Editors write an empty name for none.
        if value is not None and value != "":
            self._malformed.append(f"{self._keys.motions}: {location} {self._keys.sound}")
        return None

    def _hit_areas(self) -> Iterator[HitArea]:
        for location, entry in self._entries(self._top, self._keys.hit_areas):
            name, identity = entry.get(self._keys.name), entry.get(self._keys.id)
            if _is_name(identity) and _is_name(name or identity):
                yield HitArea(name or identity, identity)
            else:
                self._malformed.append(location)

    def _groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the parameter groups of Cubism 3, which control blinking and lip sync."""
        for location, entry in self._entries(self._top, "Groups"):
            name, ids = entry.get("Name"), entry.get("Ids")
            if _is_name(name) and isinstance(ids, list) and entry.get("Target") == "Parameter":
                yield name, tuple(filter(_is_name, cast(list[object], ids)))
            else:
                self._malformed.append(location)

    def _entries(self, holder: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for number, item in enumerate(self._list(holder, key)):
            location, entry = f"{key}[{number}]", as_object(item)
            if entry is None:
                self._malformed.append(location)
            else:
                yield location, entry

    def _file_list(self, holder: dict[str, Any], key: str) -> Iterator[str]:
        for number, item in enumerate(self._list(holder, key)):
            if _is_file(item):
                yield item
            else:
                raise WrongShape(tr("{entry} is not a file's name", entry=f"{key}[{number}]"))

    def _optional_file(self, holder: dict[str, Any], key: str) -> str | None:
        value = holder.get(key)
        if _is_file(value):
            return value
        if value:
            self._malformed.append(key)
        return None

    def _list(self, holder: dict[str, Any], key: str) -> list[object]:
        value = holder.get(key)
        if isinstance(value, list):
            return self._limited(cast(list[object], value), key)
        self._report_if_present(holder, key)
        return []

    def _numbers(self, value: object, key: str) -> dict[str, float]:
        numbers = as_object(value) or {}
        readable = {name: number for name, number in numbers.items() if not _INVALID_IN_FILE_NAME.search(name)}
        good = {name: number for name, number in readable.items() if is_number(number)}
        if len(good) < len(numbers):
            self._malformed.append(key)
        return good

    def _limited(self, entries: Iterable[_T], key: str) -> list[_T]:
        """Return the first MAX_ENTRIES entries, and report if there are more."""
        items = list(entries)
        if len(items) > MAX_ENTRIES:
            self._malformed.append(tr("{key} after the first {most}", key=key, most=MAX_ENTRIES))
        return items[:MAX_ENTRIES]

    def _report_if_present(self, holder: dict[str, Any], key: str) -> None:
        if holder.get(key) is not None:
            self._malformed.append(key)


def _is_name(value: object) -> TypeGuard[str]:
    """Return whether `value` can be a name: a short string that Live2D's reader reads without a loss."""
    return isinstance(value, str) and 0 < len(value) <= MAX_NAME_LENGTH and cubism_json.is_writable(value)


def _is_file(value: object) -> TypeGuard[str]:
    """Return whether `value` can be the name of a file."""
    if not isinstance(value, str) or not value.strip() or _INVALID_IN_FILE_NAME.search(value):
        return False
    return len(value) <= MAX_PATH_LENGTH and all(len(part.encode()) < 256 for part in value.split("/"))
