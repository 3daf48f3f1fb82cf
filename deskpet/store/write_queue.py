"""The queue of writes to the database, which are repeated while the file is locked or the disk is full.

What still can't be written when the program ends is saved in a file beside the database.
"""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from deskpet.store import unsaved
from deskpet.store.database import Database, Write
from deskpet.store.database_files import IN_MEMORY
from deskpet.store.errors import is_temporary
from deskpet.store.records import MessageMissing, StoreError, StoreUnavailable

# How long the end of the program may wait for a file that another program has locked.
_SETTLE_SECONDS = 0.2

logger = logging.getLogger(__name__)


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
            unsaved.delete(self._beside)
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
            saved = unsaved.save_writes(
                database.file, database.connection, tuple(self._pending), is_replaced=database.is_replaced
            )
        except StoreError as error:
            logger.warning("nothing can be kept beside it: %s", error)
            raise reason from error
        before, self._beside = self._beside, saved
        if before:
            unsaved.delete(before)
        logger.warning("%s: what is not in it yet is kept in %s", reason, saved)

    def _write(self, write: Write) -> None:
        self._database.reopen_if_replaced()
        self._database.transact(write.work)
