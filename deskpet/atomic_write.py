"""Replace a file of ours as a whole: after a crash or a power cut there is the old content or the new, never half."""

import contextlib
import os
import stat
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Let the file at `path` hold `data`; its folder is made when it is missing.

    A symbolic link stays one: the file that it leads to is replaced, also when that does not exist yet. The
    permissions of an existing file are kept. In a folder where no file can be made, an existing file is overwritten
    in place. Waits until the data is on the disk if it is to be `durable`. Raises OSError.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{target.name[:100]}.{os.urandom(6).hex()}.new")
    try:
        file = _create(unfinished, target)
    except OSError as error:
        if isinstance(error, PermissionError) and target.is_file():
            _overwrite(target, data)
            return
        # The name that people know, instead of the one of the new file.
        raise type(error)(error.errno, error.strerror, str(target)) from error
    try:
        with os.fdopen(file, "wb") as out:
            out.write(data)
            if durable:
                out.flush()
                os.fsync(out.fileno())
        unfinished.replace(target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            unfinished.unlink()
        raise


def _create(unfinished: Path, target: Path) -> int:
    """Make the new file with the permissions of `target`; returns its descriptor."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    file = os.open(unfinished, flags, 0o666)
    try:
        unfinished.chmod(stat.S_IMODE(target.stat().st_mode))
    except FileNotFoundError:
        pass
    except BaseException:
        os.close(file)
        unfinished.unlink()
        raise
    return file


def _overwrite(target: Path, data: bytes) -> None:
    """Write into the existing file; its folder takes no new one."""
    with target.open("r+b") as out:
        out.write(data)
        out.truncate()
        out.flush()
        os.fsync(out.fileno())
