"""What a model3.json (Cubism 3 to 5) or model.json (Cubism 2) says, as one value, and back to JSON.

Only what is understood is kept, so Live2D's reader never meets a shape that nobody checked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard, TypeVar, cast

from deskpet.pet import cubism_json
from deskpet.words import tr

Cubism = Literal[2, 3]

# More entries of a kind, or longer names, than any model has.
MOST_ENTRIES, MOST_TEXTURES, LONGEST_NAME, LONGEST_PATH = 1000, 100, 200, 1000
# Of so many malformed entries each is told.
_MOST_MISSHAPEN = 50


_IN_NO_FILE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")

_T = TypeVar("_T")


class WrongShape(ValueError):
    """Settings without what no model can do without; the message says what was expected where."""


@dataclass(frozen=True, slots=True)
class Motion:
    """One motion of a group; `fades` are the fade times under the format's names and in its unit."""

    file: str
    fades: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Expression:
    """A face by its name."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class HitArea:
    """A part of the body that can be touched: `id` is the mesh that covers it."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A model's files and names. Files are as written: relative to the model's folder.

    `misshapen` names the entries that were left out because they don't have the form they should.
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
    misshapen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Keys:
    """How one of the formats spells things."""

    moc: str
    textures: str
    expressions: str
    motions: str
    hit_areas: str
    physics: str
    pose: str
    layout: str
    name: str
    file: str
    id: str
    fades: tuple[str, ...]


_CUBISM_3 = _Keys(
    *("Moc", "Textures", "Expressions", "Motions", "HitAreas", "Physics", "Pose", "Layout"),
    *("Name", "File", "Id"),
    fades=("FadeInTime", "FadeOutTime"),
)
_CUBISM_2 = _Keys(
    *("model", "textures", "expressions", "motions", "hit_areas", "physics", "pose", "layout"),
    *("name", "file", "id"),
    fades=("fade_in", "fade_out"),
)


def is_settings(name: str) -> bool:
    """Whether a file of this name, with or without folders before it, describes a model."""
    lower = name.replace("\\", "/").rpartition("/")[2].lower()
    return lower.endswith((".model3.json", ".model.json")) or lower == "model.json"


def read(document: object) -> ModelSettings:
    """The settings in a parsed model3.json or model.json. Raises WrongShape when it is neither."""
    top = _object(document)
    if top is None:
        raise WrongShape(tr("a JSON object was expected, with the model's files in it"))
    if isinstance(top.get("model"), str) and "FileReferences" not in top:
        return _Reader(_CUBISM_2, top, top).settings(2)
    files = _object(top.get("FileReferences"))
    if files is None:
        raise WrongShape(tr("it has no FileReferences, so it names no files"))
    return _Reader(_CUBISM_3, top, files).settings(3)


def write(settings: ModelSettings) -> str:
    """The settings as JSON for Live2D's reader."""
    keys = _CUBISM_2 if settings.cubism == 2 else _CUBISM_3
    files = _files(settings, keys)
    areas = {keys.hit_areas: [{keys.name: area.name, keys.id: area.id} for area in settings.hit_areas]}
    layout = {keys.layout: dict(settings.layout)} if settings.layout else {}
    if settings.cubism == 2:
        return cubism_json.write(files | areas | layout)
    groups = [{"Target": "Parameter", "Name": name, "Ids": ids} for name, ids in settings.groups.items()]
    return cubism_json.write({"Version": 3, "FileReferences": files, "Groups": groups} | areas | layout)


def _files(settings: ModelSettings, keys: _Keys) -> dict[str, Any]:
    files: dict[str, Any] = {keys.moc: settings.moc, keys.textures: settings.textures}
    files |= {keys.physics: settings.physics} if settings.physics else {}
    files |= {keys.pose: settings.pose} if settings.pose else {}
    files[keys.expressions] = [{keys.name: face.name, keys.file: face.file} for face in settings.expressions]
    files[keys.motions] = {
        group: [{keys.file: motion.file, **motion.fades} for motion in motions]
        for group, motions in settings.motions.items()
    }
    return files


class _Reader:
    """Picks what is well-formed out of a document, and remembers what was not."""

    def __init__(self, keys: _Keys, top: dict[str, Any], files: dict[str, Any]) -> None:
        self._keys, self._top, self._files = keys, top, files
        self._misshapen: list[str] = []

    def settings(self, cubism: Cubism) -> ModelSettings:
        keys = self._keys
        moc = self._files.get(keys.moc)
        if not _is_file(moc):
            raise WrongShape(tr("it names no {key} file", key=keys.moc))
        named = cast("object", self._files.get(keys.textures))
        count = len(cast("list[object]", named)) if isinstance(named, list) else 0
        if count > MOST_TEXTURES:
            what = tr("it names {n:,} textures, and {most} are the most", n=count, most=MOST_TEXTURES)
            raise WrongShape(what)
        return ModelSettings(
            cubism,
            moc,
            tuple(self._texts(self._files, keys.textures)),
            tuple(self._expressions()),
            {group: tuple(motions) for group, motions in self._motions()},
            tuple(self._hit_areas()),
            self._text(self._files, keys.physics),
            self._text(self._files, keys.pose),
            dict(self._groups()),
            self._numbers(self._top.get(keys.layout), keys.layout),
            tuple(self._misshapen[:_MOST_MISSHAPEN]),
        )

    def _expressions(self) -> Iterator[Expression]:
        seen: set[str] = set()
        for place, entry in self._entries(self._files, self._keys.expressions):
            name, file = entry.get(self._keys.name), entry.get(self._keys.file)
            if _is_name(name) and _is_file(file) and name not in seen:
                seen.add(name)
                yield Expression(name, file)
            else:
                self._misshapen.append(place)

    def _motions(self) -> Iterator[tuple[str, list[Motion]]]:
        groups = _object(self._files.get(self._keys.motions))
        if groups is None:
            self._note_if_present(self._files, self._keys.motions)
            return
        left = MOST_ENTRIES
        for group in self._cut(groups, self._keys.motions):
            if group and not _is_name(group):
                self._misshapen.append(f"{self._keys.motions}: {group[:20]!r}")
                continue
            motions: list[Motion] = []
            for place, entry in self._entries(groups, group):
                if len(motions) >= left:
                    self._misshapen.append(
                        tr("{key} after the first {most}", key=self._keys.motions, most=MOST_ENTRIES)
                    )
                    break
                file = entry.get(self._keys.file)
                if _is_file(file):
                    motions.append(Motion(file, self._fades(entry)))
                else:
                    self._misshapen.append(f"{self._keys.motions}: {place}")
            left -= len(motions)
            yield group, motions

    def _fades(self, entry: dict[str, Any]) -> dict[str, float]:
        return {key: entry[key] for key in self._keys.fades if _is_number(entry.get(key))}

    def _hit_areas(self) -> Iterator[HitArea]:
        for place, entry in self._entries(self._top, self._keys.hit_areas):
            name, identity = entry.get(self._keys.name), entry.get(self._keys.id)
            if _is_name(identity) and _is_name(name or identity):
                yield HitArea(name or identity, identity)
            else:
                self._misshapen.append(place)

    def _groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The parameter groups of Cubism 3, of which blinking and lip sync are made."""
        for place, entry in self._entries(self._top, "Groups"):
            name, ids = entry.get("Name"), entry.get("Ids")
            if _is_name(name) and isinstance(ids, list) and entry.get("Target") == "Parameter":
                yield name, tuple(filter(_is_name, cast(list[object], ids)))
            else:
                self._misshapen.append(place)

    def _entries(self, holder: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for number, item in enumerate(self._list(holder, key)):
            place, entry = f"{key}[{number}]", _object(item)
            if entry is None:
                self._misshapen.append(place)
            else:
                yield place, entry

    def _texts(self, holder: dict[str, Any], key: str) -> Iterator[str]:
        for number, item in enumerate(self._list(holder, key)):
            if _is_file(item):
                yield item
            else:
                raise WrongShape(tr("{entry} is not a file's name", entry=f"{key}[{number}]"))

    def _text(self, holder: dict[str, Any], key: str) -> str | None:
        value = holder.get(key)
        if _is_file(value):
            return value
        if value:
            self._misshapen.append(key)
        return None

    def _list(self, holder: dict[str, Any], key: str) -> list[object]:
        value = holder.get(key)
        if isinstance(value, list):
            return self._cut(cast(list[object], value), key)
        self._note_if_present(holder, key)
        return []

    def _numbers(self, value: object, key: str) -> dict[str, float]:
        numbers = _object(value) or {}
        good = {name: number for name, number in numbers.items() if _is_number(number)}
        if len(good) < len(numbers):
            self._misshapen.append(key)
        return good

    def _cut(self, entries: Iterable[_T], key: str) -> list[_T]:
        """The entries, as many of them as a model may have."""
        kept = list(entries)
        if len(kept) > MOST_ENTRIES:
            self._misshapen.append(tr("{key} after the first {most}", key=key, most=MOST_ENTRIES))
        return kept[:MOST_ENTRIES]

    def _note_if_present(self, holder: dict[str, Any], key: str) -> None:
        if holder.get(key) is not None:
            self._misshapen.append(key)


def _object(value: object) -> dict[str, Any] | None:
    return cast(dict[str, Any], value) if isinstance(value, dict) else None


def _is_name(value: object) -> TypeGuard[str]:
    """Whether this can be a name: a text that survives the way through Live2D's reader."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and cubism_json.is_writable(value)


def _is_file(value: object) -> TypeGuard[str]:
    """Whether this can be the name of a file."""
    if not isinstance(value, str) or not value.strip() or _IN_NO_FILE.search(value):
        return False
    return len(value) <= LONGEST_PATH and all(len(part.encode()) < 256 for part in value.split("/"))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
