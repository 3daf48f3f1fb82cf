"""Begin conversations, and open stored ones."""

from deskpet.app.session_persistence import SessionPersistence
from deskpet.chat.conversation import Conversation
from deskpet.store import StoreError
from deskpet.translation import tr
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop, gc_policy

# Number of messages from which a garbage collection of them would delay frames of the character.
_LONG = 1000


class SessionController:
    """Shows one of the stored conversations. It is the sessions' port of the host."""

    def __init__(self, chat: ChatWindow, conversation: Conversation, persistence: SessionPersistence) -> None:
        self._chat, self._conversation, self._persistence = chat, conversation, persistence
        self.export, self.erase = persistence.export, persistence.erase

    def begin(self) -> None:
        """Begin a new conversation, as the button of the chat does."""
        self._chat.header.new.click()

    def begin_private(self) -> None:
        """Begin a private conversation."""
        self._chat.private_requested.emit()

    async def open(self, session: str) -> None:
        """Open a stored conversation with its draft; while an answer streams, a toast asks to wait. Raises StoreError.

        Does nothing if it is open, or before the database is.
        """
        recorder, drafts = self._persistence.recorder, self._persistence.drafts
        if recorder is None or drafts is None or session == recorder.session:
            return
        if self._conversation.is_running:
            self._chat.show_toast(lambda: tr("Wait for the answer, or stop it, before you open another conversation."))
            return
        drafts.flush()
        saved = await recorder.open(session)
        if len(saved.nodes) > _LONG:
            gc_policy.freeze_existing()
        drafts.show_stored(saved.draft)

    async def open_at(self, session: str, message_id: str, words: str) -> None:
        """Open a conversation at a message with these words highlighted, or say that it is gone. Raises StoreError."""
        await self.open(session)
        recorder = self._persistence.recorder
        if recorder is None or session != recorder.session:
            return
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
        event_loop.spawn(self._show_message(session, message_id, words))

    async def _show_message(self, session: str, message_id: str, words: str) -> None:
        try:
            await self.open_at(session, message_id, words)
        except StoreError as error:
            why = str(error)
            self._chat.show_toast(lambda: why)
