"""The settings while the pet runs: their window with all that its pages need, what is changed in them, and keys."""

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
    """Shows the settings' window, and keeps what is changed.

    opened: the SettingsWindow was made; it is shown next.
    key_changed: another key was typed.
    noticed: a Notice for the person: something could not be kept.
    """

    opened = Signal(object)
    key_changed = Signal()
    noticed = Signal(object)

    def __init__(
        self,
        kept: SettingsStore,
        endpoints: "Callable[[], Endpoints]",
        capabilities: Capabilities,
        memory: SessionPersistence,
        personas: PersonaController,
        pet: PetWindow,
    ) -> None:
        """`endpoints` gives every connection to models; it is asked when one is first needed."""
        super().__init__()
        self._kept, self._endpoints, self._capabilities = kept, endpoints, capabilities
        self._memory, self._personas, self._pet = memory, personas, pet
        self.window: SettingsWindow | None = None
        self._language = language.current()
        kept.changed.connect(self._follow)

    def show(self, page: str = "") -> None:
        """Show the window, and this page of it if one is named."""
        window = self.window or self._made()
        if page:
            window.show_page(page)
        window.show()
        window.raise_()
        window.activateWindow()

    def keep_key(self, key: str) -> None:
        """Another key was typed for the endpoint that is set at this moment."""
        event_loop.spawn(self._keep_key(self._kept.saved.endpoint, key))
        self.key_changed.emit()

    def close(self) -> None:
        """Put the window away."""
        if self.window:
            self.window.close()

    def _made(self) -> "SettingsWindow":
        from deskpet.app.connection_controller import ConnectionController
        from deskpet.app.data_controller import DataController
        from deskpet.ui.settings.window import SettingsWindow

        window = self.window = SettingsWindow(self._kept.saved, self._capabilities.last_model)
        window.applied.connect(self._kept.apply)
        window.key_changed.connect(self.keep_key)
        ConnectionController(window, self._endpoints(), self._capabilities)
        DataController(window.data_page, self._kept.file, self._memory.store, self._memory.recorder)
        self._pet.frameSwapped.connect(window.about_page.cost.count_frame)
        self._personas.attend(window.persona_page, window.tools_page)
        self.opened.emit(window)
        return window

    def _open_anew(self) -> None:
        """Another language is spoken: the window's words are those of the one it was made in."""
        old = self.window
        if old is None:
            return
        window = self._made()
        window.move(old.pos())
        window.resize(old.size())
        window.show_page(old.page)
        if old.isVisible():
            self.show()
        old.close()
        old.deleteLater()

    def _follow(self) -> None:
        if self.window and self.window.settings != self._kept.saved:
            self.window.show_settings(self._kept.saved)
        if self._language != language.current():
            self._language = language.current()
            # When the click that asked for it is over.
            QTimer.singleShot(0, self, self._open_anew)

    def _show_forgetful(self, endpoint: EndpointSettings, trouble: KeyringError) -> None:
        """The key is used, but not kept: say so where it was typed."""
        if self.window and self.window.settings.endpoint.base_url == endpoint.base_url:
            self.window.show_key_status(
                True, tr("Used until the program ends; it could not be kept. {why}", why=trouble)
            )

    async def _keep_key(self, endpoint: EndpointSettings, key: str) -> None:
        try:
            await self._endpoints().keys.keep(endpoint, key)
        except KeyringError as trouble:
            self._show_forgetful(endpoint, trouble)
            cause = join_sentences(tr("{sentence}.", sentence=trouble.title), trouble.cause)
            next_step = join_sentences(tr("It is forgotten when the program ends."), trouble.next_step)
            title = tr("The key is used, but could not be kept")
            logger.warning("%s: %s", title, cause)
            self.noticed.emit(Notice("warning", "keyring", title, cause, next_step))
