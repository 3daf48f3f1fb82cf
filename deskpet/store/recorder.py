"""The open conversation on its way to the disk: at once what begins or ends, what grows twice a second."""

import asyncio
import time
from collections.abc import Callable, Iterable

from deskpet.chat.answer_builder import Clock
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import ApprovalAsked, BlockStarted, ToolFinished, TurnEvent
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Message, new_id
from deskpet.store.records import Draft, SavedConversation
from deskpet.store.store import Store

_KEEP_SECONDS = 0.5
_TITLE_MESSAGES = 6


class Recorder:
    """Writes a conversation into a session of the store while it goes on, and opens other sessions in it.

    `session` is the id of the open one; None while nothing is said in a new one. What opens or begins a session
    raises RuntimeError while an answer grows.
    """

    def __init__(
        self,
        store: Store,
        conversation: Conversation,
        clock: Clock = time.time,
        speaker: Callable[[], str] = str,
    ) -> None:
        """`speaker` says what the one is called who answers now."""
        self.session: str | None = None
        self._store = store
        self._conversation = conversation
        self._clock, self._speaker = clock, speaker
        self._deleted: frozenset[str] = frozenset()
        self._speakers: dict[str, str] = {}
        self._happened: list[TurnEvent] = []
        self._growing = ""
        self._path_waits = False
        self._named: set[str] = set()
        conversation.listen(self._begun, self._changed, lambda _: self._path_changed(), first=True)

    def open_last(self) -> SavedConversation | None:
        """Go on with the session in which something was said last, where there is one. Waits for the disk.

        Raises StoreError when it can't be read.
        """
        if saved := self._store.last():
            self.show(saved)
        return saved

    async def open(self, session: str) -> SavedConversation:
        """Go on with another session; `on_path` of the conversation hears what was said in it.

        Raises StoreError when it can't be read.
        """
        saved = await self._store.load(session)
        self.show(saved)
        return saved

    def begin_session(self) -> None:
        """Begin anew: what is said from now on belongs to a session of its own. `on_path` hears of it."""
        self._switch((), None)

    async def erase(self) -> None:
        """Forget every conversation, every draft and every backup, for good; what is said from now on is kept again.

        Raises StoreError when the file can't be written.
        """
        self.begin_session()
        await self._store.erase()

    @property
    def wants_title(self) -> bool:
        """Whether the open session is young, and still called by its first question."""
        young = len(self._conversation.messages) <= _TITLE_MESSAGES
        return self.session is not None and self.session not in self._named and young

    def suggest_title(self, session: str | None, title: str) -> None:
        """Call `session` so unless somebody named it before."""
        if session:
            self._named.add(session)
            self._store.suggest_title(session, title)

    async def draft(self) -> Draft:
        """What was being written in the open session."""
        return await self._store.draft(self.session)

    def keep_draft(self, text: str) -> None:
        """What is being written in the open session; empty when it was sent."""
        self._store.keep_draft(self.session, text)

    def adopt(self, session: str) -> None:
        """Keep what was said before this keeper was there, as a new session of this id."""
        self.session = session
        name = self._speaker()
        self._speakers = {each.id: name for each in self._conversation.tree.all() if each.role == "assistant"}
        self.write_again()

    def write_again(self) -> None:
        """Write the open session once more as a whole: the file has it no more, or never had it."""
        if self.session is None:
            return
        self._happened.clear()
        self._path_waits = False
        branches = self._conversation.tree
        self._deleted = branches.deleted
        self._store.write_session(self.session, tuple(branches.all_nodes()), branches.leaf, self._speakers)

    def flush(self) -> None:
        """Write what still waits."""
        if self._happened:
            self._store.grow(self._growing, tuple(self._happened))
            self._happened.clear()
        if self._path_waits:
            self._keep_path()

    def show(self, saved: SavedConversation) -> None:
        """Go on with a session that was read already."""
        self._switch(saved.nodes, saved.leaf)
        self.session = saved.session.id
        self._speakers = dict(saved.speakers)
        if saved.session.is_named:
            self._named.add(self.session)
        self._deleted = self._conversation.tree.deleted
        known = {node.message.id: node.message for node in saved.nodes}
        # Answers that the program's end cut off say so now.
        for message in self._conversation.tree.all():
            if message is not known.get(message.id):
                self._keep(message)

    def _switch(self, nodes: Iterable[Node], leaf: str | None) -> None:
        """Another conversation; what its path is, is no news for the store."""
        self.flush()
        before, self.session = self.session, None
        try:
            self._conversation.open(nodes, leaf)
        except RuntimeError:
            self.session = before
            raise

    def _begun(self, message: Message) -> None:
        if self.session is None:
            self.session, self._deleted = new_id(), frozenset()
            self._speakers = {}
            self._store.keep_draft(None, "")
            self._store.keep_draft_pictures(None, ())
        if self._path_waits and self._deleted != self._conversation.tree.deleted:
            self._keep_path()
        self._path_waits = False
        speaker = self._speaker() if message.role == "assistant" else ""
        if speaker:
            self._speakers[message.id] = speaker
        self._keep(message, self._clock(), speaker)

    def _changed(self, event: TurnEvent, answer: Message) -> None:
        if answer.ended is not None:
            if answer.id == self._growing:
                self._happened.clear()
            self._keep(answer, self._clock())
            return
        if not self._happened:
            asyncio.get_running_loop().call_later(_KEEP_SECONDS, self.flush)
        self._happened.append(event)
        self._growing = answer.id
        if isinstance(event, BlockStarted | ToolFinished | ApprovalAsked):
            self.flush()

    def _path_changed(self) -> None:
        """A question or an answer that is about to begin says itself where the path leads."""
        if self.session is not None:
            self._path_waits = True
            asyncio.get_running_loop().call_soon(self.flush)

    def _keep(self, message: Message, at: float | None = None, speaker: str = "") -> None:
        assert self.session is not None
        branches = self._conversation.tree
        self._store.keep(self.session, message, branches.parent(message.id), branches.leaf, at, speaker)

    def _keep_path(self) -> None:
        self._path_waits = False
        if self.session is not None:
            branches = self._conversation.tree
            before, self._deleted = self._deleted, branches.deleted
            self._store.keep_path(self.session, branches.leaf, self._deleted - before, before - self._deleted)
