"""Open stored conversations, and carry out what commands ask of the running pet, which alone writes its database."""

import json
import time
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from deskpet.app.draft_controller import DraftController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import MessageTree
from deskpet.features.feature import RequestRefused
from deskpet.features.feature_list import FEATURES
from deskpet.store import Recorder, SavedConversation, Store, StoreError, message_handover
from deskpet.translation import tr
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop, gc_policy

# Number of messages from which a garbage collection of them would delay frames of the character.
_LONG = 1000


class SessionController:
    """Shows one of the stored conversations."""

    def __init__(self, chat: ChatWindow, conversation: Conversation, persistence: SessionPersistence) -> None:
        self._chat, self._conversation, self._persistence = chat, conversation, persistence
        self._reading: SavedConversation | None = None

    @property
    def shown(self) -> str:
        """The id of the conversation that is on screen; empty while it is not stored."""
        return self._reading.session.id if self._reading else self._persistence.session or ""

    @property
    def is_reading(self) -> bool:
        """Whether a conversation is read while an answer is written in another one, which is the open one."""
        return self._reading is not None

    async def open(self, session: str) -> None:
        """Open a stored conversation with its draft, or read it while an answer is written. Raises StoreError.

        Does nothing if it is on screen, or before the database is open.
        """
        recorder, drafts = self._persistence.recorder, self._persistence.drafts
        if recorder is None or drafts is None or session == self.shown:
            return
        if self._conversation.is_running:
            await self._read(session, recorder, drafts)
            return
        drafts.flush()
        saved = await recorder.open(session)
        if len(saved.nodes) > _LONG:
            gc_policy.freeze_existing()
        drafts.show_stored(saved.draft)

    async def _read(self, session: str, recorder: Recorder, drafts: DraftController) -> None:
        """Show a conversation while the answer goes on in the open one, or show that one again."""
        is_written = bool(self._conversation.messages) and self._conversation.messages[-1].ended is None
        if not is_written or recorder.session is None or self._chat.composer.queue.messages:
            # What is not stored could not be shown again, and what waits is to be sent where it was written.
            self._chat.show_toast(lambda: tr("Wait for the answer, or stop it, before you open another conversation."))
            return
        assert self._persistence.store
        drafts.flush()
        if session == recorder.session:
            draft = await self._persistence.store.draft(session)
            if session != recorder.session:
                # The answer has ended meanwhile, and the conversation that was read is the open one.
                await self.open(session)
                return
            self._reading = None
            self._chat.show_path(self._conversation.messages)
            drafts.show_stored(draft)
            return
        saved = await self._persistence.store.load(session)
        if not self._conversation.is_running:
            await self.open(session)
            return
        self._reading = saved
        self._chat.show_path(MessageTree(saved.nodes, saved.leaf).path)
        drafts.show_stored(saved.draft, session)

    def show(self, session: str) -> None:
        """Open a conversation in the background; a toast tells of an error."""
        event_loop.spawn(self._show(self.open(session)))

    def show_open(self) -> None:
        """Show the open conversation again in the background, in which she answers."""
        if session := self._persistence.session:
            self.show(session)

    async def settle(self) -> None:
        """Open the conversation that is read, after the answer in the other one."""
        recorder, drafts = self._persistence.recorder, self._persistence.drafts
        if self._reading is None or recorder is None or drafts is None:
            return
        try:
            await recorder.open(self._reading.session.id)
        except StoreError as error:
            why = str(error)
            self._chat.show_toast(lambda: why)
            self._chat.show_path(self._conversation.messages)
        finally:
            self._reading = None
        drafts.keep()

    async def open_at(self, session: str, message_id: str, words: str) -> None:
        """Open a conversation at a message with these words highlighted, or say that it is gone. Raises StoreError."""
        await self.open(session)
        if session != self.shown:
            return
        if not self._reading:
            if message_id not in self._conversation.tree:
                self._chat.show_toast(lambda: tr("This message is not there any more."))
                return
            if all(message.id != message_id for message in self._conversation.messages):
                if self._conversation.is_running:
                    return
                self._conversation.choose(message_id)
        self._chat.transcript.show_hit(message_id, words)

    def show_message(self, session: str, message_id: str, words: str) -> None:
        """Open a conversation at a message in the background; a toast tells of an error."""
        event_loop.spawn(self._show(self.open_at(session, message_id, words)))

    async def _show(self, opening: Awaitable[None]) -> None:
        try:
            await opening
        except StoreError as error:
            why = str(error)
            self._chat.show_toast(lambda: why)


async def answer(subject: str, request: bytes, persistence: SessionPersistence | None) -> bytes:
    """Return the reply to a request: a JSON object on one line, with an `error` if it could not be carried out.

    subject: `session` for `deskpet ask --session`, or one of those of a feature.
    """
    try:
        store = persistence.store if persistence else None
        if persistence is None or store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        value = json.loads(request)
        if subject == "session":
            return _line(await _go_on(value, persistence, store))
        requests = {name: work for each in FEATURES for name, work in each.requests.items()}
        return _line(await requests[subject](value, store))
    except (StoreError, RequestRefused) as error:
        return _line({"error": str(error)})
    except (ValueError, TypeError, KeyError) as error:
        return _line({"error": f"invalid request: {error}"})


async def _go_on(value: Any, persistence: SessionPersistence, store: Store) -> object:
    """Add the messages in a file to a session; without a file, only say whether the session can go on elsewhere."""
    session, file = str(value["session"]), str(value["file"])
    if not file and session == persistence.session and persistence.conversation.is_running:
        raise StoreError(tr("She is answering in this conversation. Wait for the answer, or stop it."))
    if file:
        added = await event_loop.in_thread(partial(message_handover.read, Path(file)))
        await store.change(partial(message_handover.insert, addition=added, at=time.time()))
        await _show_again(session, persistence)
    return {}


async def _show_again(session: str, persistence: SessionPersistence) -> None:
    """Show what was added to the open session. A turn that runs there goes on; the file has both as variants."""
    recorder = persistence.recorder
    if recorder and recorder.session == session and not persistence.conversation.is_running:
        recorder.flush()
        # The user may have sent a message while the file was read.
        with suppress(RuntimeError):
            await recorder.open(session)


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"
