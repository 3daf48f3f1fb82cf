"""Open the database: checks, settings of the connection, and upgrade to the newest schema version; or only read it.

Before an upgrade, a backup is made beside the file, with the old version in its name.
"""

import logging
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from deskpet.filesystem.private_files import create_folder, touch
from deskpet.store import database_files, schema
from deskpet.store.errors import damage, explained
from deskpet.store.records import StoreError
from deskpet.store.schema import VERSION
from deskpet.translation import tr

LOCK_SECONDS = 5.0
"""How long to wait by default for a file that another program has locked."""

_KEPT_BACKUPS = 3
_MAX_LOG_BYTES = 16 * 1024 * 1024

logger = logging.getLogger(__name__)


def open_database(file: Path, wait: float = LOCK_SECONDS) -> sqlite3.Connection:
    """Open `file`, create it if missing, and upgrade an older version.

    wait: seconds to wait while another program holds the lock. Raises StoreError.
    """
    with explained(file):
        if file != database_files.IN_MEMORY:
            create_folder(file.parent)
            if file.exists() and not file.stat().st_size and database_files.backups(file, "*"):
                raise damage(tr("it is empty"))
            _move_foreign_log(file)
            # SQLite gives its log and its backups the rights of the file.
            if not file.exists():
                touch(file)
        # isolation_level None: each statement commits unless a transaction is begun explicitly.
        database = sqlite3.connect(file, timeout=wait, check_same_thread=False, isolation_level=None)
        try:
            _prepare(database, file)
        except BaseException as error:
            database.close()
            if isinstance(error, UnicodeDecodeError):
                # SQLite quotes a damaged definition of a table in its message.
                raise damage(tr("its head makes no sense")) from error
            raise
    return database


def copy_in_memory(file: Path) -> sqlite3.Connection:
    """Open a copy of `file` in memory. The file and its folder may be read-only. Raises StoreError."""
    database = sqlite3.connect(database_files.IN_MEMORY, check_same_thread=False, isolation_level=None)
    with explained(file):
        try:
            # To read a file with a log, SQLite needs write access beside it.
            with tempfile.TemporaryDirectory(prefix="deskpet-") as folder:
                copy = Path(folder) / file.name
                shutil.copyfile(file, copy)
                if database_files.log_of(file).exists():
                    shutil.copyfile(database_files.log_of(file), database_files.log_of(copy))
                with closing(sqlite3.connect(copy)) as source:
                    source.backup(database)
            _prepare(database, database_files.IN_MEMORY)
        except BaseException:
            database.close()
            raise
    return database


def _move_foreign_log(file: Path) -> None:
    """Move the log of another database away. SQLite can't tell it from ours and would write it into the file."""
    log = database_files.log_of(file)
    if not file.exists() or not log.exists() or not log.stat().st_size:
        return
    with file.open("rb") as read:
        version = int.from_bytes(read.read(64)[60:64], "big", signed=True)
    if not 0 < version <= schema.VERSION:
        return
    # A read-only connection does not checkpoint the log into the file when it closes.
    with closing(database_files.open_read_only(file)) as database:
        try:
            is_ours = _fetch_int(database, "SELECT count(*) FROM sqlite_master WHERE name = 'messages'") > 0
        except sqlite3.DatabaseError as error:
            logger.info("the log of %s can't be told from another: %s", file, error)
            return
    if not is_ours:
        moved = database_files.free_name(file, "foreign-log")
        log.replace(moved)
        database_files.index_of_log(file).unlink(missing_ok=True)
        logger.warning("a log of another database lay beside %s; it is %s now", file, moved)


def _prepare(database: sqlite3.Connection, file: Path) -> None:
    """Check that the tables are ours, upgrade them and configure the connection. Raises StoreError, sqlite3.Error."""
    version = _fetch_int(database, "PRAGMA user_version")
    require_known(database, file, version)
    database.execute("PRAGMA journal_mode = WAL")
    # A commit is on the disk when it returns, so a power cut loses no more than a crash does.
    database.execute("PRAGMA synchronous = FULL")
    # Truncates the log after a large transaction such as an import.
    database.execute(f"PRAGMA journal_size_limit = {_MAX_LOG_BYTES}")
    if version < schema.VERSION:
        _upgrade(database, file, version)
    database.execute("PRAGMA foreign_keys = ON")
    # Overwrites deleted content with zeros.
    database.execute("PRAGMA secure_delete = ON")
    database.execute("SELECT number FROM messages LIMIT 1")


def require_known(database: sqlite3.Connection, file: Path, version: int) -> None:
    """Raise an error unless the file is new or of a known version of ours."""
    if version > schema.VERSION:
        what = tr(
            "{file} was written by a newer deskpet: it has format {found}, and this one knows formats up to {known}. "
            "Update deskpet, or move the file away.",
            file=file,
            found=version,
            known=schema.VERSION,
        )
        raise StoreError(what)
    if version < 0:
        raise damage(tr("its head makes no sense"))
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and tables >= {"sessions", "messages", "journal"}:
        raise damage(tr("its version is missing"))
    if version == 0 and tables:
        what = tr("{file} is a database of another program. Move it away to begin a new one.", file=file)
        raise StoreError(what)


def _upgrade(database: sqlite3.Connection, file: Path, version: int) -> None:
    """Create the tables, or upgrade those of an older version, in one transaction."""
    if version and file != database_files.IN_MEMORY:
        _back_up(database, file, version)
    database.execute("BEGIN EXCLUSIVE")
    try:
        # Another process may have upgraded the file while this one waited for the lock.
        if _fetch_int(database, "PRAGMA user_version") == version:
            if version == 0:
                schema.create(database)
            for step in range(version or schema.VERSION, schema.VERSION):
                schema.upgrade(database, step)
                logger.info("the conversations are of version %d now", step + 1)
            database.execute(f"PRAGMA user_version = {schema.VERSION}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _back_up(database: sqlite3.Connection, file: Path, version: int) -> None:
    """Copy the file before an upgrade, and delete all but the newest such backups."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    copy = file.with_name(f"{file.name}.v{version}.{stamp}.backup")
    database_files.delete_parts(file)
    with database_files.replacement(copy) as partial, closing(sqlite3.connect(partial)) as target:
        database.backup(target)
    for old in database_files.backups(file)[:-_KEPT_BACKUPS]:
        old.unlink()


def _fetch_int(database: sqlite3.Connection, sql: str) -> int:
    with closing(database.execute(sql)) as cursor:
        return cursor.fetchone()[0]


T = TypeVar("T")


def query_file(file: Path, work: Callable[[sqlite3.Connection], T], default: T) -> T:
    """Return what `work` reads of `file`; `default` if there is no file, or one of an older version.

    Raises StoreError if it can't be read, or is of a newer version.
    """
    if not file.exists():
        return default
    with explained(file), closing(database_files.open_read_only(file)) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        require_known(database, file, version)
        return work(database) if version == VERSION else default
