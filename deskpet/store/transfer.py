"""Read the rows of a database for a backup, and merge those of a backup into it, by id and time.

Rows are dicts of column names and values. Only columns that are in both are merged, so either side may have more.
Rows refer to messages by their ids: their numbers differ between databases.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from deskpet.store import facts, rows
from deskpet.store.database import transaction
from deskpet.store.database_files import open_read_only
from deskpet.store.errors import explained
from deskpet.store.opening import copy_in_memory, open_database
from deskpet.store.schema import VERSION

T = TypeVar("T")
Row = Mapping[str, Any]
Rows = Callable[[str], Iterable[Row]]
"""Returns the rows of a table by its name."""

TABLES: Mapping[str, tuple[str, ...]] = {
    "conversations": ("sessions", "messages", "journal", "pictures", "drafts", "draft_pictures"),
    "memory": ("facts", "learned", "erased_facts"),
    "together": ("together_days", "together_sessions"),
}
"""The tables of each part that can be backed up. The journal of calls is never taken elsewhere."""

# What is marked as deleted does not outlive its day in a backup.
_KEPT = "messages.deleted_at IS NULL AND session IN (SELECT id FROM sessions WHERE deleted_at IS NULL)"
_OF_KEPT = f"JOIN messages ON messages.number = message WHERE {_KEPT}"
_UNSENT = f"session IN ('', '{rows.DRAFT_BESIDE}')"
_DRAFTS = f"{_UNSENT} OR session IN (SELECT id FROM sessions WHERE deleted_at IS NULL)"  # noqa: S608
_QUERIES = {
    "sessions": "SELECT * FROM sessions WHERE deleted_at IS NULL",
    "messages": f"SELECT * FROM messages WHERE {_KEPT} ORDER BY number",  # noqa: S608 - texts of our own
    "journal": f"SELECT messages.id AS message, events FROM journal {_OF_KEPT} ORDER BY journal.number",  # noqa: S608
    "pictures": f"SELECT messages.id AS message, hash FROM pictures {_OF_KEPT}",  # noqa: S608
    "drafts": f"SELECT * FROM drafts WHERE {_DRAFTS}",  # noqa: S608
    "draft_pictures": f"SELECT * FROM draft_pictures WHERE {_DRAFTS}",  # noqa: S608
    "facts": "SELECT * FROM facts WHERE deleted_at IS NULL ORDER BY number",
}
_PRESENT = {
    "conversations": "SELECT count(*) FROM sessions WHERE deleted_at IS NULL",
    "memory": "SELECT count(*) FROM facts WHERE deleted_at IS NULL",
    "together": "SELECT count(*) FROM together_days",
}
# Columns whose values are the database's own.
_OWN = {"number", "deleted_at"}


@dataclass(slots=True)
class Counts:
    """What a backup has compared with what is here. `older` stays as it is here; `left_out` can't be used.

    here: how many are here before.
    """

    new: int = 0
    same: int = 0
    older: int = 0
    newer: int = 0
    left_out: int = 0
    here: int = field(default=0, compare=False)

    @property
    def total(self) -> int:
        return self.new + self.same + self.older + self.newer + self.left_out


class DamagedRowError(ValueError):
    """A row of a backup that no deskpet wrote."""


class Reader:
    """Reads one state of a database, also while a pet writes it. Close it with `close`. Raises StoreError."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._database = _open_to_read(file)

    def close(self) -> None:
        self._database.close()

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table. Raises StoreError."""
        with explained(self._file):
            found = self._database.execute(_QUERIES.get(table, f"SELECT * FROM {table}"))  # noqa: S608
            names = [each[0] for each in found.description]
            for values in found:
                yield {name: value for name, value in zip(names, values, strict=True) if name not in _OWN}

    def blob(self, name: str) -> bytes | None:
        """Return a picture by its hash."""
        row = self._database.execute("SELECT data FROM blobs WHERE hash = ?", (name,)).fetchone()
        return row[0] if row and isinstance(row[0], bytes) else None


def _open_to_read(file: Path) -> sqlite3.Connection:
    """Return a connection with an open read transaction; a copy of a file that is missing or of an older version."""
    if not file.exists():
        return open_database(Path(":memory:"))
    with explained(file):
        database = open_read_only(file)
        if database.execute("PRAGMA user_version").fetchone()[0] == VERSION:
            database.execute("BEGIN")
            database.execute("SELECT count(*) FROM sessions").fetchone()
            return database
        database.close()
    return copy_in_memory(file)


def compare(file: Path, parts: Iterable[str], source: Rows, blob: Callable[[str], bytes]) -> dict[str, Counts]:
    """Return what `merge` would do, without a change. Raises StoreError and DamagedRowError."""
    with closing(copy_in_memory(file) if file.exists() else open_database(Path(":memory:"))) as database:
        database.execute("BEGIN")
        return merge(database, parts, source, blob)


def transact(file: Path, work: Callable[[sqlite3.Connection], T]) -> T:
    """Return the result of `work`, in a transaction of a database that no other process has open. Raises StoreError."""
    with closing(open_database(file)) as database, explained(file), transaction(database):
        return work(database)


def merge(
    database: sqlite3.Connection, parts: Iterable[str], source: Rows, blob: Callable[[str], bytes]
) -> dict[str, Counts]:
    """Merge the rows of a backup in a transaction. Raises DamagedRowError and sqlite3.Error."""
    merges = {
        "conversations": lambda: _Conversations(database, source, blob).merge(),
        "memory": lambda: _merge_memory(database, source),
        "together": lambda: _merge_together(database, source),
    }
    try:
        return {part: _merged(database, part, merges[part]) for part in parts}
    except (
        sqlite3.IntegrityError,
        sqlite3.InterfaceError,
        sqlite3.ProgrammingError,
        KeyError,
        TypeError,
        OverflowError,
        UnicodeEncodeError,
    ) as error:
        raise DamagedRowError(str(error)) from error


def _merged(database: sqlite3.Connection, part: str, merge: Callable[[], Counts]) -> Counts:
    here = database.execute(_PRESENT[part]).fetchone()[0]
    counts = merge()
    counts.here = here
    return counts


class _Conversations:
    def __init__(self, database: sqlite3.Connection, source: Rows, blob: Callable[[str], bytes]) -> None:
        self._database, self._source, self._blob = database, source, blob
        self._taken: set[str] = set()  # sessions that are new or newer in the backup
        self._numbers: dict[str, int] = {}  # of the messages that were written, by their ids

    def merge(self) -> Counts:
        counts = Counts()
        for row in self._source("sessions"):
            self._session(row, counts)
        for row in self._source("messages"):
            if row["session"] in self._taken:
                self._message(row)
        for row in self._source("journal"):
            if number := self._numbers.get(_text(row, "message")):
                _insert(self._database, "journal", {**row, "message": number})
        for row in self._source("pictures"):
            if number := self._numbers.get(_text(row, "message")):
                data = self._blob(_text(row, "hash"))
                self._database.execute("INSERT OR IGNORE INTO blobs (hash, data) VALUES (?, ?)", (row["hash"], data))
                _insert(self._database, "pictures", {**row, "message": number}, ignore=True)
        self._drafts()
        if self._taken:
            rows.rebuild_index(self._database)
            # A backup of an older version has no previews.
            rows.title_sessions(self._database)
        return counts

    def _session(self, row: Row, counts: Counts) -> None:
        session, changed_at = _text(row, "id"), _time(row, "changed_at")
        sql = "SELECT changed_at, deleted_at FROM sessions WHERE id = ?"
        here = self._database.execute(sql, (session,)).fetchone()
        if here is None:
            counts.new += 1
            _insert(self._database, "sessions", row)
        elif changed_at <= max(here[0], here[1] or 0.0):
            is_same = changed_at == here[0] and here[1] is None
            counts.same, counts.older = counts.same + is_same, counts.older + (not is_same)
            return
        else:
            counts.newer += 1
            _update(self._database, "sessions", row, "id")
            # It went on elsewhere after it was deleted here.
            rows.change_session(self._database, session, deleted_at=None)
        self._taken.add(session)

    def _message(self, row: Row) -> None:
        message = _text(row, "id")
        sql = "SELECT number, session FROM messages WHERE id = ?"
        here = self._database.execute(sql, (message,)).fetchone()
        if here is None:
            self._numbers[message] = _insert(self._database, "messages", row)
        elif here[1] == row["session"]:
            _update(self._database, "messages", row, "id")
            self._database.execute("DELETE FROM journal WHERE message = ?", (here[0],))
            self._numbers[message] = here[0]
        else:
            raise DamagedRowError(f"message {message} is in another conversation")

    def _drafts(self) -> None:
        written = set[str]()
        for row in self._source("drafts"):
            if _insert(self._database, "drafts", row, ignore=True):
                written.add(_text(row, "session"))
        for row in self._source("draft_pictures"):
            if row["session"] in written:
                _insert(self._database, "draft_pictures", row)


def _merge_memory(database: sqlite3.Connection, source: Rows) -> Counts:
    counts = Counts()
    for row in source("erased_facts"):
        _insert(database, "erased_facts", row, ignore=True)
    for row in source("facts"):
        said_at, ended_at = _time(row, "said_at"), row.get("valid_to") or 0.0
        sql = "SELECT max(said_at, ifnull(valid_to, 0), ifnull(deleted_at, 0)) FROM facts WHERE id = ?"
        here = database.execute(sql, (_text(row, "id"),)).fetchone()
        if here is None and facts.is_erased(database, _text(row, "text"), _text(row, "message"), str(row["about"])):
            # The user had it erased, so it is not to come back.
            counts.older += 1
        elif here is None:
            counts.new += 1
            _insert(database, "facts", row)
        elif max(said_at, ended_at) > here[0]:
            counts.newer += 1
            _update(database, "facts", row, "id")
            database.execute("UPDATE facts SET deleted_at = NULL WHERE id = ?", (row["id"],))
        else:
            is_same = max(said_at, ended_at) == here[0]
            counts.same, counts.older = counts.same + is_same, counts.older + (not is_same)
    for row in source("learned"):
        _insert(database, "learned", row, ignore=True)
    facts.rebuild_index(database)
    return counts


def _merge_together(database: sqlite3.Connection, source: Rows) -> Counts:
    counts = Counts()
    for row in source("together_days"):
        place = (_text(row, "persona"), _text(row, "day"))
        sql = "SELECT strokes, note FROM together_days WHERE persona = ? AND day = ?"
        here = database.execute(sql, place).fetchone()
        if here is None:
            counts.new += 1
            _insert(database, "together_days", row)
        elif row["strokes"] > here[0] or (row["note"] and not here[1]):
            counts.newer += 1
            sql = "UPDATE together_days SET strokes = ?, note = ?, note_facts = iif(note = '', ?, note_facts) "
            values = (max(here[0], row["strokes"]), here[1] or row["note"], row["note_facts"])
            database.execute(f"{sql} WHERE persona = ? AND day = ?", (*values, *place))
        else:
            counts.same += 1
    for row in source("together_sessions"):
        _insert(database, "together_sessions", row, ignore=True)
    return counts


def _insert(database: sqlite3.Connection, table: str, row: Row, *, ignore: bool = False) -> int:
    """Insert the columns that the table has. Returns the new row's number; 0 if it is there already."""
    names = _columns(database, table, row)
    either = "OR IGNORE " if ignore else ""
    marks = ", ".join("?" * len(names))
    sql = f"INSERT {either}INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608 - names of our own columns
    cursor = database.execute(sql, [row[name] for name in names])
    return (cursor.lastrowid or 1) if cursor.rowcount else 0


def _update(database: sqlite3.Connection, table: str, row: Row, key: str) -> None:
    names = [name for name in _columns(database, table, row) if name != key]
    sql = f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in names)} WHERE {key} = ?"  # noqa: S608
    database.execute(sql, [*(row[name] for name in names), row[key]])


def _columns(database: sqlite3.Connection, table: str, row: Row) -> list[str]:
    return [
        name
        for _, name, *_ in database.execute(f"PRAGMA table_info({table})").fetchall()
        if name in row and name not in _OWN
    ]


def _text(row: Row, name: str) -> str:
    value = row[name]
    if not isinstance(value, str):
        raise DamagedRowError(f"{name} is no text")
    return value


def _time(row: Row, name: str) -> float:
    value = row[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
        raise DamagedRowError(f"{name} is no time")
    return float(value)
