"""The ports of the host to what is on screen: the character, the chat and the settings window."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from deskpet.app.program_notices import ProgramNotices
from deskpet.app.settings_controller import SettingsController
from deskpet.features.host import End
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.ui.platform.presence_monitor import Look
    from deskpet.ui.settings.window import SettingsWindow


def listen(signal: SignalInstance, listener: Callable[..., object]) -> End:
    """Connect a signal, and return what disconnects it."""
    connection = signal.connect(listener)
    return lambda: signal.disconnect(connection)


class CharacterAccess:
    """The character on the desktop. It is the character's port of the host."""

    def __init__(self, pet: PetWindow, stage: Stage) -> None:
        self._pet, self._stage = pet, stage

    @property
    def is_visible(self) -> bool:
        """Whether she is on screen."""
        return self._pet.isVisible()

    def greet(self) -> None:
        """Play her expression and motion for a greeting."""
        greeting = self._stage.character.greeting
        if greeting.expression:
            self._stage.request_expression(greeting.expression)
        if greeting.group:
            self._stage.request_motion(greeting.group)

    def presence_probe(self) -> "Look":
        """Return what asks the system whether the user can be spoken to."""
        from deskpet.ui.platform.presence_monitor import system_probe

        return system_probe(self._pet)

    def show_good_mood(self, valence: float) -> None:
        """Let her idle gestures show a mood."""
        self._pet.animator.set_good_mood(valence)

    def listen_to_strokes(self, stroked: Callable[[], None]) -> End:
        """Call `stroked` while the pointer strokes her head."""
        return listen(self._pet.stroked, stroked)


class ChatAccess:
    """The chat window. It is the chat's port of the host."""

    def __init__(self, chat: ChatWindow, notices: ProgramNotices, bring: Callable[[], None]) -> None:
        """bring: shows the chat, or the first run in its place."""
        self._chat, self.show_notice, self.bring = chat, notices.show, bring

    @property
    def is_shown(self) -> bool:
        """Whether the conversation is on screen."""
        return self._chat.is_shown

    @property
    def speaker(self) -> str:
        """The name of the persona or character that answers."""
        return self._chat.windowTitle()

    def listen_to_dismissal(self, dismissed: Callable[[], None]) -> End:
        """Call `dismissed` when the user has hidden or closed it."""
        return listen(self._chat.dismissed, dismissed)


class SettingsWindowAccess:
    """The settings window. It is the settings window's port of the host."""

    def __init__(self, settings: SettingsController) -> None:
        self._settings = settings

    @property
    def is_visible(self) -> bool:
        """Whether it is on screen."""
        window = self._settings.window
        return window is not None and window.isVisible()

    def page(self, name: str) -> QWidget | None:
        """Return the page of this name; None until it is first shown."""
        window = self._settings.window
        return window.widget_of(name) if window and window.has_created(name) else None

    def listen_to_page(self, name: str, created: Callable[[], None]) -> End:
        """Call `created` when a window opened from now on has created the page of this name."""

        def on_opened(window: "SettingsWindow") -> None:
            window.when_created(name, lambda _: created())

        return listen(self._settings.opened, on_opened)
