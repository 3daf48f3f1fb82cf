"""MCP servers in the settings: add them by their configuration, allow their commands, and see what they do."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from deskpet.features.foreign.ui import ProgramsPage, ProgramsPageController
from deskpet.features.mcp.config import MAX_SERVERS, SavedServer, ServerConfig, parse_servers
from deskpet.features.mcp.config_forms import MAX_CONFIG, ServerConfigError
from deskpet.features.mcp.secrets import ServerSecrets, without_secrets
from deskpet.features.mcp.servers import Servers, missing
from deskpet.filesystem.bounded import read_bounded
from deskpet.text.reasons import reason_of
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.fields import TextArea
from deskpet.ui.widgets.form import text_label

_FIELD_HEIGHT = 92
_EXAMPLE = '{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}'


class McpPage(ProgramsPage):
    """Lists the servers. Below is a field for configurations, into which files can be dropped.

    added: Emitted with the text of a configuration.
    dropped: Emitted with the path of a file that has one.
    """

    added = Signal(str)
    dropped = Signal(str)

    def __init__(self) -> None:
        super().__init__(
            tr("A server is a program of somebody else: it runs with your rights on this computer. Add only those that "
               "you trust. Its tools ask before each call, until you allow one on its card.")
        )  # fmt: skip
        self.setObjectName("mcp_page")
        self.setAcceptDrops(True)
        self.field = _configuration_field()
        hint = tr(
            "Paste the JSON that other programs use for their MCP servers, or drop its file here. Nothing starts yet."
        )
        self.add_button = plain_button(tr("Add"), "add_servers", "secondary")
        self.add_button.setEnabled(False)
        self.field.textChanged.connect(lambda: self.add_button.setEnabled(bool(self.field.toPlainText().strip())))
        self.add_button.clicked.connect(lambda: self.added.emit(self.field.toPlainText()))
        self.column.addWidget(text_label(hint, "field_help"))
        self.column.addWidget(self.field)
        self.column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_unavailable(self, why: str) -> None:
        """Show why servers can't be used."""
        self.show_message(BannerText("info", why))

    def clear_field(self) -> None:
        """Empty the field after its servers were added."""
        self.field.clear()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _file_in(event.mimeData()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := _file_in(event.mimeData()):
            self.dropped.emit(path)
        else:
            self.added.emit(event.mimeData().text())


def _configuration_field() -> TextArea:
    field = TextArea(_FIELD_HEIGHT)
    field.setObjectName("mcp_configuration")
    field.setPlaceholderText(_EXAMPLE)
    field.setAccessibleName(tr("Configuration of servers"))
    # Dropped files are for the page.
    field.setAcceptDrops(False)
    return field


def _file_in(data: QMimeData) -> str:
    """Return the path of the first dropped file, empty if there is none."""
    return next((url.toLocalFile() for url in data.urls() if url.isLocalFile()), "")


class McpPageController(ProgramsPageController[McpPage, SavedServer]):
    """Connects the page of each settings window to the servers."""

    blocked_text = tr_noop("Not allowed: it never starts. Look at the whole command first.")
    starting_text = tr_noop("Starting… The first time may take a minute")

    kind = McpPage

    def __init__(self, page: QWidget, servers: Servers, secrets: ServerSecrets) -> None:
        super().__init__(page, servers)
        self._servers, self._secrets = servers, secrets
        page, spawn = self.page, event_loop.spawn
        page.added.connect(self._add)
        page.dropped.connect(self._add_file)
        page.allowed.connect(lambda name: spawn(self._allow(name)))
        page.blocked.connect(lambda name: spawn(self._block(name)))
        page.removed.connect(lambda name: spawn(self._remove(name)))
        page.tool_visibility_changed.connect(lambda name, tool, told: spawn(self._tell(name, tool, told)))
        if reason := missing():
            page.show_unavailable(reason)
        self._show()

    def _add_file(self, path: str) -> None:
        try:
            text = read_bounded(Path(path), MAX_CONFIG).decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = reason_of(error)
            self._show_message(BannerText("error", tr("{file} can't be read: {why}", file=Path(path).name, why=why)))
            return
        self._add(text)

    def _add(self, text: str) -> None:
        try:
            # What another file says about permissions is not this user's word.
            servers = [replace(each, allowed="") for each in parse_servers(text)]
        except ServerConfigError as error:
            self._show_message(BannerText("error", tr("No server was added"), str(error)))
            return
        event_loop.spawn(self._add_servers(servers))

    async def _add_servers(self, servers: list[SavedServer]) -> None:
        """Add servers, with their secrets in the keyring. None is started."""
        present = {each.name: each.saved for each in self._servers.all}
        if taken := [each.config.name for each in servers if each.config.name in present]:
            self._show_message(
                BannerText("error", tr("No server was added"), tr("There is a server “{name}” already.", name=taken[0]))
            )
            return
        if len(present) + len(servers) > MAX_SERVERS:
            self._show_message(
                BannerText("error", tr("No server was added"), tr("There are more than {n} servers.", n=MAX_SERVERS))
            )
            return
        cleaned = [(server, *without_secrets(server.config.with_own_inputs())) for server in servers]
        secrets = {name: value for *_, found in cleaned for name, value in found.items()}
        stored = [await event_loop.in_thread(partial(self._secrets.store, *each)) for each in secrets.items()]
        added = [replace(server, config=config) for server, config, _ in cleaned]
        if await self._update(lambda saved: (*saved, *added)):
            self._show_message(_added_message(len(added), stored))
            if self.is_open:
                self.page.clear_field()

    async def _allow(self, name: str) -> None:
        """Allow the command that the page shows, and start it once, to see its tools."""
        server = self._servers.find(name)
        if server is None or not await self._store_inputs(server.saved.config):
            return
        fingerprint = server.saved.config.fingerprint
        if not await self._change(name, lambda saved: replace(saved, allowed=fingerprint, disabled=False)):
            return
        await self._start(name)

    async def _store_inputs(self, config: ServerConfig) -> bool:
        """Store what the user has entered for a server. Returns whether nothing is missing."""
        entered = self.page.row(config.name).entered() if self.is_open else {}
        for each in config.inputs:
            if each.name in entered:
                await event_loop.in_thread(partial(self._secrets.store, each.secret, entered[each.name]))
            elif not each.default and await event_loop.in_thread(partial(self._secrets.find, each.secret)) is None:
                title = tr("{name} did not start", name=config.name)
                self._show_message(BannerText("error", title, tr("Enter {name} first.", name=each.name)))
                return False
        return True

    async def _block(self, name: str) -> None:
        await self._change(name, lambda saved: replace(saved, allowed=""))

    async def _remove(self, name: str) -> None:
        server = self._servers.find(name)
        if server and await self._update(lambda saved: (each for each in saved if each.config.name != name)):
            await event_loop.in_thread(partial(self._secrets.forget, server.saved.config))
            self._show_message(BannerText("info", tr("“{title}” deleted", title=name)))

    async def _tell(self, name: str, tool: str, told: bool) -> None:
        def changed(saved: SavedServer) -> SavedServer:
            return replace(saved, hidden=saved.hidden - {tool} if told else saved.hidden | {tool})

        await self._change(name, changed)

    async def _change(self, name: str, change: Callable[[SavedServer], SavedServer]) -> bool:
        """Save a changed server. Returns whether that was possible."""
        return await self._update(lambda saved: (change(each) if each.config.name == name else each for each in saved))

    async def _update(self, change: Callable[[tuple[SavedServer, ...]], Iterable[SavedServer]]) -> bool:
        try:
            await self._servers.update(change)
        except OSError as error:
            self._show_message(BannerText("error", tr("The servers can't be saved"), reason_of(error)))
            return False
        return True

    def _asks(self, saved: SavedServer) -> tuple[tuple[str, str], ...]:
        return tuple((each.name, each.default) for each in saved.config.inputs)

    def _launch_details(self, saved: SavedServer) -> str:
        config = saved.config
        # The values as well: a variable can make a program run another one.
        values = [f"{name}={_quoted(value)}" for name, value in (*config.env, *config.headers)]
        gets = [tr("It gets: {values}", values=" ".join(values))] if values else []
        gets += [tr("It starts in {folder}.", folder=config.folder)] if config.folder else []
        return "\n".join(gets)


def _quoted(value: str) -> str:
    """Quote a value that could be taken for several."""
    return json.dumps(value, ensure_ascii=False) if re.search(r'[\s"]', value) else value


def _added_message(count: int, stored: list[bool]) -> BannerText:
    title = tr_plural(count, "One server was added", "{n} servers were added")
    text = tr("Look at its command before you allow it.")
    if stored and all(stored):
        text = join_sentences(text, tr("Its secrets are in the system's keyring now."))
    elif stored:
        missing_text = tr("The keyring took no secrets, so they are forgotten when the program ends.")
        text = join_sentences(text, missing_text, tr("Name an environment variable instead, such as ${env:NAME}."))
    return BannerText("success", title, text)


CARD = Card(
    *("computer", tr_noop("MCP servers"), tr_noop("Tools that other programs bring.")), fields=(lambda _: McpPage(),)
)
