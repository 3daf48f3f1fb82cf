"""Recovery of a corrupt database: keep a copy, and build a new file from every readable row.

Unreadable rows are taken from the newest backup that has them. Nothing is deleted.
"""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from deskpet.filesystem.private_files import copy_file, touch
from deskpet.store import facts, rows, schema
from deskpet.store.database_files import backups, delete_database, free_name, index_of_log, log_of
from deskpet.store.errors import decode_leniently
from deskpet.store.records import Salvage

# How many row numbers to try after the last readable row before only the backups are used.
_MAX_GAP = 100_000
_MAX_FILE_BYTES = 16 * 1024**3
# The tables with the keys by which their rows are read.
_TABLES = {
    "sessions": ("id",),
    "messages": ("number",),
    "journal": ("number",),
    "blobs": ("rowid",),
    "pictures": ("message", "hash"),
    "drafts": ("session",),
    "draft_pictures": ("session", "position"),
    "calls": ("number",),
    "facts": ("number",),
    "learned": ("message",),
    "erased_facts": ("hash",),
    "together_days": ("persona", "day"),
    "together_sessions": ("persona", "day", "session"),
}

logger = logging.getLogger(__name__)


def salvage(file: Path) -> Salvage:
    """Replace the corrupt `file` by a recovered one, and keep a copy. Raises sqlite3.Error and OSError."""
    aside = free_name(file, "damaged")
    _copy(file, aside)
    recovered, source = file.with_name(f"{file.name}.salvaged"), file.with_name(f"{file.name}.source")
    recovered.unlink(missing_ok=True)
    try:
        _copy(file, source)
        _extend(source)
        touch(recovered)
        with closing(sqlite3.connect(recovered, isolation_level=None, uri=True)) as database:
            result = _fill(database, aside, [source, *reversed(backups(file, "*"))])
    except BaseException:
        recovered.unlink(missing_ok=True)
        raise
    finally:
        delete_database(source)
    with recovered.open("rb+") as complete:
        os.fsync(complete.fileno())
    # SQLite would apply the log of the corrupt file to the new one.
    for each in (file, recovered):
        log_of(each).unlink(missing_ok=True)
        index_of_log(each).unlink(missing_ok=True)
    recovered.replace(file)
    logger.warning("%s was damaged: %s", file, result)
    return result


def _copy(file: Path, copy: Path) -> None:
    for source, target in ((file, copy), (log_of(file), log_of(copy))):
        if source.exists():
            copy_file(source, target)


def _extend(file: Path) -> None:
    """Extend a truncated file to the length in its header; SQLite reads nothing of one that is too short."""
    with file.open("rb") as read:
        header = read.read(100)
    if len(header) < 100 or not header.startswith(b"SQLite format 3"):
        return
    # https://www.sqlite.org/fileformat.html#the_database_header
    page_size = int.from_bytes(header[16:18], "big")
    length = int.from_bytes(header[28:32], "big") * (65536 if page_size == 1 else page_size)
    if file.stat().st_size < length <= _MAX_FILE_BYTES:
        os.truncate(file, length)


def _fill(database: sqlite3.Connection, aside: Path, sources: list[Path]) -> Salvage:
    database.text_factory = decode_leniently
    # The caller syncs the file once it is complete.
    database.execute("PRAGMA synchronous = OFF")
    database.execute("PRAGMA journal_mode = MEMORY")
    database.execute("BEGIN")
    schema.create(database)
    database.execute(f"PRAGMA user_version = {schema.VERSION}")
    database.execute("COMMIT")
    database.execute("CREATE TEMP TABLE known_messages (number INTEGER PRIMARY KEY)")
    mentioned = _copy_rows(database, sources[0])
    # Events are useless without their message; a backup has its own.
    database.execute("DELETE FROM journal WHERE message NOT IN (SELECT number FROM messages)")
    (read,) = database.execute("SELECT count(*) FROM messages").fetchone()
    for backup in sources[1:]:
        mentioned |= _copy_rows(database, backup)
    (total,) = database.execute("SELECT count(*) FROM messages").fetchone()
    mentioned |= {parent for (parent,) in database.execute("SELECT parent FROM messages WHERE parent IS NOT NULL")}
    present = {message_id for (message_id,) in database.execute("SELECT id FROM messages")}
    _make_consistent(database)
    return Salvage(aside, read, total - read, len(mentioned - present))


def _copy_rows(database: sqlite3.Connection, source: Path) -> set[str]:
    """Copy every readable row of `source` that is missing. Returns all ids of messages in `source`."""
    try:
        database.execute("ATTACH ? AS source", (f"{source.absolute().as_uri()}?mode=ro",))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        logger.warning("%s can't be opened: %s", source, error)
        return set()
    try:
        database.execute("INSERT OR IGNORE INTO temp.known_messages SELECT number FROM main.messages")
        for table, keys in _TABLES.items():
            _copy_table(database, table, keys)
        return _indexed_ids(database)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        logger.warning("nothing more can be read of %s: %s", source, error)
        return set()
    finally:
        database.execute("DETACH source")


def _copy_table(database: sqlite3.Connection, table: str, keys: tuple[str, ...]) -> None:
    theirs = _columns(database, "source", table)
    shared = [each for each in _columns(database, "main", table) if each in theirs]
    if not shared:
        return
    columns = ", ".join(["rowid", *shared] if keys == ("rowid",) else shared)
    # The journal of a message belongs to the body in the same file.
    condition = "message NOT IN (SELECT number FROM temp.known_messages)" if table == "journal" else "1"
    sql = f"INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM source.{table} WHERE {condition}"  # noqa: S608
    try:
        database.execute(sql)
    except sqlite3.DatabaseError as error:
        logger.warning("%s is read row by row: %s", table, error)
        if len(keys) == 1 and keys[0] in {"number", "rowid"}:
            _copy_by_number(database, table, sql, keys[0])
        else:
            _copy_by_key(database, table, sql, keys)


def _columns(database: sqlite3.Connection, where: str, table: str) -> list[str]:
    return [row[1] for row in database.execute(f"PRAGMA {where}.table_info({table})")]


def _copy_by_number(database: sqlite3.Connection, table: str, sql: str, key: str) -> None:
    """Copy row by row, so that a corrupt page loses only its own rows."""
    (least,) = database.execute(f"SELECT coalesce(max({key}), 0) FROM main.{table}").fetchone()  # noqa: S608
    for number in range(1, _highest_number(database, table, key, least) + 1):
        try:
            database.execute(f"{sql} AND {key} = ?", (number,))
        except sqlite3.DatabaseError as error:
            logger.debug("row %d of %s can't be read: %s", number, table, error)


def _highest_number(database: sqlite3.Connection, table: str, key: str, least: int) -> int:
    """Return the highest number that a row may have; `least` is the highest one known."""
    for sql in (
        f"SELECT max({key}) FROM source.{table}",  # noqa: S608
        f"SELECT seq FROM source.sqlite_sequence WHERE name = '{table}'",  # noqa: S608
        "SELECT max(number) FROM source.messages INDEXED BY messages_of_session",
    ):
        try:
            row = database.execute(sql).fetchone()
        except sqlite3.DatabaseError:
            continue
        if row and isinstance(row[0], int):
            return min(row[0], least + _MAX_GAP * 10)
    return least + _MAX_GAP


def _copy_by_key(database: sqlite3.Connection, table: str, sql: str, keys: tuple[str, ...]) -> None:
    """Copy from both ends up to the corrupt page, and the sessions that messages refer to."""
    for order in ("ASC", "DESC"):
        listed = ", ".join(f"{key} {order}" for key in keys)
        # A failing INSERT is rolled back as a whole, so count the readable rows first.
        count = _count_readable(database, f"SELECT 1 FROM source.{table} ORDER BY {listed}")  # noqa: S608
        database.execute(f"{sql} ORDER BY {listed} LIMIT ?", (count,))
    if table == "sessions":
        referenced = database.execute("SELECT DISTINCT session FROM main.messages").fetchall()
        for row in referenced:
            try:
                database.execute(f"{sql} AND id = ?", row)
            except sqlite3.DatabaseError as error:
                logger.debug("a row can't be read: %s", error)


def _count_readable(database: sqlite3.Connection, sql: str) -> int:
    count = 0
    try:
        for _ in database.execute(sql):
            count += 1
    except sqlite3.DatabaseError as error:
        logger.debug("%d rows can be read: %s", count, error)
        # The last row may extend into a corrupt page.
        return max(count - 1, 0)
    return count


def _indexed_ids(database: sqlite3.Connection) -> set[str]:
    """Return the ids of messages in the source, which its index may still list if the table is corrupt."""
    ids: set[str] = set()
    try:
        for (message_id,) in database.execute("SELECT id FROM source.messages ORDER BY id"):
            ids.add(message_id)
    except sqlite3.DatabaseError as error:
        logger.debug("the index of ids can't be read to its end: %s", error)
    return ids


def _make_consistent(database: sqlite3.Connection) -> None:
    """Remove dangling rows, create missing sessions and rebuild the full-text index."""
    database.execute("BEGIN")
    database.execute("DELETE FROM journal WHERE message NOT IN (SELECT number FROM messages)")
    database.execute("DELETE FROM pictures WHERE message NOT IN (SELECT number FROM messages)")
    database.execute("DELETE FROM pictures WHERE hash NOT IN (SELECT hash FROM blobs)")
    rows.rebuild_index(database)
    facts.rebuild_index(database)
    rows.adopt_messages(database)
    rows.title_sessions(database)
    database.execute("COMMIT")
