"""The ports of the host, made of the parts of the program."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from deskpet.app.approval_controller import ApprovalController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_controller import TurnController
from deskpet.app.turn_factory import TurnFactory
from deskpet.app.window_ports import listen
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import FactsTold, ToolFinished, TurnEvent
from deskpet.chat.messages import Message, ToolUse
from deskpet.chat.read_marks import marks_of
from deskpet.chat.recollection import Recall, Recollection
from deskpet.chat.tool import Tool
from deskpet.config.settings import Settings
from deskpet.config.settings_file import SettingKey, with_values
from deskpet.features.host import End, GreetingSentences
from deskpet.pet.turn_reactions import react
from deskpet.store.facts import Fact
from deskpet.translation import tr
from deskpet.ui.blocks import ToolLook
from deskpet.ui.pet.window import PetWindow

# Number of answers whose private facts can be shown.
_MAX_SENT = 50


class SettingsAccess:
    """The settings. It is the settings' port of the host."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    @property
    def now(self) -> Settings:
        """The settings in use; offline, they have no endpoint."""
        return self._store.effective

    def change(self, values: Callable[[Settings], Mapping[SettingKey, Any]]) -> None:
        """Change the settings by the values that a function of the saved ones returns."""
        saved = self._store.current
        self._store.apply(with_values(saved, values(saved)))

    def listen(self, section: str, changed: Callable[[Settings, Settings], None]) -> End:
        """Call `changed` with the settings before and after a change in a section."""

        def on_changed(before: Settings, after: Settings) -> None:
            if getattr(before, section) != getattr(after, section):
                changed(before, after)

        return listen(self._store.changed, on_changed)

    @property
    def are_default(self) -> bool:
        """Whether their file can be read, and sets nothing to another value than the default."""
        return self._store.error is None and self._store.current == Settings()

    @property
    def is_offline(self) -> bool:
        """Whether no endpoint is used, whatever the file contains."""
        return self._store.is_offline


class PrivatePrompt:
    """What the requests contain of the user: facts, lines that go with them, and what the last answers were told.

    It is the prompt's port of the host.
    """

    def __init__(self) -> None:
        self._recall: Callable[[], Recall | None] = lambda: None
        self._lines: list[Callable[[], str]] = []
        self._last: tuple[str, ...] = ()
        # By the ids of the answers, the oldest first. Kept in memory only, like the requests.
        self._sent: dict[str, tuple[str, ...]] = {}

    def recall_by(self, recall: Callable[[], Recall | None]) -> None:
        """Ask `recall` before each turn for the function that finds private facts for it; None for no facts."""
        self._recall = recall

    def add_private_line(self, line: Callable[[], str]) -> None:
        """Add a line that goes with the private facts, and only with them; an empty one adds nothing."""
        self._lines.append(line)

    @property
    def recall(self) -> Recall | None:
        """The port through which a turn reads facts; None while nothing may be told."""
        find = self._recall()
        if find is None:
            return None

        async def recall(question: str) -> Recollection:
            found = await find(question)
            for line in self._lines:
                found = found.with_line(line())
            self._last = found.lines
            return found

        return recall

    def on_event(self, event: TurnEvent, answer: Message) -> None:
        """Keep what was told for an answer."""
        if isinstance(event, FactsTold):
            self._sent[answer.id] = self._last
            for message_id in tuple(self._sent)[:-_MAX_SENT]:
                del self._sent[message_id]

    def sent(self, message_id: str) -> tuple[str, ...]:
        """Return what the request of an answer contained of the user, one line each; none if it is too long ago."""
        return self._sent.get(message_id, ())


class ConversationAccess:
    """The conversation in the chat. It is the conversation's port of the host."""

    def __init__(self, conversation: Conversation, persistence: SessionPersistence, turn_factory: TurnFactory) -> None:
        self._conversation, self._persistence, self._turn_factory = conversation, persistence, turn_factory

    @property
    def messages(self) -> tuple[Message, ...]:
        """The shown messages, oldest first."""
        return self._conversation.messages

    @property
    def session(self) -> str:
        """The id under which it is stored; empty while it is not."""
        recorder = self._persistence.recorder
        return (recorder.session if recorder else None) or ""

    @property
    def reads(self) -> frozenset[str]:
        """The values of Reads that its answers may have read, with those of the prompt."""
        of_prompt = (each.value for each in self._turn_factory.prompt_reads)
        return frozenset({*marks_of(self.messages), *of_prompt})

    @property
    def is_private(self) -> bool:
        """Whether nothing of it is kept."""
        return self._conversation.is_private

    @property
    def is_running(self) -> bool:
        """Whether an answer is being written."""
        return self._conversation.is_running

    def listen(self, events: Mapping[type[TurnEvent], Callable[[Message], None]]) -> End:
        """Call a function with the answer after each event of its type."""

        def on_event(event: TurnEvent, answer: Message) -> None:
            if listener := events.get(type(event)):
                listener(answer)

        return self._conversation.listen(on_event=on_event)

    def listen_to_messages(self, added: Callable[[Message], None]) -> End:
        """Call `added` with each message that is added at the end."""
        return self._conversation.listen(added)

    def listen_to_path(self, replaced: Callable[[tuple[Message, ...]], None]) -> End:
        """Call `replaced` with the messages when others are shown."""
        return self._conversation.listen(on_path=replaced)

    def add_message(self, message: Message) -> None:
        """Add a complete message of the character without a question. Raises RuntimeError while `is_running`."""
        self._conversation.add_message(message)

    def listen_to_calls(self, succeeded: Callable[[ToolUse], None]) -> End:
        """Call `succeeded` with each call of a tool that has ended without an error."""

        def on_event(event: TurnEvent, answer: Message) -> None:
            if isinstance(event, ToolFinished) and event.error is None:
                call = answer.blocks[event.block]
                if isinstance(call, ToolUse):
                    succeeded(call)

        return self._conversation.listen(on_event=on_event)

    def listen_to_events(self, applied: Callable[[TurnEvent, Message], None]) -> End:
        """Call `applied` with each event of a turn, and the answer after it."""
        return self._conversation.listen(on_event=applied)

    def amend(self, message_id: str, event: TurnEvent) -> None:
        """Apply an event to a shown message, also while its turn runs."""
        self._conversation.amend_now(message_id, event)

    def stop(self) -> None:
        """Stop the answer that is being written."""
        self._conversation.stop()

    @property
    def has_history(self) -> bool | None:
        """Whether the last conversation, which begins a start, has messages; None while it can't be read yet."""
        # A database that is not open yet may hold conversations, unless the file is new.
        if not self.messages and self._persistence.is_waiting and self._persistence.had_database:
            return None
        return bool(self.messages)


class Occasions:
    """Sources of what she may speak of first. It is the occasions' port of the host."""

    def __init__(self) -> None:
        self._sources: list[Callable[[], Awaitable[Sequence[Fact]]]] = []
        self._sentences: Callable[[], GreetingSentences] = GreetingSentences
        self._greeted: list[Callable[[], None]] = []
        self._work_ended: list[Callable[[str, str, float], None]] = []

    def add_events(self, source: Callable[[], Awaitable[Sequence[Fact]]]) -> None:
        """Add a source of remembered events."""
        self._sources.append(source)

    async def events(self) -> list[Fact]:
        """Return the events of all sources. Raises StoreError."""
        return [fact for source in self._sources for fact in await source()]

    def greet_by(self, sentences: Callable[[], GreetingSentences]) -> None:
        """Ask `sentences` before each greeting for those that it may choose from, besides those for the hour."""
        self._sentences = sentences

    @property
    def sentences(self) -> GreetingSentences:
        """The sentences that a greeting may choose from, besides those for the hour."""
        return self._sentences()

    def listen_to_greetings(self, greeted: Callable[[], None]) -> End:
        """Call `greeted` after each greeting."""
        self._greeted.append(greeted)
        return lambda: self._greeted.remove(greeted)

    def note_greeting(self) -> None:
        """Tell those who listen that she has greeted the user."""
        for greeted in tuple(self._greeted):
            greeted()

    def listen_to_work(self, ended: Callable[[str, str, float], None]) -> End:
        """Call `ended` with the names of a coding agent and of its folder, and the seconds that its task took."""
        self._work_ended.append(ended)
        return lambda: self._work_ended.remove(ended)

    def note_work(self, agent: str, folder: str, seconds: float) -> None:
        """Tell those who listen that a task of a coding agent has ended."""
        for ended in tuple(self._work_ended):
            ended(agent, folder, seconds)


class TurnsAccess:
    """What she says without a question. It is the turns' port of the host."""

    def __init__(
        self, turns: TurnController, turn_factory: TurnFactory, is_busy: Callable[[], bool], pet: PetWindow
    ) -> None:
        """is_busy: returns whether a turn runs, or something stands in the chat's place."""
        self._turn_factory, self._is_busy, self._pet = turn_factory, is_busy, pet
        self.speak = turns.speak

    @property
    def has_model(self) -> bool:
        """Whether a model can be asked for words; the offline companion has none."""
        return bool(self._turn_factory.place.base_url) and not self._turn_factory.missing

    @property
    def is_busy(self) -> bool:
        """Whether a turn runs, or something stands in the chat's place."""
        return self._is_busy()

    def new_companion_conversation(self) -> Conversation:
        """Return a conversation with the offline companion, who introduces herself and moves while she talks."""
        conversation = Conversation(self._turn_factory.companion_setup)
        conversation.listen(on_event=partial(react, self._pet.animator))
        return conversation


class ToolsAccess:
    """Tools that come and go, and what tools need. It is the tools' port of the host."""

    def __init__(self, turn_factory: TurnFactory, settings_store: SettingsStore) -> None:
        self._turn_factory, self._settings_store = turn_factory, settings_store
        self.provide = turn_factory.provide

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all tools."""
        return tuple(each.name for each in self._turn_factory.toolbox().all)

    def add(self, tool: Tool) -> None:
        """Add a tool. Raises ValueError if one has its name."""
        self._turn_factory.toolbox().add(tool)

    def remove(self, name: str) -> None:
        """Remove a tool that was added."""
        self._turn_factory.toolbox().remove(name)

    @property
    def context_tokens(self) -> int:
        """How many tokens a request may have; 0 for no limit."""
        return self._turn_factory.context_tokens

    def listen_to_model(self, changed: Callable[[], None]) -> End:
        """Call `changed` when another model may answer, or more is known of it."""

        def on_settings_changed(before: Settings, after: Settings) -> None:
            if (before.endpoint, before.persona, before.chat) != (after.endpoint, after.persona, after.chat):
                changed()

        ends = (
            listen(self._settings_store.changed, on_settings_changed),
            self._turn_factory.capabilities.listen(lambda *_: changed()),
        )
        return lambda: [end() for end in ends]


class ToolCatalog:
    """The tools as people see them. It is that port of the host."""

    built_in = TOOLS

    def __init__(
        self, turn_factory: TurnFactory, approvals: ApprovalController, look_of: Callable[[str], ToolLook]
    ) -> None:
        """look_of: returns how calls of the tool with a name are displayed."""
        self._turn_factory, self.decide, self.look_of = turn_factory, approvals.on_decided, look_of

    def missing(self, tool: Tool) -> str:
        """Return what a tool needs to be available, as a sentence for people; empty if it is available."""
        return self._turn_factory.toolbox().missing(tool)

    def title_of(self, name: str) -> str:
        """Return the title of a tool; its name if there is none (any more)."""
        found = self._turn_factory.toolbox().find(name)
        return tr(found.title) if found else name
