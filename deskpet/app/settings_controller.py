"""Settings window: its pages with their controllers, changed settings, and API keys."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.app.persona_controller import PersonaController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.messages import Notice
from deskpet.keys import KeyringError
from deskpet.llm.capabilities import Capabilities
from deskpet.settings import EndpointSettings
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import language
from deskpet.words import join_sentences, tr

if TYPE_CHECKING:
    from deskpet.llm.endpoints import Endpoints
    from deskpet.ui.settings.window import SettingsWindow

logger = logging.getLogger(__name__)


class SettingsController(QObject):
    """Shows the settings window and saves what is changed in it.

    opened: Emitted with the SettingsWindow before it is shown, each time one is created.
    key_changed: Emitted after an API key was typed.
    notice_reported: Emitted with a Notice if a key can't be stored.
    """

    opened = Signal(object)
    key_changed = Signal()
    notice_reported = Signal(object)

    def __init__(
        self,
        store: SettingsStore,
        endpoints: "Callable[[], Endpoints]",
        capabilities: Capabilities,
        persistence: SessionPersistence,
        personas: PersonaController,
        pet: PetWindow,
    ) -> None:
        """`endpoints` returns the connections to models; it is called when the window is created."""
        super().__init__()
        self._store, self._endpoints, self._capabilities = store, endpoints, capabilities
        self._persistence, self._personas, self._pet = persistence, personas, pet
        self.window: SettingsWindow | None = None
        self._language = language.current()
        store.changed.connect(self._on_settings_changed)

    def show(self, page: str = "") -> None:
        """Show the window, with the page of this name if one is given."""
        window = self.window or self._create_window()
        if page:
            window.show_page(page)
        window.show()
        window.raise_()
        window.activateWindow()

    def store_key(self, key: str) -> None:
        """Store an API key for the current endpoint in the keyring."""
        event_loop.spawn(self._save_key(self._store.saved.endpoint, key))
        self.key_changed.emit()

    def close(self) -> None:
        """Close the window, and write all changes before this returns."""
        if self.window:
            self.window.close()
        self._store.flush()

    def _create_window(self) -> "SettingsWindow":
        from deskpet.app.connection_controller import ConnectionController
        from deskpet.app.data_controller import DataController
        from deskpet.ui.settings.window import SettingsWindow

        window = self.window = SettingsWindow(self._store.saved, self._capabilities.last_model)
        window.applied.connect(self._store.apply)
        window.closed.connect(self._store.write_now)
        window.key_changed.connect(self.store_key)
        ConnectionController(window, self._endpoints(), self._capabilities)
        DataController(window.data_page, self._store.file, self._persistence.store, self._persistence.recorder)
        self._pet.frameSwapped.connect(window.about_page.cost.count_frame)
        self._personas.connect_pages(window.persona_page, window.tools_page)
        self.opened.emit(window)
        return window

    def _recreate_window(self) -> None:
        """Replace the window by one in the current language."""
        old = self.window
        if old is None:
            return
        window = self._create_window()
        window.move(old.pos())
        window.resize(old.size())
        window.show_page(old.page)
        if old.isVisible():
            self.show()
        old.close()
        old.deleteLater()

    def _on_settings_changed(self) -> None:
        if self.window and self.window.settings != self._store.saved:
            self.window.show_settings(self._store.saved)
        if self._language != language.current():
            self._language = language.current()
            # Deferred: the window may be in the middle of handling the click that chose the language.
            QTimer.singleShot(0, self, self._recreate_window)

    async def _save_key(self, endpoint: EndpointSettings, key: str) -> None:
        try:
            await self._endpoints().keys.save(endpoint, key)
        except KeyringError as error:
            self._report_unstored_key(endpoint, error)

    def _report_unstored_key(self, endpoint: EndpointSettings, error: KeyringError) -> None:
        """Say in the window and in the chat that the key is used but not stored."""
        if self.window and self.window.settings.endpoint.base_url == endpoint.base_url:
            self.window.show_key_status(True, tr("Used until the program ends; it could not be kept. {why}", why=error))
        cause = join_sentences(tr("{sentence}.", sentence=error.title), error.cause)
        next_step = join_sentences(tr("It is forgotten when the program ends."), error.next_step)
        title = tr("The key is used, but could not be kept")
        logger.warning("%s: %s", title, cause)
        self.notice_reported.emit(Notice("warning", "keyring", title, cause, next_step))
