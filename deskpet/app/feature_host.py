"""The ports of the host, made of the parts of the program."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from deskpet.app.program_notices import ProgramNotices
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.app.speech_bubble_controller import SpeechBubbleController
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import FactsTold, TurnEvent
from deskpet.chat.messages import Message
from deskpet.chat.model import ChatModel
from deskpet.chat.read_marks import marks_of
from deskpet.chat.recollection import Recall, Recollection
from deskpet.config.keys import KeyStore
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.config.settings_file import SettingKey, with_values
from deskpet.features.host import End, Host
from deskpet.store.facts import Fact
from deskpet.ui.chat.status_lines import QuietLine
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.window import PetWindow

if TYPE_CHECKING:
    from deskpet.proactive.user_presence import UserPresence

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

        connection = self._store.changed.connect(on_changed)
        return lambda: self._store.changed.disconnect(connection)


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

    def say(self, message: Message) -> None:
        self._conversation.say(message)


@dataclass(frozen=True, slots=True)
class Windows:
    """Places in the windows, and what is done there. It is the windows' port of the host.

    opened: emitted when the chat is first shown with its last conversation.
    """

    chat: ChatWindow
    notices: ProgramNotices
    opened: SignalInstance
    open_settings: Callable[[str], None]
    show_message: Callable[[str, str, str], None]
    notify: Callable[[str], None]

    def show_toast(self, text: Callable[[], str]) -> None:
        """Show a short message above the composer for a moment; `text` is called again for another language."""
        self.chat.show_toast(text)

    def add_status_line(self, line: QuietLine) -> None:
        """Add a line under the conversation."""
        self.chat.pane.quiet.add(line)

    def clear_brief_status_lines(self) -> None:
        """Remove the lines that are brief."""
        self.chat.pane.quiet.clear_brief()

    @property
    def is_chat_shown(self) -> bool:
        """Whether the chat is open, not put away or hidden."""
        return self.chat.is_shown

    def listen_to_opening(self, opened: Callable[[], object]) -> End:
        """Call `opened` when the chat is first shown with its last conversation, after the start."""
        connection = self.opened.connect(opened)
        return lambda: self.opened.disconnect(connection)

    def warn(self, code: str, title: str, cause: str) -> None:
        """Show a warning in the chat, and log it."""
        self.notices.warn(code, title, cause)


@dataclass(frozen=True, slots=True)
class DesktopCharacter:
    """The character on the desktop. It is the character's port of the host.

    name: returns that of the speaker. open_chat: raises the chat.
    """

    pet: PetWindow
    bubbles: SpeechBubbleController
    play_greeting: Callable[[], None]
    name: Callable[[], str]
    open_chat: Callable[[], None]

    @property
    def is_visible(self) -> bool:
        """Whether her window is shown."""
        return self.pet.isVisible()

    def listen_to_visibility(self, changed: Callable[[bool], object]) -> End:
        """Call `changed` when her window is shown or hidden."""
        connection = self.pet.visibleChanged.connect(changed)
        return lambda: self.pet.visibleChanged.disconnect(connection)

    def show_bubble(self, text: str) -> None:
        """Show words beside her that the user has asked for, for a while. A click opens the chat."""
        from deskpet.ui.pet.speech_bubble import SpeechBubble

        bubble = SpeechBubble(self.name(), text, is_asked_for=True)
        bubble.opened.connect(self.bubbles.close)
        bubble.opened.connect(self.open_chat)
        self.bubbles.show(bubble)

    async def presence(self, everything: bool) -> "UserPresence":
        """Return the signs that the user can be spoken to: all of them, or only the idle time, which costs little."""
        from deskpet.ui.platform.presence_monitor import system_probe

        return await system_probe(self.pet)(everything)


class Occasions:
    """Sources of what she may speak of first. It is the occasions' port of the host."""

    def __init__(self) -> None:
        self._sources: list[Callable[[], Awaitable[Sequence[Fact]]]] = []

    def add_events(self, source: Callable[[], Awaitable[Sequence[Fact]]]) -> None:
        """Add a source of remembered events."""
        self._sources.append(source)

    async def events(self) -> list[Fact]:
        """Return the events of all sources. Raises StoreError."""
        return [fact for source in self._sources for fact in await source()]


@dataclass(frozen=True, slots=True)
class _ComposerPort:
    chat: ChatWindow

    def add_button(self, create: Callable[[QWidget, int], QWidget]) -> End:
        return self.chat.composer.add_button(create)

    def offer_picture(self, take: Callable[[], object]) -> None:
        self.chat.composer.offer_picture(take)

    def add_picture(self, picture: QImage) -> None:
        self.chat.composer.add_picture(picture)
        self.chat.bring()
        self.chat.composer.setFocus()


@dataclass(frozen=True, slots=True)
class _KeysPort:
    store: KeyStore
    save: Callable[[EndpointSettings, str], object]


def new_host(
    settings_store: SettingsStore,
    conversation: Conversation,
    persistence: SessionPersistence,
    turn_factory: TurnFactory,
    windows: Windows,
    prompt: PrivatePrompt,
    occasions: Occasions,
    save_key: Callable[[EndpointSettings, str], object],
    character: DesktopCharacter,
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
        _KeysPort(turn_factory.keys, save_key),
        _ComposerPort(windows.chat),
        turn_factory,
        character,
        character.presence,
    )
