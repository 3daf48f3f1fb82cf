"""The ports of the host to what is on screen: the character, the chat and the settings window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, SignalInstance
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from deskpet.app.program_notices import ProgramNotices
from deskpet.app.settings_controller import SettingsController
from deskpet.app.stage_controller import StageController
from deskpet.config.keys import KeyStore
from deskpet.config.settings import EndpointSettings, Settings, VoiceSettings
from deskpet.features.host import ChatStandIn, End, FormT, SpokenSample
from deskpet.pet.character import Character
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import ModelNotes
from deskpet.ui.chat.status_lines import StatusLine
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.drop import PetDrop
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.ui.platform.presence_monitor import Look
    from deskpet.ui.platform.user_presence import UserPresence
    from deskpet.ui.settings.window import SettingsWindow


def listen(signal: SignalInstance, listener: Callable[..., object]) -> End:
    """Connect a signal, and return what disconnects it."""
    connection = signal.connect(listener)
    return lambda: signal.disconnect(connection)


@dataclass(frozen=True, slots=True)
class Windows:
    """Places in the windows, and what is done there. It is the windows' port of the host."""

    chat: ChatWindow
    open_settings: Callable[[str], None]
    show_message: Callable[[str, str, str], None]
    notify: Callable[[str], None]

    def add_status_line(self, line: StatusLine) -> None:
        """Add a line under the conversation."""
        self.chat.pane.status_lines.add(line)

    def clear_brief_status_lines(self) -> None:
        """Remove the lines that are brief."""
        self.chat.pane.status_lines.clear_brief()


class CharacterAccess:
    """The character on the desktop. It is the character's port of the host."""

    def __init__(self, pet: PetWindow, stage: Stage) -> None:
        self._pet, self._stage = pet, stage
        self._look: Look | None = None

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

    def listen_to_visibility(self, changed: Callable[[bool], None]) -> End:
        """Call `changed` when her window is shown or hidden."""
        return listen(self._pet.visibleChanged, changed)

    async def presence(self, everything: bool) -> "UserPresence":
        """Return the signs that the user can be spoken to: all of them, or only the idle time, which costs little."""
        if self._look is None:
            from deskpet.ui.platform.presence_monitor import system_probe

            self._look = system_probe(self._pet)
        return await self._look(everything)

    def show_good_mood(self, valence: float) -> None:
        """Let her idle gestures show a mood."""
        self._pet.animator.set_good_mood(valence)

    def listen_to_strokes(self, stroked: Callable[[], None]) -> End:
        """Call `stroked` while the pointer strokes her head."""
        return listen(self._pet.stroked, stroked)

    def follow(self, place: Callable[[QRect, Sequence[QRect], QRect], None]) -> End:
        """Call `place` now and when she moves, with her window, the rows of her outline and the free area."""
        pet = self._pet

        def on_moved() -> None:
            geometry = pet.geometry()
            place(geometry, pet.body, free_area(geometry))

        on_moved()
        ends = [listen(signal, on_moved) for signal in (pet.moved, pet.outline_changed, pet.placement.repositioned)]
        return lambda: [end() for end in ends]


class ChatAccess:
    """The chat window. It is the chat's port of the host."""

    def __init__(
        self,
        chat: ChatWindow,
        notices: ProgramNotices,
        opened: SignalInstance,
        bring: Callable[[], None],
        stand_in: Callable[[ChatStandIn], End],
    ) -> None:
        """opened: emitted when the chat has its last conversation. bring: shows it, or what stands in its place."""
        self._chat, self._opened, self.bring, self.stand_in = chat, opened, bring, stand_in
        self.show_notice, self.warn, self.show_toast = notices.show, notices.warn, chat.show_toast

    @property
    def is_shown(self) -> bool:
        """Whether the conversation is on screen."""
        return self._chat.is_shown

    @property
    def speaker(self) -> str:
        """The name of the persona or character that answers."""
        return self._chat.windowTitle()

    def listen_to_opening(self, opened: Callable[[], None]) -> End:
        """Call `opened` when it has the last conversation, after the start."""
        return listen(self._opened, opened)

    def listen_to_dismissal(self, dismissed: Callable[[], None]) -> End:
        """Call `dismissed` when the user has hidden or closed it."""
        return listen(self._chat.dismissed, dismissed)


@dataclass(frozen=True, slots=True)
class ComposerAccess:
    """The message that the user writes. It is the composer's port of the host."""

    chat: ChatWindow

    def add_button(self, create: Callable[[QWidget, int], QWidget]) -> End:
        """Add a button before the field."""
        return self.chat.composer.add_button(create)

    def offer_picture(self, take: Callable[[], object]) -> None:
        """Call `take` for a picture if it could be sent; else show why not, and call it if the user insists."""
        self.chat.composer.offer_picture(take)

    def add_picture(self, picture: QImage) -> None:
        """Attach a picture, and give the message the keyboard focus."""
        self.chat.composer.add_picture(picture)
        self.chat.bring()
        self.chat.composer.setFocus()


@dataclass(frozen=True, slots=True)
class KeysAccess:
    """The keys of servers. It is the keys' port of the host."""

    store: KeyStore
    save: Callable[[EndpointSettings, str], object]


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

    def create_form(self, new: Callable[[Settings, Callable[[str], str]], FormT]) -> FormT:
        """Return a form of its own that shows the settings, saves what is changed and tests connections."""
        return self._settings.create_form(new)


class StageAccess:
    """The model on the desktop. It is the stage's port of the host."""

    def __init__(self, stage: StageController, pet: PetWindow) -> None:
        self._stage, self._pet = stage, pet
        self.apply_notes, self.perform, self.play_motion = stage.apply_notes, pet.perform, pet.play_motion

    @property
    def model(self) -> ModelFile:
        """The model."""
        return self._stage.model

    @property
    def notes(self) -> ModelNotes:
        """The user's notes on it."""
        return self._stage.notes

    @property
    def character(self) -> Character:
        """The character, as the model and the notes describe it."""
        return self._pet.character

    def listen_to_model(self, changed: Callable[[], None]) -> End:
        """Call `changed` after another model was put on stage."""
        return listen(self._stage.model_changed, changed)

    def listen_to_first_frame(self, shown: Callable[[], None]) -> End:
        """Call `shown` when a model is on screen, at the start or after another one."""
        return listen(self._pet.first_frame, shown)

    def listen_to_drops(self, dropped: Callable[[Path], None]) -> End:
        """Accept files and folders that may be models on her window, and call `dropped` with the path of each."""
        drop = PetDrop(self._pet)
        drop.dropped.connect(dropped)
        return drop.deleteLater


class SpeechAccess:
    """What she says aloud. It is the speech's port of the host."""

    def __init__(self, pet: PetWindow) -> None:
        self._pet = pet

    async def say(self, sentence: str, settings: VoiceSettings) -> SpokenSample:
        """Speak a sentence with these settings, and wait for its end."""
        from deskpet.app.voice_sample import VoiceSample
        from deskpet.voice.engines import engine_of

        result = await VoiceSample(self._pet).speak(sentence, engine_of(settings, ""), settings)
        return SpokenSample(result.error, result.first_sound)
