"""Create the TogetherController when the settings turn it on. It is not imported before."""

from typing import TYPE_CHECKING

from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.ui.pet.window import PetWindow

if TYPE_CHECKING:
    from deskpet.app.together_controller import TogetherController
    from deskpet.together.time_together import TimeTogether


class LazyTogether:
    """Access to the time with the current persona, for greetings and for the prompt.

    `controller` is None until the settings first turn it on, after `start`.
    """

    def __init__(self, settings_store: SettingsStore, pet: PetWindow) -> None:
        """`start` has to follow."""
        self._settings_store, self._pet = settings_store, pet
        self._parts: tuple[Conversation, SessionPersistence] | None = None
        self.controller: TogetherController | None = None

    def start(self, conversation: Conversation, persistence: SessionPersistence) -> None:
        """Start counting days, now or as soon as the settings turn it on."""
        self._parts = conversation, persistence
        self._settings_store.changed.connect(self._create)
        self._create()

    @property
    def time(self) -> "TimeTogether | None":
        """The current time together; None while it is off, or not read yet."""
        return self.controller.time if self.controller else None

    @property
    def prompt_line(self) -> str:
        """Prompt line about the time together, for a model that may see memory; empty on the first day."""
        time = self.time
        return time.prompt_line if time else ""

    def note_greeting(self) -> None:
        """Count the current day after a greeting."""
        if self.controller:
            self.controller.note_greeting()

    def close(self) -> None:
        """Stop counting."""
        if self.controller:
            self.controller.close()

    def _create(self, *_: object) -> None:
        if self.controller or not self._parts or not self._settings_store.settings.together.enabled:
            return
        from deskpet.app.together_controller import TogetherController

        self.controller = TogetherController(self._settings_store, *self._parts, self._pet)
