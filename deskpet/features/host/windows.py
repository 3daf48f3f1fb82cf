"""Ports to the windows: the chat with the message that is written, and the settings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from deskpet.features.host.program import Live
from deskpet.listeners import End, Listen

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from deskpet.chat.messages import Notice
    from deskpet.config.settings import Settings
    from deskpet.personas.persona import Persona
    from deskpet.ui.chat.commands import ChatCommands
    from deskpet.ui.chat.status_lines import StatusLines
    from deskpet.ui.chat.window import ChatWindow
    from deskpet.ui.settings.page import Page, Widget
    from deskpet.ui.settings.settings_form import SettingsForm

FormT = TypeVar("FormT", bound="SettingsForm")


@dataclass(frozen=True, slots=True)
class WindowsPort:
    """Places in the windows."""

    status_lines: "StatusLines"
    """The lines under the conversation."""
    open_settings: Callable[[str], object]
    """Show a page of the settings."""
    show_message: Callable[[str, str, str], object]
    """Show a message in its conversation, with these words highlighted. It gets the ids of both, and the words."""
    notify: Callable[[str], object]
    """Show a notification of the desktop, under the name of the one who speaks."""
    offer_diagrams: Callable[[], object]
    """Show where the part that draws diagrams is added, or say in the chat how to get it."""


class ChatStandIn(Protocol):
    """A window that stands in the chat's place."""

    @property
    def is_visible(self) -> bool:
        """Whether it is on screen."""
        ...

    def set_visible(self, visible: bool, /) -> None:
        """Show or hide it, together with the character."""
        ...

    def bring(self) -> None:
        """Show it with the keyboard focus."""
        ...


class ShowToast(Protocol):
    """Shows a short message above the composer for a moment, with a button that calls `undo` if it is given."""

    def __call__(self, text: Callable[[], str], undo: Callable[[], object] | None = None, /) -> object:
        """Show it. `text` is called again for another language."""
        ...


@dataclass(frozen=True, kw_only=True)
class ChatPort:
    """The chat window."""

    is_shown: Live[bool] = Live()
    """Whether the conversation is on screen."""
    window: "ChatWindow"
    """Its panel beside the character, with the full window. The program shows what is said in it."""
    bring: Callable[[], object]
    """Show it with the keyboard focus, or what stands in its place."""
    stand_in: Callable[[ChatStandIn], End]
    """Let a window stand in its place, which is shown and hidden instead; the end brings the chat."""
    commands: "ChatCommands"
    """What the user can do in it, by the settings of the keyboard."""
    focus_composer: Callable[[], object]
    """Show it, and give the message that the user writes the keyboard focus."""
    show_toast: ShowToast
    """Show a short message for a moment."""
    warn: Callable[[str, str, str], object]
    """Show a warning in the chat, and log it. It gets a code, which groups those about one thing, title and cause."""
    show_notice: "Callable[[Notice], object]"
    """Show a notice of the program."""
    listen_to_opening: Listen[[]]
    """Call a function when it has the last conversation, after the start."""
    listen_to_end: Listen[[]]
    """Call a function when the program ends, before a running answer is stopped."""


class CreateForm(Protocol):
    """Creates a form beside the settings window, which shows the settings and saves what is changed until it closes."""

    def __call__(self, new: "Callable[[Settings], FormT]", /) -> "FormT":
        """Return what `new` does. It gets the settings."""
        ...


@dataclass(frozen=True, kw_only=True)
class SettingsWindowPort:
    """The settings window, which exists once it was opened."""

    is_visible: Live[bool] = Live()
    """Whether it is on screen."""
    page: "Callable[[str], Widget | None]"
    """Return the page of this name; None until it is first shown."""
    pages: "tuple[Page, ...]"
    """All pages."""
    find: Callable[[str], object]
    """Show the settings, at the place with this title, in the language of the program, as soon as it is found."""
    listen_to_page: Callable[[str, Callable[[], object]], End]
    """Call a function when a window opened from now on has created the page of this name."""
    create_form: CreateForm
    """Create a form of its own."""


@runtime_checkable
class PersonaForm(Protocol):
    """The editor of personas, as other features see it. It is the widget "persona_editor" in the page "persona".

    opened: emitted when it begins to edit a persona.
    """

    opened: "SignalInstance"

    @property
    def persona(self) -> "Persona":
        """The edited persona, with the last valid changes."""
        ...

    def add_row(self, row: "QWidget", /) -> None:
        """Add a row below the others."""
        ...

    def settle(self) -> None:
        """Apply pending edits at once."""
        ...
