"""Compose the chat: the chat window, the conversation and their controllers."""

import asyncio
import logging
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from deskpet.app import feature_host as ports
from deskpet.app.character_chat import CharacterChat
from deskpet.app.model_switch import ConversationModel, ModelSwitch
from deskpet.app.running_features import RunningFeatures
from deskpet.app.settings_controller import SettingsController
from deskpet.app.settings_store import SettingsStore
from deskpet.app.stage_controller import StageController
from deskpet.app.turn_factory import TurnFactory, tool_dependencies
from deskpet.app.turn_hints import TurnHints
from deskpet.chat.messages import OPEN_SETTINGS_FILE, Action
from deskpet.config import paths
from deskpet.config.character_look import CharacterLook
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
)
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.connections import Connections, ModelLists, RememberedModels
from deskpet.store import Store
from deskpet.text.reasons import reason_of
from deskpet.translation import join_sentences, tr
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.event_loop import cancel_all, spawn
from deskpet.ui.platform.signals import listen
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.features.host.guests import GuestChatPort
    from deskpet.ui.platform.local_server import LocalSocketServer
    from deskpet.ui.settings.window import SettingsWindow

# Delay after the start until the modules of a request are imported; the first answer would wait for them.
_WARM_UP_S = 0.5
# Delay after the start until features start that are not wanted at once.
_SETTLING_MS = 20_000

logger = logging.getLogger(__name__)


class ChatController(CharacterChat):
    """Owns the chat of the first character, and what the program has once: settings, features, models."""

    def __init__(
        self,
        settings_store: SettingsStore,
        stage: Stage,
        pet: PetWindow,
        stage_controller: StageController,
        server: "LocalSocketServer",
    ) -> None:
        """server: hears other programs, such as agents."""
        super().__init__(pet, stage, settings_store, ports.settings_port(settings_store), None)
        self._model_lists = ModelLists(paths.model_lists_file())
        self.capabilities = Capabilities(paths.data_folder() / "endpoints.json")
        self.features = RunningFeatures(settings_store)
        self.menus = ()
        self._create_turns()
        self.settings = SettingsController(settings_store, self.keys, pet, self.features)
        self.open_settings, self.save_now = self.settings.show, self.persistence.save_now
        self._host = self._new_host(stage_controller, server)
        self._settling = QTimer(self, singleShot=True, interval=_SETTLING_MS)
        # Before the features: its offers stand above their lines.
        self._hints = TurnHints(self.conversation, self.chat, self._turn_factory, settings_store, self.open_settings)
        self.features.start(self._host, StartPhase.CHAT_CREATED)
        self._connect()

    def _create_turns(self) -> None:
        """Create the conversation with what sets up its turns, and what switches its model."""
        self._files = KeptFiles(self._settings_store.file.absolute(), self.features.files)
        self._prompts = Prompts(paths.data_folder() / "prompts.json")
        dependencies = tool_dependencies() | self.features.access | {"undo_copies": self._undo_copies}
        factory = TurnFactory(
            self._settings_store,
            self.stage,
            self.personas,
            dependencies,
            self.capabilities,
            Connections(paths.connections_file()),
            self.prompt,
        )
        self.keys = factory.keys
        self._create_conversation(factory)
        models = RememberedModels(paths.data_folder() / "conversation_models.json")
        self._conversation_model = ConversationModel(self.conversation, models, lambda: self.persistence.session)
        factory.choice = lambda: self._conversation_model.choice
        self._model_switch = ModelSwitch(
            self.chat.header.model, self._settings_store, factory, self._model_lists, self._conversation_model
        )

    def _new_host(self, stage_controller: StageController, server: "LocalSocketServer") -> Host:
        factory = self._turn_factory
        return Host(
            **self._own_ports(),
            store=lambda: self.persistence.store,
            listen_to_store=partial(listen, self.persistence.opened),
            keys=KeysPort(factory.keys, self.settings.save_key),
            settings_window=ports.settings_window_port(self.settings),
            local_lines=server,
            stage=ports.stage_port(stage_controller),
            rules=factory.rules,
            model_servers=ModelServers(
                lambda: factory.endpoints, self.capabilities, factory.connections, self._model_lists
            ),
            files=self._files,
            guests=GuestsPort(self.character, self._open_guest_chat),
            prompts=self._prompts,
        )

    async def _open_guest_chat(self, pet: PetWindow, stage: Stage, folder: Path) -> "GuestChatPort":
        from deskpet.app.guest_chat import FirstChat, GuestChat

        switch, model = self._model_switch, self._conversation_model
        first = FirstChat(self, self._settings_store, self._turn_factory, self._turns, self._host, switch, model)
        guest = GuestChat(first, pet, stage, folder)
        await guest.open()
        return guest

    def _connect(self) -> None:
        super()._connect()
        self._settling.timeout.connect(lambda: self.features.start(self._host, StartPhase.SETTLED))
        self._host.local_lines.failed.connect(
            lambda: self.notices.warn(
                "agents", tr("Coding agents can't reach her"), tr("No socket could be created for them.")
            )
        )
        self._connect_settings()

    @property
    def store(self) -> Store | None:
        """The store of the conversations; None until it is open."""
        return self.persistence.store

    @property
    def settings_window(self) -> "SettingsWindow | None":
        """The settings window, None until it is first opened."""
        return self.settings.window

    async def open(self) -> None:
        """Show the chat with the last conversation, or what stands in its place, and start to record."""
        await self.persistence.open(() if self._settings_store.has_file else (self._settings_store.file.parent,))
        self.features.start(self._host, StartPhase.STORE_OPEN)
        self._pet_chat.place_windows()
        self.show_character()
        if not self._stand_in:
            self.chat.show()
        if self._settings_store.error:
            self._report_settings_error(self._settings_store.error)
        self.opened.emit()
        if not self.persistence.is_waiting:
            self.personas.greet(self.conversation)
        spawn(self._warm_up())
        self._settling.start()

    async def _warm_up(self) -> None:
        await asyncio.sleep(_WARM_UP_S)
        await self._turn_factory.warm_up()
        self._turn_factory.setup((), self.approvals.approve)

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

    def _connect_conversation(self) -> None:
        super()._connect_conversation()
        self.personas.chosen.connect(lambda: self.personas.greet(self.conversation))
        self.personas.changed.connect(self.show_character)
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
        factory, replaced = self._turn_factory, self._files.replaced
        for use in (factory.rules.reload, factory.connections.reload, self._prompts.reload, self.personas.changed.emit):
            replaced.add(use)
        self._settings_store.file_invalid.connect(self._report_settings_error)
        self._settings_store.file_valid.connect(lambda: self.notices.remove("settings"))
        self._settings_store.not_written.connect(
            lambda why: self.notices.warn("settings", tr("The settings could not be saved"), why, *self._file_actions)
        )

    def _connect_chat(self) -> None:
        super()._connect_chat()
        header = self.chat.header
        self._pet.tapped.connect(self._open_by_tap)
        self._pet.double_clicked.connect(self.bring)
        header.settings.clicked.connect(lambda _checked: self.open_settings())
        header.model.opened.connect(
            lambda menu: menu.connections.clicked.connect(lambda: self.open_settings("connection"))
        )
        self._model_switch.refused.connect(lambda why: self.chat.show_toast(lambda: why))
        # A conversation has its id only after it was opened.
        self._conversation_model.changed.add(lambda: QTimer.singleShot(0, self, self.show_character))
        self._turn_factory.connections.listen_to_failures(
            lambda error: self.notices.warn("connections", tr("The connections can't be kept"), reason_of(error))
        )

    def _open_by_tap(self) -> None:
        """Show the chat if it is hidden. Where it is on screen, a click is hers alone."""
        if not (self._stand_in.is_visible if self._stand_in else self.chat.is_shown):
            self.bring()

    def _report_settings_error(self, error: SettingsError) -> None:
        title = tr("The settings file has a mistake; the last good settings stay")
        if not self._settings_store.has_last_good:
            title = tr("The settings file can't be used; every setting has its default")
        cause = join_sentences(f"{error}.", tr("Correct the file: it is read again as soon as it is saved."))
        self.notices.warn("settings", title, cause, *self._file_actions)

    @property
    def _file_actions(self) -> tuple[Action, ...]:
        return (OPEN_SETTINGS_FILE,) if paths.exists(self._settings_store.file) else ()
