"""Connect the memory with the conversation: facts for requests, and learning from a conversation at rest."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.completion import NoAnswer
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import FactsTold, TurnEnded, TurnEvent, TurnStarted
from deskpet.chat.messages import Message
from deskpet.chat.read_marks import marks_of
from deskpet.chat.recollection import Recollection
from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.memory.access import MemoryVisibility, memory_visibility, why_unavailable
from deskpet.memory.memory import Memory, OpenConversation
from deskpet.memory.prompt_block import Budget
from deskpet.store import StoreError
from deskpet.store.facts import Fact
from deskpet.ui.platform import event_loop

# A conversation rests after this time without a message.
REST_MS = 10 * 60 * 1000
# Minimum number of new messages of the user for learning from a conversation that is left.
_LEAST_MESSAGES = 4
# Conversations that were left and not learned from, because an answer began or the model did not answer.
_MAX_LEFT = 8
# Number of answers whose facts can be shown.
_MAX_TOLD = 50
_LEARNING = (MemoryMode.ASK, MemoryMode.AUTOMATIC)

logger = logging.getLogger(__name__)


class MemoryController(QObject):
    """Connects the memory with the open conversation. Created when the settings first turn memory on.

    learned: Emitted with a tuple of the new facts; those that ended have `valid_to`.
    undecided: Emitted after an answer with the base URL of a server that the user was not asked about yet.
    turn_started: Emitted when an answer begins.
    """

    learned = Signal(object)
    undecided = Signal(str)
    turn_started = Signal()

    def __init__(
        self,
        turn_factory: TurnFactory,
        conversation: Conversation,
        persistence: SessionPersistence,
        more: Callable[[], str] = lambda: "",
    ) -> None:
        """`more` returns a line for the prompt after the facts; empty for none."""
        super().__init__()
        self._more = more
        self._turn_factory, self._conversation, self._persistence = turn_factory, conversation, persistence
        self.memory = Memory(lambda: persistence.store, self._open_conversation)
        self._recalled: tuple[str, ...] = ()
        # By the ids of the answers, the oldest first. Kept in memory only, like the requests.
        self._told: dict[str, tuple[str, ...]] = {}
        # As they were after their last answer: the open conversation, and by their first messages those that were left.
        self._last = OpenConversation()
        self._left: dict[str, OpenConversation] = {}
        self._task: asyncio.Task[None] | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._on_rest)
        conversation.listen(on_event=self._on_event, on_path=self._on_path)
        self._on_path(conversation.messages)

    @property
    def _settings(self) -> Settings:
        return self._turn_factory.settings

    async def recall(self, question: str) -> Recollection:
        """Return the facts for the request that answers `question`."""
        settings = self._settings
        if why_unavailable(settings):
            return Recollection()
        budget = Budget(settings.memory.max_tokens, settings.chat.context_tokens)
        found = (await self.memory.recall(question, budget)).with_line(self._more())
        self._recalled = found.lines
        return found

    def told(self, message_id: str) -> tuple[str, ...]:
        """Return the facts that the request of an answer contained, one line each; none if it is too long ago."""
        return self._told.get(message_id, ())

    def learn_now(self) -> None:
        """Learn from the open conversation, unless an answer is being written."""
        self._start_learning(self._open_conversation())

    def close(self) -> None:
        """Stop waiting and learning."""
        self._rest.stop()
        self._cancel()

    def _open_conversation(self) -> OpenConversation:
        """Return the messages to learn from; none of a private conversation."""
        if self._conversation.is_private:
            return OpenConversation()
        messages, recorder = self._conversation.messages, self._persistence.recorder
        marks = {*marks_of(messages), *(each.value for each in self._turn_factory.prompt_reads)}
        session = (recorder.session if recorder else None) or ""
        return OpenConversation(messages, session, self._settings.persona.chosen, frozenset(marks))

    def _on_event(self, event: TurnEvent, answer: Message) -> None:
        match event:
            case TurnStarted():
                self._rest.stop()
                self._cancel()
                self.turn_started.emit()
            case FactsTold():
                self._told[answer.id] = self._recalled
                for message_id in tuple(self._told)[:-_MAX_TOLD]:
                    del self._told[message_id]
            case TurnEnded():
                self._last = self._open_conversation()
                self._rest.start()
                self._ask_about_server()
            case _:
                # Other events change nothing here.
                pass

    def _on_path(self, messages: tuple[Message, ...]) -> None:
        """Learn from the conversation that was left, and start the rest timer of the other one."""
        left = self._last
        if left.messages and messages and messages[0].id == left.messages[0].id:
            self._last = self._open_conversation()
        elif left.messages:
            self._last = OpenConversation()
            self._left[left.messages[0].id] = left
            for first_message in tuple(self._left)[:-_MAX_LEFT]:
                del self._left[first_message]
            self._start_learning()
        self._rest.start()

    def _ask_about_server(self) -> None:
        settings = self._settings
        is_on = settings.memory.remember is not MemoryMode.OFF and not settings.memory.paused
        if is_on and not self._conversation.is_private and memory_visibility(settings) is MemoryVisibility.UNDECIDED:
            self.undecided.emit(settings.endpoint.base_url)

    def _on_rest(self) -> None:
        if self._conversation.is_running:
            self._rest.start()
        else:
            self.learn_now()

    def _cancel(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None

    def _start_learning(self, resting: OpenConversation | None = None) -> None:
        """Learn from the conversations that were left, and from one that rests, unless an answer is being written."""
        settings = self._settings
        is_wanted = settings.memory.remember in _LEARNING and not why_unavailable(settings)
        if is_wanted and not self._conversation.is_running:
            self._cancel()
            self._task = event_loop.spawn(self._learn(settings, resting))

    async def _learn(self, settings: Settings, resting: OpenConversation | None) -> None:
        endpoint = settings.endpoint.model_copy(update={"stream": False})
        model = self._turn_factory.endpoints.model(settings.model_copy(update={"endpoint": endpoint}))
        asks = settings.memory.remember is MemoryMode.ASK
        try:
            for first_message, left in tuple(self._left.items()):
                self._report(await self.memory.learn(model, left, asks=asks, least=_LEAST_MESSAGES))
                self._left.pop(first_message, None)
            if resting:
                self._report(await self.memory.learn(model, resting, asks=asks))
        except (NoAnswer, StoreError) as error:
            # Nothing is lost: the same messages are learned from when a conversation rests again.
            logger.warning("nothing was learned: %s", error)

    def _report(self, new: tuple[Fact, ...]) -> None:
        if new:
            self.learned.emit(new)

    def undo(self, facts: tuple[Fact, ...]) -> None:
        """Undo the learning of these facts."""
        event_loop.spawn(self._change(self.memory.undo_learn(facts)))

    def decide(self, fact: Fact, *, keep: bool) -> None:
        """Keep a proposed fact, or erase it."""
        event_loop.spawn(self._change(self.memory.decide(fact.id, keep=keep)))

    async def _change(self, work: Awaitable[None]) -> None:
        try:
            await work
        except StoreError as error:
            logger.error("what is remembered could not be changed: %s", error)
