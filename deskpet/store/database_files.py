"""Names and identity of the database file and of the files beside it: log, backups, copies."""

import shutil
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from deskpet.filesystem.private_files import touch

IN_MEMORY = Path(":memory:")
"""In place of a file: the conversations are kept in memory until the store is closed."""


def log_of(file: Path) -> Path:
    """Return the path of the write-ahead log of `file`."""
    return file.with_name(f"{file.name}-wal")


def index_of_log(file: Path) -> Path:
    """Return the path of the shared-memory index of the write-ahead log of `file`."""
    return file.with_name(f"{file.name}-shm")


def open_read_only(file: Path) -> sqlite3.Connection:
    """Return a connection that only reads `file`. Raises sqlite3.Error."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def delete_database(file: Path) -> None:
    """Delete a database with its log, as far as they exist."""
    for each in (file, log_of(file), index_of_log(file)):
        each.unlink(missing_ok=True)


def identity(file: Path) -> tuple[int, int] | None:
    """Return the device and inode of `file`, which differ for another file at the same path; None if it is missing."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def free_name(file: Path, kind: str) -> Path:
    """Return an unused path beside `file` with `kind` and the time in its name."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    names = (file.with_name(f"{file.name}.{kind}-{stamp}{more}") for more in ("", *(f"-{n}" for n in range(1, 1000))))
    return next(name for name in names if not name.exists())


def backups(file: Path, kind: str = "v*") -> list[Path]:
    """Return the backups of `file`, oldest first: by default those from before a schema upgrade."""
    if file == IN_MEMORY:
        return []
    return sorted(file.parent.glob(f"{file.name}.{kind}.*backup"), key=lambda copy: copy.stat().st_mtime_ns)


def delete_parts(file: Path) -> None:
    """Delete what is left of backups of `file` that were cut off. Nobody may be making one."""
    for end in ("part", "part-journal"):
        for part in file.parent.glob(f"{file.name}.*{end}"):
            part.unlink(missing_ok=True)


@contextmanager
def replacement(file: Path) -> Generator[Path]:
    """Yield the path of a new empty file, which replaces `file` when the block ends, and is deleted if it raises.

    It is for its user only, or has the rights of the file that it replaces.
    """
    partial = file.with_name(f"{file.name}.part")
    partial.unlink(missing_ok=True)
    try:
        touch(partial)
        if file.exists():
            shutil.copymode(file, partial)
        yield partial
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
