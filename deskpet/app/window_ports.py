"""The ports of the host to what is on screen: the character, the chat and the settings window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, SignalInstance
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTextEdit, QWidget

from deskpet.app.program_notices import ProgramNotices
from deskpet.app.settings_controller import SettingsController
from deskpet.app.settings_store import SettingsStore
from deskpet.app.stage_controller import StageController
from deskpet.config.keys import KeyStore
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.features.host import ChatStandIn, End, FormT
from deskpet.pet.attention import Attention
from deskpet.pet.character import Character
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.mood import AgentsActivity
from deskpet.pet.vowels import MouthShape
from deskpet.ui.chat.composer import ComposerRow
from deskpet.ui.chat.status_lines import StatusLine
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.drop import PetDrop
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.ui.platform.presence_monitor import Look
    from deskpet.ui.platform.user_presence import UserPresence
    from deskpet.ui.settings.window import SettingsWindow


def listen(signal: SignalInstance, listener: Callable[..., object]) -> End:
    """Connect a signal, and return what disconnects it, if that was not done by the end of either side."""
    connection = signal.connect(listener)
    return lambda: QObject.disconnect(connection)


def _all(ends: Sequence[End]) -> End:
    """Return what calls all of them."""
    return lambda: [end() for end in ends]


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

    def set_side_panel(self, create: Callable[[QWidget], QWidget]) -> None:
        """Have a panel on the left of the full window. `create` gets its parent, when that window is first made."""
        self.chat.set_side_panel(create)


class CharacterAccess:
    """The character on the desktop. It is the character's port of the host."""

    def __init__(self, pet: PetWindow, stage: Stage) -> None:
        self._pet, self._stage = pet, stage
        self._look: Look | None = None
        self._work_place: Callable[[], QRect | None] = lambda: None

    def look_at_work(self, place: Callable[[], QRect | None]) -> None:
        """Let her look at where a file is worked on, in desktop coordinates."""
        self._work_place = place

    def work_rect(self) -> QRect | None:
        """Return where a file is worked on, in desktop coordinates; None for nowhere."""
        return self._work_place()

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

    @property
    def attention(self) -> Attention:
        """Whether she listens to the user's spoken words or thinks about them."""
        return self._pet.animator.mood.attention

    def show_attention(self, attention: Attention) -> None:
        """Let her pay attention to something else, or to nothing."""
        self._pet.animator.set_attention(attention)
        self._pet.living_model.raise_frame_rate()

    def show_agents(self, activity: AgentsActivity) -> None:
        """Let her show what coding agents do."""
        self._pet.animator.show_agents(activity)

    def note_agents_done(self) -> None:
        """Let her show for a moment that a coding agent is done."""
        self._pet.animator.note_agents_done()

    def wince(self) -> None:
        """Let her show for a moment that something has failed."""
        self._pet.animator.wince()

    def listen_to_place(self, placed: Callable[[QRect, Sequence[QRect], QRect], None]) -> End:
        """Call `placed` now, and when she has moved or her outline has changed."""

        def on_changed(*_: object) -> None:
            window = self._pet.geometry()
            placed(window, self._pet.body, free_area(window))

        pet = self._pet
        changes = (pet.moved, pet.outline_changed, pet.placement.repositioned, pet.visibleChanged)
        ends = [listen(changed, on_changed) for changed in changes]
        on_changed()
        return _all(ends)

    @property
    def model(self) -> Character:
        """The names and meanings of her expressions and motions."""
        return self._stage.character

    def show_expression(self, name: str) -> None:
        """Show one of her expressions."""
        self._stage.request_expression(name)

    def play_motion(self, group: str, index: int) -> None:
        """Play the motion `index`, from 0, of one of her motion groups."""
        self._stage.request_motion(group, index)

    def listen_to_model(self, changed: Callable[[], None]) -> End:
        """Call `changed` when she is another character, or has other expressions or motions."""
        return listen(self._stage.character_changed, changed)


class PerformanceAccess:
    """What moves her body besides her mood. It is the performance's port of the host."""

    def __init__(self, pet: PetWindow, stage: Stage) -> None:
        self._pet, self.hold_requests = pet, stage.hold

    def move_mouth_by_voice(self, mouth: Callable[[], MouthShape] | None) -> None:
        """Ask `mouth` for the shape of her mouth in each frame; None: nothing is spoken."""
        self._pet.animator.set_voice(mouth)

    def move_mouth_by_motion(self, mouth: Callable[[], MouthShape] | None) -> None:
        """The same for the sound of a motion, while nothing is spoken."""
        self._pet.animator.set_motion_sound(mouth)

    def listen_to_motion_sounds(self, changed: Callable[[Path | None], None]) -> End:
        """Call `changed` with the sound file of a motion that begins, with None when its sound is to end."""
        return listen(self._pet.motion_sound_changed, changed)


class TouchAccess:
    """What the user does with the character. It is the touch's port of the host."""

    def __init__(self, pet: PetWindow) -> None:
        self._pet = pet

    def listen_to_clicks(self, clicked: Callable[[], object]) -> End:
        """Call `clicked` when she is clicked."""
        return listen(self._pet.clicked, lambda _: clicked())

    def want_holding(self, is_wanted: bool) -> None:
        """Set whether a long press holds her, instead of beginning a drag."""
        self._pet.living_model.gestures.is_holding_wanted = is_wanted

    def listen_to_holding(self, held: Callable[[], None], let_go: Callable[[], None]) -> End:
        """Call `held` while she is held for long, and `let_go` at the end."""
        gestures = self._pet.living_model.gestures
        return _all([listen(gestures.held, held), listen(gestures.let_go, let_go)])

    def listen_to_escape(self, escaped: Callable[[], None]) -> End:
        """Call `escaped` when Esc is pressed in her window."""
        return listen(self._pet.escaped, escaped)


class Switches:
    """The button of the chat and the entries of the menus that turn capabilities on and off.

    It is the switches' port of the host. `menus` are added before a feature asks for it.
    """

    def __init__(self, chat: ChatWindow) -> None:
        self._header = chat.header
        self.menus: tuple[PetMenu, ...] = ()

    def show_voice(self, is_on: bool) -> None:
        """Show whether she speaks aloud."""
        for each in (self._header, *self.menus):
            each.show_voice(is_on)

    def listen_to_voice(self, toggled: Callable[[], object]) -> End:
        """Call `toggled` when she is to speak aloud, or no more."""
        signals = (self._header.voice.clicked, *(menu.voice_requested for menu in self.menus))
        return _all([listen(signal, lambda *_: toggled()) for signal in signals])

    def show_listening(self, is_offered: bool, *, listens: bool) -> None:
        """Show whether she can listen, and whether she does so hands-free."""
        for menu in self.menus:
            menu.show_listening(is_offered, listens=listens)

    def listen_to_listening(self, toggled: Callable[[], None]) -> End:
        """Call `toggled` when she is to listen hands-free, or no more."""
        return _all([listen(menu.listening_requested, toggled) for menu in self.menus])


class ChatAccess:
    """The chat window. It is the chat's port of the host."""

    def __init__(
        self,
        chat: ChatWindow,
        notices: ProgramNotices,
        opened: SignalInstance,
        ends: SignalInstance,
        bring: Callable[[], None],
        stand_in: Callable[[ChatStandIn], End],
    ) -> None:
        """opened: emitted when the chat has its last conversation. ends: emitted when the program ends.

        bring: shows it, or what stands in its place. stand_in: lets a window stand in its place.
        """
        self._chat, self._opened, self._ends = chat, opened, ends
        self.bring, self.stand_in = bring, stand_in
        self.show_notice, self.warn, self.show_toast = notices.show, notices.warn, chat.show_toast
        self.show = chat.show

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

    def listen_to_end(self, ends: Callable[[], None]) -> End:
        """Call `ends` when the program ends, before a running answer is stopped."""
        return listen(self._ends, ends)


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
        self.focus()

    def set_speaking(self, speaking: bool) -> None:
        """Note whether an answer is read aloud, which its stop button ends as well."""
        self.chat.composer.set_speaking(speaking)

    def add_button_behind(self, create: Callable[[QWidget, int], QWidget]) -> End:
        """Add a button behind the field, as `add_button` does before it."""
        return self.chat.composer.add_button(create, is_behind=True)

    def add_row(self, create: Callable[[QWidget], ComposerRow]) -> End:
        """Add a row above the field."""
        return self.chat.composer.add_row(create)

    @property
    def field(self) -> QTextEdit:
        """The field of the text."""
        return self.chat.composer.field

    def focus(self) -> None:
        """Show the chat, and give the message the keyboard focus."""
        self.chat.bring()
        self.chat.composer.setFocus()

    def send(self) -> None:
        """Send the message, as its button does; what can't be sent stays."""
        self.chat.composer.send()

    def set_listening(self, is_listening: bool, *, is_hands_free: bool = False) -> None:
        """Note whether the microphone is open, so that Esc closes it; hands-free, Esc stops an answer before that."""
        self.chat.composer.set_listening(is_listening, is_hands_free=is_hands_free)

    def listen_to_cancel(self, cancelled: Callable[[], None]) -> End:
        """Call `cancelled` when the user stops an open microphone with Esc."""
        return listen(self.chat.composer.listening_cancelled, cancelled)


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

    def create_form(self, new: Callable[[Settings], FormT]) -> FormT:
        """Return a form of its own that shows the settings and saves what is changed."""
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

    def listen_to_frames(self, drawn: Callable[[], None]) -> End:
        """Call `drawn` for each frame that is drawn."""
        return listen(self._pet.frameSwapped, drawn)


class FullWindowAccess:
    """The full chat window. It is the full window's port of the host."""

    def __init__(self, chat: ChatWindow, settings_store: SettingsStore) -> None:
        self._chat, self._settings_store = chat, settings_store
        self._is_width_saved = False

    @property
    def is_open(self) -> bool:
        """Whether the conversation is in it."""
        return self._chat.is_expanded

    def listen_to_opening(self, opened: Callable[[], None]) -> End:
        """Call `opened` when the conversation has moved into it."""
        return listen(self._chat.expanded, opened)

    def listen_to_files_button(self, pressed: Callable[[], None]) -> End:
        """Call `pressed` when the user presses the button of the files."""
        return listen(self._chat.header.files.clicked, lambda _checked: pressed())

    def show_files(self, panel: QWidget) -> None:
        """Show a panel on the right, and save the width that the user gives it."""
        full = self._chat.full
        if full is None:
            return
        if not self._is_width_saved:
            self._is_width_saved = True
            full.workspace_resized.connect(
                lambda width: self._settings_store.change("appearance", workspace_width=width)
            )
        full.show_workspace(panel, self._settings_store.effective.appearance.workspace_width)
        self._chat.header.files.set_on(True)

    def hide_files(self) -> None:
        """Hide the panel on the right."""
        if full := self._chat.full:
            full.hide_workspace()
        self._chat.header.files.set_on(False)
