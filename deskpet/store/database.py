"""The open database of a store: transactions, waiting for the lock, repair, and reopening a replaced file."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from deskpet.store import rows
from deskpet.store.database_files import IN_MEMORY, free_name, identity, index_of_log, log_of
from deskpet.store.errors import decode_leniently, explained, is_damage, is_index_damage, is_locked, is_undecodable
from deskpet.store.opening import copy_in_memory, open_database
from deskpet.store.records import Salvage, StoreError
from deskpet.store.salvage import salvage

_LOCK_POLL_SECONDS = 0.02
_NO_FILE = (-1, -1)

T = TypeVar("T")

logger = logging.getLogger(__name__)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Generator[None]:
    """Commit what the block writes, or roll it back if the block raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@dataclass(frozen=True, slots=True)
class Write:
    """One change: `work` runs in a transaction. It changes `sessions`, or the session of the message `message_id`."""

    work: Callable[[sqlite3.Connection], object]
    sessions: tuple[str, ...]
    message_id: str = ""

    def sessions_in(self, database: sqlite3.Connection) -> tuple[str, ...]:
        """Return the ids of the changed sessions; none if the message is not in the database."""
        session = rows.session_of(database, self.message_id) if self.message_id else None
        return (session,) if session else self.sessions


class Database:
    """A connection to the file of the conversations. Every method is called on the thread of the store.

    connection: the present connection; another one after a repair, or after the file was replaced.
    hurry: while it is set, by any thread, statements fail at once if another program holds the lock.
    awaits_session: the file was replaced and does not have the open session yet.
    """

    connection: sqlite3.Connection

    def __init__(
        self,
        file: Path,
        wait: float,
        on_salvage: Callable[[Salvage], None] | None,
        on_replaced: Callable[[], None] | None,
    ) -> None:
        """`wait` is how many seconds to wait for the lock; the callbacks are those of Store."""
        self.file = file
        self.hurry = threading.Event()
        self.awaits_session = False
        self._wait = wait
        self._on_salvage, self._on_replaced = on_salvage, on_replaced
        self._is_index_rebuilt = False
        self._file_id: tuple[int, int] | None = None
        self._log_id: tuple[int, int] | None = None

    def open(self, wait: float, copy_of: Path | None = None) -> None:
        """Open the file, and recover it if it is corrupt; or open a copy of `copy_of` in memory. Raises StoreError."""
        try:
            self._use(copy_in_memory(copy_of) if copy_of else open_database(self.file, wait))
        except StoreError as error:
            if copy_of or not (error.__cause__ and is_damage(error.__cause__)):
                raise
            self._use(self._salvaged())

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def run(self, work: Callable[[], T], wait: float | None = None) -> T:
        """Return the result of `work`, which is called again after the lock is free or damage is repaired.

        wait: seconds to wait for the lock; None: as given to the constructor. Raises StoreError.
        """
        with explained(self.file):
            try:
                return self._run_when_free(work, wait)
            except sqlite3.Error as error:
                if not self.repair(error):
                    raise
                return self._run_when_free(work, wait)

    def transact(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of `work`, which runs in a transaction."""
        with transaction(self.connection):
            return work(self.connection)

    @property
    def is_replaced(self) -> bool:
        """Whether the file was deleted or replaced; then `connection` has the content of the old one."""
        return self._file_id is not None and self._file_id != identity(self.file)

    def reopen_if_replaced(self) -> None:
        """Open the file again if it was deleted or replaced: writes to the old one would be lost.

        If that raises, `connection` is a copy of the old file in memory.
        """
        if not self.is_replaced:
            return
        # SQLite would apply the log of the old file to the new one.
        log = log_of(self.file)
        if self._log_id is not None and identity(log) == self._log_id:
            log.replace(free_name(self.file, "foreign-log"))
            index_of_log(self.file).unlink(missing_ok=True)
        logger.warning("%s was deleted or replaced", self.file)
        old, is_copy = self.connection, self._file_id == _NO_FILE
        # Before `_file_id` is that of the new file: another thread reads both.
        self.awaits_session = True
        # Until it is open again, no file there counts as the open one, not even the old one brought back.
        self._file_id = _NO_FILE
        try:
            self.open(self._wait)
        except BaseException:
            # The old one, brought back, must not be open twice with different logs.
            if not is_copy:
                copy = sqlite3.connect(IN_MEMORY, check_same_thread=False, isolation_level=None)
                old.backup(copy)
                self.connection = copy
                old.close()
            raise
        # SQLite leaves the log of the new file alone, because the old one has no name any more.
        old.close()
        if self._on_replaced:
            self._on_replaced()

    def repair(self, error: BaseException) -> bool:
        """Repair what caused `error`. Returns whether the failed work can be repeated. Raises StoreError."""
        if is_undecodable(error):
            before, self.connection.text_factory = self.connection.text_factory, decode_leniently
            return before is not decode_leniently
        if is_index_damage(error) and not self._is_index_rebuilt:
            self._is_index_rebuilt = True
            try:
                self.transact(rows.rebuild_index)
            except sqlite3.Error as worse:
                logger.warning("the index of words can't be made anew: %s", worse)
            else:
                return True
        if not is_damage(error):
            return False
        self.connection.close()
        try:
            self._use(self._salvaged())
        except StoreError:
            # Rows that are readable stay readable.
            self.connection = sqlite3.connect(self.file, check_same_thread=False, isolation_level=None)
            raise
        return True

    def _run_when_free(self, work: Callable[[], T], wait: float | None) -> T:
        until = time.monotonic() + (self._wait if wait is None else wait)
        while True:
            try:
                return work()
            except sqlite3.OperationalError as error:
                if not is_locked(error) or time.monotonic() >= until or self.hurry.wait(_LOCK_POLL_SECONDS):
                    raise

    def _use(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        # Another thread can't end SQLite's own wait for the lock; `_run_when_free` waits instead.
        connection.execute("PRAGMA busy_timeout = 0")
        if self.file != IN_MEMORY:
            self._file_id, self._log_id = identity(self.file), identity(log_of(self.file))

    def _salvaged(self) -> sqlite3.Connection:
        """Replace the corrupt file by a new one with its readable rows, and open that. Raises StoreError."""
        with explained(self.file):
            result = salvage(self.file)
        if self._on_salvage:
            self._on_salvage(result)
        return open_database(self.file, self._wait)
