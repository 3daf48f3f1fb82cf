"""The chat of a character: her window, her conversation with its turns and its record, and what connects them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QRect, QTimer, Signal

from deskpet.app import feature_host as ports
from deskpet.app.message_commands import MessageCommands
from deskpet.app.model_switch import ConversationModel, ModelSwitch
from deskpet.app.pet_chat_controller import PetChatController
from deskpet.app.program_notices import NoticeActions, ProgramNotices
from deskpet.app.session_controller import SessionController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_controller import TurnController, TurnStatistics
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.events import NOT_GROWING, FactsIncluded
from deskpet.chat.messages import Message
from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths
from deskpet.config.extras import way_to_get
from deskpet.features.host import OccasionsPort, PromptPort, SettingsPort, SpeechPort, WindowsPort
from deskpet.features.host.current_persona import CurrentPersona
from deskpet.features.host.windows import ChatStandIn
from deskpet.listeners import End
from deskpet.processes import added_parts
from deskpet.text.reasons import reason_of
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.translation import tr
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.speech_bubble import Bubbles
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.notifications import Notifier
from deskpet.ui.platform.signals import listen
from deskpet.ui.stage import Stage

_SHOWN = ("endpoint", "persona", "chat.mode", "appearance.language")
"""The settings whose changes are shown in the chat."""


def look_of(tool_name: str, toolbox: Toolbox | None = None) -> ToolLook:
    """Return the look of a tool's card, as the tool declares it. `toolbox` has the tools that are available now."""
    own = next((each for each in TOOLS if each.name == tool_name), None)
    tool = (toolbox.find(tool_name) if toolbox else None) or own
    if tool is None:
        return default_look(tool_name)
    return ToolLook(
        tr(tool.title),
        tool.icon,
        tool.preview,
        tool.result,
        tool.can_undo,
        lambda arguments: toolbox.scope_of(tool_name, arguments) if toolbox else None,
        is_inline=tool.inline,
    )


class CharacterChat(QObject):
    """Owns the chat window of a character, the conversation and their controllers.

    `persistence` writes the conversation into the database. Expressions and motions are requested on `stage`.

    opened: Emitted when the chat is first shown with its last conversation.
    ends: Emitted when the chat is about to close, before a running answer is stopped.

    menus: those with the entries of her window. open_settings: shows the settings, with the page of a name; set
    before its ports are read.
    """

    opened = Signal()
    ends = Signal()
    menus: tuple[PetMenu, ...]
    open_settings: Callable[..., None]
    _model_switch: ModelSwitch
    _conversation_model: ConversationModel

    def __init__(
        self, pet: PetWindow, stage: Stage, settings_store: SettingsStore, settings: SettingsPort, folder: Path | None
    ) -> None:
        """settings: as they are for her. folder: that of her model, which has her picture; None until it is known."""
        super().__init__(pet)
        self._settings_store, self.stage, self._pet = settings_store, stage, pet
        self._character = (stage.character.name, folder)
        self._stand_in: ChatStandIn | None = None
        self.chat = ChatWindow(stage.character.name, self._look_of)
        self.notices = ProgramNotices(self.chat)
        self.personas = CurrentPersona(settings, paths.data_folder() / "personas", lambda: stage.character.name)
        self.personas.setParent(self)
        self.personas.own_folder = folder
        self.notifier = Notifier(str(paths.bundled_path("assets") / "icons" / "mikan.svg"))
        self.bubbles = Bubbles(pet, lambda: self.chat.panel_geometry if self.chat.isVisible() else QRect())
        self.prompt, self.occasions, self.speech = PromptPort(), OccasionsPort(), SpeechPort()
        self._undo_copies = UndoCopies(paths.undo_folder())

    def _create_conversation(self, factory: TurnFactory, beside: TurnStatistics | None = None) -> None:
        """Create the conversation, what runs its turns, and what stores it. beside: see TurnStatistics."""
        self._turn_factory = factory
        turns = self._turns = TurnController(
            self.chat, factory, lambda: self.persistence, lambda: self._pet.dropped_frames, self.prompt.sent, beside
        )
        self.conversation, self.approvals = turns.conversation, turns.approvals
        persistence = self.persistence = SessionPersistence(self.chat, self.conversation, self.speaker_name)
        self.sessions = turns.sessions = SessionController(
            self.chat, self.conversation, persistence, turns, lambda: self.personas.greet(self.conversation)
        )
        self._pet_chat = PetChatController(self._pet, self.chat, self.conversation, self._look_of)
        self.character = ports.speaking_character(
            self._pet, self.stage, turns, persistence, factory, self.speaker_name, self.speech
        )

    def _own_ports(self, speaker: Callable[[], str] = str) -> dict[str, Any]:
        """Return the ports of a host that are hers, by their names.

        speaker: returns the name of the one whose conversations are listed; an empty one lists all.
        """
        factory, store, model, turns = self._turn_factory, self._settings_store, self._conversation_model, self._turns
        lines = self.chat.pane.status_lines
        return {
            "settings": ports.settings_port(store, lambda: factory.settings),
            "conversation": self.character.conversation,
            "model": partial(factory.model_of, "memory", streams=False),
            "prompt": self.prompt,
            "windows": WindowsPort(lines, self.open_settings, self._show_message, self.notify, self.offer_diagrams),
            "occasions": self.occasions,
            "composer": self.chat.composer,
            "tools": ports.tools_port(factory, store, model, self.approvals, self._look_of),
            "character": ports.character_port(self._pet, self.stage, self._pet_chat.look_at_work, lambda: self.menus),
            "turns": ports.turns_port(turns, factory, self._model_switch, lambda: self.is_answering, self._pet),
            "chat": ports.chat_port(self.chat, self.notices, self.opened, self.ends, self.bring, self._let_stand_in),
            "bubbles": self.bubbles,
            "speech": self.speech,
            "sessions": ports.sessions_port(self.sessions, self.chat, self.persistence, model, turns, speaker),
            "personas": self.personas,
        }

    def _connect(self) -> None:
        """Create what connects the parts with each other, and connect their signals."""
        self._commands = MessageCommands(self.chat, self.conversation, self._turns.start)
        self._actions = NoticeActions(self.chat, self._turns, self._settings_store, self.open_settings)
        self._connect_conversation()
        self._connect_chat()
        self._ends = (
            listen(self._settings_store.changed, self._actions.resolve_settings_notices),
            self._settings_store.listen(_SHOWN, lambda *_: self.show_character()),
            self._turn_factory.keys.listen(lambda _: self.show_character()),
            self._turn_factory.capabilities.listen(lambda *_: self.show_character()),
        )

    def _connect_conversation(self) -> None:
        chat, conversation, approvals = self.chat, self.conversation, self.approvals
        conversation.listen(self._show_message_of_turn, chat.transcript.apply, self._on_path)
        conversation.listen(on_event=lambda *_: chat.note_activity(), events=NOT_GROWING)
        conversation.listen(on_event=self.prompt.on_facts_included, events=(FactsIncluded,))
        # Reported by the event loop: the view that failed may still be in the middle of its work.
        conversation.on_listener_error(
            lambda error: QTimer.singleShot(0, self, lambda: self.notices.show_internal_error(error))
        )
        running, background = chat.header.running, conversation.background
        background.listen(lambda: running.show_calls(background.calls, self._look_of))
        running.stop_requested.connect(background.stop)
        approvals.asked.connect(self._show_question)
        approvals.rule_failed.connect(
            lambda error: self.notices.warn(
                "rules",
                tr("What you allowed can't be stored"),
                tr("{why}. The call runs this time, and asks again the next.", why=reason_of(error)),
            )
        )

    def _connect_chat(self) -> None:
        composer, transcript, header = self.chat.composer, self.chat.transcript, self.chat.header
        composer.submitted.connect(self._turns.send)
        composer.stop_requested.connect(self._stop)
        composer.refusal.choose_model.clicked.connect(lambda: self.open_settings("connection"))
        transcript.call_decided.connect(self._on_decided)
        transcript.diagrams_wanted.connect(self.offer_diagrams)
        header.new.clicked.connect(self._start_conversation)
        header.private_requested.connect(lambda: self._start_conversation(is_private=True))
        change = partial(self._settings_store.change, "appearance")
        self.chat.pin_requested.connect(lambda pinned: change(keep_open=pinned))
        self.chat.workspace_resized.connect(lambda width: change(workspace_width=width))

    @property
    def is_answering(self) -> bool:
        """Whether a turn runs, or something stands in the chat's place."""
        return self._turns.is_running or self._stand_in is not None

    def bring(self) -> None:
        """Raise the chat, or what stands in its place."""
        (self._stand_in or self.chat).bring()

    def show_character(self) -> None:
        """Show her name, her face and who answers."""
        factory, header = self._turn_factory, self.chat.header
        header.set_status(factory.name, missing=factory.missing)
        header.model.show_mode(factory.settings.chat.mode)
        self.chat.composer.refuse_pictures(factory.why_no_pictures, can_be_sent=bool(factory.place.base_url))
        header.model.refresh_menu()
        self._show_speaker()

    def speaker_name(self) -> str:
        """Return the name of the persona or character that answers now."""
        persona = self.personas.persona
        return persona.name if persona else self._character[0]

    def offer_diagrams(self) -> None:
        """Show where the part that draws diagrams is added, or say how to get it."""
        if added_parts.is_installed():
            self.open_settings("about")
        else:
            self.chat.show_toast(lambda: way_to_get("diagrams"))

    def notify(self, text: str) -> None:
        """Show a notification of the desktop under her name."""
        self.notifier.show(self.speaker_name(), text)

    def _show_speaker(self) -> None:
        name, folder = self._character
        persona = self.personas.persona
        if persona:
            self.chat.show_character(persona.name, self.personas.files.portrait(persona.id) or folder, persona.starters)
        else:
            self.chat.show_character(name, folder)

    def _look_of(self, tool_name: str) -> ToolLook:
        return look_of(tool_name, self._turn_factory.toolbox())

    def _show_message_of_turn(self, message: Message) -> None:
        # While another conversation is on screen, only that one is shown.
        if not self.sessions.is_reading:
            self.chat.show_message(message)

    def _on_path(self, messages: tuple[Message, ...]) -> None:
        is_private = self.conversation.is_private
        if not self.sessions.is_reading:
            self.chat.show_path(messages)
            self.chat.pane.show_private(is_private)
        if not messages or not is_private:
            self._undo_copies.begin_conversation(is_private=is_private)
            # After a voice that ends now has let the character do what waited for its words.
            QTimer.singleShot(0, self, self.stage.things_taken_back.emit)

    def _on_decided(self, *decided: Any) -> None:
        """Carry out what the user chose on a card, once its conversation is the open one."""
        decide = partial(self.approvals.on_decided, *decided)
        if self.sessions.is_reading:
            self._turns.when_idle(decide)
        else:
            decide()

    def _stop(self) -> None:
        """Stop what she says aloud, and the answer too unless only her voice is to stop."""
        if not (self.speech.silence() and self._settings_store.current.voice.stop_silences_only):
            self._turns.stop()

    def _start_conversation(self, *_: object, is_private: bool = False) -> None:
        """Start a conversation, beside an answer that is being written in another one."""
        # A conversation with only a greeting is new already; another one would appear beside it in the history.
        is_read = self.sessions.is_reading
        is_new = not is_read and self.personas.has_only_greeted(self.conversation) and not is_private
        if not is_new or self.conversation.is_private:
            self.sessions.begin(is_private=is_private)
        self.chat.composer.setFocus()

    def _show_message(self, session: str, message_id: str, words: str) -> None:
        """Show a message in its conversation, with these words highlighted."""
        self.bring()
        self.sessions.show_message(session, message_id, words)

    def _let_stand_in(self, window: ChatStandIn) -> End:
        def end() -> None:
            self._stand_in = None
            self.chat.bring()

        self._stand_in = window
        return end

    def _show_question(self) -> None:
        """Show the chat, in which a call waits for the user, or say so where it can't be seen."""
        if self._pet.isVisible() and not self.chat.isVisible() and not self._stand_in:
            self.chat.show()
        self.sessions.point_to_question()
        if not self.chat.is_shown or self.chat.pane.window().isMinimized():
            self.notify(tr("A question waits for you in the chat."))
