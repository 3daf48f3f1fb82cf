"""Ports to the windows: the chat with the message that is written, and the settings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from deskpet.features.host.program import Live
from deskpet.listeners import End, Listen

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QTextEdit, QWidget

    from deskpet.chat.messages import Notice
    from deskpet.config.settings import AppearanceSettings, Settings
    from deskpet.personas.persona import Persona
    from deskpet.ui.chat.commands import ChatCommand
    from deskpet.ui.chat.composer import ComposerRow
    from deskpet.ui.chat.status_lines import StatusLine
    from deskpet.ui.settings.page import PageSource, Widget
    from deskpet.ui.settings.settings_form import SettingsForm

FormT = TypeVar("FormT", bound="SettingsForm")


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowsPort:
    """Places in the windows."""

    add_status_line: "Callable[[StatusLine], object]"
    """Add a line under the conversation."""
    clear_brief_status_lines: Callable[[], object]
    """Remove the lines that are brief."""
    open_settings: Callable[[str], object]
    """Show a page of the settings."""
    show_message: Callable[[str, str, str], object]
    """Show a message in its conversation, with these words highlighted. It gets the ids of both, and the words."""
    notify: Callable[[str], object]
    """Show a notification of the desktop, under the name of the one who speaks."""
    set_side_panel: "Callable[[Callable[[QWidget], QWidget]], object]"
    """Have a panel on the left of the full window. Its function gets its parent, when that window is first made."""


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
    speaker: Live[str] = Live()
    """The name of the persona or character that answers."""
    show: Callable[[], object]
    """Show it where it was, without the keyboard focus."""
    bring: Callable[[], object]
    """Show it with the keyboard focus, or what stands in its place."""
    stand_in: Callable[[ChatStandIn], End]
    """Let a window stand in its place, which is shown and hidden instead; the end brings the chat."""
    window: "Live[QWidget]" = Live()
    """The window that it is in: the panel beside the character, or the full window."""
    commands: "Live[tuple[ChatCommand, ...]]" = Live()
    """What the user can do in it now, in the order of the settings of the keyboard."""
    add_command: "Callable[[ChatCommand], End]"
    """Add what runs a command of those settings."""
    arrange: "Callable[[AppearanceSettings], object]"
    """Give it its width, and the times after which it makes room."""
    show_title: Callable[[str], object]
    """Show the title of the conversation, empty while it has none."""
    show_toast: ShowToast
    """Show a short message for a moment."""
    warn: Callable[[str, str, str], object]
    """Show a warning in the chat, and log it. It gets a code, which groups those about one thing, title and cause."""
    show_notice: "Callable[[Notice], object]"
    """Show a notice of the program."""
    listen_to_opening: Listen[[]]
    """Call a function when it has the last conversation, after the start."""
    listen_to_dismissal: Listen[[]]
    """Call a function when the user has hidden or closed it."""
    listen_to_end: Listen[[]]
    """Call a function when the program ends, before a running answer is stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposerPort:
    """The message that the user writes."""

    field: "QTextEdit"
    """The field of the text."""
    focus: Callable[[], object]
    """Show the chat, and give the message the keyboard focus."""
    send: Callable[[], object]
    """Send the message, as its button does; what can't be sent stays."""
    add_button: "Callable[[Callable[[QWidget, int], QWidget]], End]"
    """Add a button before the field. Its function gets its parent, and its side in logical pixels at normal text."""
    add_button_behind: "Callable[[Callable[[QWidget, int], QWidget]], End]"
    """Add a button behind the field, as `add_button` does before it."""
    add_row: "Callable[[Callable[[QWidget], ComposerRow]], End]"
    """Add a row above the field. Its function gets its parent."""
    offer_picture: Callable[[Callable[[], object]], object]
    """Call a function for a picture if it could be sent; else show why not, and call it if the user insists."""
    add_picture: "Callable[[QImage], object]"
    """Attach a picture, and give the message the keyboard focus."""
    set_speaking: Callable[[bool], object]
    """Note whether an answer is read aloud, which its stop button ends as well."""
    set_listening: Callable[[bool, bool], object]
    """Note whether the microphone is open, so that Esc closes it, and hands-free: Esc stops an answer before that."""
    listen_to_cancel: Listen[[]]
    """Call a function when the user stops an open microphone with Esc."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchesPort:
    """The button of the chat and the entries of the character's menus that turn capabilities on and off."""

    show_voice: Callable[[bool], object]
    """Show whether she speaks aloud."""
    listen_to_voice: Listen[[]]
    """Call a function when she is to speak aloud, or no more."""
    show_listening: Callable[[bool, bool], object]
    """Show whether she can listen, and whether she does so hands-free."""
    listen_to_listening: Listen[[]]
    """Call a function when she is to listen hands-free, or no more."""


@dataclass(frozen=True, kw_only=True)
class FullWindowPort:
    """The full chat window, which has room for files on the right."""

    is_open: Live[bool] = Live()
    """Whether the conversation is in it, instead of the panel beside the character."""
    open: Callable[[], object]
    """Show it with the conversation."""
    has_room_for_files: Live[bool] = Live()
    """Whether it need not grow to show files."""
    listen_to_opening: Listen[[]]
    """Call a function when the conversation has moved into it."""
    listen_to_files_button: Listen[[]]
    """Call a function when the user presses the button of the files."""
    show_column: "Callable[[QWidget], object]"
    """Show a column beside the conversation, as wide as that, while the window is open."""
    remove_column: "Callable[[QWidget], object]"
    """Remove and delete such a column."""
    show_files: "Callable[[QWidget], object]"
    """Show a panel on the right, in the width that the user has given it, while the window is open."""
    hide_files: Callable[[], object]
    """Hide the panel on the right."""


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
    pages: "tuple[PageSource, ...]"
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
