"""Maintenance of the database: purge of old deletions, removal of their traces, compaction, erasure, size."""

import re
import sqlite3
from collections.abc import Collection

from deskpet.store import backup, call_journal, facts, rows, together_days
from deskpet.store.database import Database
from deskpet.store.database_files import IN_MEMORY, backups, delete_parts

_UNDO_NUMBER = re.compile(rb'"undo":\s*"([0-9a-f]{16})"')
UNDO_SECONDS = 24 * 3600
"""Time during which a deletion can be undone."""


def purge(database: Database, now: float, open_sessions: Collection[str] = ()) -> None:
    """Remove what was deleted more than UNDO_SECONDS before `now`, except messages of `open_sessions`.

    Removes old calls from the journal too.
    """

    def work(connection: sqlite3.Connection) -> None:
        rows.limit_deletion_times(connection, now)
        is_purged = rows.purge(connection, now - UNDO_SECONDS, open_sessions)
        if rows.delete_lost_drafts(connection, open_sessions) or is_purged:
            rows.mark_traces(connection)
        facts.purge(connection, now - UNDO_SECONDS)
        call_journal.forget_arguments(connection)
        call_journal.delete_old(connection, now)

    database.transact(work)


def purge_session(database: Database, session: str) -> None:
    """Remove a deleted session now. One that is not deleted stays."""

    def work(connection: sqlite3.Connection) -> None:
        if rows.purge_session(connection, session):
            rows.mark_traces(connection)
            call_journal.forget_arguments(connection)

    database.transact(work)


def wipe(database: Database) -> bool:
    """Remove the traces of erased rows from the indexes and the free pages. Returns whether there were any.

    Backups may still hold them; `mark_wiped` is for when those are replaced.
    """
    database.transact(rows.adopt_messages)
    if not database.connection.execute("PRAGMA application_id").fetchone()[0]:
        return False
    database.transact(rows.rebuild_index)
    database.transact(facts.rebuild_index)
    compact(database)
    return True


def mark_wiped(database: Database) -> None:
    """Record that no traces of purged rows are left."""
    database.connection.execute("PRAGMA application_id = 0")


def compact(database: Database) -> None:
    """Rewrite the file without free pages."""
    database.connection.execute("VACUUM")
    # Until then, the rewritten pages are only in the log.
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def erase(connection: sqlite3.Connection) -> None:
    """Delete all sessions, drafts, facts and days together, and the arguments in the journal of calls."""
    rows.erase(connection)
    together_days.erase_all(connection)
    facts.erase_all(connection)
    facts.rebuild_index(connection)
    call_journal.forget_arguments(connection)


def erase_copies(database: Database) -> None:
    """Remove the traces of erased rows from the file, and delete every backup and other copy beside it."""
    file = database.file
    with backup.LOCK:
        compact(database)
        if file == IN_MEMORY:
            return
        delete_parts(file)
        kinds = ("damaged", "foreign-log", "unsaved")
        copies = [copy for kind in kinds for copy in file.parent.glob(f"{file.name}.{kind}-*")]
        for copy in [*backups(file, "*"), *copies]:
            copy.unlink()


def undo_numbers(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the ids of undo copies that a message refers to, also a deleted one that can be restored."""
    # As bytes, since a text that is not UTF-8 would make the query fail.
    found = connection.execute(
        """
        SELECT CAST(body AS BLOB) FROM messages WHERE instr(CAST(body AS BLOB), CAST('"undo"' AS BLOB))
        UNION ALL
        SELECT CAST(events AS BLOB) FROM journal WHERE instr(CAST(events AS BLOB), CAST('"undo"' AS BLOB))
        """
    )
    return frozenset(number.decode() for (content,) in found for number in _UNDO_NUMBER.findall(content))


def disk_usage(database: Database) -> int:
    """Return the size of the file and of all files that belong to it, in bytes."""
    file = database.file
    return 0 if file == IN_MEMORY else sum(each.stat().st_size for each in file.parent.glob(f"{file.name}*"))
