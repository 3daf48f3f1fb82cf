"""The card of the search engine in the settings, and its key: where it is, and storing a typed one in the keyring."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from deskpet.config.choices import SearchEngine
from deskpet.config.keys import ApiKey
from deskpet.config.settings import EndpointSettings
from deskpet.features.host import Host
from deskpet.features.web.web_search import SearchAccess
from deskpet.translation import tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.key_row import KeyRow
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.settings.settings_form import SettingsForm


class SearchKeyRow(KeyRow):
    """Takes the key of the search engine.

    key_typed: Emitted with a key that was typed, to store it in the keyring.
    """

    key_typed = Signal(str)

    def __init__(self, form: SettingsForm) -> None:
        super().__init__(lambda _: self._typing_timer.start())
        self._typing_timer = form.typing_timer(lambda: self.key_typed.emit(self.edit.text()))
        self.edit.setObjectName("search_key")

    def drop_key(self) -> None:
        """Clear the typed key; it is not sent any more."""
        self._typing_timer.stop()
        self.edit.clear()


CARD = Card(
    "globe",
    tr_noop("Web search"),
    tr_noop("What the model searches the web with, if you choose an engine."),
    "tools",
    ("search_engine", Field("search_url", "http://127.0.0.1:8080"), SearchKeyRow, "search_key_env"),
)


class SearchKeyController(PageController[SearchKeyRow]):
    """Shows where the key is. The keyring is asked only for an engine that is chosen."""

    kind = SearchKeyRow

    def __init__(self, page: QWidget, host: Host) -> None:
        super().__init__(page)
        self._settings, self._keys = host.settings, host.keys.store
        self._endpoint = EndpointSettings()
        self.page.key_typed.connect(lambda key: host.keys.save(self._endpoint, key))
        self.until_closed(host.settings.listen("tools", lambda *_: self._on_settings_changed()))
        self.until_closed(self._keys.listen(self._on_key_changed))
        self._on_settings_changed()

    def _on_settings_changed(self) -> None:
        access = SearchAccess(self._settings.now.tools, self._keys)
        is_used = access.settings.search_engine is not SearchEngine.NONE and bool(access.url)
        self.page.setVisible(is_used)
        self.page.show_needed(access.needs_key)
        before, self._endpoint = self._endpoint, access.endpoint
        if before == self._endpoint or not is_used:
            return
        # A key typed for one engine must not be used for another.
        self.page.drop_key()
        event_loop.spawn(self._find(self._endpoint))

    async def _find(self, endpoint: EndpointSettings) -> None:
        key = await self._keys.find(endpoint)
        if endpoint == self._endpoint and self.is_open:
            self._show(key)

    def _on_key_changed(self, base_url: str) -> None:
        if base_url == self._endpoint.base_url and (key := self._keys.known(self._endpoint)):
            self._show(key)

    def _show(self, key: ApiKey) -> None:
        error = str(key.error) if key.error else ""
        self.page.show_place(key.place, self._endpoint.api_key_env, error)


PAGE = PageContent((CARD,), lambda page, host, _: SearchKeyController(page, host))
