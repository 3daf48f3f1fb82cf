"""Choose who speaks: the character herself, or a persona in her body."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.chat.permission import Reads
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError, first_messages

logger = logging.getLogger(__name__)


class CurrentPersona(QObject):
    """The persona that the settings have chosen, and its greeting.

    chosen: Emitted after another persona was chosen.
    changed: Emitted after a persona or its picture was changed.
    character_changed: Emitted after another character is shown.
    """

    chosen = Signal()
    changed = Signal()
    character_changed = Signal()

    def __init__(self, store: SettingsStore, folder: Path, own_name: Callable[[], str]) -> None:
        """`folder` contains the personas; `own_name` returns the character's own name."""
        super().__init__()
        self._store, self._own_name = store, own_name
        self.files = Personas(folder)
        self.own_folder: Path | None = None
        # Ids of the messages with the persona's greetings, which are variants of each other.
        self._greetings: set[str] = set()

    @property
    def persona(self) -> Persona | None:
        """The chosen persona; None for the character herself, or if the persona can't be read."""
        try:
            return self.files.get(self._store.effective.persona.chosen)
        except PersonaError as error:
            logger.warning("%s", error)
            return None

    @property
    def own_name(self) -> str:
        """The character's own name."""
        return self._own_name()

    def set_own_folder(self, folder: Path | None) -> None:
        """Set the folder of the character's model, which has her picture."""
        self.own_folder = folder
        self.character_changed.emit()

    def choose(self, persona_id: str) -> None:
        """Let a persona speak from now on; an empty id is the character herself."""
        before = self._store.current.persona.chosen
        self._store.change("persona", chosen=persona_id)
        if persona_id != before:
            self.chosen.emit()

    def portrait(self, persona: Persona) -> Path | None:
        """Return the file of the persona's picture, or None."""
        return self.files.portrait(persona.id)

    def greet(self, conversation: Conversation) -> None:
        """Start an empty conversation with the persona's greeting, if it has one.

        Several greetings become variants of the first message. The greeting of another persona is replaced.
        """
        persona = self.persona
        if conversation.is_running:
            return
        while self.has_only_greeted(conversation):
            conversation.delete(conversation.messages[0].id)
        if persona is None or conversation.messages:
            return
        # Its words are those of strangers also when another persona goes on with the conversation.
        reads = (Reads.FOREIGN.value,)
        messages = [
            Message("assistant", (Text(StreamingText(text)),), created_at=time.time(), ended="stop", reads=reads)
            for text in first_messages(persona, self._store.effective.persona.user)
        ]
        if messages:
            self._greetings = {message.id for message in messages}
            conversation.add_message(*messages)

    def has_only_greeted(self, conversation: Conversation) -> bool:
        """Return whether the conversation contains nothing but a greeting."""
        messages = conversation.messages
        return len(messages) == 1 and messages[0].id in self._greetings
