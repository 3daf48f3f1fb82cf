"""Compose the chat of a second character: her conversation, its turns and its record, beside those of the first."""

from dataclasses import dataclass, replace
from pathlib import Path

from deskpet.app import feature_host as ports
from deskpet.app.character_chat import CharacterChat
from deskpet.app.model_switch import ConversationModel, ModelSwitch
from deskpet.app.running_features import RunningFeatures
from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_controller import TurnController
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.events import TurnEnded, TurnEvent, TurnStarted
from deskpet.chat.messages import Message
from deskpet.config.settings import Settings
from deskpet.features.feature import StartPhase
from deskpet.features.feature_list import FEATURES
from deskpet.features.host import Host
from deskpet.listeners import End
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.signals import listen
from deskpet.ui.stage import Stage


@dataclass(frozen=True, slots=True)
class FirstChat:
    """The chat of the first character, and those of its parts that the second one uses."""

    chat: CharacterChat
    settings_store: SettingsStore
    factory: TurnFactory
    turns: TurnController
    host: Host
    model_switch: ModelSwitch
    conversation_model: ConversationModel


class _SettingsOfGuest:
    """The settings as they are for the second character: her persona and her model."""

    def __init__(self, store: SettingsStore) -> None:
        self._store, self.is_offline = store, store.is_offline

    @property
    def current(self) -> Settings:
        """The saved settings."""
        return _for_guest(self._store.current)

    @property
    def effective(self) -> Settings:
        """The settings in use."""
        return _for_guest(self._store.effective)


def _for_guest(settings: Settings) -> Settings:
    persona = settings.persona.model_copy(update={"chosen": settings.guest.persona})
    character = replace(settings.character, folder=settings.guest.folder)
    return settings.model_copy(update={"persona": persona, "character": character})


class GuestChat(CharacterChat):
    """Owns the chat of the second character, and the features that she has for herself."""

    def __init__(self, first: FirstChat, pet: PetWindow, stage: Stage, folder: Path) -> None:
        """folder: that of her model, which has her picture."""
        store, settings = first.settings_store, _SettingsOfGuest(first.settings_store)
        super().__init__(pet, stage, store, ports.settings_port(store, lambda: settings.effective), folder)
        self._first, self.menus, self.open_settings = first, (pet.menu,), first.chat.open_settings
        self._model_switch, self._conversation_model = first.model_switch, first.conversation_model
        self.notifier, self._is_wanted, self._noted = first.chat.notifier, False, ""
        self.features = RunningFeatures(store, [each for each in FEATURES if each.is_beside])
        factory = first.factory.beside(stage, self.personas, settings, self.prompt)
        for name, tool_access in {**self.features.access, "undo_copies": self._undo_copies}.items():
            factory.provide(name, tool_access)
        factory.company, first.factory.company = first.chat.speaker_name, self.speaker_name
        factory.company_reads = lambda: first.factory.own_reads
        first.factory.company_reads = lambda: factory.own_reads
        self._create_conversation(factory, first.turns.statistics)
        # Which conversations are being answered, each shows in her list, and neither deletes.
        self._turns.answering, self._turns.answering_changed = first.turns.answering, first.turns.answering_changed
        self._connect()

    async def open(self) -> None:
        """Go on with her last conversation, and record it."""
        first = self._first.chat
        await self.persistence.open_beside(first.persistence, first.sessions.has)
        first.sessions.beside, self.sessions.beside = self.sessions, first.sessions
        first.persistence.note_session()
        host = replace(self._first.host, **self._own_ports(self.speaker_name))
        self.features.start(host, StartPhase.SETTLED)
        self.show_character()
        self.personas.greet(self.conversation)
        self._pet_chat.place_windows()
        self.opened.emit()

    async def close(self) -> None:
        """Stop her answer, write what has to be kept, and close the chat."""
        first = self._first.chat
        self.ends.emit()
        self._first.factory.company, self._first.factory.company_reads = str, frozenset
        for end in (*self._ends, *self._ends_beside):
            end()
        await self._turns.finish()
        await self.conversation.background.stop_all()
        await self.features.close()
        self.bubbles.close()
        self.chat.close()
        self._pet_chat.close()
        self.persistence.close_beside(first.persistence)
        first.sessions.beside = self.sessions.beside = None
        first.persistence.note_session()
        self._turns.statistics.close()
        self.chat.deleteLater()
        for each in (self, first):
            self._note_answering(each, is_answering=False)

    def _connect(self) -> None:
        super()._connect()
        header = self.chat.header
        header.settings.clicked.connect(lambda: self.open_settings("character"))
        # Which model answers is chosen in the first chat, or by the persona.
        header.model.setEnabled(False)
        self._ends_beside = (
            listen(self._pet.tapped, self.chat.bring),
            listen(self._pet.double_clicked, self.chat.bring),
            listen(self._pet.visibleChanged, self._on_visibility_changed),
            self._share_answering(self._first.chat),
            self._share_answering(self),
            self._first.chat.speech.add_beside(self.speech),
        )

    def _on_visibility_changed(self, is_visible: bool) -> None:
        """Hide her chat with her, and show it again if it was there. At first it waits for a click on her."""
        if not is_visible:
            self._is_wanted = self.chat.isVisible()
        self.chat.setVisible(is_visible and self._is_wanted)

    def _share_answering(self, of: CharacterChat) -> End:
        """Let both lists of conversations show the one in which a character answers."""

        def on_turn(event: TurnEvent, _answer: Message) -> None:
            is_answering = isinstance(event, TurnStarted)
            self._note_answering(of, is_answering=is_answering)
            if is_answering and of is self and self._noted != self.persistence.session:
                # Also after a crash each goes on with her own.
                self._noted = self.persistence.session
                self._first.chat.persistence.note_session()

        return of.conversation.listen(on_event=on_turn, events=(TurnStarted, TurnEnded))

    def _note_answering(self, of: CharacterChat, *, is_answering: bool) -> None:
        if session := of.persistence.session:
            (self._turns.answering.add if is_answering else self._turns.answering.discard)(session)
            self._turns.answering_changed()
