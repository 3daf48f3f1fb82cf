"""Go on with the stored conversation of a name, for a command that writes the file of the conversations itself."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

from deskpet import paths
from deskpet.chat.conversation import Conversation
from deskpet.console import UsageError
from deskpet.instance_lock import InstanceLock, LockResult
from deskpet.store import Recorder, Store, StoreError
from deskpet.words import tr


@asynccontextmanager
async def kept_as(name: str, conversation: Conversation) -> AsyncGenerator[None]:
    """Open the newest conversation of this name in `conversation`, and keep what is said; without a name do nothing.

    If there is none, a new one gets the name. Case does not matter. Raises UsageError if the file can't be used, such
    as beside a running pet, which is the only one that writes it.
    """
    if not name:
        yield
        return
    with _store() as store:
        recorder = Recorder(store, conversation)
        try:
            same = [each for each in await store.sessions() if each.title.casefold() == name.casefold()]
            newest = max(same, key=lambda each: each.changed_at, default=None)
            if newest:
                await recorder.open(newest.id)
        except StoreError as error:
            raise UsageError(str(error)) from error
        try:
            yield
        finally:
            recorder.flush()
            if recorder.session and newest is None:
                store.rename(recorder.session, name)


@contextmanager
def _store() -> Generator[Store]:
    """Open the file of the conversations, which no other process writes. Raises UsageError."""
    try:
        lock = InstanceLock(paths.data_folder())
        is_held = lock.acquire() is LockResult.HELD
    except OSError as error:
        raise UsageError(error.strerror or str(error)) from error
    if not is_held:
        raise UsageError(tr("deskpet runs and has the conversations. Quit it to go on with one here."))
    # A pet that is started meanwhile says which process has the conversations.
    lock.publish("")
    try:
        try:
            store = Store(paths.data_folder() / "conversations.db")
        except StoreError as error:
            raise UsageError(str(error)) from error
        try:
            yield store
        finally:
            store.close()
    finally:
        lock.release()
