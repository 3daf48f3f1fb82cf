"""The store of conversations in one SQLite file. What was shown is on disk within a second.

One thread accesses the file, in the order of the calls.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeVar

from deskpet.chat.events import TurnEvent
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Attachment, Message
from deskpet.chat.reduce import Clock
from deskpet.listeners import End, Listeners
from deskpet.processes.cancellation import Cancellation
from deskpet.store import backup, call_journal, facts, json_file, maintenance, rows, search, unsaved
from deskpet.store.call_journal import CallRecord
from deskpet.store.database import Database, Write
from deskpet.store.database_files import IN_MEMORY, open_read_only
from deskpet.store.errors import decode_leniently, explain, explained, is_damage
from deskpet.store.opening import LOCK_SECONDS
from deskpet.store.records import (
    Draft,
    ImportResult,
    Salvage,
    SavedConversation,
    SearchHit,
    Session,
    StoreError,
)
from deskpet.store.unsaved import WriteQueue
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

_MAX_HITS = 200

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Store:
    """The conversations of one person.

    Coroutines read the file, and raise StoreError. The other methods queue a write; the Future is done when it is on
    disk. A failed write is reported to `on_trouble`; if the error is temporary (a full disk, a locked file), the write
    is repeated before the next one.
    """

    def __init__(
        self,
        file: Path,
        *,
        clock: Clock = time.time,
        on_trouble: Callable[[StoreError | None], None] | None = None,
        on_salvage: Callable[[Salvage], None] | None = None,
        on_replaced: Callable[[], None] | None = None,
        wait: float = LOCK_SECONDS,
        opening_wait: float | None = None,
        copy_of: Path | None = None,
    ) -> None:
        """Open `file`, or create it. IN_MEMORY keeps everything until `close`, and starts as a copy of `copy_of`.

        The callbacks are called on the thread of the store.
        on_trouble: with the error of a write; with None when all is written again.
        on_salvage: with the result of a recovery, whenever the file turns out to be corrupt.
        on_replaced: when a new file is open because the old one was deleted or replaced, and lacks the open session.
        wait: how many seconds another program may hold the lock before a call fails.
        opening_wait: the same for this call; None: `wait`.

        Raises StoreUnavailable if the file is locked or the disk is full, and StoreError if the file is of another
        program or a newer version.
        """
        self.file = file
        self._clock = clock
        self._database = Database(file, wait, on_salvage, on_replaced)
        self._queue = WriteQueue(self._database, on_trouble)
        self._changed = Listeners[[]]()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        try:
            self._thread.submit(self._open, wait if opening_wait is None else opening_wait, copy_of).result()
        except BaseException:
            self._thread.shutdown()
            raise

    @property
    def lacks_open_session(self) -> bool:
        """Whether the file was deleted or replaced, and does not have the open session yet."""
        # In this order: the store's thread sets `awaits_session` before the new file is the open one.
        return self._database.is_replaced or self._database.awaits_session

    def last(self) -> SavedConversation | None:
        """Return the session of the newest message, or None if there is none. Blocks."""
        return self._thread.submit(lambda: self._database.run(self._read_last)).result()

    def listen(self, changed: Callable[[], object]) -> End:
        """Call `changed` when the sessions, their order or their titles change, or what is remembered.

        It is called by the method that makes the change, in any thread; `sessions()` waits for the change itself.
        Returns what ends that.
        """
        return self._changed.add(changed)

    async def load_last(self, besides: str = "") -> SavedConversation | None:
        """Return the session of the newest message, other than `besides`, or None if there is none."""
        return await self._read(lambda: self._read_last(besides))

    async def sessions(self) -> tuple[Session, ...]:
        """Return every session with a question: pinned ones first, then by the time of the last message."""
        return await self._read(lambda: rows.read_sessions(self._connection))

    async def load(self, session: str) -> SavedConversation:
        """Return a session with its messages. Raises StoreError if it does not exist."""
        saved = await self._read(lambda: rows.read_session(self._connection, session))
        if saved is None:
            raise StoreError(tr("This conversation is not there any more. Choose another one."))
        return saved

    def write_session(
        self, session: str, nodes: Sequence[Node], leaf: str | None, speakers: Mapping[str, str]
    ) -> "Future[None]":
        """Replace all messages of a session. `speakers` as in SavedConversation."""
        at = self._clock()

        def work(connection: sqlite3.Connection) -> None:
            rows.write_session(connection, session, nodes, leaf, at, speakers)
            self._database.awaits_session = False

        return self._write(work, session, notify=True)

    def rename(self, session: str, title: str) -> "Future[None]":
        """Set the title of a session. An empty one restores the first line of the first question."""
        return self._write(lambda connection: rows.name_session(connection, session, title), session, notify=True)

    def suggest_title(self, session: str, title: str) -> "Future[None]":
        """Set the title of a session unless it has been named before."""
        return self._write(lambda connection: rows.suggest_title(connection, session, title), session, notify=True)

    def pin(self, *sessions: str, pinned: bool) -> "Future[None]":
        """Pin or unpin sessions. Pinned ones are listed first."""
        return self._change_each(sessions, partial(rows.change_session, is_pinned=pinned))

    def archive(self, *sessions: str, archived: bool) -> "Future[None]":
        """Move sessions to the archive, or back. The next message brings one back as well."""
        return self._change_each(
            sessions, partial(rows.change_session, archived_at=self._clock() if archived else None)
        )

    def move(self, *sessions: str, folder: str) -> "Future[None]":
        """Move sessions to the folder of this name; an empty one takes them out of theirs."""
        return self._change_each(sessions, partial(rows.change_session, folder=rows.one_line(folder)))

    def delete(self, *sessions: str) -> "Future[None]":
        """Hide sessions from lists and search. `undo_delete` restores them, within a day."""
        return self._change_each(sessions, partial(rows.change_session, deleted_at=self._clock()))

    def undo_delete(self, *sessions: str) -> "Future[None]":
        """Restore deleted sessions, with the facts that were deleted with them."""

        def work(connection: sqlite3.Connection, session: str) -> None:
            facts.undo_session_deleted(connection, session)
            rows.change_session(connection, session, deleted_at=None)

        return self._change_each(sessions, work)

    def _change_each(
        self, sessions: Sequence[str], work: Callable[[sqlite3.Connection, str], object]
    ) -> "Future[None]":

        def change(connection: sqlite3.Connection) -> None:
            for session in sessions:
                work(connection, session)

        return self._write(change, *sessions, notify=True)

    async def erase_deleted(self, *sessions: str) -> None:
        """Erase deleted sessions now, instead of after a day, without a trace. Raises StoreError."""
        for session in sessions:
            await self._read(partial(maintenance.purge_session, self._database, session))
        await self.clear_traces()

    def save_message(
        self,
        session: str,
        message: Message,
        parent: str | None,
        leaf: str | None,
        at: float | None = None,
        speaker: str = "",
    ) -> "Future[None]":
        """Write a whole message, new or changed, as a child of `parent`. Creates the session with its first message.

        leaf: the last message of the shown path. at: the Unix time that becomes the session's time of change; None
        keeps the present one. speaker: the name of the assistant, if the message is new.
        """

        def work(connection: sqlite3.Connection) -> None:
            rows.begin_session(connection, session, message.created_at)
            rows.write_message(connection, session, message, parent, speaker)
            rows.touch(connection, session, at or 0.0, leaf)

        return self._write(work, session, notify=True)

    def append_events(self, message_id: str, events: Sequence[TurnEvent]) -> "Future[None]":
        """Append events to a message. The cost depends on the events, not on the length of the message."""
        return self._write(lambda connection: rows.write_events(connection, message_id, events), message_id=message_id)

    def record_calls(self, session: str, records: Sequence[CallRecord]) -> "Future[None]":
        """Add tool calls of a session to the journal of calls."""
        return self._write(lambda connection: call_journal.write(connection, records), session)

    async def calls(self, limit: int) -> tuple[CallRecord, ...]:
        """Return the newest tool calls, at most `limit`. Arguments of deleted messages are left out."""
        return await self._read(lambda: call_journal.read(self._connection, limit))

    def save_path(
        self, session: str, leaf: str | None, deleted: Iterable[str] = (), restored: Iterable[str] = ()
    ) -> "Future[None]":
        """Write the last message of the shown path, and which messages are deleted or restored."""
        marks = [(self._clock(), each) for each in deleted] + [(None, each) for each in restored]

        def work(connection: sqlite3.Connection) -> None:
            rows.mark_deleted(connection, marks)
            if marks:
                rows.renew_title(connection, session)
            rows.touch(connection, session, 0.0, leaf)

        return self._write(work, session, notify=bool(marks))

    async def draft(self, session: str | None) -> Draft:
        """Return the draft of a session; None: of the new one without messages."""
        return await self._read(lambda: rows.read_draft(self._connection, session or ""))

    def save_draft(self, session: str | None, text: str) -> "Future[None]":
        """Write the draft of a session (None: of the new one without messages). Empty when it was sent."""
        return self._write(lambda connection: rows.write_draft(connection, session or "", text), session or "")

    def save_draft_attachments(self, session: str | None, attachments: Sequence[Attachment]) -> "Future[None]":
        """Write the pictures and documents of the draft of a session (None: of the new one without messages)."""
        return self._write(
            lambda connection: rows.write_draft_attachments(connection, session or "", attachments), session or ""
        )

    async def search(self, text: str, limit: int = _MAX_HITS) -> tuple[SearchHit, ...]:
        """Return where every word of `text` occurs, also within words, conversation by conversation, newest first."""
        return await self._read(lambda: search.find(self._connection, rows.storable(text), limit))

    async def export_json(self, file: Path, sessions: Collection[str] | None = None) -> None:
        """Write sessions with all their branches, or every session (None), to `file`. Raises StoreError."""
        # The read also waits for all writes queued before.
        chosen = [each.id for each in await self.sessions() if sessions is None or each.id in sessions]
        try:
            await asyncio.to_thread(self._write_json, file, chosen)
        except OSError as error:
            what = tr("{file} can't be written: {why}. Choose another place.", file=file, why=reason_of(error))
            raise StoreError(what) from error
        except sqlite3.Error as error:
            raise explain(self.file, error) from error

    async def import_json(
        self,
        file: Path,
        cancellation: Cancellation | None = None,
        progressed: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> ImportResult:
        """Add the sessions of an exported file, except those that exist already.

        `progressed` is called in another thread, with the number of sessions that are done and of all.
        Raises StoreError if it is no such file, and Cancelled after `cancellation.cancel()`; nothing is added then.
        """
        return await self.import_sessions(partial(json_file.read, file), cancellation or Cancellation(), progressed)

    async def import_sessions(
        self,
        read: Callable[[], tuple[json_file.ImportedConversation, ...]],
        cancellation: Cancellation,
        progressed: Callable[[int, int], None],
    ) -> ImportResult:
        """Add the sessions that `read` returns, as `import_json` does."""
        sessions = await asyncio.to_thread(cancellation.run, read)

        def insert(connection: sqlite3.Connection) -> ImportResult:
            return json_file.insert(connection, sessions, lambda done: progressed(done, len(sessions)))

        result = await self._read(partial(cancellation.run, partial(self._database.transact, insert)))
        self._changed()
        return result

    async def query(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `work` reads, on the thread of the store. Raises StoreError."""
        return await self._read(lambda: work(self._connection))

    async def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of `work`, which runs in a transaction on the thread of the store. Raises StoreError."""
        result = await self._read(lambda: self._database.transact(work))
        self._changed()
        return result

    def transact(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of `work` as `change` does. Blocks, so it is called in a thread. Raises StoreError."""
        result = self._thread.submit(self._run, lambda: self._database.transact(work)).result()
        self._changed()
        return result

    async def undo_numbers(self) -> frozenset[str]:
        """Return the ids of the undo copies that messages refer to. Raises StoreError."""

        def read() -> frozenset[str]:
            with explained(self.file), closing(self._reader()) as connection:
                return maintenance.undo_numbers(connection)

        # Reads all messages, while writes go on.
        return await asyncio.to_thread(read)

    async def size(self) -> int:
        """Return the size on disk in bytes, including backups."""
        return await self._read(lambda: maintenance.disk_usage(self._database))

    async def compact(self) -> None:
        """Return the space of deleted conversations to the disk. Takes seconds for large files. Raises StoreError."""
        await self._read(lambda: maintenance.compact(self._database))

    async def maintain(self, *open_sessions: str | None) -> None:
        """Purge old deletions without a trace, make the daily backup, and check for damage.

        Keeps deleted messages of `open_sessions`, which are in memory as well. Raises StoreError.
        """
        stored = tuple(filter(None, open_sessions))
        await self._read(lambda: maintenance.purge(self._database, self._clock(), stored))
        await self.clear_traces()

    async def clear_traces(self) -> None:
        """Remove what was erased from the indexes, the free pages and the backups, now; make a backup if one is due.

        Raises StoreError.
        """
        if self.file == IN_MEMORY:
            return
        has_traces = await self._read(lambda: maintenance.wipe(self._database))
        try:
            # Older backups still hold what was erased.
            await asyncio.to_thread(backup.replace_all if has_traces else backup.make_daily, self.file)
            if has_traces:
                await self._read(lambda: maintenance.mark_wiped(self._database))
        except (sqlite3.Error, OSError) as error:
            if not is_damage(error):
                raise explain(self.file, error) from error
            damage = error
            await self._read(lambda: self._database.repair(damage))

    async def erase(self) -> None:
        """Delete every conversation, draft, fact, day together and backup for good."""

        def work() -> None:
            self._database.transact(maintenance.erase)
            self._queue.clear()
            maintenance.erase_copies(self._database)

        await self._read(work)
        self._changed()

    def retry_writes(self) -> None:
        """Repeat the pending writes."""
        self._thread.submit(self._queue.flush).add_done_callback(self._queue.report)

    def wait_until_written(self, seconds: float) -> bool:
        """Wait at most `seconds` until all queued writes are on disk. Returns whether they are.

        Writes that the lock of another program keeps from the file are saved beside it.
        """
        self._database.hurry.set()
        settled = self._thread.submit(self._queue.settle)
        settled.add_done_callback(self._queue.report)
        try:
            # The next job starts after the callback.
            self._thread.submit(lambda: None).result(seconds)
            settled.result(0)
        except (StoreError, TimeoutError) as error:
            logger.warning("not everything could be written in time: %s", error)
            return False
        return True

    def close(self) -> None:
        """Write what is pending and close the file.

        Waits only briefly for the lock of another program; then the pending writes are saved beside the file, and
        merged when it is opened again.
        """
        self._database.hurry.set()
        self._thread.submit(self._queue.settle).add_done_callback(self._queue.report)
        self._thread.submit(self._database.close)
        self._thread.shutdown()

    def _open(self, wait: float, copy_of: Path | None) -> None:
        database = self._database
        database.open(wait, copy_of)
        try:
            if self.file != IN_MEMORY:
                database.run(lambda: unsaved.merge_all(self.file, database.connection), wait)
            database.run(lambda: maintenance.purge(database, self._clock()), wait)
        except BaseException:
            database.close()
            raise

    @property
    def _connection(self) -> sqlite3.Connection:
        return self._database.connection

    def _read_last(self, besides: str = "") -> SavedConversation | None:
        newest = rows.newest_session(self._connection, self._clock(), besides)
        return rows.read_session(self._connection, newest) if newest else None

    async def _read(self, work: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._thread.submit(self._run, work))

    def _run(self, work: Callable[[], T]) -> T:
        def run() -> T:
            self._database.reopen_if_replaced()
            return work()

        return self._database.run(run)

    def _write(
        self,
        work: Callable[[sqlite3.Connection], object],
        *sessions: str,
        message_id: str = "",
        notify: bool = False,
    ) -> "Future[None]":
        def write() -> None:
            self._queue.append(Write(work, sessions, message_id))
            # Otherwise `settle` follows, which writes everything or saves it beside the file.
            if not self._database.hurry.is_set():
                self._queue.flush()

        future = self._thread.submit(write)
        future.add_done_callback(self._queue.report)
        if notify:
            self._changed()
        return future

    def _write_json(self, file: Path, sessions: Iterable[str]) -> None:
        with closing(self._reader()) as connection:
            connection.text_factory = decode_leniently
            connection.execute("BEGIN")
            json_file.write(file, (saved for each in sessions if (saved := rows.read_session(connection, each))))

    def _reader(self) -> sqlite3.Connection:
        """Open another connection, so that writes go on during a long read."""
        if self.file != IN_MEMORY:
            return open_read_only(self.file)
        copy = sqlite3.connect(":memory:", check_same_thread=False)
        self._thread.submit(lambda: self._connection.backup(copy)).result()
        return copy
