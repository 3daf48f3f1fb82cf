"""The questions of a settings form to the network: tests, lists of models, servers on this computer."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject

from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities
from deskpet.llm.connection_test import ConnectionTest, run_connection_test
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.listing import LocalServer, ModelListing, find_local_servers
from deskpet.settings import Settings
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.settings_form import SettingsForm

Search = Callable[[], Coroutine[Any, Any, tuple[LocalServer, ...]]]


class ConnectionController(QObject):
    """Asks what a settings form wants to know, and gives it the answers. A new question ends the one before."""

    def __init__(
        self,
        window: SettingsForm,
        endpoints: Endpoints,
        capabilities: Capabilities,
        search: Search = find_local_servers,
    ) -> None:
        super().__init__(window)
        self._window, self._endpoints, self._capabilities, self._search = window, endpoints, capabilities, search
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._base_url = window.settings.endpoint.base_url
        window.test_requested.connect(lambda settings: self._run("test", self._test(settings)))
        window.test_cancelled.connect(lambda: self._cancel("test"))
        window.models_requested.connect(lambda settings: self._run("models", self._list(settings)))
        window.servers_requested.connect(lambda: self._run("servers", self._find()))
        window.endpoint_changed.connect(self._endpoint_changed)
        window.closed.connect(self._cancel_all)
        # The capabilities outlive the form, and would keep all of it.
        window.destroyed.connect(capabilities.listen(self._learned))
        self._show_known()
        self._run("key", self._find_key())

    async def _test(self, settings: Settings) -> None:
        trial: ConnectionTest | None = None
        self._window.show_test_running()
        try:
            trial = await run_connection_test(self._endpoints, settings)
            known = self._capabilities.of(trial.place)
            self._capabilities.learn(trial.place, trial.added_to(known, time.time()))
        finally:
            if self._is_current("test"):
                self._window.show_test_result(trial)

    async def _find_key(self) -> None:
        key = await self._endpoints.keys.find(self._window.settings.endpoint)
        self._window.show_key_status(bool(key.text), str(key.trouble) if key.trouble else "")

    async def _list(self, settings: Settings) -> None:
        listing: ModelListing | None = None
        try:
            listing = await self._endpoints.models(settings.endpoint)
        finally:
            if self._is_current("models"):
                self._window.show_models(listing)

    async def _find(self) -> None:
        servers: tuple[LocalServer, ...] | None = None
        try:
            servers = await self._search()
        finally:
            if self._is_current("servers"):
                self._window.show_servers(servers)

    def _run(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        self._cancel(name)
        self._tasks[name] = event_loop.spawn(work)

    def _cancel(self, name: str) -> None:
        if task := self._tasks.get(name):
            task.cancel()

    def _cancel_all(self) -> None:
        for name in self._tasks:
            self._cancel(name)

    def _is_current(self, name: str) -> bool:
        """Whether no newer question has taken this task's place."""
        return self._tasks.get(name) is asyncio.current_task()

    def _endpoint_changed(self) -> None:
        self._cancel("test")
        endpoint = self._window.settings.endpoint
        if endpoint.base_url != self._base_url:
            self._base_url = endpoint.base_url
            self._cancel("models")
            self._run("key", self._find_key())
        self._show_known()

    def _place(self) -> ModelAddress:
        endpoint = self._window.settings.endpoint
        return ModelAddress(endpoint.base_url, endpoint.model)

    def _show_known(self) -> None:
        self._window.show_capabilities(self._capabilities.of(self._place()))

    def _learned(self, place: ModelAddress, known: ModelCapabilities) -> None:
        if place == self._place():
            self._window.show_capabilities(known)
