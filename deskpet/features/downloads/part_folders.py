"""Add and remove parts: folders with the unpacked packages, in the data folder of the user."""

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import BinaryIO

from deskpet.config import paths
from deskpet.features.downloads.catalogue import HOSTS, OptionalPart, Wheel
from deskpet.filesystem import private_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.network.file_download import LIMITS, DownloadFailed, DownloadLimits, FileServer, Progress
from deskpet.processes import added_parts
from deskpet.processes.threads import run_to_end
from deskpet.text.sizes import format_size
from deskpet.translation import tr

# Of a wheel's data folder, what belongs beside the packages (PyPA, "Binary distribution format").
_LIBRARIES = ("purelib", "platlib")


class PartFailed(Exception):
    """A part can't be added or removed. The message is translated, with the cause and the next step."""


def require_installed(part: OptionalPart) -> None:
    """Check that parts can be added to this program. Raises PartFailed, with the way to get it by pip."""
    if not added_parts.is_installed():
        command = f"python -m pip install 'deskpet[{part.extra}]'"
        raise PartFailed(tr("This deskpet was not installed from a release. Type: {command}", command=command))


def folder(part: OptionalPart) -> Path:
    """Return where a part is, or will be."""
    return added_parts.folder_of(paths.data_folder()) / part.name


def is_added(part: OptionalPart) -> bool:
    """Return whether a part is there, in the version of the catalogue."""
    try:
        note = json.loads((folder(part) / added_parts.DONE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return note == _note(part)


async def add(
    part: OptionalPart, progress: Progress = lambda done, whole: None, limits: DownloadLimits = LIMITS
) -> None:
    """Download a part and add it. Raises PartFailed and OSError."""
    require_installed(part)
    downloads, server, before = paths.downloads_folder(), FileServer(HOSTS, limits), 0
    _require_room(part)
    for wheel in part.wheels:
        report = partial(_report, progress, before, part.size)
        try:
            await server.download(wheel.source, downloads / wheel.name, report)
        except DownloadFailed as error:
            raise PartFailed(str(error)) from error
        before += wheel.source.size
    files = {wheel: downloads / wheel.name for wheel in part.wheels}
    await run_to_end(partial(_unpack, part, files), partial(remove, part))
    for file in files.values():
        file.unlink()


def add_from(part: OptionalPart, given: Iterable[Path]) -> None:
    """Add a part from files of the user, or folders with them, without a network. Raises PartFailed and OSError."""
    require_installed(part)
    _require_room(part)
    found = {_digest(file): file for each in given for file in ([each] if each.is_file() else each.glob("*.whl"))}
    missing = [wheel.name for wheel in part.wheels if wheel.source.sha256 not in found]
    if missing:
        raise PartFailed(_missing_text(missing))
    _unpack(part, {wheel: found[wheel.source.sha256] for wheel in part.wheels})


def remove(part: OptionalPart) -> None:
    """Remove a part. Raises PartFailed and OSError."""
    place = folder(part)
    if not place.exists():
        raise PartFailed(tr("“{part}” was not added.", part=part.name))
    # A part without its note is searched by nobody, whatever else can't be removed.
    (place / added_parts.DONE).unlink(missing_ok=True)
    added_parts.activate(paths.data_folder())
    shutil.rmtree(place)


def _report(progress: Progress, before: int, whole: int, done: int, _: int) -> None:
    progress(before + done, whole)


def _require_room(part: OptionalPart) -> None:
    private_files.create_folder(paths.data_folder())
    free, needed = shutil.disk_usage(paths.data_folder()).free, part.size + part.installed_size
    if free < needed:
        named = {"folder": paths.data_folder(), "free": format_size(free), "needed": format_size(needed)}
        raise PartFailed(
            tr("{folder} has {free} of room, and {needed} are needed. Free some, then try again.", **named)
        )


def _unpack(part: OptionalPart, files: dict[Wheel, Path]) -> None:
    """Unpack wheels into the folder of a part, which is there as a whole or not at all."""
    place = folder(part)
    new = place.with_name(f"{place.name}{added_parts.NEW}")
    shutil.rmtree(new, ignore_errors=True)
    private_files.create_folder(new)
    for wheel, file in files.items():
        with _verified_copy(wheel, file) as content, zipfile.ZipFile(content) as archive:
            for entry in archive.infolist():
                if target := _target(entry.filename):
                    _extract(archive, entry, new / target)
    # A power cut must not leave the note of a part whose files are not on the disk.
    if hasattr(os, "sync"):
        os.sync()
    write_atomically(new / added_parts.DONE, json.dumps(_note(part)).encode())
    (place / added_parts.DONE).unlink(missing_ok=True)
    shutil.rmtree(place, ignore_errors=True)
    new.rename(place)
    added_parts.activate(paths.data_folder())


@contextmanager
def _verified_copy(wheel: Wheel, file: Path) -> Generator[BinaryIO]:
    """Yield a copy of a wheel: what is unpacked is what was verified, whoever can write the file. Raises PartFailed."""
    with TemporaryFile() as copy:
        with file.open("rb") as given:
            shutil.copyfileobj(given, copy, 1 << 18)
        copy.seek(0)
        if hashlib.file_digest(copy, "sha256").hexdigest() != wheel.source.sha256:
            raise PartFailed(_missing_text([wheel.name]))
        copy.seek(0)
        yield copy


def _missing_text(names: Iterable[str]) -> str:
    named = {"names": ", ".join(names)}
    return tr("These files are missing, or are not the ones of the catalogue: {names}", **named)


def _target(name: str) -> PurePosixPath | None:
    """Return the path of a file of a wheel below the packages; None for what is no part of a package."""
    path = PurePosixPath(name)
    # The last two would name another place on Windows.
    if name.endswith("/") or path.is_absolute() or ".." in path.parts or {*name} & {*":\\"}:
        return None
    if path.parts[0].endswith(".data"):
        return PurePosixPath(*path.parts[2:]) if path.parts[1] in _LIBRARIES else None
    return path


def _extract(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path) -> None:
    private_files.create_folder(target.parent)
    with archive.open(entry) as content, private_files.create_file(target) as file:
        shutil.copyfileobj(content, file, 1 << 18)


def _note(part: OptionalPart) -> dict[str, str]:
    return {wheel.name: wheel.source.sha256 for wheel in part.wheels}


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
