"""Speaking first; nothing of it is imported while the level is Quiet."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from deskpet.config import paths
from deskpet.config.choices import SpeakingLevel

if TYPE_CHECKING:
    from deskpet.app.chat_controller import ChatController
    from deskpet.app.proactive_controller import ProactiveController
    from deskpet.app.settings_store import SettingsStore
    from deskpet.config.settings import Settings
    from deskpet.ui.pet.window import PetWindow

# Delay after the start until she looks whether she could speak.
START_MS = 20_000


class LazyProactive(QObject):
    """Lets her speak first once the level is not Quiet; before, `controller` is None."""

    def __init__(self, store: "SettingsStore", chat: "ChatController", pet: "PetWindow") -> None:
        super().__init__(pet)
        self._store, self._chat, self._pet = store, chat, pet
        self.controller: ProactiveController | None = None
        store.changed.connect(self._on_settings_changed)
        self._delay = QTimer(self, singleShot=True, interval=START_MS)
        self._delay.timeout.connect(self.start)
        self._delay.start()

    def start(self) -> None:
        """Create the controller, unless the level is Quiet or it exists."""
        if self.controller or self._store.saved.speaking.level is SpeakingLevel.QUIET:
            return
        from deskpet.app.proactive_controller import ProactiveController
        from deskpet.ui.platform.presence_monitor import system_probe

        look, file = system_probe(self._pet), paths.data_folder() / "speaking.json"
        self.controller = ProactiveController(self._store, self._chat, self._pet, look, file)

    def on_work_ended(self, agent: str, project: str, seconds: float) -> None:
        """Add the end of a long task of a coding agent as an occasion to speak."""
        if self.controller:
            self.controller.on_work_ended(agent, project, seconds)

    def close(self) -> None:
        """Stop looking, and write what has to be remembered."""
        self._delay.stop()
        self._store.changed.disconnect(self._on_settings_changed)
        if self.controller:
            self.controller.close()

    def _on_settings_changed(self, before: "Settings", after: "Settings") -> None:
        if before.speaking != after.speaking:
            self.start()
