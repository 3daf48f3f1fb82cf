"""Atomic file replacement: after a crash or power cut, a file has its old or its new content, never a mix."""

import contextlib
import errno
import os
import stat
from pathlib import Path

from deskpet.filesystem import private_files


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write `data` to the file at `path`, and create its folder if missing.

    A symbolic link stays one: its target is replaced, or created if missing. A new file is for its user only; the
    permissions of an existing one are kept. If the folder takes no new files, or the file is a mount of its own, an
    existing file is overwritten in place. With `durable`, waits until the data is on the disk (fsync). Raises OSError.
    """
    target = Path(os.path.realpath(path))
    private_files.create_folder(target.parent)
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(6).hex()}.new")
    try:
        try:
            file = _create(temporary, target)
        except PermissionError:
            if not target.is_file():
                raise
            is_replaceable = False
        else:
            is_replaceable = _replace(file, temporary, target, data, durable=durable)
        if not is_replaceable:
            with target.open("r+b") as out:
                out.write(data)
                out.truncate()
                out.flush()
                os.fsync(out.fileno())
    except OSError as error:
        # Report the name that the user knows, not that of the temporary file.
        raise type(error)(error.errno, error.strerror, str(target)) from error


def _replace(file: int, temporary: Path, target: Path, data: bytes, *, durable: bool) -> bool:
    """Write the temporary file and rename it to `target`. Returns False if that is a mount, which can't be replaced."""
    try:
        with os.fdopen(file, "wb") as out:
            out.write(data)
            if durable:
                out.flush()
                os.fsync(out.fileno())
        temporary.replace(target)
    except BaseException as error:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
        if isinstance(error, OSError) and error.errno == errno.EBUSY:
            return False
        raise
    return True


def _create(temporary: Path, target: Path) -> int:
    """Create the temporary file with the permissions of `target` and return its descriptor."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    file = os.open(temporary, flags, private_files.FILE_MODE)
    try:
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    except FileNotFoundError:
        pass
    except BaseException:
        os.close(file)
        temporary.unlink()
        raise
    return file
