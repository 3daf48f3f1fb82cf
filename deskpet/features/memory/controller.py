"""Connect the memory with the conversation: facts for requests, and learning from a conversation at rest."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from sqlite3 import Connection

from PySide6.QtCore import QTimer

from deskpet.chat.completion import NoAnswer
from deskpet.chat.events import TurnEnded, TurnStarted
from deskpet.chat.messages import Message
from deskpet.chat.recollection import Recollection
from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.features.memory.access import MemoryVisibility, memory_visibility, why_unavailable
from deskpet.features.memory.memory import Memory, OpenConversation
from deskpet.features.memory.prompt_block import Budget
from deskpet.features.memory.ui.lines import MemoryLines
from deskpet.llm.connections import with_role
from deskpet.store import StoreError
from deskpet.store.facts import Fact
from deskpet.translation import tr
from deskpet.ui.platform import event_loop

# A conversation rests after this time without a message.
REST_MS = 10 * 60 * 1000
# Minimum number of new messages of the user for learning from a conversation that is left.
_LEAST_MESSAGES = 4
# Conversations that were left and not learned from, because an answer began or the model did not answer.
_MAX_LEFT = 8
_LEARNING = (MemoryMode.ASK, MemoryMode.AUTOMATIC)

logger = logging.getLogger(__name__)


class MemoryController:
    """Connects the memory with the open conversation. Created when the settings first turn memory on."""

    def __init__(self, host: Host) -> None:
        self._host, self._conversation = host, host.conversation
        self.memory = Memory(host.store, self._open_conversation)
        self.lines = MemoryLines(host, self.change)
        # As they were after their last answer: the open conversation, and by their first messages those that were left.
        self._last = OpenConversation()
        self._left: dict[str, OpenConversation] = {}
        self._task: asyncio.Task[None] | None = None
        self._rest = QTimer(singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._on_rest)
        host.prompt.recall_by = lambda: None if self.problem else self.recall
        host.occasions.event_sources.append(self._events)
        self._conversation.listen({TurnStarted: self._on_turn_started, TurnEnded: self._on_turn_ended})
        self._conversation.listen_to(on_path=self._on_path)
        self._on_path(self._conversation.messages)

    @property
    def problem(self) -> str:
        """Reason why memory is unavailable, as a translated sentence; empty if it is available."""
        return tr("This conversation is private.") if self._conversation.is_private else why_unavailable(self._settings)

    @property
    def _settings(self) -> Settings:
        return self._host.settings.now

    async def recall(self, question: str) -> Recollection:
        """Return the facts for the request that answers `question`."""
        settings = self._settings
        if why_unavailable(settings):
            return Recollection()
        return await self.memory.recall(question, Budget(settings.memory.max_tokens, settings.chat.context_tokens))

    async def _events(self) -> Sequence[Fact]:
        return () if self.problem else await self.memory.events()

    def learn_now(self) -> None:
        """Learn from the open conversation, unless an answer is being written."""
        self._start_learning(self._open_conversation())

    def close(self) -> None:
        """Stop waiting and learning."""
        self._rest.stop()
        # Its signal would hold this object for good.
        self._rest.deleteLater()
        self._cancel()

    def _open_conversation(self) -> OpenConversation:
        """Return the messages to learn from; none of a private conversation."""
        now = self._conversation
        if now.is_private:
            return OpenConversation()
        settings = self._settings
        persona, server = settings.persona.chosen, settings.endpoint.base_url
        return OpenConversation(now.messages, now.session, persona, now.reads, server)

    def _on_turn_started(self, _answer: Message) -> None:
        self._rest.stop()
        self._cancel()
        self._host.windows.status_lines.clear_brief()

    def _on_turn_ended(self, _answer: Message) -> None:
        self._last = self._open_conversation()
        self._rest.start()
        self._ask_about_server()

    def _on_path(self, messages: tuple[Message, ...]) -> None:
        """Learn from the conversation that was left, and start the rest timer of the other one."""
        left = self._last
        if left.messages and messages and messages[0].id == left.messages[0].id:
            self._last = replace(self._open_conversation(), server=left.server)
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
            self.lines.ask_about(settings.endpoint.base_url)

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
        if self._settings.memory.remember in _LEARNING and not self._conversation.is_running:
            self._cancel()
            self._task = event_loop.spawn(self._learn(resting))

    async def _learn(self, resting: OpenConversation | None) -> None:
        # Only now: while a conversation is being opened, its own model is not known yet.
        settings = with_role(self._settings, self._host.model_servers.connections, "memory")
        if why_unavailable(settings):
            return
        model, asks = self._host.model(), settings.memory.remember is MemoryMode.ASK
        try:
            for first_message, left in tuple(self._left.items()):
                if left.server != settings.endpoint.base_url and not settings.roles.memory:
                    # What was said to one server is sent to another one only if the user has chosen that for memory.
                    continue
                self._report(await self.memory.learn(model, left, asks=asks, least=_LEAST_MESSAGES))
                self._left.pop(first_message, None)
            if resting:
                self._report(await self.memory.learn(model, resting, asks=asks))
        except (NoAnswer, StoreError) as error:
            # Nothing is lost: the same messages are learned from when a conversation rests again.
            logger.warning("nothing was learned: %s", error)

    def _report(self, new: tuple[Fact, ...]) -> None:
        if new:
            self.lines.show_learned(new)

    def change(self, work: Callable[[Connection], object]) -> None:
        """Change the facts; a failure is logged."""
        event_loop.spawn(self._change(work))

    async def _change(self, work: Callable[[Connection], object]) -> None:
        try:
            await self.memory.change(work)
        except StoreError as error:
            logger.error("what is remembered could not be changed: %s", error)
