"""Write the open conversation: starts and ends at once, streamed events twice a second."""

import asyncio
import time
from collections.abc import Callable, Iterable

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import ApprovalAsked, BlockStarted, RerunFinished, ToolFinished, TurnEvent
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Message, ToolUse, new_id
from deskpet.chat.reduce import Clock
from deskpet.store.call_journal import CallRecord, ended_calls, record_of
from deskpet.store.records import SavedConversation
from deskpet.store.store import Store

_FLUSH_SECONDS = 0.5
# A title is suggested up to this number of messages.
_MAX_UNTITLED_MESSAGES = 6


class Recorder:
    """Writes the changes of a conversation into its session, and opens other sessions in the conversation.

    session: the id of the open session; None for a new one without messages, and for a private one, which is written
        nowhere.

    Methods that open or begin a session raise RuntimeError while an answer streams.
    """

    def __init__(
        self,
        store: Store,
        conversation: Conversation,
        clock: Clock = time.time,
        speaker: Callable[[], str] = str,
        session: str | None = None,
        unsent: str | None = None,
    ) -> None:
        """`speaker` returns the present name of the assistant. session: the id of a new session that is open.

        unsent: what stands for the session of the draft in a new conversation, see Store.save_draft.
        """
        self.session, self.unsent = session, unsent
        self._store = store
        self._conversation = conversation
        self._clock, self._speaker = clock, speaker
        self._deleted: frozenset[str] = frozenset()
        self._speakers: dict[str, str] = {}
        # Events that are not written yet, and the message that they belong to.
        self._events: list[TurnEvent] = []
        self._streaming_id = ""
        self._is_path_pending = False
        self._named_sessions: set[str] = set()
        conversation.listen(self._on_begun, self._on_event, lambda _: self._on_path_changed(), first=True)

    async def open(self, session: str) -> SavedConversation:
        """Open another session. The conversation reports its messages to the `on_path` listeners.

        Raises StoreError if it can't be read.
        """
        saved = await self._store.load(session)
        self.show(saved)
        return saved

    def begin_session(self, *, is_private: bool = False) -> None:
        """Begin a new session; the next message creates it, unless it is private. `on_path` listeners are called."""
        self._switch((), None, is_private=is_private)

    @property
    def wants_title(self) -> bool:
        """Whether the open session has few messages and no title but its first question."""
        is_young = len(self._conversation.messages) <= _MAX_UNTITLED_MESSAGES
        return self.session is not None and self.session not in self._named_sessions and is_young

    def suggest_title(self, session: str | None, title: str) -> None:
        """Set the title of `session` unless it has been named before."""
        if session:
            self._named_sessions.add(session)
            self._store.suggest_title(session, title)

    def save_draft(self, text: str) -> None:
        """Write the draft of the open session; an empty text deletes it."""
        self._store.save_draft(self.session, text)

    def adopt(self, session: str) -> None:
        """Write the present messages of the conversation as a new session of this id."""
        self.session = session
        name = self._speaker()
        self._speakers = {each.id: name for each in self._conversation.tree.all() if each.role == "assistant"}
        self.rewrite_session()
        self._record_calls(
            [each for message in self._conversation.tree.all() for each in ended_calls(session, message)]
        )

    def rewrite_session(self) -> None:
        """Write the open session as a whole, for a file that does not have it."""
        if self.session is None:
            return
        self._events.clear()
        self._is_path_pending = False
        tree = self._conversation.tree
        self._deleted = tree.deleted
        self._store.write_session(self.session, tuple(tree.all_nodes()), tree.leaf, self._speakers)

    def flush(self) -> None:
        """Queue the writes of all pending changes."""
        if self._events:
            self._store.append_events(self._streaming_id, tuple(self._events))
            self._events.clear()
        if self._is_path_pending:
            self._save_path()

    def show(self, saved: SavedConversation) -> None:
        """Open a session that has been read already."""
        self._switch(saved.nodes, saved.leaf)
        self.session = saved.session.id
        self._speakers = dict(saved.speakers)
        if saved.session.is_named:
            self._named_sessions.add(self.session)
        self._deleted = self._conversation.tree.deleted
        stored = {node.message.id: node.message for node in saved.nodes}
        # Opening adds a notice to answers that the end of the program interrupted.
        for message in self._conversation.tree.all():
            if message is not stored.get(message.id):
                self._save(message)
                self._record_calls(ended_calls(self.session, message, stored.get(message.id)))

    def _switch(self, nodes: Iterable[Node], leaf: str | None, *, is_private: bool = False) -> None:
        """Open other messages in the conversation, without writing the path that this reports."""
        self.flush()
        before, self.session = self.session, None
        try:
            self._conversation.open(nodes, leaf, is_private=is_private)
        except RuntimeError:
            self.session = before
            raise

    def _on_begun(self, message: Message) -> None:
        if self._conversation.is_private:
            return
        if self.session is None:
            self.session, self._deleted = new_id(), frozenset()
            self._speakers = {}
            self._store.save_draft(self.unsent, "")
            self._store.save_draft_attachments(self.unsent, ())
        if self._is_path_pending and self._deleted != self._conversation.tree.deleted:
            self._save_path()
        self._is_path_pending = False
        speaker = self._speaker() if message.role == "assistant" else ""
        if speaker:
            self._speakers[message.id] = speaker
        self._save(message, self._clock(), speaker)

    def _on_event(self, event: TurnEvent, answer: Message) -> None:
        if self._conversation.is_private:
            return
        self._write_event(event, answer)
        if isinstance(event, ToolFinished | RerunFinished):
            call = answer.blocks[event.block]
            assert isinstance(call, ToolUse)
            assert self.session is not None
            is_rerun = isinstance(event, RerunFinished)
            self._record_calls([record_of(self.session, answer.id, event.block, call, is_rerun=is_rerun)])

    def _record_calls(self, records: list[CallRecord]) -> None:
        if records:
            self._store.record_calls(records[0].session, records)

    def _write_event(self, event: TurnEvent, answer: Message) -> None:
        if answer.ended is not None:
            if answer.id == self._streaming_id:
                self._events.clear()
            self._save(answer, self._clock())
            return
        if not self._events:
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.flush)
        self._events.append(event)
        self._streaming_id = answer.id
        if isinstance(event, BlockStarted | ToolFinished | ApprovalAsked):
            self.flush()

    def _on_path_changed(self) -> None:
        """Write the path soon, unless a new message follows, which is written with the path."""
        if self.session is not None:
            self._is_path_pending = True
            asyncio.get_running_loop().call_soon(self.flush)

    def _save(self, message: Message, at: float | None = None, speaker: str = "") -> None:
        assert self.session is not None
        tree = self._conversation.tree
        self._store.save_message(self.session, message, tree.parent(message.id), tree.leaf, at, speaker)

    def _save_path(self) -> None:
        self._is_path_pending = False
        if self.session is not None:
            tree = self._conversation.tree
            before, self._deleted = self._deleted, tree.deleted
            self._store.save_path(self.session, tree.leaf, self._deleted - before, before - self._deleted)
