"""Plugins in the settings window: carry out what the user asks for, and show the files."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from deskpet.config import paths
from deskpet.features.foreign.ui.page import ServerView
from deskpet.features.foreign.ui.page_controller import ProgramsPageController
from deskpet.features.plugins.files import write_template
from deskpet.features.plugins.plugins import Plugin, Plugins, SavedPlugin
from deskpet.features.plugins.ui.page import PluginsPage
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.widgets.links import open_folder


class PluginsPageController(ProgramsPageController[PluginsPage, SavedPlugin]):
    """Connects the page of each settings window to the plugins."""

    blocked_text = tr_noop("Off: it runs only after you have allowed it as it is now.")

    def __init__(self, plugins: Plugins, scan: Callable[[], None]) -> None:
        """`scan` reads the folder again."""
        super().__init__(plugins)
        self._plugins, self._scan = plugins, scan
        # The contents that the page shows, which are those that its buttons allow.
        self._shown: dict[str, str] = {}

    def connect_page(self, page: PluginsPage) -> None:
        """Fill the page and carry out its requests."""
        page.allowed.connect(lambda name: event_loop.spawn(self._allow(name, self._shown.get(name, ""))))
        page.blocked.connect(lambda name: event_loop.spawn(self._saved(self._plugins.block(name))))
        page.tool_visibility_changed.connect(
            lambda name, tool, told: event_loop.spawn(
                self._saved(self._plugins.set_offered(name, tool, is_offered=told))
            )
        )
        page.created.connect(lambda: event_loop.spawn(self._create()))
        page.folder_opened.connect(lambda: open_folder(self._plugins.folder))
        # The folder may have been made since the start.
        self._scan()
        super().connect_page(page)

    def _show(self) -> None:
        if not self._page:
            return
        self._shown = {each.name: each.saved.fingerprint for each in self._plugins.all}
        self._page.show_folder(str(self._plugins.folder), exists=paths.is_folder(self._plugins.folder))
        super()._show()
        if self._plugins.error:
            self._show_message(BannerText("error", tr("Not all plugins can be used"), self._plugins.error))

    async def _allow(self, name: str, digest: str) -> None:
        """Allow the content that the page shows, and start it once, to see its tools."""
        if not digest or not await self._saved(self._plugins.allow(name, digest)):
            return
        plugin = self._plugins.find(name)
        if plugin is None or not plugin.saved.may_start:
            self._show_message(BannerText("info", tr("{name} was changed meanwhile", name=name)))
            return
        await self._start(name)

    async def _create(self) -> None:
        try:
            path = await event_loop.in_thread(partial(write_template, self._plugins.folder))
        except OSError as error:
            self._show_message(BannerText("error", tr("The example can't be written"), reason_of(error)))
            return
        open_folder(self._plugins.folder)
        title = tr("“{title}” was made", title=path.name)
        self._show_message(BannerText("success", title, tr("Edit it, then allow it here.")))
        self._scan()

    async def _saved(self, work: Coroutine[Any, Any, None]) -> bool:
        """Run work that writes what was decided. Returns whether that was possible."""
        try:
            await work
        except OSError as error:
            self._show_message(BannerText("error", tr("What you allowed can't be saved"), reason_of(error)))
            return False
        return True

    def _launch_details(self, saved: SavedPlugin) -> str:
        return tr("SHA-256: {digest}", digest=saved.fingerprint) if saved.fingerprint else ""

    def _view(self, server: Plugin) -> ServerView:
        view = super()._view(server)
        return view if server.saved.may_start else replace(view, tools=())
