"""Plugins in the settings: make one, allow its present content, and see what it does."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from deskpet.config import paths
from deskpet.features.foreign.ui import ProgramsPage, ProgramsPageController, ServerView
from deskpet.features.plugins.files import write_template
from deskpet.features.plugins.plugins import Plugin, Plugins, SavedPlugin
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.links import open_folder


class PluginsPage(ProgramsPage):
    """Lists the files of the tools folder.

    created: Emitted to write an example into the folder, and to open the folder.
    folder_opened: Emitted to open the folder.
    """

    allow_text = tr_noop("Allow this file")
    allow_name = tr_noop("Allow the file {name}")
    can_remove = False

    created = Signal()
    folder_opened = Signal()

    def __init__(self) -> None:
        super().__init__(
            tr("A plugin is a program: it runs with your rights on this computer. Read a file before you allow it. "
               "After each change it is off until you allow it again. Its tools ask before each call, until you allow "
               "one on its card.")
        )  # fmt: skip
        self.setObjectName("plugins_page")
        self.where = text_label("", "field_help")
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.where.hide()
        self.new_button = plain_button(tr("New tool…"), "new_plugin", "secondary")
        self.new_button.clicked.connect(self.created)
        self.open_button = plain_button(tr("Open folder"), "open_plugins", "link")
        self.open_button.clicked.connect(self.folder_opened)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.S2)
        buttons.addWidget(self.new_button)
        buttons.addWidget(self.open_button)
        buttons.addStretch(1)
        self.column.addWidget(self.where)
        self.column.addLayout(buttons)

    def show_folder(self, folder: str, *, exists: bool) -> None:
        """Show where the files are."""
        self.where.show()
        self.where.setText(tr("Each file in {folder} that ends with .py is listed here.", folder=folder))
        self.open_button.setVisible(exists)


class PluginsPageController(ProgramsPageController[PluginsPage, SavedPlugin]):
    """Connects the page of each settings window to the plugins."""

    blocked_text = tr_noop("Off: it runs only after you have allowed it as it is now.")

    kind = PluginsPage

    def __init__(self, page: QWidget, plugins: Plugins, scan: Callable[[], None]) -> None:
        """`scan` reads the folder again."""
        super().__init__(page, plugins)
        self._plugins, self._scan = plugins, scan
        # The contents that the page shows, which are those that its buttons allow.
        self._shown: dict[str, str] = {}
        page, spawn = self.page, event_loop.spawn
        page.allowed.connect(lambda name: spawn(self._allow(name, self._shown.get(name, ""))))
        page.blocked.connect(lambda name: spawn(self._saved(plugins.block(name))))
        page.tool_visibility_changed.connect(
            lambda name, tool, told: spawn(self._saved(plugins.set_offered(name, tool, is_offered=told)))
        )
        page.created.connect(lambda: spawn(self._create()))
        page.folder_opened.connect(lambda: open_folder(plugins.folder))
        # The folder may have been made since the start.
        scan()
        self._show()

    def _show(self) -> None:
        self._shown = {each.name: each.saved.fingerprint for each in self._plugins.all}
        self.page.show_folder(str(self._plugins.folder), exists=paths.is_folder(self._plugins.folder))
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


CARD = Card(
    *("code", tr_noop("Plugins"), tr_noop("Tools that you write yourself, as Python files.")),
    fields=(lambda _: PluginsPage(),),
)
