"""Select the files of a model in an untrusted folder or archive, and copy them one by one.

Neither file names nor claimed sizes nor file types are trusted.
"""

import errno
import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO

from deskpet.filesystem.bounded import open_regular
from deskpet.filesystem.private_files import FOLDER_MODE, create_file, create_folder
from deskpet.pet import cubism_json, lenient_json, model_settings
from deskpet.pet.model_settings import MAX_CANDIDATE_BYTES, MAX_CANDIDATES, is_metadata, is_settings
from deskpet.pet.old_encodings import encoding_of_names
from deskpet.pet.problems import Findings, ModelError, Problem, listed
from deskpet.processes.cancellation import check_cancelled
from deskpet.translation import tr

# Limits far above those of any real model, and low enough to be harmless.
MAX_ENTRIES, MAX_FILES, MAX_BYTES, MAX_FILE_BYTES, MAX_DEPTH = 20_000, 5000, 1 << 30, 512 << 20, 16
# Disk space that must remain free after the copy.
_RESERVED_BYTES = 64 << 20
# Limits of a path in characters, and of one component in bytes of UTF-8.
_MAX_PATH_LENGTH, _MAX_COMPONENT_BYTES = 300, 200

_PICTURES, _SOUNDS = (".png", ".jpg", ".jpeg", ".webp", ".bmp"), (".wav", ".mp3", ".ogg", ".flac")
_SUFFIXES = frozenset((".json", ".moc3", ".moc", ".mtn", ".txt", ".md", *_PICTURES, *_SOUNDS))
_LICENCE = re.compile(r"(licen[sc]e|readme|read_me|copying|terms|credits?)\b", re.IGNORECASE)
# What Python puts in place of the bytes of a name that is not UTF-8.
_UNDECODED = re.compile(r"[\udc80-\udcff]")
_DRIVE = re.compile(r"^[A-Za-z]:")
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_INVALID_ON_WINDOWS = re.compile(r'[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file in a package: its `name` (a path with `/`), its claimed `size` in bytes, and a function to open it."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]


@dataclass(frozen=True, slots=True)
class ModelPackage:
    """The files of a model that are copied, including its `settings` file.

    Names are relative to the folder of `settings`. `title` is a suggested name for the model.
    """

    title: str
    settings: str
    files: tuple[PackedFile, ...]

    @property
    def size(self) -> int:
        """The total claimed size of the files in bytes."""
        return sum(file.size for file in self.files)


class FileFilter:
    """Accept the entries that may belong to a model, and collect the others for one report."""

    def __init__(self, source: str, findings: Findings) -> None:
        self._source, self._findings = source, findings
        self._seen: set[str] = set()
        self._left_out: list[str] = []
        self._entries = 0

    def accepts(self, name: str, mode: int = 0) -> bool:
        """Return whether the entry `name` is a file that may belong to a model; `mode` is its st_mode, 0 if unknown.

        Raises ModelError if the entry shows that the package is malicious or far too large.
        """
        check_cancelled()
        self._entries += 1
        if self._entries > MAX_ENTRIES:
            raise self._error("too-many-files", tr("There are more than {most} files in it.", most=MAX_ENTRIES))
        slashed = name.replace("\\", "/")
        parts = slashed.split("/")
        if slashed.startswith("/") or _DRIVE.match(slashed) or ".." in parts:
            message = tr("The entry “{name}” would be written outside its folder.", name=name[:80])
            raise self._error("escapes-folder", message)
        if slashed.endswith("/") or stat.S_ISDIR(mode) or any(map(is_metadata, parts)):
            return False
        has_known_type = PurePosixPath(parts[-1]).suffix.lower() in _SUFFIXES or _LICENCE.match(parts[-1])
        if self._is_valid(slashed, mode) and has_known_type and self._is_new(slashed):
            return True
        self._left_out.append(slashed)
        return False

    def report(self) -> None:
        """Report the entries that were left out as one problem."""
        if self._left_out:
            names = listed([name[:80] for name in self._left_out])
            message = tr("Some files don't belong to a model and were left out: {names}.", names=names)
            self._findings.add_repaired("left-out", "", message)

    def _is_valid(self, name: str, mode: int) -> bool:
        kind = stat.S_IFMT(mode)
        parts = name.split("/")
        return (
            kind in {0, stat.S_IFREG}
            and len(parts) <= MAX_DEPTH
            and len(name) <= _MAX_PATH_LENGTH
            and all(0 < len(part.encode("utf-8", "replace")) <= _MAX_COMPONENT_BYTES for part in parts)
            and not _CONTROL_CHARACTERS.search(name)
            and not (os.name == "nt" and any(map(_INVALID_ON_WINDOWS.search, parts)))
        )

    def _is_new(self, name: str) -> bool:
        """Return whether no earlier file has this name, ignoring case and Unicode normal form as file systems may."""
        plain = unicodedata.normalize("NFC", name).casefold()
        is_new = plain not in self._seen
        self._seen.add(plain)
        return is_new

    def _error(self, code: str, message: str) -> ModelError:
        message = tr("{what} It is not used. Get the model from another place.", what=message)
        return ModelError(Problem(code, self._source, message))


def from_folder(folder: Path, settings: Path | None, findings: Findings) -> ModelPackage:
    """Select the model in a folder or its subfolders; `settings` is its settings file, if that is known.

    Links are not followed. Raises ModelError.
    """
    file_filter, files = FileFilter(folder.name, findings), list[PackedFile]()
    # One more than the filter takes, so that it refuses.
    found = list(islice(_entries(folder), MAX_ENTRIES + 1))
    decoded = _decoded_names([name for name, _, _ in found], folder)
    for name, status, path in found:
        if file_filter.accepts(decoded[name], status.st_mode):
            files.append(PackedFile(decoded[name], status.st_size, lambda path=path: open_regular(path)))
    wanted = decoded[settings.relative_to(folder).as_posix()] if settings else None
    package = select_model(folder.name, files, findings, wanted)
    file_filter.report()
    return package


def _entries(folder: Path) -> Iterator[tuple[str, os.stat_result, Path]]:
    """Yield the files below a folder, with their names relative to it. Links to folders are not followed."""
    for directory, folders, names in os.walk(folder):
        here = Path(directory)
        folders[:] = sorted(name for name in folders if not (here / name).is_symlink())
        if len(here.relative_to(folder).parts) >= MAX_DEPTH:
            folders.clear()
        for path in (here / name for name in sorted(names)):
            check_cancelled()
            yield path.relative_to(folder).as_posix(), path.lstat(), path


def has_undecoded_names(folder: Path) -> bool:
    """Return whether files below the folder have names that are not UTF-8, which only a copy can be given."""
    return any(_UNDECODED.search(name) for _, _, names in islice(os.walk(folder), MAX_FILES) for name in names)


def _decoded_names(names: list[str], folder: Path) -> dict[str, str]:
    """Return each name with the one that it has in the copy: names that are not UTF-8 are decoded."""
    raw = {name: os.fsencode(name) for name in names if _UNDECODED.search(name)}
    if not raw:
        return {name: name for name in names}
    settings = [name for name in names if is_settings(name)] or [name for name in names if name.endswith(".json")]
    text = "".join(_beginning(folder / name) for name in settings[:MAX_CANDIDATES])
    encoding = encoding_of_names(raw.values(), text)
    return {name: raw[name].decode(encoding) if name in raw else name for name in names}


def _beginning(path: Path) -> str:
    """Return the first part of a JSON file as text; empty if it can't be read."""
    try:
        with open_regular(path) as file:
            return lenient_json.decode_roughly(file.read(MAX_CANDIDATE_BYTES))
    except OSError:
        return ""


def select_model(source: str, files: list[PackedFile], findings: Findings, wanted: str | None = None) -> ModelPackage:
    """Select the topmost model, or the one with the settings file `wanted`, and its files. Raises ModelError."""
    models = sorted(_settings_names(files), key=lambda name: (name.count("/"), name))
    if not models:
        raise ModelError(_no_model(source, files))
    title = source.removesuffix(".zip")
    at_top = [name for name in models if name.count("/") == models[0].count("/")]
    settings = wanted or next((name for name in at_top if _stem(name).lower() == title.lower()), at_top[0])
    if wanted is None and len(at_top) > 1:
        message = tr(
            "There are several models in it: {names}. “{taken}” was taken. To have another one, choose its own file in "
            "the unpacked folder.",
            names=listed(at_top),
            taken=settings,
        )
        findings.add_repaired("several-models", source, message)
    folder = settings.rpartition("/")[0]
    others = {name.rpartition("/")[0] for name in models} - {folder}
    other_models = {name for name in models if name != settings}
    own = [file for file in files if _belongs(file.name, folder, others) and file.name not in other_models]
    own = _without_expressions_of_others(own, settings, [file for file in files if file.name in other_models])
    relocated = [PackedFile(_relative(file.name, folder), file.size, file.open) for file in own]
    return ModelPackage(
        _title(settings, title), _relative(settings, folder), (*relocated, *_licences(files, own, folder))
    )


def _without_expressions_of_others(
    own: list[PackedFile], settings: str, others: Iterable[PackedFile]
) -> list[PackedFile]:
    """Leave out the expressions that only other models in the same folder list: a model without them is offered all."""
    folder = settings.rpartition("/")[0]
    beside = [file for file in others if file.name.rpartition("/")[0] == folder]
    if not beside:
        return own
    own_files = _expression_files([file for file in own if file.name == settings])
    foreign = _expression_files(beside) - own_files if own_files else set[str]()
    return [file for file in own if _relative(file.name, folder) not in foreign]


def _expression_files(models: Iterable[PackedFile]) -> set[str]:
    """Return the files of the expressions that the models list, relative to their folder."""
    found: set[str] = set()
    for file in models:
        with suppress(cubism_json.BadJson, model_settings.WrongShape):
            found |= {expression.file for expression in model_settings.read(_read_json(file)).expressions}
    return found


def _settings_names(files: list[PackedFile]) -> list[str]:
    """Return the names of the settings files, by their names, or else by their content."""
    if named := [file.name for file in files if is_settings(file.name)]:
        return named
    possible = [file for file in files if model_settings.may_be_settings(file.name)]
    possible = [file for file in possible if file.size <= MAX_CANDIDATE_BYTES]
    return [file.name for file in possible[:MAX_CANDIDATES] if _describes_model(file)]


def _describes_model(file: PackedFile) -> bool:
    check_cancelled()
    with suppress(cubism_json.BadJson):
        return model_settings.describes_model(_read_json(file))
    return False


def _read_json(file: PackedFile) -> object:
    """Return the content of a small JSON file. Raises BadJson."""
    with file.open() as opened:
        return lenient_json.from_bytes(opened.read(MAX_CANDIDATE_BYTES)).value


def copy(package: ModelPackage, folder: Path) -> Path:
    """Copy the package into the new `folder` and return the path of the settings file. Raises ModelError, OSError.

    Never writes more bytes than the claimed size.
    """
    _require_size(package)
    create_folder(folder.parent)
    folder.mkdir(mode=FOLDER_MODE)
    free = shutil.disk_usage(folder).free
    if package.size + _RESERVED_BYTES > free:
        message = tr(
            "The model needs {needed} MB, and {free} MB are free. Make room first.",
            needed=_megabytes(package.size),
            free=_megabytes(free),
        )
        raise ModelError(Problem("disk-full", package.settings, message))
    try:
        for file in package.files:
            _write(file, folder / file.name)
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            message = tr("The disk was full before the whole model was copied. Make room first.")
            raise ModelError(Problem("disk-full", package.settings, message)) from error
        raise
    return folder / package.settings


def _write(file: PackedFile, target: Path) -> None:
    create_folder(target.parent)
    check_cancelled()
    remaining = file.size
    with file.open() as source, create_file(target) as copied:
        while remaining > 0 and (piece := source.read(min(remaining, 1 << 20))):
            check_cancelled()
            copied.write(piece)
            remaining -= len(piece)


def _require_size(package: ModelPackage) -> None:
    largest = max(package.files, key=lambda file: file.size)
    if len(package.files) > MAX_FILES:
        message = tr(
            "{n} files are too many for a model. Put the model into a folder of its own.", n=len(package.files)
        )
        raise ModelError(Problem("too-many-files", package.settings, message))
    if largest.size > MAX_FILE_BYTES or package.size > MAX_BYTES:
        size = max(largest.size, package.size)
        message = tr("{mb} MB are too much for a model. Put the model into a folder of its own.", mb=_megabytes(size))
        raise ModelError(Problem("too-large", largest.name, message))


def _megabytes(size: int) -> int:
    return -(-size >> 20)


def _no_model(source: str, files: Iterable[PackedFile]) -> Problem:
    message = tr(
        "There is no pet.json and no file ending in .model3.json or .model.json here. Choose the folder with it."
    )
    if any(file.name.lower().endswith((".moc3", ".moc")) for file in files):
        message = tr(
            "There is a model's body (moc) here, but no file ending in .model3.json or .model.json. Ask its maker."
        )
    return Problem("no-model-file", source, message)


def _belongs(name: str, folder: str, others: set[str]) -> bool:
    """Return whether a file is in `folder` or a subfolder, but not in another model's folder there."""
    if folder and not name.startswith(f"{folder}/"):
        return False
    here = name.rpartition("/")[0]
    while here != folder:
        if here in others:
            return False
        here = here.rpartition("/")[0]
    return True


def _relative(name: str, folder: str) -> str:
    return name[len(folder) + 1 :] if folder else name


def _licences(files: list[PackedFile], own: list[PackedFile], folder: str) -> list[PackedFile]:
    """Return the licence files in the parents of the model's folder, because they apply to it as well."""
    taken = {_relative(file.name, folder).casefold() for file in own}
    owned = {file.name for file in own}
    found: list[PackedFile] = []
    for file in files:
        above, _, last = file.name.rpartition("/")
        is_above = file.name not in owned and (not above or folder.startswith(f"{above}/"))
        if is_above and _LICENCE.match(last) and last.casefold() not in taken:
            taken.add(last.casefold())
            found.append(PackedFile(last, file.size, file.open))
    return found


def _stem(settings: str) -> str:
    last = settings.rpartition("/")[2]
    return re.sub(r"(\.?model\d*)?\.json$", "", last, flags=re.IGNORECASE)


def _title(settings: str, source: str) -> str:
    """Return a title for the model: the name of its settings file, its folder or the package."""
    for name in (_stem(settings), settings.rpartition("/")[0].rpartition("/")[2]):
        if name.lower() not in {"", "model", "runtime", "live2d", "index", "pet"}:
            return name
    return source
