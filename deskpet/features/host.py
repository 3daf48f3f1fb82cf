"""What a feature may touch of the program: narrow ports. The composition in `app` provides them.

Each `listen` returns a function that ends it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    from deskpet.chat.events import TurnEvent
    from deskpet.chat.messages import Message
    from deskpet.chat.model import ChatModel
    from deskpet.chat.recollection import Recall
    from deskpet.config.keys import KeyStore
    from deskpet.config.settings import EndpointSettings, Settings
    from deskpet.config.settings_file import SettingKey
    from deskpet.store import Store
    from deskpet.store.facts import Fact
    from deskpet.ui.chat.status_lines import QuietLine
    from deskpet.ui.platform.presence_monitor import Look

End = Callable[[], object]
"""Ends what was begun."""


class SettingsPort(Protocol):
    """The settings in use, and changes of them."""

    @property
    def now(self) -> "Settings":
        """The settings in use; offline, they have no endpoint."""
        ...

    def change(self, values: "Callable[[Settings], Mapping[SettingKey, Any]]") -> None:
        """Change the settings by the values that a function of the saved ones returns."""
        ...

    def listen(self, section: str, changed: "Callable[[Settings, Settings], None]") -> End:
        """Call `changed` with the settings before and after a change in a section."""
        ...


class ConversationPort(Protocol):
    """The conversation in the chat."""

    @property
    def messages(self) -> "tuple[Message, ...]":
        """The shown messages, oldest first."""
        ...

    @property
    def session(self) -> str:
        """The id under which it is stored; empty while it is not."""
        ...

    @property
    def reads(self) -> frozenset[str]:
        """What its answers may have read: the values of Reads, with those of the prompt."""
        ...

    @property
    def is_private(self) -> bool:
        """Whether nothing of it is kept."""
        ...

    @property
    def is_running(self) -> bool:
        """Whether an answer is being written."""
        ...

    def listen(self, events: "Mapping[type[TurnEvent], Callable[[Message], None]]") -> End:
        """Call a function with the answer after each event of its type."""
        ...

    def listen_to_messages(self, added: "Callable[[Message], None]") -> End:
        """Call `added` with each message that is added at the end."""
        ...

    def listen_to_path(self, replaced: "Callable[[tuple[Message, ...]], None]") -> End:
        """Call `replaced` with the messages when others are shown."""
        ...

    def say(self, message: "Message", /) -> None:
        """Add a complete message of the character without a question. Raises RuntimeError while `is_running`."""
        ...


class PromptPort(Protocol):
    """What a turn's request contains of the user, after the persona."""

    def recall_by(self, recall: "Callable[[], Recall | None]") -> None:
        """Ask `recall` before each turn for the function that finds private facts for it; None for no facts."""
        ...

    def add_private_line(self, line: Callable[[], str]) -> None:
        """Add a line that goes with the private facts, and only with them; an empty one adds nothing."""
        ...


class WindowsPort(Protocol):
    """Places in the windows."""

    def add_status_line(self, line: "QuietLine") -> None:
        """Add a line under the conversation."""
        ...

    def clear_brief_status_lines(self) -> None:
        """Remove the lines that are brief."""
        ...

    def open_settings(self, page: str, /) -> None:
        """Show a page of the settings."""
        ...

    def show_message(self, session: str, message: str, words: str, /) -> None:
        """Show a message in its conversation, with these words highlighted."""
        ...

    @property
    def is_chat_shown(self) -> bool:
        """Whether the chat is open, not put away or hidden."""
        ...

    def listen_to_opening(self, opened: "Callable[[], object]") -> End:
        """Call `opened` when the chat is first shown with its last conversation, after the start."""
        ...

    def warn(self, code: str, title: str, cause: str, /) -> None:
        """Show a warning in the chat, and log it. code: groups the warnings about one thing."""
        ...

    def notify(self, text: str, /) -> None:
        """Show a notification of the desktop, under the name of the one who speaks."""
        ...

    def show_toast(self, text: Callable[[], str], /) -> None:
        """Show a short message above the composer for a moment; `text` is called again for another language."""
        ...


class OccasionsPort(Protocol):
    """What she may speak of first."""

    def add_events(self, source: "Callable[[], Awaitable[Sequence[Fact]]]") -> None:
        """Add a source of remembered events, which is asked from time to time."""
        ...


class ComposerPort(Protocol):
    """The message that the user writes."""

    def add_button(self, create: "Callable[[QWidget, int], QWidget]") -> End:
        """Add a button before the field. `create` gets its parent, and its side in logical pixels at normal text."""
        ...

    def offer_picture(self, take: Callable[[], object]) -> None:
        """Call `take` for a picture if it could be sent; else show why not, and call it if the user insists."""
        ...

    def add_picture(self, picture: "QImage") -> None:
        """Attach a picture, and give the message the keyboard focus."""
        ...


class KeysPort(Protocol):
    """The keys of servers."""

    @property
    def store(self) -> "KeyStore":
        """Where keys are found."""
        ...

    def save(self, endpoint: "EndpointSettings", key: str, /) -> object:
        """Store the key of an endpoint in the keyring; the user is told if that fails."""
        ...


class ToolsPort(Protocol):
    """What tools need of the running program, by the names of their parameters."""

    def provide(self, name: str, dependency: object, /) -> None:
        """Provide a dependency, when the chat is created. Tools that lack one are not offered."""
        ...


class CharacterPort(Protocol):
    """The character on the desktop."""

    @property
    def is_visible(self) -> bool:
        """Whether her window is shown."""
        ...

    def listen_to_visibility(self, changed: "Callable[[bool], object]") -> End:
        """Call `changed` when her window is shown or hidden."""
        ...

    def play_greeting(self) -> None:
        """Play her expression and motion for a greeting."""
        ...

    def show_bubble(self, text: str) -> None:
        """Show words beside her that the user has asked for, for a while. A click opens the chat."""
        ...


@dataclass(frozen=True, slots=True)
class Host:
    """The ports.

    store: returns the open store, None until there is one. model: returns a model for a request beside the
    conversation, which is not streamed. presence: returns the signs that the user can be spoken to now.
    """

    settings: SettingsPort
    conversation: ConversationPort
    store: "Callable[[], Store | None]"
    model: "Callable[[], ChatModel]"
    prompt: PromptPort
    windows: WindowsPort
    occasions: OccasionsPort
    keys: KeysPort
    composer: ComposerPort
    tools: ToolsPort
    character: CharacterPort
    presence: "Look"
