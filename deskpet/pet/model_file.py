"""Find, read and validate a Live2D model on disk before Live2D's own code loads it.

That code trusts its input: a missing file, a relative path or damaged bytes crash the process. So every file that a
model names is checked here first.
"""

import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, TypeVar

from deskpet.config import paths
from deskpet.pet import cubism_json, lenient_json, model_repair, model_settings, texture
from deskpet.pet.lenient_json import LenientJson
from deskpet.pet.model_settings import Cubism, ModelSettings
from deskpet.pet.optional_parts import is_inside, usable_parts
from deskpet.pet.problems import AGAIN, Findings, ModelError, Problem, join_translated, listed
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

MAX_MOC_BYTES = 512 * 1024 * 1024
# The versions that core 6.0.1 reads: Cubism 3.0, 3.3, 4.0, 4.2, 5.0 and 5.3.
MOC3_VERSIONS = range(1, 7)
_MOC3_OF_CUBISM_4_2, _MOC3_OF_CUBISM_5_3 = 4, 6

# Limits of the search for a model below the given folder.
_MAX_FILES, _MAX_DEPTH = 5000, 6
# A moc3 file begins with a header of 64 bytes and a table of this many section offsets.
_MOC3_HEADER, _MOC3_SECTIONS = 64, 100


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A checked model: the files in `settings` exist, have absolute paths, and can be read by Live2D's code."""

    path: Path
    settings: ModelSettings
    # Expressions and motion groups in the settings file whose files can't be used.
    left_out: frozenset[str] = frozenset()
    # The model's files that can't be used unchanged, each with the repaired copy that is used instead.
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
        """The number of motions in each group."""
        return {group: len(motions) for group, motions in self.settings.motions.items()}

    @property
    def hit_areas(self) -> tuple[str, ...]:
        return tuple(area.name for area in self.settings.hit_areas)

    @property
    def has_sounds(self) -> bool:
        """Whether any of its motions has a sound."""
        return any(motion.sound for motions in self.settings.motions.values() for motion in motions)

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file of the model."""
        settings = self.settings
        motions = [motion for motions in settings.motions.values() for motion in motions]
        parts = (settings.physics, settings.pose, *(face.file for face in settings.expressions))
        names = (
            settings.moc,
            *settings.textures,
            *parts,
            *(each.file for each in motions),
            *(each.sound for each in motions),
        )
        return (self.path, *map(Path, filter(None, names)))

    @property
    def preview(self) -> Path:
        """The path of the still picture of the whole canvas, shown while the model loads; it may not exist."""
        return self.folder / "preview.png"


_File_co = TypeVar("_File_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Examination(Generic[_File_co]):
    """The result of a check; `model` is None if it can't be used.

    `corrected` are the settings that should be in the settings file, or None if it is correct.
    """

    model: _File_co | None
    problems: tuple[Problem, ...]
    corrected: ModelSettings | None = None

    def usable(self) -> _File_co:
        """Return the model. Raises ModelError with all problems that can't be repaired if it can't be used."""
        if self.model is None:
            raise ModelError(*(problem for problem in self.problems if not problem.mended))
        return self.model


def built_in_folder() -> Path:
    """Return the folder of the built-in models."""
    return paths.bundled_path("models")


def is_built_in(path: Path) -> bool:
    """Return whether the model at `path` is built in."""
    return path.resolve().is_relative_to(built_in_folder())


def find(name: str) -> Path:
    """Return the absolute path of a model's settings file, given a built-in name, a folder or the file itself.

    Raises ModelError if there is none.
    """
    path = _resolve(name)
    if path is None:
        raise ModelError(_not_found(name))
    if path.is_file():
        return path
    found = _settings_files(path)
    if not found:
        message = tr(
            "There is no pet.json and no file ending in .model3.json or .model.json here. Choose the folder with it."
        )
        raise ModelError(Problem("no-model-file", str(path), message))
    same_name = [file for file in found if file.name.split(".")[0].lower() == path.name.lower()]
    return (same_name or found)[0]


def _resolve(name: str) -> Path | None:
    """Return the absolute path of the named file or folder. Returns None if it does not exist or is not accessible."""
    try:
        path = Path(name).expanduser()
        if len(path.parts) == 1 and not path.exists():
            path = built_in_folder() / name
        path = path.absolute()
        return path if path.is_file() or path.is_dir() else None
    except (OSError, RuntimeError, ValueError):
        # The name is too long, a folder is not accessible, or its ~user does not exist.
        return None


def _settings_files(folder: Path) -> list[Path]:
    """Return the settings files in `folder`, newest format first, or else those in the nearest subfolder.

    They are known by their names; if there is none, by their content.
    """
    files: list[Path] = []
    possible: list[Path] = []
    file_count = 0
    for directory, folders, names in os.walk(folder):
        here = Path(directory)
        # is_file excludes named pipes, on which a read would block forever.
        files += [here / name for name in names if model_settings.is_settings(name) and (here / name).is_file()]
        possible += [here / name for name in names if model_settings.may_be_settings(name)]
        file_count += len(names)
        if files and here == folder:
            break
        if file_count > _MAX_FILES or len(here.relative_to(folder).parts) >= _MAX_DEPTH:
            folders.clear()
        folders[:] = sorted(name for name in folders if not model_settings.is_metadata(name))
    files = files or [path for path in possible[: model_settings.MAX_CANDIDATES] if describes_model(path)]
    ordered = sorted(files, key=lambda file: (len(file.parts), not file.name.lower().endswith("3.json"), file))
    return [file for file in ordered if file.parent == ordered[0].parent]


def describes_model(path: Path) -> bool:
    """Return whether the file at `path` is the settings of a model, by its content."""
    try:
        is_small = path.is_file() and path.stat().st_size <= model_settings.MAX_CANDIDATE_BYTES
        return is_small and model_settings.describes_model(lenient_json.read(path).value)
    except (cubism_json.BadJson, OSError):
        return False


def load(name: str, cache: Path) -> ModelFile:
    """Return the checked model of this name, folder or file; repaired copies of files go to the folder `cache`.

    Raises ModelError with all problems that can't be repaired.
    """
    return examine(find(name), cache).usable()


def examine(path: Path, cache: Path, *, thorough: bool = False) -> Examination[ModelFile]:
    """Check the model with the settings file `path`; `thorough` also decompresses its textures."""
    findings = Findings()
    path = path.absolute()
    document = read_document(path, findings)
    original = _read_settings(path, document, findings) if document else None
    if original is None:
        return Examination(None, findings.problems)
    if original.malformed:
        message = tr("Entries are malformed, and left out: {names}.", names=listed(original.malformed))
        findings.add_repaired("bad-entry", path.name, message)
    settings = model_repair.repair(original, path, findings)
    is_corrected = bool(findings.problems)
    if moc := required_file(path.parent, "model", settings.moc, findings):
        _check_moc(moc, settings, findings)
    textures, repainted = _usable_textures(settings.textures, path.parent, cache, findings, thorough=thorough)
    absolute = replace(settings, moc=str(path.parent / settings.moc), textures=textures)
    usable, copies = usable_parts(absolute, path.parent, cache, findings)
    left_out = frozenset(_part_names(settings) - _part_names(usable))
    model = (
        ModelFile(path, usable, left_out, copies | repainted)
        if all(problem.mended for problem in findings.problems)
        else None
    )
    return Examination(model, findings.problems, settings if is_corrected else None)


def _part_names(settings: ModelSettings) -> set[str]:
    return {face.name for face in settings.expressions} | set(settings.motions)


def _not_found(name: str) -> Problem:
    available = sorted(
        {file.parent.name for file in built_in_folder().glob("*/*.json") if model_settings.is_settings(file.name)}
    )
    message = tr("There is no such model. Give a built-in name or the path of a folder.")
    if available:
        message = tr(
            "There is no such model. Give a built-in name ({names}) or the path of a folder.",
            names=tr(", ").join(available),
        )
    return Problem("not-found", name, message)


def read_document(path: Path, findings: Findings) -> LenientJson | None:
    """Read the settings file of a model. Returns None, and notes a fatal problem, if that is not possible."""
    try:
        return lenient_json.read(path)
    except cubism_json.BadJson as error:
        message = tr("This is not readable JSON: {why}. {again}", why=error, again=tr(AGAIN))
        findings.add_fatal("not-json", path.name, message)
    except OSError as error:
        message = tr("The file can't be read: {why}. See to its permissions.", why=reason_of(error))
        findings.add_fatal("unreadable", path.name, message)
    return None


def _read_settings(path: Path, document: LenientJson, findings: Findings) -> ModelSettings | None:
    if document.faults:
        message = tr(
            "The file has {faults}, which JSON does not allow; it is read all the same.",
            faults=join_translated(document.faults),
        )
        findings.add_repaired("json-mended", path.name, message)
    try:
        return model_settings.read(document.value)
    except model_settings.WrongShape as error:
        message = tr(
            "This describes no model: {why}. Choose the file that ends in .model3.json. {again}",
            why=error,
            again=tr(AGAIN),
        )
        findings.add_fatal("not-a-model", path.name, message)
        return None


def required_file(folder: Path, kind: str, name: str, findings: Findings) -> Path | None:
    """Return the path of the required file `name`. Returns None, and notes a fatal problem, if it can't be read."""
    path, texts = folder / name, {"kind": tr(kind), "again": tr(AGAIN)}
    if not is_inside(folder, name):
        findings.add_fatal("outside-folder", name, tr("The {kind} is outside the model's folder. {again}", **texts))
    elif path.is_dir():
        findings.add_fatal(
            "is-a-folder", name, tr("The {kind} should be a file, but this is a folder. {again}", **texts)
        )
    elif not path.is_file():
        findings.add_fatal("missing-file", name, tr("The {kind} file is missing. {again}", **texts))
    elif not _is_readable(path):
        findings.add_fatal("unreadable", name, tr("The {kind} file can't be read. See to its permissions.", **texts))
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
        findings.add_fatal("moc-too-large", settings.moc, message)
    elif settings.cubism == 2:
        if not head.startswith(b"moc"):
            findings.add_fatal("not-a-moc", settings.moc, tr("This is not a Cubism 2 model file. {again}", again=again))
    elif not head.startswith(b"MOC3"):
        findings.add_fatal(
            "not-a-moc", settings.moc, tr("This is not a Cubism model file (moc3). {again}", again=again)
        )
    elif len(head) < 5 or head[4] not in MOC3_VERSIONS:
        message = tr(
            "This model file has a version ({version}) that is not known here. Export it for Cubism 5.3 or older. "
            "{again}",
            version=head[4:5].hex() or tr("none"),
            again=again,
        )
        findings.add_fatal("moc-version", settings.moc, message)
    # The largest offset of a section; byte 5 is nonzero in a big-endian file.
    elif len(head) < _MOC3_HEADER + 4 * _MOC3_SECTIONS or size < max(
        struct.unpack_from(f"{'>' if head[5] else '<'}{_MOC3_SECTIONS}I", head, _MOC3_HEADER)
    ):
        findings.add_fatal(
            "moc-truncated", settings.moc, tr("The model file breaks off in the middle. {again}", again=again)
        )


def is_cubism_5_3(model: ModelFile) -> bool:
    """Return whether a model may have blend modes and offscreens, as those of Cubism 5.3. Raises OSError."""
    return moc_version(model) >= _MOC3_OF_CUBISM_5_3


def has_colours(model: ModelFile) -> bool:
    """Return whether a model may colour its meshes, as those of Cubism 4.2. Raises OSError."""
    return moc_version(model) >= _MOC3_OF_CUBISM_4_2


def moc_version(model: ModelFile) -> int:
    """Return the version of a model's moc3 file; 0 for models of Cubism 2. Raises OSError."""
    if model.cubism == 2:
        return 0
    with model.moc.open("rb") as file:
        # 0 if the file was truncated since it was checked.
        return int.from_bytes(file.read(5)[4:])


def _usable_textures(
    names: tuple[str, ...], folder: Path, cache: Path, findings: Findings, *, thorough: bool
) -> tuple[tuple[str, ...], dict[Path, Path]]:
    """Return the absolute paths of the textures that are used, and the repainted copies by their originals."""
    if not names:
        message = tr("The model names no textures, so there would be nothing to see. {again}", again=tr(AGAIN))
        findings.add_fatal("no-textures", "", message)
    copies: dict[Path, Path] = {}
    # Check each file once: a model may name the same one a thousand times.
    for name in dict.fromkeys(names):
        path = required_file(folder, "texture", name, findings)
        try:
            if path and (fault := texture.find_fault(path, thorough=thorough)):
                copies[path] = texture.repaint(path, cache.absolute() / "mended")
                message = tr("The texture can't be shown as it is: {why}. A copy is used.", why=fault)
                findings.add_repaired("repainted", name, message)
        except texture.BadTexture as error:
            message = tr("The texture can't be shown: {why}. {again}", why=error, again=tr(AGAIN))
            findings.add_fatal("bad-texture", name, message)
    return tuple(str(copies.get(folder / name, folder / name)) for name in names), copies
