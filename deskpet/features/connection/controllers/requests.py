"""Network requests of a settings form: connection tests, model lists, and the search for local servers."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from deskpet.config.keys import ApiKey
from deskpet.config.settings import Settings
from deskpet.features.connection.controllers.saved_connections import SavedConnections
from deskpet.features.connection.ui.page import ConnectionRows, cards
from deskpet.features.host import Host, ModelServers
from deskpet.llm.capabilities import ModelAddress
from deskpet.llm.connection_check import ConnectionReport, run_connection_test
from deskpet.llm.model_list import LocalServer, ModelListing, find_local_servers
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.page import PageContent
from deskpet.ui.settings.page_controller import part_of

Search = Callable[[], Coroutine[Any, Any, tuple[LocalServer, ...]]]


def connect(rows: ConnectionRows, host: Host) -> SavedConnections:
    """Make the rows of a form of the running program work."""
    rows.key_changed.connect(lambda key: host.keys.save(rows.form.settings.endpoint, key))
    ConnectionController(rows, host.model_servers)
    return SavedConnections(rows, host.model_servers)


def _connect_page(page: QWidget, host: Host, _running: object) -> None:
    connect(part_of(page, ConnectionRows), host).serve_page(page)


class ConnectionController(QObject):
    """Carries out what a settings form requests, and shows the results. A new request cancels the last of its kind."""

    def __init__(self, rows: ConnectionRows, servers: ModelServers, search: Search = find_local_servers) -> None:
        """`search` finds the servers on this computer."""
        super().__init__(rows)
        self._rows, self._form, self._search = rows, rows.form, search
        self._endpoints, self._capabilities = servers.endpoints(), servers.capabilities
        self._lists = servers.lists
        # The last task of each kind.
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._endpoint = rows.form.settings.endpoint
        rows.test_panel.requested.connect(lambda: self._run("test", self._test(self._settled())))
        rows.test_panel.cancelled.connect(lambda: self._cancel("test"))
        rows.model_row.fetch.triggered.connect(lambda: self._run("models", self._list_models(self._settled())))
        rows.provider_row.search.triggered.connect(lambda: self._run("servers", self._find_servers()))
        rows.endpoint_changed.connect(self._on_endpoint_changed)
        rows.form.when_closed(lambda: self._cancel(*self._tasks))
        # The capabilities outlive the form; a listener that stays would keep it in memory.
        rows.destroyed.connect(self._capabilities.listen(lambda *_: self._show_capabilities()))
        rows.destroyed.connect(self._endpoints.keys.listen(self._on_key_changed))
        self._show_capabilities()
        self._show_list()
        self._run("key", self._find_key())

    def _settled(self) -> Settings:
        """Return the settings with what has just been typed."""
        self._form.settle()
        return self._form.settings

    async def _test(self, settings: Settings) -> None:
        test: ConnectionReport | None = None
        self._rows.test_panel.show_running()
        try:
            test = await run_connection_test(self._endpoints, settings)
            known = self._capabilities.of(test.place)
            self._capabilities.learn(test.place, test.merged_into(known, time.time()))
        finally:
            if self._is_current("test"):
                self._rows.test_panel.show_test_result(test)

    async def _find_key(self) -> None:
        self._show_key(await self._endpoints.keys.find(self._form.settings.endpoint))

    async def _list_models(self, settings: Settings) -> None:
        listing: ModelListing | None = None
        try:
            listing = await self._endpoints.models(settings.endpoint)
        finally:
            if self._is_current("models"):
                self._rows.model_row.show_models(listing)
        if listing and not listing.failure:
            self._lists.keep(settings.endpoint, listing.facts)

    async def _find_servers(self) -> None:
        servers: tuple[LocalServer, ...] | None = None
        try:
            servers = await self._search()
        finally:
            if self._is_current("servers"):
                self._rows.provider_row.show_servers(servers)

    def _run(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        self._cancel(name)
        self._tasks[name] = event_loop.spawn(work)

    def _cancel(self, *names: str) -> None:
        for name in names:
            if task := self._tasks.get(name):
                task.cancel()

    def _is_current(self, name: str) -> bool:
        """Return whether the running task is the last one of its kind."""
        return self._tasks.get(name) is asyncio.current_task()

    def _on_endpoint_changed(self) -> None:
        self._cancel("test")
        before, self._endpoint = self._endpoint, self._form.settings.endpoint
        if self._endpoint.base_url != before.base_url:
            self._cancel("models")
        keys = ("base_url", "api_key_env", "connection")
        if any(getattr(self._endpoint, key) != getattr(before, key) for key in keys):
            self._run("key", self._find_key())
        self._show_capabilities()
        if (self._endpoint.base_url, self._endpoint.connection) != (before.base_url, before.connection):
            self._show_list()

    def _show_list(self) -> None:
        """Offer the models that the server listed last."""
        self._rows.model_row.set_names(tuple(each.name for each in self._lists.of(self._endpoint).models))

    def _on_key_changed(self, base_url: str) -> None:
        endpoint = self._form.settings.endpoint
        if base_url == endpoint.base_url and (key := self._endpoints.keys.known(endpoint)):
            self._show_key(key)

    def _show_key(self, key: ApiKey) -> None:
        self._rows.show_key_place(key.place, str(key.error) if key.error else "")

    def _show_capabilities(self) -> None:
        endpoint = self._form.settings.endpoint
        self._rows.show_capabilities(self._capabilities.of(ModelAddress(endpoint.base_url, endpoint.model)))


PAGE = PageContent(cards, _connect_page)
