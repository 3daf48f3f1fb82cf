"""The key of the search engine in the settings window: where it is, and storing a typed one in the keyring."""

from collections.abc import Callable

from PySide6.QtCore import QObject, SignalInstance

from deskpet.config.choices import SearchEngine
from deskpet.config.keys import ApiKey, KeyStore
from deskpet.config.settings import EndpointSettings
from deskpet.tools.web.web_search import SearchAccess
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.window import SettingsWindow


class SearchKeyController(QObject):
    """Belongs to its window. The keyring is asked only for an engine that is chosen."""

    def __init__(
        self,
        window: SettingsWindow,
        settings_changed: SignalInstance,
        keys: KeyStore,
        save: Callable[[EndpointSettings, str], object],
    ) -> None:
        """`settings_changed` is emitted after a change from outside.

        `save` stores a key in the keyring, and reports if that fails.
        """
        super().__init__(window)
        self._window, self._keys, self._save = window, keys, save
        self._endpoint = EndpointSettings()
        window.search_key_changed.connect(lambda key: self._save(self._endpoint, key))
        window.applied.connect(self._on_settings_changed)
        settings_changed.connect(self._on_settings_changed)
        self.destroyed.connect(keys.listen(self._on_key_changed))
        self._on_settings_changed()

    def _on_settings_changed(self) -> None:
        access = SearchAccess(self._window.settings.tools, self._keys)
        is_used = access.settings.search_engine is not SearchEngine.NONE and bool(access.url)
        self._window.search_key_row.setVisible(is_used)
        self._window.search_key_row.show_needed(access.needs_key)
        before, self._endpoint = self._endpoint, access.endpoint
        if before == self._endpoint or not is_used:
            return
        # A key typed for one engine must not be used for another.
        self._window.drop_search_key()
        event_loop.spawn(self._find(self._endpoint))

    async def _find(self, endpoint: EndpointSettings) -> None:
        key = await self._keys.find(endpoint)
        if endpoint == self._endpoint:
            self._show(key)

    def _on_key_changed(self, base_url: str) -> None:
        if base_url == self._endpoint.base_url and (key := self._keys.known(self._endpoint)):
            self._show(key)

    def _show(self, key: ApiKey) -> None:
        error = str(key.error) if key.error else ""
        self._window.search_key_row.show_place(key.place, self._endpoint.api_key_env, error)
