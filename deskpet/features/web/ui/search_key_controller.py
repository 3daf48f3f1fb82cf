"""The key of the search engine in the settings window: where it is, and storing a typed one in the keyring."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from deskpet.config.choices import SearchEngine
from deskpet.config.keys import ApiKey
from deskpet.config.settings import EndpointSettings
from deskpet.features.host import Host
from deskpet.features.web.ui.search_card import SearchCard
from deskpet.features.web.web_search import SearchAccess
from deskpet.ui.platform import event_loop


def connect(page: QWidget, host: Host) -> None:
    """Make the card of the search engine on the page of tools work."""
    card = page.findChild(SearchCard)
    assert card
    SearchKeyController(card, host)


class SearchKeyController(QObject):
    """Belongs to its card. The keyring is asked only for an engine that is chosen."""

    def __init__(self, card: SearchCard, host: Host) -> None:
        super().__init__(card)
        self._card, self._settings, self._keys = card, host.settings, host.keys.store
        self._endpoint = EndpointSettings()
        card.key_typed.connect(lambda key: host.keys.save(self._endpoint, key))
        self.destroyed.connect(host.settings.listen("tools", lambda *_: self._on_settings_changed()))
        self.destroyed.connect(self._keys.listen(self._on_key_changed))
        self._on_settings_changed()

    def _on_settings_changed(self) -> None:
        access = SearchAccess(self._settings.now.tools, self._keys)
        is_used = access.settings.search_engine is not SearchEngine.NONE and bool(access.url)
        self._card.key_row.setVisible(is_used)
        self._card.key_row.show_needed(access.needs_key)
        before, self._endpoint = self._endpoint, access.endpoint
        if before == self._endpoint or not is_used:
            return
        # A key typed for one engine must not be used for another.
        self._card.drop_key()
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
        self._card.key_row.show_place(key.place, self._endpoint.api_key_env, error)
