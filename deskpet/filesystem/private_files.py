"""Files and folders that only their user can read, whatever the umask is. Everything that is kept is created here.

On Windows a new file has the rights of its folder, and the user's folders are closed to others by the system;
`readers` tells where they are not.
"""

import logging
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from deskpet.text.reasons import reason_of

FOLDER_MODE, FILE_MODE = 0o700, 0o600
MAX_NARROWED = 200_000
"""The most entries that one call of `narrow` looks at; beyond them, the rights of the topmost folder protect."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
# O_NONBLOCK: a pipe that takes the place of a file must not block.
_LOOK_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)

logger = logging.getLogger(__name__)


def create_folder(folder: Path) -> None:
    """Create a folder, and its missing parents, unless it is there. Raises OSError."""
    try:
        folder.mkdir(mode=FOLDER_MODE)
    except FileNotFoundError:
        if folder.parent == folder:
            raise
        create_folder(folder.parent)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    except OSError:
        # On Windows, an existing drive raises PermissionError.
        if not folder.is_dir():
            raise


def opener(path: str, flags: int) -> int:
    """Open a file; if it is created, it is for its user only. For the parameter `opener` of `open`."""
    return os.open(path, flags, FILE_MODE)


def create_file(path: Path) -> BinaryIO:
    """Create a file and open it for writing. Raises FileExistsError if it is there, and OSError."""
    return open(path, "xb", opener=opener)


def touch(path: Path) -> None:
    """Create an empty file, or update the time of the present one. Raises OSError."""
    path.touch(mode=FILE_MODE)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file with its times, but not with its rights. Raises OSError."""
    import shutil

    touch(target)
    shutil.copyfile(source, target)
    status = source.stat()
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def close(folders: Iterable[Path]) -> None:
    """Take the rights of others from these folders, if they exist: what is in them can't be reached then."""
    if os.name != "posix":
        return
    for folder in folders:
        try:
            mode = folder.stat().st_mode
            if mode & _OTHERS:
                folder.chmod(stat.S_IMODE(mode) & ~_OTHERS)
        except FileNotFoundError:
            continue
        except OSError as error:
            logger.warning("%s stays readable by others: %s", folder, reason_of(error))


def narrow(path: Path, most: int = MAX_NARROWED) -> int:
    """Take the rights of others from a file, or a folder and all that is in it. Returns how many had such rights.

    Follows no links, and leaves files with a second name as they are, which may be outside. Can take seconds.
    """
    if os.name != "posix":
        return 0
    if not path.is_dir():
        return _narrow_entry(path, is_folder=False)
    narrowed, pending = 0, [path]
    while pending:
        inside = pending.pop()
        narrowed += _narrow_entry(inside, is_folder=True, is_top=inside == path)
        for entry, status in _entries(inside):
            most -= 1
            if most < 0:
                logger.warning("%s has too many files to look at the rights of each", path)
                return narrowed
            if stat.S_ISDIR(status.st_mode):
                pending.append(Path(entry.path))
            elif stat.S_ISREG(status.st_mode) and status.st_mode & _OTHERS and status.st_nlink == 1:
                narrowed += _narrow_entry(Path(entry.path), is_folder=False)
    return narrowed


def _entries(folder: Path) -> Iterator[tuple[os.DirEntry[str], os.stat_result]]:
    """Yield the entries of a folder with their own status. What can't be read is logged and left out."""
    try:
        with os.scandir(folder) as found:
            for entry in found:
                try:
                    yield entry, entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
    except FileNotFoundError:
        return
    except OSError as error:
        logger.info("the rights in %s stay as they are: %s", folder, reason_of(error))


def _narrow_entry(path: Path, *, is_folder: bool, is_top: bool = False) -> bool:
    """Take the rights of others from a file or a folder, which is no link unless `is_top`. Returns if it had any."""
    try:
        handle = os.open(path, _LOOK_FLAGS if is_top else _LOOK_FLAGS | _NO_LINK)
        try:
            status = os.fstat(handle)
            is_expected = stat.S_ISDIR(status.st_mode) if is_folder else stat.S_ISREG(status.st_mode)
            if not is_expected or not status.st_mode & _OTHERS:
                return False
            os.fchmod(handle, stat.S_IMODE(status.st_mode) & ~_OTHERS)
        finally:
            os.close(handle)
    except FileNotFoundError:
        return False
    except OSError as error:
        logger.info("the rights of %s stay as they are: %s", path, reason_of(error))
        return False
    return True


def readers(folder: Path) -> tuple[str, ...]:
    """Return who may read a folder besides its user and the administrators, by the names that the system gives them.

    Empty for nobody, and if the folder does not exist. Raises OSError.
    """
    if sys.platform == "win32":
        from deskpet.filesystem.windows_rights import readers_of

        return readers_of(folder) if folder.exists() else ()
    try:
        mode = folder.stat().st_mode
    except FileNotFoundError:
        return ()
    kinds = (("group", stat.S_IRWXG), ("others", stat.S_IRWXO))
    return tuple(name for name, rights in kinds if mode & rights)
