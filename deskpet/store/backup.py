"""The rolling backup: made once a day if anything has changed, in steps between the writes, and checked."""

import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

from deskpet.store.database_files import backups, delete_parts, log_of, open_read_only, replacement
from deskpet.store.errors import damage

KEPT = 7
_DAY_SECONDS = 24 * 3600.0
_PAGES_PER_STEP = 256

LOCK = threading.Lock()
"""Held by who makes or deletes backups: a running backup reads what is being erased."""


def make_daily(file: Path) -> Path | None:
    """Make the daily backup, delete all but the newest KEPT, and return its path; None if none is due.

    If none is due, the file itself is checked. Raises sqlite3.DatabaseError if it is corrupt, and OSError.
    """
    with LOCK:
        delete_parts(file)
        copies = _by_age(file)
        if copies and not _is_due(file, copies[-1]):
            with closing(open_read_only(file)) as database:
                _check(database)
            return None
        copy = _make(file)
        for old in _by_age(file)[:-KEPT]:
            old.unlink()
        return copy


def replace_all(file: Path) -> Path:
    """Make a backup and delete every older one, which may hold what has to be erased."""
    with LOCK:
        delete_parts(file)
        old_copies = backups(file, "*")
        copy = _make(file)
        for old in old_copies:
            if old != copy:
                old.unlink()
        return copy


def _by_age(file: Path) -> list[Path]:
    """Return the daily backups, oldest first. One from the future was made with a wrong clock, and counts as oldest."""
    now = time.time()
    return sorted(backups(file, "day"), key=lambda copy: (copy.stat().st_mtime <= now, copy.stat().st_mtime_ns))


def _is_due(file: Path, last: Path) -> bool:
    last_made = last.stat().st_mtime
    if last_made > time.time():
        return True
    log = log_of(file)
    # Opening the file creates an empty log, which is no change.
    changes = [file.stat().st_mtime] + ([log.stat().st_mtime] if log.exists() and log.stat().st_size else [])
    return max(changes) > last_made and time.time() - last_made >= _DAY_SECONDS


def _make(file: Path) -> Path:
    started = time.time()
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(started))
    copy = file.with_name(f"{file.name}.day.{stamp}.backup")
    with replacement(copy) as partial:
        with closing(open_read_only(file)) as database, closing(sqlite3.connect(partial)) as target:
            # One read transaction for all steps: writes neither wait for the backup nor restart it.
            database.execute("BEGIN")
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            database.backup(target, pages=_PAGES_PER_STEP)
            target.execute("PRAGMA journal_mode = DELETE")
            _check(target)
        with partial.open("rb+") as copied:
            os.fsync(copied.fileno())
        # The copy holds no later changes.
        os.utime(partial, (started, started))
    return copy


def _check(database: sqlite3.Connection) -> None:
    (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise damage(result)
