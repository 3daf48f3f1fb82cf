"""Atomic file replacement: after a crash or power cut, a file has its old or its new content, never a mix."""

import contextlib
import os
import stat
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write `data` to the file at `path`, and create its folder if missing.

    A symbolic link stays one: its target is replaced, or created if missing. The permissions of an existing file are
    kept. If the folder takes no new files, an existing file is overwritten in place. With `durable`, waits until the
    data is on the disk (fsync). Raises OSError.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(6).hex()}.new")
    try:
        file = _create(temporary, target)
    except OSError as error:
        if isinstance(error, PermissionError) and target.is_file():
            _overwrite(target, data)
            return
        # Report the name that the user knows, not that of the temporary file.
        raise type(error)(error.errno, error.strerror, str(target)) from error
    try:
        with os.fdopen(file, "wb") as out:
            out.write(data)
            if durable:
                out.flush()
                os.fsync(out.fileno())
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
        raise


def _create(temporary: Path, target: Path) -> int:
    """Create the temporary file with the permissions of `target` and return its descriptor."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    file = os.open(temporary, flags, 0o666)
    try:
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    except FileNotFoundError:
        pass
    except BaseException:
        os.close(file)
        temporary.unlink()
        raise
    return file


def _overwrite(target: Path, data: bytes) -> None:
    """Overwrite an existing file in place, because its folder takes no new files."""
    with target.open("r+b") as out:
        out.write(data)
        out.truncate()
        out.flush()
        os.fsync(out.fileno())
