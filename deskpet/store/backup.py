"""The rolling backup: once a day where something changed, in steps beside whoever writes, and looked through."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from deskpet.store import opening

KEPT = 7
_DAY = 24 * 3600.0
_PAGES_AT_ONCE = 256


def of_the_day(file: Path) -> Path | None:
    """Make the backup of the day, and let go of all but the last ones; None where nothing changed since the last.

    Where none is due, the file itself is looked through. Raises sqlite3.DatabaseError where it is damaged, and OSError.
    """
    copies = opening.backups(file, "day")
    if copies and not _is_due(file, copies[-1]):
        with closing(_reader(file)) as database:
            _check(database)
        return None
    made = _make(file)
    for old in opening.backups(file, "day")[:-KEPT]:
        old.unlink()
    return made


def replace_all(file: Path) -> Path:
    """Make a backup, and let go of every older one: they hold what is to be erased for good."""
    old = opening.backups(file, "*")
    made = _make(file)
    for copy in old:
        if copy != made:
            copy.unlink()
    return made


def _is_due(file: Path, last: Path) -> bool:
    made = last.stat().st_mtime
    log = file.with_name(f"{file.name}-wal")
    # An empty log is made by whoever opens the file, and says nothing.
    changed = [file.stat().st_mtime] + ([log.stat().st_mtime] if log.exists() and log.stat().st_size else [])
    return max(changed) > made and time.time() - made >= _DAY


def _make(file: Path) -> Path:
    begun = time.time()
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(begun))
    copy = file.with_name(f"{file.name}.day.{stamp}.backup")
    unfinished = copy.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(_reader(file)) as database, closing(sqlite3.connect(unfinished)) as target:
            # One reading for all steps: what is written meanwhile neither waits nor begins it anew.
            database.execute("BEGIN")
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            database.backup(target, pages=_PAGES_AT_ONCE)
            target.execute("PRAGMA journal_mode = DELETE")
            _check(target)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        # What changes from here on is not in it.
        os.utime(unfinished, (begun, begun))
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)
    return copy


def _reader(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _check(database: sqlite3.Connection) -> None:
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise opening.sqlite3_damage(found)
