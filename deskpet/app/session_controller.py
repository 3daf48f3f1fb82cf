"""Open stored conversations, and carry out what commands ask of the running pet, which alone writes its database."""

import json
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from deskpet.app.draft_controller import DraftController, DraftOwner
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.turn_controller import TurnController
from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Message
from deskpet.features.feature import RequestRefused
from deskpet.features.feature_list import FEATURES
from deskpet.listeners import Listeners
from deskpet.store import Draft, SavedConversation, Store, StoreError, message_handover
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.message_queue import QueuedMessage, joined_text
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop, gc_policy

# Number of messages from which a garbage collection of them would delay frames of the character.
_LONG = 1000


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is on screen while she answers in another conversation, which is the open one. saved: None for a new one."""

    saved: SavedConversation | None = None
    is_private: bool = False

    @property
    def session(self) -> str:
        return self.saved.session.id if self.saved else ""

    @property
    def messages(self) -> tuple[Message, ...]:
        return MessageTree(self.saved.nodes, self.saved.leaf).path if self.saved else ()


class SessionController:
    """Shows one of the stored conversations, or a new one.

    While she answers in the open conversation, another one is only read: it is opened after the answer. What the user
    has queued in the open one is sent there before.
    """

    def __init__(
        self,
        chat: ChatWindow,
        conversation: Conversation,
        persistence: SessionPersistence,
        turns: TurnController,
        greet: Callable[[], object],
    ) -> None:
        """`greet` begins an empty conversation with the words of the persona, if it has any."""
        self._chat, self._conversation, self._persistence, self._turns = chat, conversation, persistence, turns
        self._greet = greet
        self.changed = Listeners[[]]()
        """Called when a conversation is read, or no longer."""
        self._reading: _Reading | None = None
        self.beside: SessionController | None = None
        """That of another character's chat, None while there is none. A conversation is open in one of both."""
        # Of the open conversation, while another one is read: its waiting messages, and the draft behind them.
        self._waiting: list[QueuedMessage] = []
        self._draft = Draft()
        self._line = StatusLine(
            lambda: tr("She is answering in another conversation."),
            (
                LineLink(tr_noop("Show"), lambda: self.show_open(), ends=False),  # noqa: PLW0108 - it is not there yet
                LineLink(tr_noop("Stop"), conversation.stop, ends=False),
            ),
            is_brief=False,
        )

    @property
    def shown(self) -> str:
        """The id of the conversation that is on screen; empty while it is not stored."""
        return self._reading.session if self._reading else self._persistence.session or ""

    @property
    def is_reading(self) -> bool:
        """Whether another conversation is on screen than the open one, in which she answers."""
        return self._reading is not None

    @property
    def is_private(self) -> bool:
        """Whether nothing of the conversation on screen is kept."""
        return self._reading.is_private if self._reading else self._conversation.is_private

    async def open(self, session: str) -> None:
        """Open a stored conversation with its draft, or read it while an answer is written. Raises StoreError.

        Does nothing if it is on screen, or before the database is open. One that another character has open is shown in
        that character's chat.
        """
        if self.beside and self.beside.has(session):
            await self.beside.open(session)
            self.beside.bring()
            return
        recorder, drafts, store = self._persistence.recorder, self._persistence.drafts, self._persistence.store
        if recorder is None or drafts is None or store is None or session == self.shown:
            return
        is_own = self._turns.is_running and session == recorder.session
        if session in self._turns.answering and not is_own:
            raise StoreError(tr("She is answering in this conversation. Wait for the answer, or stop it."))
        drafts.flush()
        if is_own:
            self._show_open(drafts)
            return
        saved = await store.load(session)
        if self.beside and self.beside.has(session):
            # She was invited, and went on with it, while it was read from the disk.
            self.beside.bring()
            return
        if self._turns.is_running:
            self._read(_Reading(saved))
            drafts.show_stored(saved.draft, DraftOwner(session))
            return
        if len(saved.nodes) > _LONG:
            gc_policy.freeze_existing()
        recorder.show(saved)
        drafts.show_stored(saved.draft)
        self._turns.run_deferred()

    def bring(self) -> None:
        """Show the chat with the keyboard focus."""
        self._chat.bring()

    def has(self, session: str) -> bool:
        """Return whether a stored conversation is on screen or open here."""
        return bool(session) and session in (self.shown, self._persistence.session)

    def leave(self, sessions: Collection[str]) -> None:
        """Begin a new conversation where another character has one of these open: they are deleted."""
        if self.beside and any(map(self.beside.has, sessions)):
            self.beside.begin()

    def begin(self, *, is_private: bool = False) -> None:
        """Begin a conversation. A private one is not stored, and its requests contain no facts."""
        drafts = self._persistence.drafts
        if not self._turns.is_running:
            self._persistence.begin_session(is_private=is_private)
            self._greet()
            if is_private:
                self._persistence.start_draft()
        elif self._reading != _Reading(is_private=is_private):
            if drafts:
                drafts.flush()
            self._read(_Reading(is_private=is_private))
            if drafts:
                drafts.begin(DraftOwner(None, is_private))
            else:
                # It waits in the conversation that was left. What is typed comes along: nothing could show it again.
                self._chat.composer.queue.clear()

    def point_to_question(self) -> None:
        """Say that a call waits for the user in the open conversation, while another one is read."""
        if self._reading:
            show = LineLink(tr_noop("Show the question"), self.show_open)
            line = StatusLine(lambda: tr("A question waits for you in another conversation."), (show,))
            self._chat.pane.status_lines.add(line)

    def _read(self, reading: _Reading) -> None:
        """Show another conversation while the answer goes on in the open one."""
        composer = self._chat.composer
        if not self._reading:
            if self._conversation.is_private:
                # It could not be shown again.
                self._conversation.stop()
            self._waiting = list(composer.queue.messages)
            typed = (*composer.attachments.images, *composer.documents.documents)
            self._draft = Draft(composer.text(), typed)
            self._chat.pane.status_lines.add(self._line)
        self._reading = reading
        self._show(reading.messages, is_private=reading.is_private)

    def _show_open(self, drafts: DraftController) -> None:
        """Show the open conversation again, with what waits there."""
        self._reading = None
        self._show(self._conversation.messages, is_private=self._conversation.is_private)
        drafts.show_stored(self._draft)
        for message in self._waiting:
            self._chat.composer.queue.add(message)
        self._forget_left()

    def _show(self, messages: Sequence[Message], *, is_private: bool) -> None:
        self._chat.show_path(messages)
        self._chat.pane.show_private(is_private)
        self._chat.pane.set_busy_elsewhere(self.is_reading)
        self.changed()

    def _forget_left(self) -> None:
        self._waiting, self._draft = [], Draft()
        self._chat.pane.status_lines.remove(self._line)

    def take_waiting(self) -> QueuedMessage | None:
        """Remove and return the next message that waits in the open conversation while another one is read."""
        if not self._waiting:
            return None
        message = self._waiting.pop(0)
        # What was stored as its draft is sent now.
        self._store_left()
        return message

    def _store_left(self) -> None:
        """Store what is not sent in the open conversation, which may have got its id only meanwhile."""
        store, session = self._persistence.store, self._persistence.session
        if store and session:
            left = (each for waiting in self._waiting for each in waiting.attachments)
            store.save_draft(session, joined_text(self._waiting, self._draft.text))
            store.save_draft_attachments(session, (*left, *self._draft.attachments))

    def show(self, session: str) -> None:
        """Open a conversation in the background; a toast tells of an error."""
        event_loop.spawn(self._try(self.open(session)))

    def show_open(self) -> None:
        """Show the open conversation again in the background, in which she answers."""
        if session := self._persistence.session:
            self.show(session)

    async def settle(self) -> bool:
        """Open the conversation that is read, after the answer in the other one. Returns whether it is open now."""
        drafts, is_other = self._persistence.drafts, False
        if self._reading:
            self._store_left()
        while reading := self._reading:
            await self._try(self._open_read(reading))
            # Another one may have been chosen while this one was read from the disk.
            if self._reading is not reading:
                continue
            if drafts and reading.session and reading.session != self._persistence.session:
                # It can't be read. The open one comes back with what waits there.
                self._show_open(drafts)
                return False
            self._reading, is_other = None, True
        if is_other:
            self._show_settled()
        return is_other

    def _show_settled(self) -> None:
        self._show(self._conversation.messages, is_private=self._conversation.is_private)
        self._forget_left()
        if not self._conversation.messages:
            self._greet()
        if drafts := self._persistence.drafts:
            drafts.keep()

    async def _open_read(self, reading: _Reading) -> None:
        recorder, store = self._persistence.recorder, self._persistence.store
        if not reading.session:
            self._persistence.begin_session(is_private=reading.is_private)
        elif recorder and store:
            saved = await store.load(reading.session)
            if self._reading is reading:
                recorder.show(saved)

    async def reload(self) -> None:
        """Show the open conversation as it is stored now, after an answer that is being written. Raises StoreError.

        That of another character, too.
        """
        if self.beside:
            await self.beside._reload()
        await self._reload()

    async def _reload(self) -> None:
        session, recorder = self._persistence.session, self._persistence.recorder
        if not session or recorder is None:
            return
        if self._turns.is_running:
            self._turns.defer(session, lambda: event_loop.spawn(self._try(self._reload())))
            return
        # The user may have sent a message while the file was read.
        with suppress(RuntimeError):
            await recorder.open(session)

    async def open_at(self, session: str, message_id: str, words: str) -> None:
        """Open a conversation at a message with these words highlighted, or say that it is gone. Raises StoreError."""
        await self.open(session)
        if self.beside and self.beside.has(session):
            await self.beside.open_at(session, message_id, words)
            return
        if session != self.shown:
            return
        if not self._reading:
            if message_id not in self._conversation.tree:
                self._chat.show_toast(lambda: tr("This message is not there any more."))
                return
            if all(message.id != message_id for message in self._conversation.messages):
                self._turns.when_idle(lambda: self._show_variant(message_id, words))
                return
        self._chat.transcript.show_hit(message_id, words)

    def _show_variant(self, message_id: str, words: str) -> None:
        """Show the path through a message of the open conversation, unless it is gone meanwhile."""
        if message_id in self._conversation.tree:
            self._conversation.choose(message_id)
            self._chat.transcript.show_hit(message_id, words)

    def show_message(self, session: str, message_id: str, words: str) -> None:
        """Open a conversation at a message in the background; a toast tells of an error."""
        event_loop.spawn(self._try(self.open_at(session, message_id, words)))

    async def _try(self, opening: Awaitable[None]) -> None:
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
    if persistence.beside and session == persistence.beside.session:
        persistence = persistence.beside
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
