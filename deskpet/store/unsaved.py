"""Queue writes, and repeat them while the file is locked or the disk is full.

What can't be written when the program ends is saved in a file beside the database, and merged at the next start. Such a
file is a database of its own with whole sessions, which take the place of those of the same ids.
"""

import logging
import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from deskpet.chat.message_tree import Node
from deskpet.store import rows
from deskpet.store.database import Database, Write, transaction
from deskpet.store.database_files import IN_MEMORY, delete_database, free_name
from deskpet.store.errors import explain, explained, is_temporary
from deskpet.store.opening import open_database
from deskpet.store.records import MessageMissing, StoreError, StoreUnavailable

# Messages have other numbers in each database, and the same ids. The columns are named where their order may differ.
_COPY = (
    "DELETE FROM sessions WHERE id IN (SELECT session FROM copied)",
    "DELETE FROM drafts WHERE session IN (SELECT session FROM copied)",
    "DELETE FROM draft_pictures WHERE session IN (SELECT session FROM copied)",
    "INSERT INTO sessions SELECT * FROM source.sessions WHERE id IN (SELECT session FROM copied)",
    """
    INSERT OR IGNORE INTO messages (id, session, parent, role, body, deleted_at, speaker)
    SELECT id, session, parent, role, body, deleted_at, speaker FROM source.messages
    WHERE session IN (SELECT session FROM copied) ORDER BY number
    """,
    "CREATE TEMP TABLE numbers (theirs INTEGER PRIMARY KEY, ours INTEGER NOT NULL)",
    """
    INSERT INTO numbers SELECT theirs.number, ours.number FROM source.messages AS theirs JOIN main.messages AS ours
    USING (id, session) WHERE theirs.session IN (SELECT session FROM copied)
    """,
    """
    INSERT INTO journal (message, events)
    SELECT ours, events FROM source.journal JOIN numbers ON message = theirs ORDER BY number
    """,
    """
    INSERT OR IGNORE INTO blobs (hash, data) SELECT hash, data FROM source.blobs
    WHERE hash IN (SELECT hash FROM source.pictures JOIN numbers ON message = theirs)
    """,
    "INSERT INTO pictures SELECT ours, hash FROM source.pictures JOIN numbers ON message = theirs",
    """
    INSERT INTO words (rowid, text)
    SELECT ours, text FROM numbers CROSS JOIN source.words AS indexed ON indexed.rowid = theirs
    """,
    """
    INSERT INTO whole_words (rowid, text)
    SELECT ours, text FROM numbers CROSS JOIN source.words AS indexed ON indexed.rowid = theirs
    """,
    "INSERT INTO drafts SELECT * FROM source.drafts WHERE session IN (SELECT session FROM copied)",
    "INSERT INTO draft_pictures SELECT * FROM source.draft_pictures WHERE session IN (SELECT session FROM copied)",
    """
    INSERT OR IGNORE INTO calls (at, session, message, block, tool, arguments, decision, outcome, ended_at)
    SELECT at, session, message, block, tool, arguments, decision, outcome, ended_at FROM source.calls
    WHERE session IN (SELECT session FROM copied) ORDER BY number
    """,
    "DROP TABLE numbers",
)

# How long the end of the program may wait for a file that another program has locked.
_SETTLE_SECONDS = 0.2

logger = logging.getLogger(__name__)


def save_session(file: Path, session: str, nodes: Sequence[Node], leaf: str | None, draft: str = "") -> Path:
    """Write a session and its draft into a new file beside `file`, and return its path. Raises StoreError.

    Without messages, the draft is that of the new session.
    """
    beside = free_name(file, "unsaved")
    with closing(open_database(beside)) as target, explained(beside), transaction(target):
        if nodes:
            rows.write_session(target, session, nodes, leaf, time.time(), {})
        rows.write_draft(target, session if nodes else "", draft)
    return beside


def save_writes(
    file: Path, database: sqlite3.Connection, writes: Iterable[Write], *, is_replaced: bool = False
) -> Path:
    """Copy the sessions that `writes` change into a new file beside `file`, apply `writes` there, and return its path.

    `database` is open on `file`, whose lock may be held: it is only read. `is_replaced`: what it is open on has no
    name any more. Raises StoreError.
    """
    beside = free_name(file, "unsaved")
    try:
        sessions = {session for write in writes for session in write.sessions_in(database)}
        with closing(open_database(beside)) as target:
            with _named(database, file, is_replaced=is_replaced) as source:
                _copy_sessions(target, source, sessions)
            with transaction(target):
                for write in writes:
                    try:
                        write.work(target)
                    except MessageMissing as error:
                        logger.warning("something is not kept: %s", error)
                # An empty draft says that the one in the database is out of date.
                for unsent in sessions & {"", rows.DRAFT_BESIDE}:
                    target.execute("INSERT OR IGNORE INTO drafts VALUES (?, '')", (unsent,))
    except BaseException as error:
        delete_database(beside)
        if isinstance(error, sqlite3.Error | OSError):
            raise explain(beside, error) from error
        raise
    return beside


def merge_all(file: Path, database: sqlite3.Connection) -> None:
    """Merge the files beside `file` into `database`, which is open on it, and delete them; skip unreadable ones.

    Raises StoreUnavailable if `file` is locked or the disk is full: what is written later would be overwritten by a
    later merge.
    """
    found = (each for each in file.parent.glob(f"{file.name}.unsaved-*") if not each.name.endswith(("-wal", "-shm")))
    for beside in sorted(found):
        try:
            # Brings one of an older version up to date.
            open_database(beside).close()
            _copy_sessions(database, beside)
        except (StoreError, sqlite3.Error, OSError) as error:
            reason = error if isinstance(error, StoreError) else explain(file, error)
            if isinstance(reason, StoreUnavailable):
                raise
            logger.warning("%s is not brought in: %s", beside, error)
        else:
            delete_database(beside)


@contextmanager
def _named(database: sqlite3.Connection, file: Path, *, is_replaced: bool) -> Generator[Path]:
    """Return `file`, or a temporary copy of `database` if its file has no name any more."""
    if not is_replaced:
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="deskpet-") as folder:
        copy = Path(folder) / file.name
        with closing(sqlite3.connect(copy)) as target:
            database.backup(target)
        yield copy


def _copy_sessions(database: sqlite3.Connection, source: Path, sessions: Collection[str] | None = None) -> None:
    """Copy sessions with all that belongs to them from the file `source`; None: all of it."""
    database.execute("ATTACH ? AS source", (str(source),))
    try:
        database.execute("CREATE TEMP TABLE copied (session TEXT PRIMARY KEY)")
        if sessions is None:
            database.execute(
                "INSERT INTO copied SELECT id FROM source.sessions UNION SELECT session FROM source.drafts"
            )
        else:
            database.executemany("INSERT INTO copied VALUES (?)", [(session,) for session in sessions])
        # Not BEGIN IMMEDIATE, which would take the lock of the source as well.
        database.execute("BEGIN")
        for sql in _COPY:
            database.execute(sql)
        database.execute("DELETE FROM drafts WHERE text = ''")
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")
        database.execute("DROP TABLE IF EXISTS temp.copied")
        database.execute("DETACH source")


class WriteQueue:
    """Pending writes. One that fails and may succeed later stays, and is repeated before those that follow it."""

    def __init__(self, database: Database, on_trouble: Callable[[StoreError | None], None] | None) -> None:
        self._database = database
        self._on_trouble = on_trouble
        self._pending: deque[Write] = deque()
        self._is_behind = False
        # The file beside the database with the pending writes, if there is one.
        self._beside: Path | None = None

    def append(self, write: Write) -> None:
        """Append a write; `flush` writes it."""
        self._pending.append(write)

    def clear(self) -> None:
        """Drop all pending writes."""
        self._pending.clear()

    def flush(self, wait: float | None = None) -> None:
        """Write everything that is pending. Raises StoreError for the first write that fails.

        wait: seconds to wait for the lock of the file; None: as usual.
        """
        while self._pending:
            try:
                self._database.run(partial(self._write, self._pending[0]), wait)
            except MessageMissing:
                self._pending.popleft()
                # The file was replaced: the session of the message is about to be written as a whole.
                if not self._database.awaits_session:
                    raise
            except BaseException as error:
                if not is_temporary(error):
                    self._pending.popleft()
                raise
            else:
                self._pending.popleft()
        if self._beside:
            delete_database(self._beside)
            self._beside = None

    def settle(self) -> None:
        """Write everything that is pending, or save it beside the file if that can't be done now. Raises StoreError."""
        self._database.hurry.clear()
        try:
            self.flush(_SETTLE_SECONDS)
        except StoreError as error:
            if not is_temporary(error) or self._database.file == IN_MEMORY:
                raise
            self._save_beside(error)

    def report(self, future: "Future[None]") -> None:
        """Tell `on_trouble` the error of a finished `flush`, or None when the first one succeeds again."""
        error, was_behind = future.exception(), self._is_behind
        # Writes may also be pending without an error, until the store settles.
        self._is_behind = bool(self._pending) and (was_behind or error is not None)
        if error:
            # A full disk or a locked file needs no traceback, and one is enough for anything else.
            is_expected = was_behind or isinstance(error, StoreUnavailable)
            logger.error("something could not be kept: %s", error, exc_info=None if is_expected else error)
        if not self._on_trouble:
            return
        if isinstance(error, StoreError):
            self._on_trouble(error)
        elif was_behind and not self._is_behind:
            self._on_trouble(None)

    def _save_beside(self, reason: StoreError) -> None:
        """Save the pending writes beside the file. Raises `reason`, why they can't be written, if that fails, too."""
        database = self._database
        try:
            saved = save_writes(
                database.file, database.connection, tuple(self._pending), is_replaced=database.is_replaced
            )
        except StoreError as error:
            logger.warning("nothing can be kept beside it: %s", error)
            raise reason from error
        before, self._beside = self._beside, saved
        if before:
            delete_database(before)
        logger.warning("%s: what is not in it yet is kept in %s", reason, saved)

    def _write(self, write: Write) -> None:
        self._database.reopen_if_replaced()
        self._database.transact(write.work)
