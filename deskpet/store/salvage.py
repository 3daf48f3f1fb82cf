"""What is left of a damaged file: it is laid aside, and a new one gets every row that can still be read.

What can't be read is taken from the newest backup that has it. Nothing is deleted.
"""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from deskpet.store import opening, rows, schema
from deskpet.store.records import Salvage

# With more rows than that between two that can be read, the rest is left to the backups.
_WIDEST_GAP = 100_000
_LONGEST = 16 * 1024**3
_TABLES = {
    "sessions": ("id",),
    "messages": ("number",),
    "journal": ("number",),
    "blobs": ("rowid",),
    "pictures": ("message", "hash"),
    "drafts": ("session",),
    "draft_pictures": ("session", "position"),
}

logger = logging.getLogger(__name__)


def salvage(file: Path) -> Salvage:
    """Lay the damaged `file` aside and put a new one in its place; what came of it. Raises sqlite3.Error, OSError."""
    aside = opening.free_name(file, "damaged")
    _copy(file, aside)
    unfinished, source = file.with_name(f"{file.name}.salvaged"), file.with_name(f"{file.name}.source")
    unfinished.unlink(missing_ok=True)
    try:
        _copy(file, source)
        _lengthen(source)
        with closing(sqlite3.connect(unfinished, isolation_level=None, uri=True)) as database:
            found = _fill(database, aside, [source, *reversed(opening.backups(file, "*"))])
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    finally:
        for end in ("", "-wal", "-shm"):
            source.with_name(source.name + end).unlink(missing_ok=True)
    with unfinished.open("rb+") as whole:
        os.fsync(whole.fileno())
    # The log of the damaged file must not be taken for the new one's.
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
        unfinished.with_name(unfinished.name + end).unlink(missing_ok=True)
    unfinished.replace(file)
    logger.warning("%s was damaged: %s", file, found)
    return found


def _copy(file: Path, aside: Path) -> None:
    for end in ("", "-wal"):
        source = file.with_name(file.name + end)
        if source.exists():
            shutil.copy2(source, aside.with_name(aside.name + end))


def _lengthen(file: Path) -> None:
    """Give a file that was cut off its length again: SQLite reads nothing at all of one that is too short."""
    with file.open("rb") as read:
        head = read.read(100)
    if len(head) < 100 or not head.startswith(b"SQLite format 3"):
        return
    # https://www.sqlite.org/fileformat.html#the_database_header
    page = int.from_bytes(head[16:18], "big")
    wanted = int.from_bytes(head[28:32], "big") * (65536 if page == 1 else page)
    if file.stat().st_size < wanted <= _LONGEST:
        os.truncate(file, wanted)


def _fill(database: sqlite3.Connection, aside: Path, sources: list[Path]) -> Salvage:
    database.text_factory = opening.lenient
    # Nobody needs it before it is whole: that it is on the disk is made sure of then.
    database.execute("PRAGMA synchronous = OFF")
    database.execute("PRAGMA journal_mode = MEMORY")
    database.execute("BEGIN")
    schema.create(database)
    database.execute(f"PRAGMA user_version = {schema.VERSION}")
    database.execute("COMMIT")
    database.execute("CREATE TEMP TABLE had (number INTEGER PRIMARY KEY)")
    known = _take(database, sources[0])
    # Without its message an event says nothing; a backup brings its own.
    database.execute("DELETE FROM journal WHERE message NOT IN (SELECT number FROM messages)")
    (read,) = database.execute("SELECT count(*) FROM messages").fetchone()
    for backup in sources[1:]:
        known |= _take(database, backup)
    (every,) = database.execute("SELECT count(*) FROM messages").fetchone()
    known |= {parent for (parent,) in database.execute("SELECT parent FROM messages WHERE parent IS NOT NULL")}
    kept = {message_id for (message_id,) in database.execute("SELECT id FROM messages")}
    _mend(database)
    return Salvage(aside, read, every - read, len(known - kept))


def _take(database: sqlite3.Connection, source: Path) -> set[str]:
    """Bring over every row of `source` that can be read and is not there yet; all ids of messages that it speaks of."""
    try:
        database.execute("ATTACH ? AS source", (f"{source.absolute().as_uri()}?mode=ro",))
    except sqlite3.Error as error:
        logger.warning("%s can't be opened: %s", source, error)
        return set()
    try:
        database.execute("INSERT OR IGNORE INTO temp.had SELECT number FROM main.messages")
        for table, keys in _TABLES.items():
            _bring(database, table, keys)
        return _ids(database)
    except sqlite3.Error as error:
        logger.warning("nothing more can be read of %s: %s", source, error)
        return set()
    finally:
        database.execute("DETACH source")


def _bring(database: sqlite3.Connection, table: str, keys: tuple[str, ...]) -> None:
    theirs = _columns(database, "source", table)
    shared = [each for each in _columns(database, "main", table) if each in theirs]
    if not shared:
        return
    columns = ", ".join(["rowid", *shared] if keys == ("rowid",) else shared)
    # What happened since a message was written belongs to the message of the same file.
    wanted = "message NOT IN (SELECT number FROM temp.had)" if table == "journal" else "1"
    sql = f"INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM source.{table} WHERE {wanted}"  # noqa: S608
    try:
        database.execute(sql)
    except sqlite3.DatabaseError as error:
        logger.warning("%s is read row by row: %s", table, error)
        if len(keys) == 1 and keys[0] in {"number", "rowid"}:
            _bring_by_number(database, table, sql, keys[0])
        else:
            _bring_by_key(database, table, sql, keys)


def _columns(database: sqlite3.Connection, where: str, table: str) -> list[str]:
    return [row[1] for row in database.execute(f"PRAGMA {where}.table_info({table})")]


def _bring_by_number(database: sqlite3.Connection, table: str, sql: str, key: str) -> None:
    """Each row by its number: a page that is broken costs its rows alone."""
    (least,) = database.execute(f"SELECT coalesce(max({key}), 0) FROM main.{table}").fetchone()  # noqa: S608
    for number in range(1, _top(database, table, key, least) + 1):
        try:
            database.execute(f"{sql} AND {key} = ?", (number,))
        except sqlite3.DatabaseError as error:
            logger.debug("row %d of %s can't be read: %s", number, table, error)


def _top(database: sqlite3.Connection, table: str, key: str, least: int) -> int:
    """The highest number that a row may have."""
    for question in (
        f"SELECT max({key}) FROM source.{table}",  # noqa: S608
        f"SELECT seq FROM source.sqlite_sequence WHERE name = '{table}'",  # noqa: S608
        "SELECT max(number) FROM source.messages INDEXED BY messages_of_session",
    ):
        try:
            row = database.execute(question).fetchone()
        except sqlite3.DatabaseError:
            continue
        if row and isinstance(row[0], int):
            return min(row[0], least + _WIDEST_GAP * 10)
    return least + _WIDEST_GAP


def _bring_by_key(database: sqlite3.Connection, table: str, sql: str, keys: tuple[str, ...]) -> None:
    """From both ends to where it is broken, and those that other tables speak of."""
    for order in ("ASC", "DESC"):
        listed = ", ".join(f"{key} {order}" for key in keys)
        # One statement would be undone as a whole: how many can be read is found out first.
        count = _readable(database, f"SELECT 1 FROM source.{table} ORDER BY {listed}")  # noqa: S608
        database.execute(f"{sql} ORDER BY {listed} LIMIT ?", (count,))
    if table == "sessions":
        spoken_of = database.execute("SELECT DISTINCT session FROM main.messages").fetchall()
        for row in spoken_of:
            _tried(database, f"{sql} AND id = ?", row)


def _readable(database: sqlite3.Connection, question: str) -> int:
    count = 0
    try:
        for _ in database.execute(question):
            count += 1
    except sqlite3.DatabaseError as error:
        logger.debug("%d rows can be read: %s", count, error)
        # The last one may end on a page that is broken.
        return max(count - 1, 0)
    return count


def _tried(database: sqlite3.Connection, sql: str, values: Iterable[object]) -> None:
    try:
        database.execute(sql, tuple(values))
    except sqlite3.DatabaseError as error:
        logger.debug("a row can't be read: %s", error)


def _ids(database: sqlite3.Connection) -> set[str]:
    """The ids of messages that the indexes of the source still name."""
    found: set[str] = set()
    try:
        for (message_id,) in database.execute("SELECT id FROM source.messages ORDER BY id"):
            found.add(message_id)
    except sqlite3.DatabaseError as error:
        logger.debug("the index of ids can't be read to its end: %s", error)
    return found


def _mend(database: sqlite3.Connection) -> None:
    """Let the tables fit together again: sessions for what was said, words for what is searched for."""
    database.execute("BEGIN")
    database.execute("DELETE FROM journal WHERE message NOT IN (SELECT number FROM messages)")
    database.execute("DELETE FROM pictures WHERE message NOT IN (SELECT number FROM messages)")
    database.execute("DELETE FROM pictures WHERE hash NOT IN (SELECT hash FROM blobs)")
    rows.index_words(database)
    rows.adopt_messages(database)
    rows.title_sessions(database)
    database.execute("COMMIT")
