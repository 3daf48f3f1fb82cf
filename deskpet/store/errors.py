"""Classification of SQLite errors by their result codes (https://www.sqlite.org/rescode.html)."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from deskpet.store.database_files import backups
from deskpet.store.records import StoreError, StoreUnavailable
from deskpet.translation import tr

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_TEMPORARY = _LOCKED | {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
# FTS5 reports SQLITE_CONSTRAINT_VTAB if its own tables are inconsistent.
_INDEX_DAMAGE = {sqlite3.SQLITE_CORRUPT_VTAB, sqlite3.SQLITE_CONSTRAINT | (10 << 8), sqlite3.SQLITE_CONSTRAINT}


def is_locked(error: BaseException) -> bool:
    """Whether another program holds the lock of the file."""
    return _code(error) in _LOCKED


def is_temporary(error: BaseException) -> bool:
    """Whether the same statement may succeed later, as with a full disk or a locked file.

    A StoreError is judged by its cause.
    """
    return _code(error) in _TEMPORARY or (isinstance(error, StoreError) and _code(error.__cause__) in _TEMPORARY)


def is_damage(error: BaseException) -> bool:
    """Whether the file is corrupt, so that only its readable rows can be recovered."""
    return _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def is_index_damage(error: BaseException) -> bool:
    """Whether only the full-text index is corrupt, which can be rebuilt."""
    return getattr(error, "sqlite_errorcode", None) in _INDEX_DAMAGE


def is_undecodable(error: BaseException) -> bool:
    """Whether a text in the file is not UTF-8. Python reports it without a result code of SQLite."""
    return isinstance(error, sqlite3.OperationalError) and _code(error) is None


def decode_leniently(text: bytes) -> str:
    """Decode a text of the database. Serves as `text_factory`; bytes that are not UTF-8 become U+FFFD."""
    return text.decode("utf-8", "replace")


def damage(reason: str) -> sqlite3.DatabaseError:
    """Return the error for corruption that SQLite itself does not detect."""
    error = sqlite3.DatabaseError(reason)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


@contextmanager
def explained(file: Path) -> Generator[None]:
    """Raise a StoreError in place of an error of SQLite or of the system in the block, which is about `file`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(file, error) from error


def explain(file: Path, error: Exception) -> StoreError:
    """Return the error of `file` with its cause and the next step as translated text."""
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


def _code(error: BaseException | None) -> int | None:
    """Return the primary result code, the low byte of the extended one; None for an error without a code."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None
