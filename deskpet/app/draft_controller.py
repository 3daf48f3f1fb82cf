"""Store the draft in the composer, and restore that of the open session."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from deskpet.chat.conversation import Conversation
from deskpet.store import Draft, Recorder, Store, StoreError
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.signals import end_all, listen

# Delay after a keystroke until the draft is stored.
_DRAFT_MS = 400


@dataclass(frozen=True, slots=True)
class DraftOwner:
    """The conversation that a draft belongs to: its session, None for a new one; nothing of a private one is stored."""

    session: str | None = None
    is_private: bool = False


class DraftController(QObject):
    """Each session has a draft of its own; that of a private conversation is not stored."""

    def __init__(self, chat: ChatWindow, store: Store, recorder: Recorder, conversation: Conversation) -> None:
        super().__init__(chat)
        self._chat, self._store, self._recorder, self._conversation = chat, store, recorder, conversation
        # The conversation that is read while an answer is written in the open one.
        self._reading: DraftOwner | None = None
        self._session, self._is_private = recorder.session, conversation.is_private
        self._has_unsaved_attachments = self._is_restoring = False
        self._shown_drafts = 0
        self._timer = QTimer(self, singleShot=True, interval=_DRAFT_MS)
        self._timer.timeout.connect(self._save)
        chat.header.new.clicked.connect(self.start)
        self._stop_following = end_all(
            listen(chat.composer.text_changed, self._on_text_changed),
            listen(chat.composer.attachments_changed, self._on_attachments_changed),
        )
        self._start_restoring()

    def flush(self) -> None:
        """Store the draft now, unless its conversation is private."""
        self._timer.stop()
        if self._is_private:
            return
        session = self._session or self._recorder.unsent
        self._store.save_draft(session, self._chat.composer.draft_text())
        if self._has_unsaved_attachments:
            self._has_unsaved_attachments = False
            self._store.save_draft_attachments(session, self._chat.composer.draft_attachments())

    def close(self) -> None:
        """Store the draft, and disconnect."""
        self.flush()
        self._stop_following()

    def start(self) -> None:
        """Show the draft of the new session; the previous draft stays with its session."""
        is_private = self._conversation.is_private
        if self._reading or (self._recorder.session, is_private) == (self._session, self._is_private):
            return
        self._flush_typed()
        self._show(Draft())
        if not is_private:
            self._start_restoring()

    def discard(self) -> None:
        """Show an empty draft; the one before is not stored."""
        self._timer.stop()
        self._show(Draft())

    def begin(self, reading: DraftOwner) -> None:
        """Show the draft of a new conversation that is only read, while an answer is written in the open one."""
        self.show_stored(Draft(), reading)
        if not reading.is_private:
            self._start_restoring()

    def show_stored(self, draft: Draft, reading: DraftOwner | None = None) -> None:
        """Show the draft of the session that was opened. Text typed while it was loading belongs to the one before.

        reading: the conversation if it is only read, while an answer is written in the open one.
        """
        self._flush_typed()
        self._reading = reading
        self._show(draft)

    def keep(self) -> None:
        """Keep what is shown, after the session that was read was opened."""
        self._reading = None
        if (self._session, self._is_private) != (self._recorder.session, self._conversation.is_private):
            # A greeting gave the new conversation its id, and deleted the draft that had none.
            self._own_draft()
            self._has_unsaved_attachments = True
            self._timer.start()

    def _flush_typed(self) -> None:
        if self._timer.isActive():
            self.flush()

    def _on_text_changed(self, text: str) -> None:
        if self._is_restoring:
            return
        self._own_draft()
        if text:
            self._timer.start()
        else:
            self.flush()

    def _on_attachments_changed(self) -> None:
        if not self._is_restoring:
            self._own_draft()
            self._has_unsaved_attachments = True
            self._timer.start()

    def _save(self) -> None:
        if self._has_unsaved_attachments and not self._chat.composer.attachments.is_packed:
            self._timer.start()
        else:
            self.flush()

    def _own_draft(self) -> None:
        """From now on, the draft belongs to the conversation on screen."""
        owner = self._reading or DraftOwner(self._recorder.session, self._conversation.is_private)
        self._session, self._is_private = owner.session, owner.is_private

    def _start_restoring(self) -> None:
        event_loop.spawn(self._restore(self._session, self._shown_drafts))

    async def _restore(self, session: str | None, shown_drafts: int) -> None:
        """Restore the stored draft of a session, before any text that is already typed, unless another is shown."""
        try:
            draft = await self._store.draft(session or self._recorder.unsent)
        except StoreError as error:
            why = str(error)
            self._chat.show_toast(lambda: why)
            return
        composer = self._chat.composer
        if session == self._session and shown_drafts == self._shown_drafts:
            typed, added = composer.draft_text(), composer.draft_attachments()
            if draft != Draft():
                self._show(Draft(draft.text + typed, draft.attachments + added))
            if typed or added:
                self._has_unsaved_attachments = bool(added)
                self._timer.start()

    def _show(self, draft: Draft) -> None:
        """Show a draft that is already stored."""
        self._own_draft()
        self._shown_drafts += 1
        self._is_restoring = True
        self._chat.composer.show_draft(draft.text, draft.attachments)
        self._is_restoring = self._has_unsaved_attachments = False
