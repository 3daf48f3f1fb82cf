"""MCP servers in the settings: add them by their configuration, allow their commands, and see what they do."""

import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from deskpet.features.foreign.ui import ProgramsPage
from deskpet.features.mcp.config import MAX_SERVERS, SavedServer, parse_servers
from deskpet.features.mcp.config_forms import MAX_CONFIG, ServerConfigError
from deskpet.features.mcp.secrets import ServerSecrets, without_secrets
from deskpet.features.mcp.servers import Servers, missing
from deskpet.filesystem.bounded import read_bounded
from deskpet.text.reasons import reason_of
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.page_controller import is_open, part_of
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.fields import TextArea
from deskpet.ui.widgets.form import text_label

_FIELD_HEIGHT = 92
_EXAMPLE = '{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}'


class McpPage(ProgramsPage[SavedServer]):
    """Lists the servers. Below is a field for configurations, into which files can be dropped."""

    blocked_text = tr_noop("Not allowed: it never starts. Look at the whole command first.")
    starting_text = tr_noop("Starting… The first time may take a minute")
    failure = tr_noop("The servers can't be saved")

    def __init__(self) -> None:
        super().__init__(
            tr("A server is a program of somebody else: it runs with your rights on this computer. Add only those that "
               "you trust. Its tools ask before each call, until you allow one on its card.")
        )  # fmt: skip
        self.setObjectName("mcp_page")
        self.setAcceptDrops(True)
        self._served: tuple[Servers, ServerSecrets] | None = None
        self.field = TextArea(_FIELD_HEIGHT)
        self.field.setObjectName("mcp_configuration")
        self.field.setPlaceholderText(_EXAMPLE)
        self.field.setAccessibleName(tr("Configuration of servers"))
        # Dropped files are for the page.
        self.field.setAcceptDrops(False)
        hint = tr(
            "Paste the JSON that other programs use for their MCP servers, or drop its file here. Nothing starts yet."
        )
        self.add_button = plain_button(tr("Add"), "add_servers", "secondary")
        self.add_button.setEnabled(False)
        self.field.textChanged.connect(lambda: self.add_button.setEnabled(bool(self.field.toPlainText().strip())))
        self.add_button.clicked.connect(lambda: self._add(self.field.toPlainText()))
        self.column.addWidget(text_label(hint, "field_help"))
        self.column.addWidget(self.field)
        self.column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def serve(self, servers: Servers, secrets: ServerSecrets) -> None:
        """Show these servers, whose secrets are kept in the keyring."""
        self._served = servers, secrets
        if reason := missing():
            self.show_message(BannerText("info", reason))
        self.follow(servers)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _file_in(event.mimeData()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := _file_in(event.mimeData()):
            self._add_file(Path(path))
        else:
            self._add(event.mimeData().text())

    def _add_file(self, file: Path) -> None:
        try:
            text = read_bounded(file, MAX_CONFIG).decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = reason_of(error)
            self.show_message(BannerText("error", tr("{file} can't be read: {why}", file=file.name, why=why)))
            return
        self._add(text)

    def _add(self, text: str) -> None:
        event_loop.spawn(self._add_servers(text))

    async def _add_servers(self, text: str) -> None:
        """Add the servers of a configuration, with their secrets in the keyring. None is started."""
        assert self._served
        servers, secrets = self._served
        try:
            # What another file says about permissions is not this user's word.
            new = [replace(each, allowed="") for each in parse_servers(text)]
            _check_room(new, [each.name for each in servers.all])
        except ServerConfigError as error:
            self.show_message(BannerText("error", tr("No server was added"), str(error)))
            return
        cleaned = [(server, *without_secrets(server.config.with_own_inputs())) for server in new]
        found = {name: value for *_, values in cleaned for name, value in values.items()}
        stored = [await event_loop.in_thread(partial(secrets.store, *each)) for each in found.items()]
        added = [replace(server, config=config) for server, config, _ in cleaned]
        if await self.saved(servers.update(lambda saved: (*saved, *added))):
            self.show_message(_added_message(len(added), stored))
            if is_open(self):
                self.field.clear()

    async def prepare(self, saved: SavedServer) -> bool:
        assert self._served
        _, secrets = self._served
        entered = self.row(saved.name).entered() if is_open(self) else {}
        for each in saved.config.inputs:
            if each.name in entered:
                await event_loop.in_thread(partial(secrets.store, each.secret, entered[each.name]))
            elif not each.default and await event_loop.in_thread(partial(secrets.find, each.secret)) is None:
                title = tr("{name} did not start", name=saved.name)
                self.show_message(BannerText("error", title, tr("Enter {name} first.", name=each.name)))
                return False
        return True

    def remove(self, name: str) -> None:
        event_loop.spawn(self._remove(name))

    async def _remove(self, name: str) -> None:
        assert self._served
        servers, secrets = self._served
        server = servers.find(name)
        if server and await self.saved(servers.update(lambda saved: (each for each in saved if each.name != name))):
            await event_loop.in_thread(partial(secrets.forget, server.saved.config))
            self.show_message(BannerText("info", tr("“{title}” deleted", title=name)))

    def asks(self, saved: SavedServer) -> tuple[tuple[str, str], ...]:
        return tuple((each.name, each.default) for each in saved.config.inputs)

    def launch_details(self, saved: SavedServer) -> str:
        config = saved.config
        # The values as well: a variable can make a program run another one.
        values = [f"{name}={_quoted(value)}" for name, value in (*config.env, *config.headers)]
        gets = [tr("It gets: {values}", values=" ".join(values))] if values else []
        gets += [tr("It starts in {folder}.", folder=config.folder)] if config.folder else []
        return "\n".join(gets)


def _file_in(data: QMimeData) -> str:
    """Return the path of the first dropped file, empty if there is none."""
    return next((url.toLocalFile() for url in data.urls() if url.isLocalFile()), "")


def _check_room(new: list[SavedServer], present: list[str]) -> None:
    """Raise ServerConfigError unless servers can be added to those with the names in `present`."""
    if taken := [each.name for each in new if each.name in present]:
        raise ServerConfigError(tr("There is a server “{name}” already.", name=taken[0]))
    if len(present) + len(new) > MAX_SERVERS:
        raise ServerConfigError(tr("There are more than {n} servers.", n=MAX_SERVERS))


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
    "computer", tr_noop("MCP servers"), tr_noop("Tools that other programs bring."), fields=(lambda _: McpPage(),)
)
PAGE = PageContent((CARD,), lambda page, _, running: part_of(page, McpPage).serve(running.servers, running.secrets))
