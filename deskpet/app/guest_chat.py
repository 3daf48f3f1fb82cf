"""Compose the chat of a second character: her conversation, its turns and its record, beside those of the first."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from deskpet.app import feature_host as ports
from deskpet.app.message_commands import MessageCommands
from deskpet.app.pet_chat_controller import PetChatController
from deskpet.app.program_notices import NoticeActions
from deskpet.app.session_controller import SessionController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_controller import TurnController
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.events import NOT_GROWING, TurnEnded, TurnEvent, TurnStarted
from deskpet.chat.messages import Message
from deskpet.config import paths
from deskpet.config.settings import Settings
from deskpet.features.host import PromptPort
from deskpet.features.host.current_persona import CurrentPersona
from deskpet.text.reasons import reason_of
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.translation import tr
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.signals import listen
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.ui.blocks import ToolLook

_SHOWN = ("endpoint", "persona", "chat.mode", "appearance.language")
"""The settings whose changes are shown in her chat."""


@dataclass(frozen=True, slots=True)
class FirstChat:
    """The parts of the first character's chat that the second one uses.

    speaker: returns the name of the one who speaks in it. offer_diagrams: shows how to get what draws diagrams.
    notify: shows a notification of the desktop.
    """

    settings_store: SettingsStore
    factory: TurnFactory
    turns: TurnController
    persistence: SessionPersistence
    speaker: Callable[[], str]
    look_of: "Callable[[str], ToolLook]"
    open_settings: Callable[[str], None]
    offer_diagrams: Callable[[], object]
    notify: Callable[[str], object]


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


class GuestChat(QObject):
    """Owns the chat window of the second character, her conversation and their controllers."""

    _noted: str | None
    """The session that the next start knows as hers."""

    def __init__(self, first: FirstChat, pet: PetWindow, stage: Stage, folder: Path) -> None:
        """folder: that of her model, which has her picture."""
        super().__init__(pet)
        self._first, self._pet, self._stage, self._folder = first, pet, stage, folder
        self._is_wanted, self._noted = False, None
        settings = _SettingsOfGuest(first.settings_store)
        port = ports.settings_port(first.settings_store, lambda: settings.effective)
        self.personas = CurrentPersona(port, paths.data_folder() / "personas", lambda: stage.character.name)
        self.personas.setParent(self)
        self.chat = ChatWindow(stage.character.name, first.look_of)
        factory = self._factory = first.factory.beside(stage, self.personas, settings, PromptPort())
        self.turns = TurnController(
            self.chat,
            factory,
            lambda: self.persistence,
            lambda: pet.dropped_frames,
            lambda _: (),
            first.turns.statistics,
        )
        conversation = self.conversation = self.turns.conversation
        self.persistence = SessionPersistence(self.chat, conversation, self._speaker_name)
        self.sessions = self.turns.sessions = SessionController(
            self.chat, conversation, self.persistence, self.turns, lambda: self.personas.greet(conversation)
        )
        self._commands = MessageCommands(self.chat, conversation, self.turns.start)
        self._actions = NoticeActions(self.chat, self.turns, first.settings_store, first.open_settings)
        self._pet_chat = PetChatController(pet, self.chat, conversation, first.look_of)
        self._undo_copies = UndoCopies(paths.undo_folder())
        factory.provide("undo_copies", self._undo_copies)
        factory.company, first.factory.company = first.speaker, self._speaker_name
        factory.company_reads = lambda: first.factory.own_reads
        first.factory.company_reads = lambda: factory.own_reads
        self.character = ports.speaking_character(pet, stage, self.turns, self.persistence, factory, self._speaker_name)
        self._connect()
        self.show_character()

    async def open(self) -> None:
        """Go on with her last conversation, and record it."""
        first, sessions = self._first, self._first.turns.sessions
        await self.persistence.open_beside(first.persistence, sessions.has)
        sessions.beside = self.sessions
        first.persistence.note_session()
        self.personas.greet(self.conversation)
        self._pet_chat.place_windows()

    async def close(self) -> None:
        """Stop her answer, write what has to be kept, and close the chat."""
        first = self._first
        first.factory.company, first.factory.company_reads = str, frozenset
        for end in self._ends:
            end()
        await self.turns.finish()
        await self.conversation.background.stop_all()
        self.chat.close()
        self._pet_chat.close()
        self.persistence.close_beside(first.persistence)
        first.turns.sessions.beside = None
        first.persistence.note_session()
        self.turns.statistics.close()
        self.chat.deleteLater()
        self._note_answering(is_answering=False)

    def show_character(self) -> None:
        """Show her name, her face and who answers."""
        persona = self.personas.persona
        if persona:
            picture = self.personas.files.portrait(persona.id) or self._folder
            self.chat.show_character(persona.name, picture, persona.starters)
        else:
            self.chat.show_character(self._speaker_name(), self._folder)
        self.chat.header.set_status(self._factory.name, missing=self._factory.missing)
        self.chat.header.model.show_mode(self._factory.settings.chat.mode)
        can_be_sent = bool(self._factory.place.base_url)
        self.chat.composer.refuse_pictures(self._factory.why_no_pictures, can_be_sent=can_be_sent)

    def _speaker_name(self) -> str:
        persona = self.personas.persona
        return persona.name if persona else self._stage.character.name

    def _connect(self) -> None:
        self._connect_conversation()
        self._connect_chat()
        first = self._first
        self._ends = (
            listen(self._pet.tapped, self.chat.bring),
            listen(self._pet.double_clicked, self.chat.bring),
            listen(self._pet.visibleChanged, self._on_visibility_changed),
            listen(first.settings_store.changed, self._actions.resolve_settings_notices),
            first.settings_store.listen(_SHOWN, lambda *_: self.show_character()),
            first.factory.keys.listen(lambda _: self.show_character()),
            first.factory.capabilities.listen(lambda *_: self.show_character()),
        )

    def _connect_conversation(self) -> None:
        chat, conversation, approvals = self.chat, self.conversation, self.turns.approvals
        conversation.listen(self._show_message, chat.transcript.apply, self._show_path)
        conversation.listen(on_event=lambda *_: chat.note_activity(), events=NOT_GROWING)
        conversation.listen(on_event=self._on_turn, events=(TurnStarted, TurnEnded))
        running, background = chat.header.running, conversation.background
        background.listen(lambda: running.show_calls(background.calls, self._first.look_of))
        running.stop_requested.connect(background.stop)
        approvals.asked.connect(self._show_question)
        approvals.rule_failed.connect(self._show_rule_failure)

    def _connect_chat(self) -> None:
        chat, conversation, turns = self.chat, self.conversation, self.turns
        composer, header, first = chat.composer, chat.header, self._first
        composer.submitted.connect(turns.send)
        composer.stop_requested.connect(conversation.stop)
        composer.refusal.choose_model.clicked.connect(lambda: first.open_settings("connection"))
        chat.transcript.call_decided.connect(turns.approvals.on_decided)
        chat.transcript.diagrams_wanted.connect(first.offer_diagrams)
        chat.pin_requested.connect(lambda pinned: first.settings_store.change("appearance", keep_open=pinned))
        header.new.clicked.connect(lambda _checked: self.sessions.begin())
        header.private_requested.connect(lambda: self.sessions.begin(is_private=True))
        header.settings.clicked.connect(lambda: first.open_settings("character"))
        # Which model answers is chosen in the first chat, or by the persona.
        header.model.setEnabled(False)
        header.voice.hide()

    def _on_visibility_changed(self, is_visible: bool) -> None:
        """Hide her chat with her, and show it again if it was there. At first it waits for a click on her."""
        if not is_visible:
            self._is_wanted = self.chat.isVisible()
        self.chat.setVisible(is_visible and self._is_wanted)

    def _show_message(self, message: Message) -> None:
        """Show a message of the open conversation, unless another one is on screen."""
        if not self.sessions.is_reading:
            self.chat.show_message(message)

    def _show_path(self, messages: tuple[Message, ...]) -> None:
        is_private = self.conversation.is_private
        if not self.sessions.is_reading:
            self.chat.show_path(messages)
            self.chat.pane.show_private(is_private)
        if not messages or not is_private:
            self._undo_copies.begin_conversation(is_private=is_private)

    def _on_turn(self, event: TurnEvent, _answer: Message) -> None:
        is_answering = isinstance(event, TurnStarted)
        self._note_answering(is_answering=is_answering)
        if is_answering and self._noted != self.persistence.session:
            # Also after a crash each goes on with her own.
            self._noted = self.persistence.session
            self._first.persistence.note_session()

    def _note_answering(self, *, is_answering: bool) -> None:
        """Show in the list of conversations whether she answers in hers."""
        first, session = self._first, self.persistence.session
        if session:
            (first.turns.answering.add if is_answering else first.turns.answering.discard)(session)
            first.turns.answering_changed()

    def _show_question(self) -> None:
        """Show her chat, in which a call waits for the user, or say so where it can't be seen."""
        if self._pet.isVisible():
            self.chat.show()
        self.sessions.point_to_question()
        if not self.chat.is_shown or self.chat.pane.window().isMinimized():
            self._first.notify(tr("A question waits for you in {name}'s chat.", name=self._speaker_name()))

    def _show_rule_failure(self, error: OSError) -> None:
        self.chat.show_toast(
            lambda: tr("{why}. The call runs this time, and asks again the next.", why=reason_of(error))
        )


async def open_guest_chat(first: FirstChat, pet: PetWindow, stage: Stage, folder: Path) -> GuestChat:
    """Open the chat of a second character with a model in this folder."""
    guest = GuestChat(first, pet, stage, folder)
    await guest.open()
    return guest
