"""Conversations in one SQLite file: what was shown is on disk within a second, whatever happens to the program.

All access to the file is on one thread of its own; the caller never waits for the disk.
"""

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from deskpet.chat import messages
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import BlockStarted, ToolFinished, TurnEnded, TurnEvent
from deskpet.chat.messages import Message

SCHEMA_VERSION = 1
_KEEP_SECONDS = 0.5
_SCHEMA = """
CREATE TABLE sessions (id INTEGER PRIMARY KEY, begun_at REAL NOT NULL);
CREATE TABLE messages (
    session INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (session, position)
);
"""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class StoreError(Exception):
    """The file can't be used; the text says why and what to do."""


class Store:
    """The conversations of one person. The newest session is the one that is written."""

    def __init__(self, file: Path) -> None:
        """Open `file`, or begin it. Raises StoreError when it is no file of ours, or one of a newer version."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._session: int | None = None
        try:
            self._database = self._now(lambda: _open(file))
        except (sqlite3.DatabaseError, OSError) as error:
            self._thread.shutdown()
            raise StoreError(f"{file} can't be used: {error}. Move it away to begin a new one.") from error
        except StoreError:
            self._thread.shutdown()
            raise

    def last_session(self) -> list[Message]:
        """What was said in the newest session, oldest first; it is gone on with. Empty when there is none.

        Raises StoreError when the session can't be read.
        """
        try:
            return self._now(self._read_last)
        except (sqlite3.DatabaseError, ValueError) as error:
            raise StoreError(f"the last conversation can't be read: {error}") from error

    def begin_session(self, at: float) -> None:
        """What is kept from now on belongs to a new session, begun at `at` (Unix seconds)."""
        self._later(lambda: self._begin(at))

    def keep(self, position: int, message: Message) -> "Future[None]":
        """Write the message at `position` (from 0) of the session, new or changed."""
        return self._later(lambda: self._write(position, message))

    def close(self) -> None:
        """Finish what is being written and close the file."""
        self._later(self._database.close)
        self._thread.shutdown()

    def _now(self, work: Callable[[], T]) -> T:
        return self._thread.submit(work).result()

    def _later(self, work: Callable[[], None]) -> "Future[None]":
        future = self._thread.submit(work)
        future.add_done_callback(_report)
        return future

    def _read_last(self) -> list[Message]:
        row = self._database.execute("SELECT max(id) FROM sessions").fetchone()
        self._session = row[0]
        rows = self._database.execute("SELECT body FROM messages WHERE session = ? ORDER BY position", (self._session,))
        return [messages.from_json(json.loads(body)) for (body,) in rows]

    def _begin(self, at: float) -> None:
        with self._database:
            self._session = self._database.execute("INSERT INTO sessions (begun_at) VALUES (?)", (at,)).lastrowid

    def _write(self, position: int, message: Message) -> None:
        if self._session is None:
            self._begin(message.created_at)
        body = json.dumps(messages.to_json(message), ensure_ascii=False)
        with self._database:
            self._database.execute(
                "INSERT INTO messages VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
                (self._session, position, body),
            )


class Keeper:
    """Writes a conversation into a store while it goes on: at once what begins or ends, the rest twice a second."""

    def __init__(self, store: Store, conversation: Conversation) -> None:
        self._store = store
        self._position = len(conversation.messages) - 1
        self._waiting: Message | None = None
        conversation.listen(self._begun, self._changed)

    def begin_session(self, at: float) -> None:
        """What is said from now on is another session, begun at `at` (Unix seconds)."""
        self._store.begin_session(at)
        self._position = -1

    def _begun(self, message: Message) -> None:
        self._position += 1
        self._store.keep(self._position, message)

    def _changed(self, event: TurnEvent, answer: Message) -> None:
        if isinstance(event, BlockStarted | ToolFinished | TurnEnded):
            self._waiting = None
            self._store.keep(self._position, answer)
            return
        if self._waiting is None:
            asyncio.get_running_loop().call_later(_KEEP_SECONDS, self._keep_waiting)
        self._waiting = answer

    def _keep_waiting(self) -> None:
        if self._waiting is not None:
            self._store.keep(self._position, self._waiting)
            self._waiting = None


def _open(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(file, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA foreign_keys = ON")
        with closing(database.execute("PRAGMA user_version")) as cursor:
            (version,) = cursor.fetchone()
        if version > SCHEMA_VERSION:
            raise StoreError(f"{file} was written by a newer deskpet. Update deskpet, or move the file away.")
        if version == 0:
            database.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
    except BaseException:
        database.close()
        raise
    return database


def _report(future: "Future[None]") -> None:
    if error := future.exception():
        logger.error("a message could not be kept: %s", error, exc_info=error)
