"""From a file on disk to an open database of the newest version: what can be wrong with it is said in words.

Before a file is brought to a newer version a copy of it is laid beside it, with the old version in its name.
"""

import logging
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from deskpet.store import schema
from deskpet.store.records import StoreError, StoreUnavailable
from deskpet.words import tr

IN_MEMORY = Path(":memory:")
"""In place of a file: the conversations are in memory, and gone when they are closed."""

_BACKUPS = 3
_LOG_BYTES = 16 * 1024 * 1024
WAIT_SECONDS = 5.0

_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}

logger = logging.getLogger(__name__)


def open_database(file: Path, wait: float = WAIT_SECONDS) -> sqlite3.Connection:
    """Open `file`, or begin it; an older one becomes one of the newest version.

    `wait` is how many seconds another program may hold it. Raises StoreError.
    """
    try:
        if file != IN_MEMORY:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.exists() and not file.stat().st_size and backups(file, "*"):
                raise sqlite3_damage(tr("it is empty"))
            _lay_foreign_log_aside(file)
        # Statements commit one by one unless a transaction is begun in so many words.
        database = sqlite3.connect(file, timeout=wait, check_same_thread=False, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise explained(file, error) from error
    try:
        _make_ready(database, file)
    except BaseException as error:
        database.close()
        if isinstance(error, sqlite3.Error | OSError):
            raise explained(file, error) from error
        raise
    return database


def copy_in_memory(file: Path) -> sqlite3.Connection:
    """A database in memory with what is in `file`, which may not be writable. Raises StoreError."""
    database = sqlite3.connect(IN_MEMORY, check_same_thread=False, isolation_level=None)
    try:
        # Beside its log SQLite needs to write; a copy of both can be read wherever they lie.
        with tempfile.TemporaryDirectory(prefix="deskpet-") as folder:
            copy = Path(folder) / file.name
            for end in ("", "-wal"):
                source = file.with_name(file.name + end)
                if not end or source.exists():
                    shutil.copyfile(source, copy.with_name(copy.name + end))
            with closing(sqlite3.connect(copy)) as source:
                source.backup(database)
        _make_ready(database, IN_MEMORY)
    except BaseException as error:
        database.close()
        if isinstance(error, sqlite3.Error | OSError):
            raise explained(file, error) from error
        raise
    return database


def identity(file: Path) -> tuple[int, int] | None:
    """Which file lies at `file`: another one at the same path has another identity. None where there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def free_name(file: Path, kind: str) -> Path:
    """A name beside `file`, with the time in it, that nothing has."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    names = (file.with_name(f"{file.name}.{kind}-{stamp}{more}") for more in ("", *(f"-{n}" for n in range(1, 1000))))
    return next(name for name in names if not name.exists())


def _lay_foreign_log_aside(file: Path) -> None:
    """Keep SQLite from writing the log of another database into ours: it knows no log from another by itself."""
    log = file.with_name(f"{file.name}-wal")
    if not file.exists() or not log.exists() or not log.stat().st_size:
        return
    with file.open("rb") as read:
        version = int.from_bytes(read.read(64)[60:64], "big", signed=True)
    if not 0 < version <= schema.VERSION:
        return
    # Whoever only reads writes nothing back when he closes.
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
        try:
            is_ours = _one(database, "SELECT count(*) FROM sqlite_master WHERE name = 'messages'") > 0
        except sqlite3.DatabaseError as error:
            logger.info("the log of %s can't be told from another: %s", file, error)
            return
    if not is_ours:
        aside = free_name(file, "foreign-log")
        log.replace(aside)
        file.with_name(f"{file.name}-shm").unlink(missing_ok=True)
        logger.warning("a log of another database lay beside %s; it is %s now", file, aside)


def is_damage(error: BaseException) -> bool:
    """Whether the file itself is broken, so that only what can still be read of it can be saved."""
    return _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def is_index_damage(error: BaseException) -> bool:
    """Whether only an index is broken, which can be made anew."""
    # The index of words complains of a constraint where its own tables make no sense.
    broken = {sqlite3.SQLITE_CORRUPT_VTAB, sqlite3.SQLITE_CONSTRAINT | (10 << 8), sqlite3.SQLITE_CONSTRAINT}
    return getattr(error, "sqlite_errorcode", None) in broken


def is_undecodable(error: BaseException) -> bool:
    """Whether a text in the file is no UTF-8: Python says so, and SQLite knows nothing of it."""
    return isinstance(error, sqlite3.OperationalError) and _code(error) is None


def lenient(text: bytes) -> str:
    """A text of the database; letters that are no UTF-8 become question marks, and cost nothing but themselves."""
    return text.decode("utf-8", "replace")


def explained(file: Path, error: Exception) -> StoreError:
    """What went wrong with `file`, and what to do."""
    match _code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            what = tr(
                "{file} is in use by another program. Close that program (maybe another deskpet); what is said "
                "meanwhile is kept as soon as the file is free.",
                file=file,
            )
            return StoreUnavailable(what)
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            what = tr(
                "{file} is damaged, or no file of deskpet's: {why}. Move it away to begin a new one or put a backup in "
                "its place."
                if backups(file)
                else "{file} is damaged, or no file of deskpet's: {why}. Move it away to begin a new one.",
                file=file,
                why=error,
            )
        case sqlite3.SQLITE_FULL:
            what = tr(
                "{file} can't grow: the disk is full. Make room; what is said meanwhile is kept as soon as there is.",
                file=file,
            )
            return StoreUnavailable(what)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            what = tr(
                "{file} can't be written: {why}. Let yourself read and write it and its folder.", file=file, why=error
            )
        case _:
            what = tr("{file} can't be used: {why}. Move it away to begin a new one.", file=file, why=error)
    return StoreError(what)


def may_pass(error: BaseException) -> bool:
    """Whether the same may be done later with success: the disk was full, or the file was in use."""
    return _code(error) in _PASSING


def _code(error: BaseException) -> int | None:
    # The low byte is the error, the rest of it the kind (https://www.sqlite.org/rescode.html).
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def backups(file: Path, kind: str = "v*") -> list[Path]:
    """The copies of `file`, oldest first: from before it was brought to newer versions, or of another kind."""
    if file == IN_MEMORY:
        return []
    return sorted(file.parent.glob(f"{file.name}.{kind}.*backup"), key=lambda copy: copy.stat().st_mtime_ns)


def _make_ready(database: sqlite3.Connection, file: Path) -> None:
    version = _one(database, "PRAGMA user_version")
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
        raise sqlite3_damage(tr("its head makes no sense"))
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and tables >= {"sessions", "messages", "journal"}:
        raise sqlite3_damage(tr("its version is missing"))
    if version == 0 and tables:
        what = tr("{file} is a database of another program. Move it away to begin a new one.", file=file)
        raise StoreError(what)
    database.execute("PRAGMA journal_mode = WAL")
    # A commit is on the disk when it returns, so that a power cut takes no more than a crash does.
    database.execute("PRAGMA synchronous = FULL")
    # After an import the log gives back the room that it took.
    database.execute(f"PRAGMA journal_size_limit = {_LOG_BYTES}")
    if version < schema.VERSION:
        _bring_up(database, file, version)
    database.execute("PRAGMA foreign_keys = ON")
    # What is erased is overwritten, not only forgotten.
    database.execute("PRAGMA secure_delete = ON")
    database.execute("SELECT number FROM messages LIMIT 1")


def _bring_up(database: sqlite3.Connection, file: Path, version: int) -> None:
    """Make the tables, or change those of an older version, all in one transaction."""
    if version and file != IN_MEMORY:
        _back_up(database, file, version)
    database.execute("BEGIN EXCLUSIVE")
    try:
        # Another deskpet may have done it while this one waited.
        if _one(database, "PRAGMA user_version") == version:
            _change(database, version)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _change(database: sqlite3.Connection, version: int) -> None:
    if version == 0:
        schema.create(database)
    else:
        for step in range(version, schema.VERSION):
            schema.STEPS[step](database)
            logger.info("the conversations are of version %d now", step + 1)
    database.execute(f"PRAGMA user_version = {schema.VERSION}")


def _back_up(database: sqlite3.Connection, file: Path, version: int) -> None:
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    copy = file.with_name(f"{file.name}.v{version}.{stamp}.backup")
    unfinished = copy.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished)) as target:
        database.backup(target)
    unfinished.replace(copy)
    for old in backups(file)[:-_BACKUPS]:
        old.unlink()


def sqlite3_damage(why: str) -> sqlite3.DatabaseError:
    """Damage that SQLite itself does not see."""
    error = sqlite3.DatabaseError(why)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def _one(database: sqlite3.Connection, question: str) -> int:
    with closing(database.execute(question)) as cursor:
        return cursor.fetchone()[0]
