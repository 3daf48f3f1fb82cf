"""MCP servers in the settings window: carry out what the user asks for, and show the servers."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from deskpet.features.foreign.ui.page_controller import ProgramsPageController
from deskpet.features.mcp.config import MAX_SERVERS, SavedServer, ServerConfig, parse_servers
from deskpet.features.mcp.config_forms import MAX_CONFIG, ServerConfigError
from deskpet.features.mcp.secrets import ServerSecrets, without_secrets
from deskpet.features.mcp.servers import Servers, missing
from deskpet.features.mcp.ui.page import McpPage
from deskpet.filesystem.bounded import read_bounded
from deskpet.text.reasons import reason_of
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText


class McpPageController(ProgramsPageController[McpPage, SavedServer]):
    """Connects the page of each settings window to the servers."""

    blocked_text = tr_noop("Not allowed: it never starts. Look at the whole command first.")
    starting_text = tr_noop("Starting… The first time may take a minute")

    def __init__(self, servers: Servers, secrets: ServerSecrets) -> None:
        super().__init__(servers)
        self._servers, self._secrets = servers, secrets

    def connect_page(self, page: McpPage) -> None:
        """Fill the page and carry out its requests."""
        page.added.connect(self._add)
        page.dropped.connect(self._add_file)
        page.allowed.connect(lambda name: event_loop.spawn(self._allow(name)))
        page.blocked.connect(lambda name: event_loop.spawn(self._block(name)))
        page.removed.connect(lambda name: event_loop.spawn(self._remove(name)))
        page.tool_visibility_changed.connect(lambda name, tool, told: event_loop.spawn(self._tell(name, tool, told)))
        if reason := missing():
            page.show_unavailable(reason)
        super().connect_page(page)

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
            if self._page:
                self._page.clear_field()

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
        entered = self._page.row(config.name).entered() if self._page else {}
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
