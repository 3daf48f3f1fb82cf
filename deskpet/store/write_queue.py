"""The queue of writes to the database, which are repeated while the file is locked or the disk is full."""

import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from deskpet.store import rows
from deskpet.store.database import Database
from deskpet.store.errors import is_temporary
from deskpet.store.records import MessageMissing, StoreError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Write:
    """One change: `work` runs in a transaction. It changes `session`, or the session of the message `message_id`."""

    work: Callable[[sqlite3.Connection], object]
    session: str | None
    message_id: str = ""

    def session_in(self, database: sqlite3.Connection) -> str | None:
        """Return the id of the changed session; None if the message is not in the database."""
        return rows.session_of(database, self.message_id) if self.message_id else self.session


class WriteQueue:
    """Pending writes. One that fails and may succeed later stays, and is repeated before those that follow it."""

    def __init__(self, database: Database, on_trouble: Callable[[StoreError | None], None] | None) -> None:
        self._database = database
        self._on_trouble = on_trouble
        self._pending: deque[Write] = deque()
        self._is_behind = False

    @property
    def pending(self) -> tuple[Write, ...]:
        """The writes that are not on disk, in order."""
        return tuple(self._pending)

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

    def report(self, future: "Future[None]") -> None:
        """Tell `on_trouble` the error of a finished `flush`, or None when the first one succeeds again."""
        error, was_behind = future.exception(), self._is_behind
        # Writes may also be pending without an error, until the store settles.
        self._is_behind = bool(self._pending) and (was_behind or error is not None)
        if error:
            # One traceback is enough while the disk stays full.
            logger.error("something could not be kept: %s", error, exc_info=None if was_behind else error)
        if not self._on_trouble:
            return
        if isinstance(error, StoreError):
            self._on_trouble(error)
        elif was_behind and not self._is_behind:
            self._on_trouble(None)

    def _write(self, write: Write) -> None:
        self._database.reopen_if_replaced()
        self._database.transact(write.work)
