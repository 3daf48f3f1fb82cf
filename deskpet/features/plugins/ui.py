"""Plugins in the settings: make one, allow its present content, and see what it does."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt

from deskpet.config import paths
from deskpet.features.foreign.ui import ProgramsPage, ServerView
from deskpet.features.plugins.files import write_template
from deskpet.features.plugins.plugins import Plugin, Plugins, SavedPlugin
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.page_controller import part_of
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, line_of, text_label
from deskpet.ui.widgets.links import open_folder


class PluginsPage(ProgramsPage[SavedPlugin]):
    """Lists the files of the tools folder."""

    allow_text = tr_noop("Allow this file")
    allow_name = tr_noop("Allow the file {name}")
    can_remove = False
    blocked_text = tr_noop("Off: it runs only after you have allowed it as it is now.")
    failure = tr_noop("What you allowed can't be saved")

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
        self.open_button = plain_button(tr("Open folder"), "open_plugins", "link")
        self.column.addWidget(self.where)
        self.column.addLayout(line_of(theme.S2, self.new_button, self.open_button, STRETCH))

    def serve(self, plugins: Plugins, scan: Callable[[], object]) -> None:
        """Show these plugins; `scan` reads their folder again."""
        self._plugins = plugins
        self.new_button.clicked.connect(lambda: event_loop.spawn(self._create(plugins.folder, scan)))
        self.open_button.clicked.connect(lambda: open_folder(plugins.folder))
        # The folder may have been made since the start.
        scan()
        self.follow(plugins)

    def show_folder(self, folder: str, *, exists: bool) -> None:
        """Show where the files are."""
        self.where.show()
        self.where.setText(tr("Each file in {folder} that ends with .py is listed here.", folder=folder))
        self.open_button.setVisible(exists)

    def show_programs(self) -> None:
        self.show_folder(str(self._plugins.folder), exists=paths.is_folder(self._plugins.folder))
        super().show_programs()
        if self._plugins.error:
            self.show_message(BannerText("error", tr("Not all plugins can be used"), self._plugins.error))

    async def _create(self, folder: Path, scan: Callable[[], object]) -> None:
        try:
            path = await event_loop.in_thread(partial(write_template, folder))
        except OSError as error:
            self.show_message(BannerText("error", tr("The example can't be written"), reason_of(error)))
            return
        open_folder(folder)
        title = tr("“{title}” was made", title=path.name)
        self.show_message(BannerText("success", title, tr("Edit it, then allow it here.")))
        scan()

    def launch_details(self, saved: SavedPlugin) -> str:
        return tr("SHA-256: {digest}", digest=saved.fingerprint) if saved.fingerprint else ""

    def view_of(self, server: Plugin) -> ServerView:
        view = super().view_of(server)
        return view if server.saved.may_start else replace(view, tools=())


CARD = Card(
    "code",
    tr_noop("Plugins"),
    tr_noop("Tools that you write yourself, as Python files."),
    fields=(lambda _: PluginsPage(),),
)
PAGE = PageContent((CARD,), lambda page, _, running: part_of(page, PluginsPage).serve(running.plugins, running.scan))
