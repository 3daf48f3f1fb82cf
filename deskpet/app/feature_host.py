"""The ports of the host, made of the parts of the program."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_controller import TurnController
from deskpet.app.turn_factory import TurnFactory
from deskpet.app.window_ports import ComposerAccess, KeysAccess, Windows, listen
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import FactsTold, ToolFinished, TurnEvent
from deskpet.chat.messages import Message, ToolUse
from deskpet.chat.model import ChatModel
from deskpet.chat.read_marks import marks_of
from deskpet.chat.recollection import Recall, Recollection
from deskpet.chat.tool import Tool
from deskpet.chat.toolbox import Toolbox
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.config.settings_file import SettingKey, with_values
from deskpet.features.host import (
    BubblesPort,
    CharacterPort,
    ChatPort,
    End,
    GreetingSentences,
    Host,
    LocalLinesPort,
    PerformancePort,
    PersonasPort,
    SessionsPort,
    SettingsWindowPort,
    SpeechPort,
    StagePort,
    SwitchesPort,
    TouchPort,
    TurnsPort,
)
from deskpet.pet.turn_reactions import react
from deskpet.store.facts import Fact
from deskpet.ui.pet.window import PetWindow

# Number of answers whose private facts can be shown.
_MAX_SENT = 50


class _SettingsPort:
    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    @property
    def now(self) -> Settings:
        return self._store.settings

    def change(self, values: Callable[[Settings], Mapping[SettingKey, Any]]) -> None:
        saved = self._store.saved
        self._store.apply(with_values(saved, values(saved)))

    def listen(self, section: str, changed: Callable[[Settings, Settings], None]) -> End:
        def on_changed(before: Settings, after: Settings) -> None:
            if getattr(before, section) != getattr(after, section):
                changed(before, after)

        return listen(self._store.changed, on_changed)

    @property
    def are_default(self) -> bool:
        return self._store.error is None and self._store.saved == Settings()

    @property
    def is_offline(self) -> bool:
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


class _ConversationPort:
    def __init__(self, conversation: Conversation, persistence: SessionPersistence, turn_factory: TurnFactory) -> None:
        self._conversation, self._persistence, self._turn_factory = conversation, persistence, turn_factory

    @property
    def messages(self) -> tuple[Message, ...]:
        return self._conversation.messages

    @property
    def session(self) -> str:
        recorder = self._persistence.recorder
        return (recorder.session if recorder else None) or ""

    @property
    def reads(self) -> frozenset[str]:
        of_prompt = (each.value for each in self._turn_factory.prompt_reads)
        return frozenset({*marks_of(self.messages), *of_prompt})

    @property
    def is_private(self) -> bool:
        return self._conversation.is_private

    @property
    def is_running(self) -> bool:
        return self._conversation.is_running

    def listen(self, events: Mapping[type[TurnEvent], Callable[[Message], None]]) -> End:
        def on_event(event: TurnEvent, answer: Message) -> None:
            if listener := events.get(type(event)):
                listener(answer)

        return self._conversation.listen(on_event=on_event)

    def listen_to_messages(self, added: Callable[[Message], None]) -> End:
        return self._conversation.listen(added)

    def listen_to_path(self, replaced: Callable[[tuple[Message, ...]], None]) -> End:
        return self._conversation.listen(on_path=replaced)

    def add_message(self, message: Message) -> None:
        self._conversation.add_message(message)

    def listen_to_calls(self, succeeded: Callable[[ToolUse], None]) -> End:
        def on_event(event: TurnEvent, answer: Message) -> None:
            if isinstance(event, ToolFinished) and event.error is None:
                call = answer.blocks[event.block]
                if isinstance(call, ToolUse):
                    succeeded(call)

        return self._conversation.listen(on_event=on_event)

    def listen_to_events(self, applied: Callable[[TurnEvent, Message], None]) -> End:
        return self._conversation.listen(on_event=applied)

    def amend(self, message_id: str, event: TurnEvent) -> None:
        self._conversation.amend_now(message_id, event)

    def stop(self) -> None:
        self._conversation.stop()

    @property
    def has_history(self) -> bool | None:
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

    def __init__(
        self,
        toolbox: Callable[[], Toolbox],
        provide: Callable[[str, object], None],
        context_tokens: Callable[[], int],
        listen_to_model: Callable[[Callable[[], None]], End],
    ) -> None:
        """toolbox: returns the tools, which are created by the first call."""
        self._toolbox, self._context_tokens = toolbox, context_tokens
        self.provide, self.listen_to_model = provide, listen_to_model

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all tools."""
        return tuple(each.name for each in self._toolbox().all)

    def add(self, tool: Tool) -> None:
        """Add a tool. Raises ValueError if one has its name."""
        self._toolbox().add(tool)

    def remove(self, name: str) -> None:
        """Remove a tool that was added."""
        self._toolbox().remove(name)

    @property
    def context_tokens(self) -> int:
        """How many tokens a request may have; 0 for no limit."""
        return self._context_tokens()


def _tools_of(turn_factory: TurnFactory, settings_store: SettingsStore) -> ToolsAccess:
    def listen_to_model(changed: Callable[[], None]) -> End:
        def on_settings_changed(before: Settings, after: Settings) -> None:
            if (before.endpoint, before.persona, before.chat) != (after.endpoint, after.persona, after.chat):
                changed()

        ends = (
            listen(settings_store.changed, on_settings_changed),
            turn_factory.capabilities.listen(lambda *_: changed()),
        )
        return lambda: [end() for end in ends]

    return ToolsAccess(turn_factory.toolbox, turn_factory.provide, lambda: turn_factory.context_tokens, listen_to_model)


def new_host(
    settings_store: SettingsStore,
    conversation: Conversation,
    persistence: SessionPersistence,
    turn_factory: TurnFactory,
    windows: Windows,
    prompt: PrivatePrompt,
    occasions: Occasions,
    save_key: Callable[[EndpointSettings, str], object],
    character: CharacterPort,
    turns: TurnsPort,
    chat: ChatPort,
    bubbles: BubblesPort,
    settings_window: SettingsWindowPort,
    speech: SpeechPort,
    switches: SwitchesPort,
    performance: PerformancePort,
    touch: TouchPort,
    sessions: SessionsPort,
    personas: PersonasPort,
    local_lines: LocalLinesPort,
    stage: StagePort,
) -> Host:
    """Return the host of a program whose parts these are.

    save_key: stores the key of an endpoint in the keyring, and tells the user if that fails.
    """

    def model() -> ChatModel:
        settings = turn_factory.settings
        endpoint = settings.endpoint.model_copy(update={"stream": False})
        return turn_factory.endpoints.model(settings.model_copy(update={"endpoint": endpoint}))

    return Host(
        _SettingsPort(settings_store),
        _ConversationPort(conversation, persistence, turn_factory),
        lambda: persistence.store,
        model,
        prompt,
        windows,
        occasions,
        partial(listen, persistence.opened),
        KeysAccess(turn_factory.keys, save_key),
        ComposerAccess(windows.chat),
        _tools_of(turn_factory, settings_store),
        character,
        turns,
        chat,
        bubbles,
        settings_window,
        speech,
        switches,
        performance,
        touch,
        sessions,
        personas,
        local_lines,
        stage,
    )
