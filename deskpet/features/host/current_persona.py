"""Choose who speaks: the character herself, or a persona in her body."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.chat.permission import Reads
from deskpet.features.host.program import SettingsPort
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError, first_messages

logger = logging.getLogger(__name__)


class CurrentPersona(QObject):
    """The persona that the settings have chosen, and its greeting.

    files: the personas of the user. own_name: returns the character's own name. own_folder: that of the character's
    model, which has her picture; None until it is known.

    chosen: Emitted after another persona was chosen.
    changed: Emitted after a persona or its picture was changed.
    character_changed: Emitted after another character is shown.
    """

    chosen = Signal()
    changed = Signal()
    character_changed = Signal()

    def __init__(self, settings: SettingsPort, folder: Path, own_name: Callable[[], str]) -> None:
        """`folder` contains the personas."""
        super().__init__()
        self._settings, self.own_name = settings, own_name
        self.files = Personas(folder)
        self.own_folder: Path | None = None
        # Ids of the messages with the persona's greetings, which are variants of each other.
        self._greetings: set[str] = set()

    @property
    def persona(self) -> Persona | None:
        """The chosen persona; None for the character herself, or if the persona can't be read."""
        try:
            return self.files.get(self._settings.now.persona.chosen)
        except PersonaError as error:
            logger.warning("%s", error)
            return None

    def choose(self, persona_id: str) -> None:
        """Let a persona speak from now on; an empty id is the character herself."""
        before = self._settings.now.persona.chosen
        self._settings.change(lambda _: {("persona", "chosen"): persona_id})
        if persona_id != before:
            self.chosen.emit()

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
            for text in first_messages(persona, self._settings.now.persona.user)
        ]
        if messages:
            self._greetings = {message.id for message in messages}
            conversation.add_message(*messages)

    def has_only_greeted(self, conversation: Conversation) -> bool:
        """Return whether the conversation contains nothing but a greeting."""
        messages = conversation.messages
        return len(messages) == 1 and messages[0].id in self._greetings
