"""Compose the chat: the chat window, the conversation and their controllers."""

import logging
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRect, QTimer, Signal

from deskpet.app import feature_host as ports
from deskpet.app.message_commands import MessageCommands
from deskpet.app.model_switch import ConversationModel, ModelSwitch
from deskpet.app.pet_chat_controller import PetChatController
from deskpet.app.program_notices import NoticeActions, ProgramNotices
from deskpet.app.running_features import RunningFeatures
from deskpet.app.session_controller import SessionController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_controller import SettingsController
from deskpet.app.settings_store import SettingsStore
from deskpet.app.stage_controller import StageController
from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_controller import TurnController
from deskpet.app.turn_factory import TurnFactory, tool_dependencies
from deskpet.app.turn_hints import TurnHints
from deskpet.chat.events import NOT_GROWING, FactsIncluded
from deskpet.chat.messages import OPEN_SETTINGS_FILE, Action, Message
from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths
from deskpet.config.character_look import CharacterLook
from deskpet.config.extras import way_to_get
from deskpet.config.prompts import Prompts
from deskpet.config.settings import CharacterSettings
from deskpet.config.settings_file import SettingsError
from deskpet.features.feature import StartPhase
from deskpet.features.host import (
    GuestsPort,
    Host,
    KeptFiles,
    KeysPort,
    ModelServers,
    OccasionsPort,
    PromptPort,
    SpeechPort,
    WindowsPort,
)
from deskpet.features.host.current_persona import CurrentPersona
from deskpet.features.host.windows import ChatStandIn
from deskpet.listeners import End
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.connections import Connections, ModelLists, RememberedModels
from deskpet.processes import added_parts
from deskpet.store import Store
from deskpet.text.reasons import reason_of
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.translation import join_sentences, tr
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.speech_bubble import Bubbles
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.event_loop import cancel_all
from deskpet.ui.platform.notifications import Notifier
from deskpet.ui.platform.signals import listen
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.features.host.guests import GuestChatPort
    from deskpet.ui.platform.local_server import LocalSocketServer
    from deskpet.ui.settings.window import SettingsWindow

# Delay after the start until the modules of a request are imported; the first answer would wait for them.
_WARM_UP_MS = 500
# Delay after the start until features start that are not wanted at once.
_SETTLING_MS = 20_000

logger = logging.getLogger(__name__)


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


class ChatController(QObject):
    """Owns the chat window, the conversation and their controllers.

    `persistence` writes the conversation into the database. Expressions and motions are requested on `stage`.

    opened: Emitted when the chat is first shown with its last conversation.
    ends: Emitted when the program ends, before a running answer is stopped.
    """

    opened = Signal()
    ends = Signal()

    def __init__(
        self,
        settings_store: SettingsStore,
        stage: Stage,
        pet: PetWindow,
        stage_controller: StageController,
        server: "LocalSocketServer",
    ) -> None:
        """server: hears other programs, such as agents."""
        super().__init__(pet)
        self._settings_store, self.stage, self._pet = settings_store, stage, pet
        self._model_lists = ModelLists(paths.model_lists_file())
        self._character: tuple[str, Path | None] = (stage.character.name, None)
        self._stand_in: ChatStandIn | None = None
        self.capabilities = Capabilities(paths.data_folder() / "endpoints.json")
        self.chat = ChatWindow(stage.character.name, self._look_of)
        self.notices = ProgramNotices(self.chat)
        settings = ports.settings_port(settings_store)
        self.personas = CurrentPersona(settings, paths.data_folder() / "personas", lambda: stage.character.name)
        self.personas.setParent(self)
        self.notifier = Notifier(str(paths.bundled_path("assets") / "icons" / "mikan.svg"))
        self.bubbles = Bubbles(pet, lambda: self.chat.panel_geometry if self.chat.isVisible() else QRect())
        self.features = RunningFeatures(settings_store)
        self.prompt, self.occasions, self.speech = PromptPort(), OccasionsPort(), SpeechPort()
        self.menus: tuple[PetMenu, ...] = ()
        self._create_conversation()
        self.settings = SettingsController(settings_store, self.keys, pet, self.features)
        self.open_settings, self.save_now = self.settings.show, self.persistence.save_now
        self._pet_chat = PetChatController(pet, self.chat, self.conversation, self._look_of)
        self._host = self._new_host(stage_controller, server)
        self._settling = QTimer(self, singleShot=True, interval=_SETTLING_MS)
        # Before the features: its offers stand above their lines.
        self._hints = TurnHints(self.conversation, self.chat, self._turn_factory, settings_store, self.open_settings)
        self.features.start(self._host, StartPhase.CHAT_CREATED)
        self._connect()

    def _create_conversation(self) -> None:
        """Create the conversation, what runs its turns, and what stores it."""
        self._files = KeptFiles(self._settings_store.file.absolute(), self.features.files)
        self._prompts = Prompts(paths.data_folder() / "prompts.json")
        self._undo_copies = UndoCopies(paths.undo_folder())
        dependencies = tool_dependencies() | self.features.access | {"undo_copies": self._undo_copies}
        factory = self._turn_factory = TurnFactory(
            self._settings_store,
            self.stage,
            self.personas,
            dependencies,
            self.capabilities,
            Connections(paths.connections_file()),
            self.prompt,
        )
        self.keys = factory.keys
        turns = self._turns = TurnController(
            self.chat, factory, lambda: self.persistence, lambda: self._pet.dropped_frames, self.prompt.sent
        )
        self.conversation, self.approvals = turns.conversation, turns.approvals
        persistence = self.persistence = SessionPersistence(self.chat, self.conversation, self._speaker_name)
        self.sessions = turns.sessions = SessionController(
            self.chat, self.conversation, persistence, turns, lambda: self.personas.greet(self.conversation)
        )
        models = RememberedModels(paths.data_folder() / "conversation_models.json")
        self._conversation_model = ConversationModel(self.conversation, models, lambda: persistence.session)
        factory.choice = lambda: self._conversation_model.choice
        self._model_switch = ModelSwitch(
            self.chat.header.model, self._settings_store, factory, self._model_lists, self._conversation_model
        )

    def _new_host(self, stage_controller: StageController, server: "LocalSocketServer") -> Host:
        store, factory, lists = self._settings_store, self._turn_factory, self._model_lists
        lines = self.chat.pane.status_lines
        return Host(
            settings=ports.settings_port(store, lambda: factory.settings),
            conversation=ports.conversation_port(self.persistence, factory),
            store=lambda: self.persistence.store,
            model=partial(factory.model_of, "memory", streams=False),
            prompt=self.prompt,
            windows=WindowsPort(lines, self.open_settings, self._show_message, self._notify),
            occasions=self.occasions,
            listen_to_store=partial(listen, self.persistence.opened),
            keys=KeysPort(factory.keys, self.settings.save_key),
            composer=self.chat.composer,
            tools=ports.tools_port(factory, store, self._conversation_model, self.approvals, self._look_of),
            character=ports.character_port(self._pet, self.stage, self._pet_chat.look_at_work, lambda: self.menus),
            turns=ports.turns_port(self._turns, factory, self._model_switch, lambda: self.is_answering, self._pet),
            chat=ports.chat_port(self.chat, self.notices, self.opened, self.ends, self.bring, self._let_stand_in),
            bubbles=self.bubbles,
            settings_window=ports.settings_window_port(self.settings),
            speech=self.speech,
            sessions=ports.sessions_port(
                self.sessions, self.chat, self.persistence, self._conversation_model, self._turns
            ),
            personas=self.personas,
            local_lines=server,
            stage=ports.stage_port(stage_controller),
            rules=factory.rules,
            model_servers=ModelServers(lambda: factory.endpoints, self.capabilities, factory.connections, lists),
            files=self._files,
            guests=self._guests_port(),
            prompts=self._prompts,
        )

    def _guests_port(self) -> GuestsPort:
        first = ports.speaking_character(
            self._pet, self.stage, self._turns, self.persistence, self._turn_factory, self._speaker_name
        )

        async def open_chat(pet: PetWindow, stage: Stage, folder: Path) -> "GuestChatPort":
            from deskpet.app.guest_chat import FirstChat, open_guest_chat

            parts = FirstChat(
                self._settings_store,
                self._turn_factory,
                self._turns,
                self.persistence,
                self._speaker_name,
                self._look_of,
                self.open_settings,
                self._offer_diagrams,
                self._notify,
            )
            return await open_guest_chat(parts, pet, stage, folder)

        return GuestsPort(first, open_chat)

    def _connect(self) -> None:
        """Create what connects the parts with each other, and connect their signals."""
        self._settling.timeout.connect(lambda: self.features.start(self._host, StartPhase.SETTLED))
        self._host.local_lines.failed.connect(
            lambda: self.notices.warn(
                "agents", tr("Coding agents can't reach her"), tr("No socket could be created for them.")
            )
        )
        self.conversation.listen(on_event=self.prompt.on_facts_included, events=(FactsIncluded,))
        chat, conversation = self.chat, self.conversation
        self._commands = MessageCommands(chat, conversation, self._turns.start)
        self._actions = NoticeActions(chat, self._turns, self._settings_store, self.open_settings)
        self._connect_conversation()
        self._connect_chat()
        self._connect_settings()

    @property
    def store(self) -> Store | None:
        """The store of the conversations; None until it is open."""
        return self.persistence.store

    @property
    def settings_window(self) -> "SettingsWindow | None":
        """The settings window, None until it is first opened."""
        return self.settings.window

    @property
    def is_answering(self) -> bool:
        """Whether a turn runs, or something stands in the chat's place."""
        return self._turns.is_running or self._stand_in is not None

    async def open(self) -> None:
        """Show the chat with the last conversation, or what stands in its place, and start to record."""
        await self.persistence.open(() if self._settings_store.has_file else (self._settings_store.file.parent,))
        self.features.start(self._host, StartPhase.STORE_OPEN)
        self._pet_chat.place_windows()
        self._show_model()
        if not self._stand_in:
            self.chat.show()
        if self._settings_store.error:
            self._report_settings_error(self._settings_store.error)
        self.opened.emit()
        if not self.persistence.is_waiting:
            self.personas.greet(self.conversation)
        QTimer.singleShot(_WARM_UP_MS, self, lambda: self._turn_factory.setup((), self.approvals.approve))
        self._settling.start()

    async def close(self) -> None:
        """Stop the running turn, store its answer, and close everything.

        A call that waits for approval waits again after the next start.
        """
        self._settling.stop()
        self.ends.emit()
        self._turns.close()
        self.conversation.suspend()
        await self.conversation.background.stop_all()
        self.bubbles.close()
        self.chat.close()
        self._pet_chat.close()
        self.settings.close()
        await self.features.close()
        await cancel_all()
        # Store first: connections may take long to close.
        self.persistence.close()
        self._turns.statistics.close()
        await self._turn_factory.aclose()

    def show_or_hide(self) -> None:
        """Hide the chat, or show it with the keyboard focus."""
        if self._stand_in:
            self._stand_in.set_visible(not self._stand_in.is_visible)
        elif self.chat.is_shown:
            self.chat.put_away()
        else:
            self.chat.bring()

    @property
    def has_focus(self) -> bool:
        """Whether the chat has the keyboard focus."""
        return not self._stand_in and self.chat.has_focus

    def bring(self) -> None:
        """Raise the chat, or what stands in its place."""
        (self._stand_in or self.chat).bring()

    def set_visible(self, visible: bool) -> None:
        """Show or hide the chat, or what stands in its place, together with the character."""
        if self._stand_in:
            self._stand_in.set_visible(visible)
        else:
            self.chat.setVisible(visible)

    def set_character(self, name: str, folder: Path) -> None:
        """Show another character: its name, and the model in `folder`."""
        self._character = (name, folder)
        self.personas.own_folder = folder
        self.personas.character_changed.emit()
        self._show_speaker()

    def save_look(self, look: CharacterLook) -> None:
        """Store the character's look in the settings."""
        character = CharacterSettings(**asdict(look))
        self._settings_store.apply(self._settings_store.current.model_copy(update={"character": character}))

    def _look_of(self, tool_name: str) -> ToolLook:
        return look_of(tool_name, self._turn_factory.toolbox())

    def _connect_conversation(self) -> None:
        chat, sessions = self.chat, self.sessions
        # While another conversation is on screen, only that one is shown.
        self.conversation.listen(
            lambda message: None if sessions.is_reading else chat.show_message(message),
            chat.transcript.apply,
            lambda messages: None if sessions.is_reading else chat.show_path(messages),
        )
        self.conversation.listen(on_event=lambda *_: self.chat.note_activity(), events=NOT_GROWING)
        self.conversation.listen(on_path=self._on_path)
        # Reported by the event loop: the view that failed may still be in the middle of its work.
        self.conversation.on_listener_error(
            lambda error: QTimer.singleShot(0, self, lambda: self.notices.show_internal_error(error))
        )
        running, background = self.chat.header.running, self.conversation.background
        background.listen(lambda: running.show_calls(background.calls, self._look_of))
        running.stop_requested.connect(background.stop)
        self.approvals.rule_failed.connect(
            lambda error: self.notices.warn(
                "rules",
                tr("What you allowed can't be stored"),
                tr("{why}. The call runs this time, and asks again the next.", why=reason_of(error)),
            )
        )
        self.approvals.asked.connect(self._show_question)
        self.personas.chosen.connect(lambda: self.personas.greet(self.conversation))
        self.personas.changed.connect(self._show_model)
        self.capabilities.listen(lambda *_: self._show_model())
        self._turn_factory.keys.listen(lambda _: self._show_model())
        self.persistence.troubled.connect(lambda title, why: self.notices.warn("store", title, why))
        self.persistence.opened.connect(lambda: self.personas.greet(self.conversation))
        self.persistence.writing_delayed.connect(lambda title, why: self.notices.warn("store_behind", title, why))
        self.persistence.writing_resumed.connect(lambda: self.notices.resolve("store_behind", "kept"))

    def _connect_settings(self) -> None:
        self.settings.opened.connect(self.features.connect_pages)
        self.settings.key_changed.connect(self._actions.resolve_settings_notices)
        self.settings.notice_reported.connect(self.notices.show)
        self.settings.key_stored.connect(lambda: self.notices.remove("keyring"))
        self.settings.opened.connect(self._pet_chat.make_room_for)
        self.persistence.opened.connect(self.settings.refresh_stored)
        self._settings_store.changed.connect(self._actions.resolve_settings_notices)
        factory, replaced = self._turn_factory, self._files.replaced
        for use in (factory.rules.reload, factory.connections.reload, self._prompts.reload, self.personas.changed.emit):
            replaced.add(use)
        shown = ("endpoint", "persona", "chat.mode", "appearance.language")
        self._settings_store.listen(shown, lambda *_: self._show_model())
        self._settings_store.file_invalid.connect(self._report_settings_error)
        self._settings_store.file_valid.connect(lambda: self.notices.remove("settings"))
        self._settings_store.not_written.connect(
            lambda why: self.notices.warn("settings", tr("The settings could not be saved"), why, *self._file_actions)
        )

    def _offer_diagrams(self) -> None:
        """Show where the part that draws diagrams is added, or say how to get it."""
        if added_parts.is_installed():
            self.open_settings("about")
        else:
            self.chat.show_toast(lambda: way_to_get("diagrams"))

    def _connect_chat(self) -> None:
        composer, transcript, header = self.chat.composer, self.chat.transcript, self.chat.header
        composer.submitted.connect(self._turns.send)
        composer.stop_requested.connect(self._stop)
        composer.refusal.choose_model.clicked.connect(lambda: self.open_settings("connection"))
        transcript.call_decided.connect(self._on_decided)
        transcript.diagrams_wanted.connect(self._offer_diagrams)
        header.new.clicked.connect(self._start_conversation)
        self._pet.tapped.connect(self._open_by_tap)
        self._pet.double_clicked.connect(self.bring)
        self.chat.header.private_requested.connect(lambda: self._start_conversation(is_private=True))
        header.settings.clicked.connect(lambda _checked: self.open_settings())
        header.model.opened.connect(
            lambda menu: menu.connections.clicked.connect(lambda: self.open_settings("connection"))
        )
        self._model_switch.refused.connect(lambda why: self.chat.show_toast(lambda: why))
        # A conversation has its id only after it was opened.
        self._conversation_model.changed.add(lambda: QTimer.singleShot(0, self, self._show_model))
        self._turn_factory.connections.listen_to_failures(
            lambda error: self.notices.warn("connections", tr("The connections can't be kept"), reason_of(error))
        )
        self.chat.pin_requested.connect(lambda pinned: self._settings_store.change("appearance", keep_open=pinned))
        self.chat.workspace_resized.connect(
            lambda width: self._settings_store.change("appearance", workspace_width=width)
        )

    def _on_decided(self, *decided: Any) -> None:
        """Carry out what the user chose on a card, once its conversation is the open one."""
        decide = partial(self.approvals.on_decided, *decided)
        if self.sessions.is_reading:
            self._turns.when_idle(decide)
        else:
            decide()

    def _open_by_tap(self) -> None:
        """Show the chat if it is hidden. Where it is on screen, a click is hers alone."""
        if not (self._stand_in.is_visible if self._stand_in else self.chat.is_shown):
            self.bring()

    def _on_path(self, messages: tuple[Message, ...]) -> None:
        is_private = self.conversation.is_private
        if not self.sessions.is_reading:
            self.chat.pane.show_private(is_private)
        if not messages or not is_private:
            self._undo_copies.begin_conversation(is_private=is_private)

    def _stop(self) -> None:
        """Stop what she says aloud, and the answer too unless only her voice is to stop."""
        if not (self.speech.voice.silence() and self._settings_store.current.voice.stop_silences_only):
            self.conversation.stop()

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

    def _notify(self, text: str) -> None:
        self.notifier.show(self._speaker_name(), text)

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
            self._notify(tr("A question waits for you in the chat."))

    def _report_settings_error(self, error: SettingsError) -> None:
        title = tr("The settings file has a mistake; the last good settings stay")
        if not self._settings_store.has_last_good:
            title = tr("The settings file can't be used; every setting has its default")
        cause = join_sentences(f"{error}.", tr("Correct the file: it is read again as soon as it is saved."))
        self.notices.warn("settings", title, cause, *self._file_actions)

    @property
    def _file_actions(self) -> tuple[Action, ...]:
        return (OPEN_SETTINGS_FILE,) if paths.exists(self._settings_store.file) else ()

    def _show_model(self) -> None:
        self.chat.header.set_status(self._turn_factory.name, missing=self._turn_factory.missing)
        self.chat.header.model.show_mode(self._settings_store.effective.chat.mode)
        self.chat.composer.refuse_pictures(
            self._turn_factory.why_no_pictures, can_be_sent=bool(self._turn_factory.place.base_url)
        )
        self.chat.header.model.refresh_menu()
        self._show_speaker()

    def _speaker_name(self) -> str:
        persona = self.personas.persona
        return persona.name if persona else self._character[0]

    def _show_speaker(self) -> None:
        name, folder = self._character
        persona = self.personas.persona
        if persona:
            self.chat.show_character(persona.name, self.personas.files.portrait(persona.id) or folder, persona.starters)
        else:
            self.chat.show_character(name, folder)
