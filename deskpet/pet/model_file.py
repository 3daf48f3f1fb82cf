"""A Live2D model on disk: found, read and checked before Live2D's own code sees it.

That code trusts its input: a missing file, a relative path or damaged bytes end the process. So everything
that a model names is looked at here first.
"""

import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from deskpet import paths
from deskpet.pet import cubism_json, lenient_json, model_repair, model_settings, texture
from deskpet.pet.model_settings import Cubism, ModelSettings
from deskpet.pet.optional_parts import is_inside, sound_parts
from deskpet.pet.problems import AGAIN, Findings, ModelError, Problem, listed
from deskpet.words import tr

MAX_MOC_BYTES = 512 * 1024 * 1024
# What core 6.0.1 reads: Cubism 3.0, 3.3, 4.0, 4.2, 5.0 and 5.3.
MOC3_VERSIONS = range(1, 7)

# How far below the folder that was named a model may lie.
_MOST_LOOKED_AT, _DEEPEST = 5000, 6

# A moc3 begins with 64 bytes of header and a table of this many offsets into itself.
_MOC3_HEADER, _MOC3_SECTIONS = 64, 100


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A checked model: the files in `settings` are there, absolute, and such as Live2D's code can take."""

    path: Path
    settings: ModelSettings
    # Expressions and motion groups that it should have, but whose files are no good.
    left_out: frozenset[str] = frozenset()
    # The model's files that can't be used as they are, each with the sound copy that is.
    copies: Mapping[Path, Path] = field(default_factory=dict[Path, Path])

    @property
    def folder(self) -> Path:
        return self.path.parent

    @property
    def moc(self) -> Path:
        return Path(self.settings.moc)

    @property
    def cubism(self) -> Cubism:
        return self.settings.cubism

    @property
    def expressions(self) -> tuple[str, ...]:
        return tuple(face.name for face in self.settings.expressions)

    @property
    def motions(self) -> Mapping[str, int]:
        """How many motions each group has."""
        return {group: len(motions) for group, motions in self.settings.motions.items()}

    @property
    def hit_areas(self) -> tuple[str, ...]:
        return tuple(area.name for area in self.settings.hit_areas)

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file that the model is made of."""
        settings = self.settings
        parts = (settings.physics, settings.pose, *(face.file for face in settings.expressions))
        motions = (motion.file for motions in settings.motions.values() for motion in motions)
        names = (settings.moc, *settings.textures, *filter(None, parts), *motions)
        return (self.path, *map(Path, names))

    @property
    def preview(self) -> Path:
        """The still picture of the whole canvas, shown while the model loads; it may not exist."""
        return self.folder / "preview.png"


@dataclass(frozen=True, slots=True)
class Examination:
    """What a look at a model found; `model` is None when it can't be used.

    `corrected` is what its settings file should say, when that is not what it says.
    """

    model: ModelFile | None
    problems: tuple[Problem, ...]
    corrected: ModelSettings | None = None


def built_in_folder() -> Path:
    """Where the models that come with the program are."""
    return paths.bundled("models")


def is_built_in(path: Path) -> bool:
    """Whether the model at `path` came with the program."""
    return path.resolve().is_relative_to(built_in_folder())


def find(name: str) -> Path:
    """The absolute path of a model's settings file, from a built-in name, a folder or the file itself.

    Raises ModelError.
    """
    path = _path_of(name)
    if path is None:
        raise ModelError(_not_found(name))
    if path.is_file():
        return path
    found = _settings_files(path)
    if not found:
        message = tr("There is no file ending in .model3.json or .model.json here. Choose the folder with it.")
        raise ModelError(Problem("no-model-file", str(path), message))
    same_name = [file for file in found if file.name.split(".")[0].lower() == path.name.lower()]
    return (same_name or found)[0]


def _path_of(name: str) -> Path | None:
    """The absolute path of the file or folder that is meant; None when there is none that may be looked at."""
    try:
        path = Path(name).expanduser()
        if len(path.parts) == 1 and not path.exists():
            path = built_in_folder() / name
        path = path.absolute()
        return path if path.is_file() or path.is_dir() else None
    except (OSError, RuntimeError, ValueError):
        # The name is too long, its folder closed, or its ~user nobody's.
        return None


def _settings_files(folder: Path) -> list[Path]:
    """The settings files in `folder`, the newest format first; else those in the nearest folder below it."""
    files: list[Path] = []
    looked_at = 0
    for place, folders, names in os.walk(folder):
        here = Path(place)
        # A pipe of that name would be waited on for ever.
        files += [here / name for name in names if model_settings.is_settings(name) and (here / name).is_file()]
        looked_at += len(names)
        if files and here == folder:
            break
        if looked_at > _MOST_LOOKED_AT or len(here.relative_to(folder).parts) >= _DEEPEST:
            folders.clear()
        folders.sort()
    ordered = sorted(files, key=lambda file: (len(file.parts), not file.name.lower().endswith("3.json"), file))
    return [file for file in ordered if file.parent == ordered[0].parent]


def load(name: str, cache: Path) -> ModelFile:
    """The checked model of this name, folder or file; sound copies of single files go to the folder `cache`.

    Raises ModelError with everything that stands in the way.
    """
    examination = examine(find(name), cache)
    if examination.model is None:
        raise ModelError(*(problem for problem in examination.problems if not problem.mended))
    return examination.model


def examine(path: Path, cache: Path, *, thorough: bool = False) -> Examination:
    """Look at the model whose settings file is at `path`; `thorough` also unpacks its textures."""
    findings = Findings()
    path = path.absolute()
    written = _settings(path, findings)
    if written is None:
        return Examination(None, findings.problems)
    for entry in written.misshapen:
        message = tr("The entry {entry} is malformed; it is left out.", entry=entry)
        findings.mended("bad-entry", path.name, message)
    settings = model_repair.mended(written, path, findings)
    needs_writing = bool(findings.problems)
    if moc := _needed(path.parent, "model", settings.moc, findings):
        _check_moc(moc, settings, findings)
    textures = _Textures(path.parent, cache, findings, thorough=thorough)
    absolute = replace(settings, moc=str(path.parent / settings.moc), textures=textures.sound(settings.textures))
    sound, copies = sound_parts(absolute, path.parent, cache, findings)
    left_out = frozenset(_names(settings) - _names(sound))
    model = ModelFile(path, sound, left_out, copies | textures.copies) if findings.is_usable else None
    return Examination(model, findings.problems, settings if needs_writing else None)


def _names(settings: ModelSettings) -> set[str]:
    return {face.name for face in settings.expressions} | set(settings.motions)


def _not_found(name: str) -> Problem:
    known = sorted({file.parent.name for file in built_in_folder().glob("*/*.model3.json")})
    message = tr("There is no such model. Give a built-in name or the path of a folder.")
    if known:
        message = tr(
            "There is no such model. Give a built-in name ({names}) or the path of a folder.",
            names=tr(", ").join(known),
        )
    return Problem("not-found", name, message)


def _settings(path: Path, findings: Findings) -> ModelSettings | None:
    try:
        document = lenient_json.read(path)
        if document.faults:
            message = tr(
                "The file has {faults}, which JSON does not allow; it is read all the same.",
                faults=listed(document.faults),
            )
            findings.mended("json-mended", path.name, message)
        return model_settings.read(document.value)
    except cubism_json.BadJson as error:
        message = tr("This is not readable JSON: {why}. {again}", why=error, again=tr(AGAIN))
        findings.broken("not-json", path.name, message)
    except model_settings.WrongShape as error:
        message = tr(
            "This describes no model: {why}. Choose the file that ends in .model3.json. {again}",
            why=error,
            again=tr(AGAIN),
        )
        findings.broken("not-a-model", path.name, message)
    except OSError as error:
        message = tr("The file can't be read: {why}. See to its permissions.", why=error.strerror)
        findings.broken("unreadable", path.name, message)
    return None


def _needed(folder: Path, kind: str, name: str, findings: Findings) -> Path | None:
    """The file `name`, if it is there and readable; else what is wrong is noted."""
    path, said = folder / name, {"kind": tr(kind), "again": tr(AGAIN)}
    if not is_inside(folder, name):
        findings.broken("outside-folder", name, tr("The {kind} is outside the model's folder. {again}", **said))
    elif path.is_dir():
        findings.broken("is-a-folder", name, tr("The {kind} should be a file, but this is a folder. {again}", **said))
    elif not path.is_file():
        findings.broken("missing-file", name, tr("The {kind} file is missing. {again}", **said))
    elif not _is_readable(path):
        findings.broken("unreadable", name, tr("The {kind} file can't be read. See to its permissions.", **said))
    else:
        return path
    return None


def _is_readable(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


def _check_moc(path: Path, settings: ModelSettings, findings: Findings) -> None:
    size, again = path.stat().st_size, tr(AGAIN)
    with path.open("rb") as file:
        head = file.read(_MOC3_HEADER + 4 * _MOC3_SECTIONS)
    if size > MAX_MOC_BYTES:
        message = tr("{mb} MB are too much for a model. {again}", mb=size >> 20, again=again)
        findings.broken("moc-too-large", settings.moc, message)
    elif settings.cubism == 2:
        if not head.startswith(b"moc"):
            findings.broken("not-a-moc", settings.moc, tr("This is not a Cubism 2 model file. {again}", again=again))
    elif not head.startswith(b"MOC3"):
        findings.broken("not-a-moc", settings.moc, tr("This is not a Cubism model file (moc3). {again}", again=again))
    elif len(head) < 5 or head[4] not in MOC3_VERSIONS:
        message = tr(
            "This model file has a version ({version}) that is not known here. Export it for Cubism 5.3 or older. "
            "{again}",
            version=head[4:5].hex() or tr("none"),
            again=again,
        )
        findings.broken("moc-version", settings.moc, message)
    elif len(head) < _MOC3_HEADER + 4 * _MOC3_SECTIONS or _last_offset(head) > size:
        findings.broken(
            "moc-truncated", settings.moc, tr("The model file breaks off in the middle. {again}", again=again)
        )


def _last_offset(head: bytes) -> int:
    """The largest offset in the moc3's table; the fifth byte tells a big-endian file."""
    order = ">" if head[5] else "<"
    return max(struct.unpack_from(f"{order}{_MOC3_SECTIONS}I", head, _MOC3_HEADER))


class _Textures:
    """Looks at a model's textures; `copies` are those that were painted anew, by what they stand for."""

    def __init__(self, folder: Path, cache: Path, findings: Findings, *, thorough: bool) -> None:
        self._folder, self._cache, self._findings, self._thorough = folder, cache, findings, thorough
        self.copies: dict[Path, Path] = {}

    def sound(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The absolute paths of the textures, or of what stands in for them."""
        if not names:
            message = tr("The model names no textures, so there would be nothing to see. {again}", again=tr(AGAIN))
            self._findings.broken("no-textures", "", message)
        # A model may name one file a thousand times.
        sound = {name: str(self._sound(name)) for name in dict.fromkeys(names)}
        return tuple(sound[name] for name in names)

    def _sound(self, name: str) -> Path:
        path = _needed(self._folder, "texture", name, self._findings)
        if path is None:
            return self._folder / name
        try:
            fault = texture.fault(path, thorough=self._thorough)
            if fault is None:
                return path
            self.copies[path] = texture.repainted(path, self._cache.absolute() / "mended")
        except texture.BadTexture as error:
            message = tr("The texture can't be shown: {why}. {again}", why=error, again=tr(AGAIN))
            self._findings.broken("bad-texture", name, message)
            return path
        message = tr("The texture can't be shown as it is: {why}. A copy is used.", why=fault)
        self._findings.mended("repainted", name, message)
        return self.copies[path]
