"""Conversations in one SQLite file: what was shown is on disk within a second, whatever happens to the program.

All access to the file is on one thread of its own, in the order in which it was asked for.
"""

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from deskpet.cancellation import Cancellation
from deskpet.chat.answer_builder import Clock
from deskpet.chat.events import TurnEvent
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Image, Message
from deskpet.store import backup, json_file, rows, search
from deskpet.store.markdown import as_markdown
from deskpet.store.opening import (
    IN_MEMORY,
    WAIT_SECONDS,
    backups,
    copy_in_memory,
    explained,
    free_name,
    identity,
    is_damage,
    is_index_damage,
    is_undecodable,
    lenient,
    may_pass,
    open_database,
)
from deskpet.store.records import (
    Draft,
    ImportResult,
    MessageMissing,
    Salvage,
    SavedConversation,
    SearchHit,
    Session,
    StoreError,
)
from deskpet.store.salvage import salvage
from deskpet.words import tr

# A deletion can be undone for a day; whatever is older is purged at the start and in the daily care.
_UNDO_SECONDS = 24 * 3600
_MOST_HITS = 200

_NOT_OPEN = (-1, -1)

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Store:
    """The conversations of one person.

    What is awaited reads the file; whatever else is asked for is written in its turn, and the Future is done when it
    is on disk. Reading raises StoreError. What can't be written is told to `on_trouble`; where that may pass (a full
    disk), it is written before whatever is written next.
    """

    def __init__(
        self,
        file: Path,
        *,
        clock: Clock = time.time,
        on_trouble: Callable[[StoreError | None], None] | None = None,
        on_salvage: Callable[[Salvage], None] | None = None,
        on_replaced: Callable[[], None] | None = None,
        wait: float = WAIT_SECONDS,
        opening_wait: float | None = None,
        copy_of: Path | None = None,
    ) -> None:
        """Open `file`, or begin it; IN_MEMORY keeps everything until `close`, beginning with what is in `copy_of`.

        on_trouble: called on the store's thread; with None when all is written again.
        on_salvage: hears on the store's thread what could be saved where the file was damaged, now or later.
        on_replaced: called on the store's thread when the file was deleted or replaced by another, which is open now:
            what is in memory of the open session is to be written again (`write_session`).
        wait: how many seconds another program may hold the file before that is a trouble.
        opening_wait: the same for this call; None: `wait`.

        Raises StoreUnavailable when it is in use or the disk is full, and StoreError when it is no file of ours or one
        of a newer version.
        """
        self.file = file
        self._clock = clock
        self._on_trouble, self._on_salvage = on_trouble, on_salvage
        self._on_replaced = on_replaced
        self._wait, self._is_rebuilt = wait, False
        self._copy_of = copy_of
        self._file_id = self._log_id = None
        self._awaits_session = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_behind = False
        self._listeners: list[Callable[[], None]] = []
        try:
            self._thread.submit(self._begin, wait if opening_wait is None else opening_wait).result()
        except BaseException:
            self._thread.shutdown()
            raise

    def listen(self, changed: Callable[[], None]) -> None:
        """`changed` is called when the list of sessions is another one, or has another order or title.

        It is called by whoever made the change; `sessions()` then waits for the change itself.
        """
        self._listeners.append(changed)

    def last(self) -> SavedConversation | None:
        """The session in which something was said last; None when there is none. Waits for the disk."""
        return self._thread.submit(self._reading(self._read_last)).result()

    async def load_last(self) -> SavedConversation | None:
        """The session in which something was said last; None when there is none."""
        return await self._read(self._read_last)

    async def sessions(self) -> tuple[Session, ...]:
        """Every session with a question in it: the pinned ones first, then those in which more was said lately."""
        return await self._read(lambda: rows.read_sessions(self._database))

    async def load(self, session: str) -> SavedConversation:
        """All that was said in a session. Raises StoreError when it is not there."""
        found = await self._read(lambda: rows.read_session(self._database, session))
        if found is None:
            raise StoreError(tr("This conversation is not there any more. Choose another one."))
        return found

    async def search(self, text: str, limit: int = _MOST_HITS) -> tuple[SearchHit, ...]:
        """Where every word of `text` stands, as a part of a word too: titles first, then messages, newest first."""
        return await self._read(lambda: search.find(self._database, rows.storable(text), limit))

    async def draft(self, session: str | None) -> Draft:
        """What was being written in a session; None: in the one that is not begun."""
        return await self._read(lambda: rows.read_draft(self._database, session or ""))

    async def size(self) -> int:
        """How many bytes it takes on the disk, backups and all."""
        return await self._read(self._size)

    def keep(
        self,
        session: str,
        message: Message,
        parent: str | None,
        leaf: str | None,
        at: float | None = None,
        speaker: str = "",
    ) -> "Future[None]":
        """The whole message, new or changed, said after `parent` in a session, which begins with its first message.

        leaf: where the session's path leads. at: when something was said (Unix seconds); None: it was before.
        speaker: what the one is called who answers, where the message is new.
        """

        def work() -> None:
            rows.begin_session(self._database, session, message.created_at)
            rows.write_message(self._database, session, message, parent, speaker)
            rows.touch(self._database, session, at or 0.0, leaf)

        return self._write(work, tells=True)

    def write_session(
        self, session: str, nodes: Sequence[Node], leaf: str | None, speakers: Mapping[str, str]
    ) -> "Future[None]":
        """Write a whole session in place of what the file has of it; `speakers` as in Saved."""
        at = self._clock()

        def work() -> None:
            self._awaits_session = False
            rows.write_session(self._database, session, nodes, leaf, at, speakers)

        return self._write(work, tells=True)

    def grow(self, message_id: str, happened: Sequence[TurnEvent]) -> "Future[None]":
        """What happened to a kept message since; costs what the events are worth, however long the message is."""
        return self._write(lambda: rows.write_events(self._database, message_id, happened))

    def keep_path(
        self, session: str, leaf: str | None, deleted: Iterable[str] = (), restored: Iterable[str] = ()
    ) -> "Future[None]":
        """The path of the session leads to `leaf`; these messages are not to be seen any more, and those again."""
        marks = [(self._clock(), each) for each in deleted] + [(None, each) for each in restored]

        def work() -> None:
            rows.mark_deleted(self._database, marks)
            rows.touch(self._database, session, 0.0, leaf)

        return self._write(work)

    def rename(self, session: str, title: str) -> "Future[None]":
        """Call a session `title`; that stays. Without a word in it, it is called by its first question again."""
        return self._write(lambda: rows.name_session(self._database, session, title), tells=True)

    def suggest_title(self, session: str, title: str) -> "Future[None]":
        """Call a session `title` unless it was named before."""
        return self._write(lambda: rows.suggest_title(self._database, session, title), tells=True)

    def pin(self, session: str, *, pinned: bool) -> "Future[None]":
        """Let a session stand before those that are not pinned, or among them again."""
        return self._write(lambda: rows.pin_session(self._database, session, is_pinned=pinned), tells=True)

    def delete(self, session: str) -> "Future[None]":
        """A session is not to be seen or found any more; `undo_delete` brings it back, for a day."""
        at = self._clock()
        return self._write(lambda: rows.mark_session_deleted(self._database, session, at), tells=True)

    def undo_delete(self, session: str) -> "Future[None]":
        """A deleted session is there again."""
        return self._write(lambda: rows.mark_session_deleted(self._database, session, None), tells=True)

    def keep_draft(self, session: str | None, text: str) -> "Future[None]":
        """What is being written in a session (None: in the one that is not begun); empty when it was sent."""
        return self._write(lambda: rows.write_draft(self._database, session or "", text))

    def keep_draft_pictures(self, session: str | None, images: Sequence[Image]) -> "Future[None]":
        """The pictures that wait beside the draft of a session (None: of the one that is not begun)."""
        return self._write(lambda: rows.write_draft_pictures(self._database, session or "", images))

    async def export_markdown(self, session: str, file: Path) -> None:
        """Write what is shown of a session to `file`, to be read. Raises StoreError when that can't be written."""
        text = as_markdown(await self.load(session))
        await self._elsewhere(file, lambda: _replace_text(file, text))

    async def export_json(self, file: Path, session: str | None = None) -> None:
        """Write a session with all its branches, or every session (None), to `file`. Raises StoreError."""
        # What is asked for here also waits until everything before it is written.
        chosen = [each.id for each in await self.sessions() if session in {None, each.id}]
        await self._elsewhere(file, lambda: self._export(file, chosen))

    async def import_json(self, file: Path, cancellation: Cancellation | None = None) -> ImportResult:
        """Add the sessions of an exported file, except those that exist already.

        Raises StoreError if it is no such file, and Cancelled after `cancellation.cancel()`; nothing is added then.
        """
        cancellation = cancellation or Cancellation()
        found = await asyncio.to_thread(cancellation.run, partial(json_file.read, file))
        work = partial(cancellation.run, lambda: json_file.keep(self._database, found))
        imported = await self._read(lambda: self._in_transaction(work))
        self._tell()
        return imported

    async def compact(self) -> None:
        """Give the room that deleted conversations left behind back to the disk.

        Takes seconds for large files; what is to be written meanwhile is written after it. Raises StoreError.
        """
        await self._read(self._shrink)

    async def look_after(self, open_session: str | None = None) -> None:
        """Purge old deletions without a trace, make the backup of the day, and look for damage.

        Meant for a moment at which nobody waits. `open_session` is spared, as its messages are in memory too.
        Raises StoreError.
        """
        await self._read(lambda: self._purge(open_session or ""))
        if self.file == IN_MEMORY:
            return
        erased = await self._read(self._wipe)
        try:
            # The older ones still hold what was erased.
            await asyncio.to_thread(backup.replace_all if erased else backup.of_the_day, self.file)
            if erased:
                await self._read(lambda: self._database.execute("PRAGMA application_id = 0"))
        except (sqlite3.Error, OSError) as error:
            if not is_damage(error):
                raise explained(self.file, error) from error
            damage = error
            await self._read(lambda: self._repair(damage))

    async def erase(self) -> None:
        """Forget every conversation, every draft and every backup, for good."""
        await self._read(self._erase)
        self._tell()

    def wait_until_written(self, seconds: float) -> bool:
        """Wait until everything asked for so far is on disk, at most for so long; whether it is."""
        try:
            self._thread.submit(self._reading(self._write_waiting)).result(seconds)
        except (StoreError, TimeoutError) as error:
            logger.warning("not everything could be written in time: %s", error)
            return False
        return True

    def write_waiting(self) -> None:
        """Try once more to write what could not be written."""
        self._thread.submit(self._reading(self._write_waiting)).add_done_callback(self._report)

    def close(self) -> None:
        """Finish what is being written and close the file."""
        self._thread.submit(self._reading(self._write_waiting)).add_done_callback(self._report)
        self._thread.submit(self._database.close)
        self._thread.shutdown()

    def _begin(self, wait: float) -> None:
        self._database = self._open(wait)
        try:
            self._reading(self._purge)()
            self._database.execute(f"PRAGMA busy_timeout = {int(self._wait * 1000)}")
        except BaseException:
            self._database.close()
            raise

    def _open(self, wait: float) -> sqlite3.Connection:
        try:
            database = self._opened(wait)
        except StoreError as error:
            if not (error.__cause__ and is_damage(error.__cause__)):
                raise
            database = self._salvaged()
        self._remember_file()
        return database

    def _opened(self, wait: float) -> sqlite3.Connection:
        return copy_in_memory(self._copy_of) if self._copy_of else open_database(self.file, wait)

    def _remember_file(self) -> None:
        if self.file != IN_MEMORY:
            self._file_id, self._log_id = identity(self.file), identity(self._log)

    @property
    def _log(self) -> Path:
        return self.file.with_name(f"{self.file.name}-wal")

    def _follow_file(self) -> None:
        """Open the file once more where it was deleted or replaced: what is written to the old one is lost."""
        if self._file_id is None or self._file_id == identity(self.file):
            return
        # Its log is of no use to another file, and SQLite would take it for that one's.
        self._database.close()
        if self._log_id is not None and identity(self._log) == self._log_id:
            self._log.replace(free_name(self.file, "foreign-log"))
            self.file.with_name(f"{self.file.name}-shm").unlink(missing_ok=True)
        logger.warning("%s was deleted or replaced", self.file)
        # Until it is open again nothing that lies there is the open file, not even the old one brought back.
        self._file_id = _NOT_OPEN
        self._database = self._open(self._wait)
        self._awaits_session = True
        if self._on_replaced:
            self._on_replaced()

    def _salvaged(self) -> sqlite3.Connection:
        """A new file with what can be read of the damaged one, opened."""
        try:
            saved = salvage(self.file)
        except (sqlite3.Error, OSError) as error:
            raise explained(self.file, error) from error
        if self._on_salvage:
            self._on_salvage(saved)
        return open_database(self.file, self._wait)

    def _repair(self, error: BaseException) -> bool:
        """Whether what is wrong with the file was mended, so that the work that met it can be done."""
        if is_undecodable(error):
            was, self._database.text_factory = self._database.text_factory, lenient
            return was is not lenient
        if is_index_damage(error) and not self._is_rebuilt:
            self._is_rebuilt = True
            try:
                self._in_transaction(lambda: rows.index_words(self._database))
            except sqlite3.Error as worse:
                logger.warning("the index of words can't be made anew: %s", worse)
            else:
                return True
        if not is_damage(error):
            return False
        self._database.close()
        try:
            self._database = self._salvaged()
            self._remember_file()
        except StoreError:
            # What can be read of it is still to be read.
            self._database = sqlite3.connect(self.file, check_same_thread=False, isolation_level=None)
            raise
        return True

    def _read_last(self) -> SavedConversation | None:
        newest = rows.newest_session(self._database)
        return rows.read_session(self._database, newest) if newest else None

    def _size(self) -> int:
        if self.file == IN_MEMORY:
            return 0
        return sum(file.stat().st_size for file in self.file.parent.glob(f"{self.file.name}*"))

    def _purge(self, open_session: str = "") -> None:
        """Let go of what was deleted too long ago to be brought back."""

        def work() -> None:
            if rows.purge(self._database, self._clock() - _UNDO_SECONDS, open_session):
                # Traces are left in the index, in gaps and in backups: so it is known, whatever happens before then.
                self._database.execute("PRAGMA application_id = 1")

        self._in_transaction(work)

    def _wipe(self) -> bool:
        """Take what was let go of out of the index and the gaps of the file; whether there was anything."""
        self._in_transaction(lambda: rows.adopt_messages(self._database))
        if not self._database.execute("PRAGMA application_id").fetchone()[0]:
            return False
        self._in_transaction(lambda: rows.index_words(self._database))
        self._shrink()
        return True

    def _erase(self) -> None:
        self._in_transaction(lambda: rows.erase(self._database))
        self._waiting.clear()
        self._shrink()
        if self.file == IN_MEMORY:
            return
        kinds = ("damaged", "foreign-log", "unsaved")
        aside = [copy for kind in kinds for copy in self.file.parent.glob(f"{self.file.name}.{kind}-*")]
        for copy in [*backups(self.file, "*"), *aside]:
            copy.unlink()

    def _shrink(self) -> None:
        """Write the file anew without its gaps."""
        self._database.execute("VACUUM")
        # The new file is in the log until now.
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _in_transaction(self, work: Callable[[], T]) -> T:
        with _transaction(self._database):
            return work()

    def _export(self, file: Path, sessions: Iterable[str]) -> None:
        with closing(self._reader()) as database:
            database.text_factory = lenient
            database.execute("BEGIN")
            json_file.write(file, (saved for each in sessions if (saved := rows.read_session(database, each))))

    def _reader(self) -> sqlite3.Connection:
        """A connection of its own, so that an answer that grows meanwhile is kept in time."""
        if self.file != IN_MEMORY:
            return sqlite3.connect(f"{self.file.absolute().as_uri()}?mode=ro", uri=True)
        copy = sqlite3.connect(":memory:", check_same_thread=False)
        self._thread.submit(lambda: self._database.backup(copy)).result()
        return copy

    async def _elsewhere(self, file: Path, work: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(work)
        except OSError as error:
            what = tr("{file} can't be written: {why}. Choose another place.", file=file, why=error.strerror)
            raise StoreError(what) from error
        except sqlite3.Error as error:
            raise explained(self.file, error) from error

    def _reading(self, work: Callable[[], T]) -> Callable[[], T]:
        def explaining() -> T:
            try:
                try:
                    return work()
                except sqlite3.Error as error:
                    if not self._repair(error):
                        raise
                    return work()
            except (sqlite3.Error, OSError) as error:
                raise explained(self.file, error) from error

        return explaining

    async def _read(self, work: Callable[[], T]) -> T:
        def reading() -> T:
            self._follow_file()
            return work()

        return await asyncio.wrap_future(self._thread.submit(self._reading(reading)))

    def _write_waiting(self) -> None:
        """Write everything that waits, in its order: what had no room before goes before what comes after it."""
        if self._waiting:
            self._follow_file()
        while self._waiting:
            try:
                self._waiting[0]()
            except MessageMissing:
                self._waiting.popleft()
                # Its whole session is about to be written.
                if not self._awaits_session:
                    raise
                continue
            except BaseException as error:
                if not may_pass(error):
                    self._waiting.popleft()
                raise
            self._waiting.popleft()

    def _write(self, work: Callable[[], object], *, tells: bool = False) -> "Future[None]":
        def whole() -> None:
            self._waiting.append(lambda: self._in_transaction(lambda: (work(), None)[1]))
            self._write_waiting()

        future = self._thread.submit(self._reading(whole))
        future.add_done_callback(self._report)
        if tells:
            self._tell()
        return future

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()

    def _report(self, future: "Future[None]") -> None:
        was_behind, self._is_behind = self._is_behind, bool(self._waiting)
        error = future.exception()
        if error:
            # The same again and again, while a disk is full, is not worth more than a line.
            logger.error("something could not be kept: %s", error, exc_info=None if was_behind else error)
        if not self._on_trouble:
            return
        if isinstance(error, StoreError):
            self._on_trouble(error)
        elif was_behind and not self._is_behind:
            self._on_trouble(None)


@contextmanager
def _transaction(database: sqlite3.Connection) -> Generator[None, None, None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _replace_text(file: Path, text: str) -> None:
    unfinished = file.with_name(f"{file.name}.part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
