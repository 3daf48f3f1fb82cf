"""What a model comes in: a folder or an archive, looked through with suspicion, and copied file by file.

Nothing of it is trusted: not the names, not the sizes it claims, not what kind of thing a name stands for.
"""

import errno
import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from deskpet.bounded import open_regular
from deskpet.pet.model_settings import is_settings
from deskpet.pet.problems import Findings, ModelError, Problem
from deskpet.words import tr

# Far beyond any model, and far below what does harm.
MOST_ENTRIES, MOST_FILES, MOST_BYTES, MOST_FILE_BYTES, DEEPEST = 20_000, 5000, 1 << 30, 512 << 20, 16
# What stays free on the disk.
_SPARE_BYTES = 64 << 20
_LONGEST_PATH, _LONGEST_PART = 300, 200

_PICTURES, _SOUNDS = (".png", ".jpg", ".jpeg", ".webp", ".bmp"), (".wav", ".mp3", ".ogg")
_KINDS = frozenset((".json", ".moc3", ".moc", ".mtn", ".txt", ".md", *_PICTURES, *_SOUNDS))
_LICENCE = re.compile(r"(licen[sc]e|readme|read_me|copying|terms|credits?)\b", re.IGNORECASE)
# What operating systems leave behind in folders and archives.
_LITTER = re.compile(r"^(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|\.git)$", re.IGNORECASE)
_DRIVE = re.compile(r"^[A-Za-z]:")
_UNUSABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_UNUSABLE_ON_WINDOWS = re.compile(r'[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE)
_NAMED = 5


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file in a pack: its `name` in it with / between, how many bytes it claims to have, and how to read them."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]


@dataclass(frozen=True, slots=True)
class ModelPackage:
    """The files of a model that are worth to be copied; `settings` is one of them, the others lie beside or below it.

    Names are relative to the folder of `settings`. `title` is what the model may be called.
    """

    title: str
    settings: str
    files: tuple[PackedFile, ...]

    @property
    def size(self) -> int:
        """How many bytes the files claim to have together."""
        return sum(file.size for file in self.files)


class FileFilter:
    """Lets through what may belong to a model, and remembers what did not, to be said once."""

    def __init__(self, source: str, findings: Findings) -> None:
        self._source, self._findings = source, findings
        self._seen: set[str] = set()
        self._left_out: list[str] = []
        self._entries = 0

    def takes(self, name: str, mode: int = 0) -> bool:
        """Whether the entry `name` is a file that may belong to a model; `mode` is its kind as stat has it, or 0.

        Raises ModelError when the entry shows that the whole pack is a trap, or far too large.
        """
        self._entries += 1
        if self._entries > MOST_ENTRIES:
            raise self._refusal("too-many-files", tr("There are more than {most} files in it.", most=MOST_ENTRIES))
        slashed = name.replace("\\", "/")
        parts = slashed.split("/")
        if slashed.startswith("/") or _DRIVE.match(slashed) or ".." in parts:
            message = tr("The entry “{name}” would be written outside its folder.", name=name[:80])
            raise self._refusal("escapes-folder", message)
        if slashed.endswith("/") or stat.S_ISDIR(mode) or any(_LITTER.match(part) for part in parts):
            return False
        if self._is_sound(slashed, mode) and self._is_of_a_model(parts[-1]) and self._is_new(slashed):
            return True
        self._left_out.append(slashed)
        return False

    def report(self) -> None:
        """Note what was left out, as one problem."""
        if self._left_out:
            names = tr(", ").join(name[:80] for name in self._left_out[:_NAMED])
            message = tr("Some files don't belong to a model and were left out: {names}.", names=names)
            if (more := len(self._left_out) - _NAMED) > 0:
                message = tr(
                    "Some files don't belong to a model and were left out: {names} and {n} more.", names=names, n=more
                )
            self._findings.mended("left-out", "", message)

    def _is_sound(self, name: str, mode: int) -> bool:
        kind = stat.S_IFMT(mode)
        parts = name.split("/")
        return (
            kind in {0, stat.S_IFREG}
            and len(parts) <= DEEPEST
            and len(name) <= _LONGEST_PATH
            and all(0 < len(part.encode("utf-8", "replace")) <= _LONGEST_PART for part in parts)
            and not _UNUSABLE.search(name)
            and not (os.name == "nt" and any(map(_UNUSABLE_ON_WINDOWS.search, parts)))
        )

    @staticmethod
    def _is_of_a_model(last: str) -> bool:
        return PurePosixPath(last).suffix.lower() in _KINDS or _LICENCE.match(last) is not None

    def _is_new(self, name: str) -> bool:
        """Whether no file of this name came before, as the least careful file system sees it."""
        plain = unicodedata.normalize("NFC", name).casefold()
        is_new = plain not in self._seen
        self._seen.add(plain)
        return is_new

    def _refusal(self, code: str, message: str) -> ModelError:
        message = tr("{what} It is not used. Get the model from another place.", what=message)
        return ModelError(Problem(code, self._source, message))


def from_folder(folder: Path, settings: Path | None, findings: Findings) -> ModelPackage:
    """The model in a folder, or further down in it; `settings` is its settings file where that is known.

    Links are not followed. Raises ModelError.
    """
    sieve, files = FileFilter(folder.name, findings), list[PackedFile]()
    for place, folders, names in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(name for name in folders if not (here / name).is_symlink())
        if len(here.relative_to(folder).parts) >= DEEPEST:
            folders.clear()
        for path in (here / name for name in sorted(names)):
            name, status = path.relative_to(folder).as_posix(), path.lstat()
            if sieve.takes(name, status.st_mode):
                files.append(PackedFile(name, status.st_size, lambda path=path: open_regular(path)))
    wanted = settings.relative_to(folder).as_posix() if settings else None
    pack = chosen(folder.name, files, findings, wanted)
    sieve.report()
    return pack


def chosen(source: str, files: list[PackedFile], findings: Findings, wanted: str | None = None) -> ModelPackage:
    """The files of the model at the top, or of the one whose settings file is `wanted`. Raises ModelError."""
    models = sorted((file.name for file in files if is_settings(file.name)), key=lambda name: (name.count("/"), name))
    if not models:
        raise ModelError(_no_model(source, files))
    title = source.removesuffix(".zip")
    settings = wanted or _topmost(models, title)
    at_top = [name for name in models if name.count("/") == models[0].count("/")]
    if wanted is None and len(at_top) > 1:
        message = tr(
            "There are several models in it: {names}. “{taken}” was taken. To have another one, choose its own file in "
            "the unpacked folder.",
            names=tr(", ").join(at_top[:_NAMED]),
            taken=settings,
        )
        findings.mended("several-models", source, message)
    folder = settings.rpartition("/")[0]
    others = {name.rpartition("/")[0] for name in models} - {folder}
    unchosen = {name for name in models if name != settings}
    own = [file for file in files if _belongs(file.name, folder, others) and file.name not in unchosen]
    kept = [PackedFile(_below(file.name, folder), file.size, file.open) for file in own]
    return ModelPackage(_title(settings, title), _below(settings, folder), (*kept, *_licences(files, own, folder)))


def copy(pack: ModelPackage, folder: Path) -> Path:
    """Write the pack's files into the new `folder`; the path of the settings file. Raises ModelError, OSError.

    Not a byte more is written than the pack claims to have.
    """
    _require_size(pack)
    folder.mkdir(parents=True)
    free = shutil.disk_usage(folder).free
    if pack.size + _SPARE_BYTES > free:
        message = tr(
            "The model needs {needed} MB, and {free} MB are free. Make room first.",
            needed=_megabytes(pack.size),
            free=_megabytes(free),
        )
        raise ModelError(Problem("disk-full", pack.settings, message))
    try:
        for file in pack.files:
            _write(file, folder / file.name)
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            message = tr("The disk was full before the whole model was copied. Make room first.")
            raise ModelError(Problem("disk-full", pack.settings, message)) from error
        raise
    return folder / pack.settings


def _write(file: PackedFile, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    left = file.size
    with file.open() as source, target.open("xb") as copied:
        while left > 0 and (piece := source.read(min(left, 1 << 20))):
            copied.write(piece)
            left -= len(piece)


def _require_size(pack: ModelPackage) -> None:
    largest = max(pack.files, key=lambda file: file.size)
    if len(pack.files) > MOST_FILES:
        message = tr("{n} files are too many for a model. Put the model into a folder of its own.", n=len(pack.files))
        raise ModelError(Problem("too-many-files", pack.settings, message))
    if largest.size > MOST_FILE_BYTES or pack.size > MOST_BYTES:
        size = max(largest.size, pack.size)
        message = tr("{mb} MB are too much for a model. Put the model into a folder of its own.", mb=_megabytes(size))
        raise ModelError(Problem("too-large", largest.name, message))


def _megabytes(size: int) -> int:
    return -(-size >> 20)


def _no_model(source: str, files: Iterable[PackedFile]) -> Problem:
    message = tr("There is no file ending in .model3.json or .model.json here. Choose the folder with it.")
    if any(file.name.lower().endswith((".moc3", ".moc")) for file in files):
        message = tr(
            "There is a model's body (moc) here, but no file ending in .model3.json or .model.json. Ask its maker."
        )
    return Problem("no-model-file", source, message)


def _topmost(models: list[str], title: str) -> str:
    """The model at the top; of several there, the one that is called like the pack."""
    at_top = [name for name in models if name.count("/") == models[0].count("/")]
    return next((name for name in at_top if _stem(name).lower() == title.lower()), at_top[0])


def _belongs(name: str, folder: str, others: set[str]) -> bool:
    """Whether a file lies in `folder` or below it, and in no other model's folder there."""
    if folder and not name.startswith(f"{folder}/"):
        return False
    here = name.rpartition("/")[0]
    while here != folder:
        if here in others:
            return False
        here = here.rpartition("/")[0]
    return True


def _below(name: str, folder: str) -> str:
    return name[len(folder) + 1 :] if folder else name


def _licences(files: list[PackedFile], own: list[PackedFile], folder: str) -> list[PackedFile]:
    """Licences that lie above the model's folder: they belong to it all the same."""
    taken = {_below(file.name, folder).casefold() for file in own}
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
    return re.sub(r"\.?model3?\.json$", "", last, flags=re.IGNORECASE)


def _title(settings: str, source: str) -> str:
    """What the model may be called: after its settings file, else its folder, else the pack."""
    for name in (_stem(settings), settings.rpartition("/")[0].rpartition("/")[2]):
        if name.lower() not in {"", "model", "runtime", "live2d", "index"}:
            return name
    return source
