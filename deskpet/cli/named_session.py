"""Continue a stored conversation by its name, for a command. A running pet stores the messages for the command."""

import json
import sqlite3
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import new_id
from deskpet.config import paths
from deskpet.processes.console import UsageError
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import Recorder, SavedConversation, Store, StoreError, message_handover, rows
from deskpet.store.message_handover import MessageHandover
from deskpet.store.opening import query_file
from deskpet.text.reasons import reason_of
from deskpet.translation import tr


@asynccontextmanager
async def open_named_session(name: str, conversation: Conversation) -> AsyncGenerator[None]:
    """Open the newest conversation of this name in `conversation`, and store its messages; without a name do nothing.

    If there is none, a new one gets the name. Case does not matter. Beside a running pet, which is the only one that
    writes the file, the messages are handed over to it at the end. Raises UsageError if they can't be stored.
    """
    if not name:
        yield
        return
    try:
        lock = InstanceLock(paths.data_folder())
        outcome = lock.acquire()
    except OSError as error:
        raise UsageError(reason_of(error)) from error
    keep = _recorded if outcome is LockResult.HELD else _handed_over
    async with keep(lock, name, conversation):
        yield


@asynccontextmanager
async def _recorded(lock: InstanceLock, name: str, conversation: Conversation) -> AsyncGenerator[None]:
    """Store the conversation while it runs. The lock is released at the end."""
    with open_store(lock) as store:
        recorder = Recorder(store, conversation)
        try:
            newest = await store.query(partial(_newest, name=name))
            if newest:
                recorder.show(newest)
        except StoreError as error:
            raise UsageError(str(error)) from error
        try:
            yield
        finally:
            recorder.flush()
            if recorder.session and newest is None:
                store.rename(recorder.session, name)


@asynccontextmanager
async def _handed_over(lock: InstanceLock, name: str, conversation: Conversation) -> AsyncGenerator[None]:
    """Read the conversation, and hand the new messages over to the pet at the end."""
    try:
        newest = query_file(_file(), partial(_newest, name=name), None)
    except StoreError as error:
        raise UsageError(str(error)) from error
    session = newest.session.id if newest else new_id()
    if not _ask_pet(lock, session, None):
        raise UsageError(tr("deskpet runs and has the conversations. Quit it to go on with one here."))
    if newest:
        conversation.open(newest.nodes, newest.leaf)
    try:
        yield
    finally:
        known = {node.message.id for node in newest.nodes} if newest else set[str]()
        new = tuple(each for each in conversation.messages if each.id not in known)
        if new:
            parent = conversation.tree.parent(new[0].id)
            await _hand_over(lock, MessageHandover(session, name, parent, new))


async def _hand_over(lock: InstanceLock, added: MessageHandover) -> None:
    """Hand the messages over to the pet, or store them here if it has ended meanwhile. Raises UsageError."""
    try:
        with tempfile.TemporaryDirectory(prefix="deskpet-") as folder:
            file = Path(folder) / "messages.json"
            message_handover.write(file, added)
            if _ask_pet(lock, added.session, file):
                return
        if lock.acquire() is not LockResult.HELD:
            raise UsageError(tr("deskpet runs and does not answer, so that what was said here is not kept."))
        with open_store(lock) as store:
            await store.change(partial(message_handover.insert, addition=added, at=time.time()))
    except (OSError, StoreError) as error:
        raise UsageError(str(error)) from error


def _ask_pet(lock: InstanceLock, session: str, file: Path | None) -> bool:
    """Ask the pet to add the messages in `file`, or without one whether it could. Returns whether it has answered.

    Raises UsageError if it refuses.
    """
    from deskpet.ui.platform.local_server import ask

    running = lock.running()
    if running is None or not running.address:
        return False
    reply = ask(running.address, "session", json.dumps({"session": session, "file": str(file or "")}).encode())
    if reply is None:
        return False
    if problem := json.loads(reply).get("error"):
        raise UsageError(str(problem))
    return True


def _newest(database: sqlite3.Connection, name: str) -> SavedConversation | None:
    """Return the conversation of this name that was changed last; None if there is none."""
    same = [each for each in rows.read_sessions(database) if each.title.casefold() == name.casefold()]
    newest = max(same, key=lambda each: each.changed_at, default=None)
    return rows.read_session(database, newest.id) if newest else None


@contextmanager
def open_store(lock: InstanceLock) -> Generator[Store]:
    """Open the file of the conversations while the lock is held, and release it. Raises UsageError."""
    # A pet that is started meanwhile reports which process has the conversations open.
    lock.publish("")
    try:
        try:
            store = Store(_file())
        except StoreError as error:
            raise UsageError(str(error)) from error
        try:
            yield store
        finally:
            store.close()
    finally:
        lock.release()


def _file() -> Path:
    return paths.data_folder() / "conversations.db"
