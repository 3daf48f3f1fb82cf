"""All MCP servers of the user: their files, the child process that they share, and their tools for models."""

import asyncio
import logging
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from deskpet.chat.tool import ToolFailed
from deskpet.config import state_files
from deskpet.features.foreign.collection import ServerCollection
from deskpet.features.foreign.link import HostFailed, HostLink
from deskpet.features.foreign.offer import KnownTool, KnownTools, ToolOffer
from deskpet.features.foreign.server import Limits, Server, ServerState
from deskpet.features.mcp.config import MissingSecret, SavedServer, dump_servers, launch_of, parse_servers
from deskpet.features.mcp.config_forms import MAX_CONFIG, ServerConfigError
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.processes.child_kinds import MCP_SERVERS
from deskpet.processes.lines import Message
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr, tr_noop

_NODE = tr_noop("It comes with Node.js: https://nodejs.org, or the package “npm” of your system.")
_UV = tr_noop("It comes with uv: https://docs.astral.sh/uv, or “pipx install uv”.")
_SOURCES = {
    "npx": _NODE,
    "npm": _NODE,
    "node": _NODE,
    "uvx": _UV,
    "uv": _UV,
    "pipx": tr_noop("It is the package “pipx” of your system: https://pipx.pypa.io."),
    "bunx": tr_noop("It comes with Bun: https://bun.sh."),
    "bun": tr_noop("It comes with Bun: https://bun.sh."),
    "deno": tr_noop("It comes with Deno: https://deno.com."),
    "docker": tr_noop("It comes with Docker: https://docs.docker.com/get-started/get-docker/."),
    "podman": tr_noop("It comes with Podman: https://podman.io."),
}
_ELSEWHERE = tr_noop("If it is installed, write its whole path: programs of the desktop search fewer folders.")


def missing_program(launch: Mapping[str, Any]) -> str:
    """Return what is missing to start a server, in sentences for people; empty if nothing is. It blocks.

    launch: `command`, `env` and `cwd`; nothing is missing for a server at an address.
    """
    if not launch.get("command"):
        return ""
    program: str = launch["command"][0]
    folder: str | None = launch.get("cwd")
    if folder and not Path(folder).is_dir():
        return tr("The folder {folder} in which it starts does not exist.", folder=folder)
    if _is_there(program, folder, launch["env"].get("PATH", os.defpath)):
        return ""
    source = _SOURCES.get(Path(program).name.removesuffix(".exe").removesuffix(".cmd"))
    sentences = tr("There is no program {program}.", program=program), tr(source) if source else ""
    is_name = not os.path.dirname(program)  # noqa: PTH120 - of the text: Path drops a leading "./"
    return " ".join(filter(None, (*sentences, tr(_ELSEWHERE) if is_name else "")))


def _is_there(program: str, folder: str | None, path: str) -> bool:
    if os.path.dirname(program):  # noqa: PTH120 - as above
        return shutil.which(str(Path(folder or ".", program))) is not None
    return shutil.which(program, path=path) is not None


_LIMITS = Limits()
_MISSING = {
    "env": tr_noop("The environment variable {name} that {server} needs is not set."),
    "keyring": tr_noop("The secret {name} that {server} needs is not set."),
    "input": tr_noop(
        "{server} needs {name}, which an editor would ask for. Add the server in Settings → Tools, or name an "
        "environment variable instead, such as ${{env:NAME}}."
    ),
    "editor": tr_noop("{server} uses {name}, which only an editor can fill in. Write what it stands for."),
}

MODULE = "deskpet.features.mcp.mcp_host"
logger = logging.getLogger(__name__)


def missing() -> str:
    """Return what servers need that is not installed, as a sentence; empty if nothing is missing."""
    return "" if find_spec("mcp") else tr("It needs the extra “mcp”: install deskpet[mcp].")


class Servers(ServerCollection[SavedServer]):
    """The configured servers, whose connections are in one child process that they share."""

    def __init__(
        self,
        folder: Path | None,
        secret: Callable[[str], str | None] = lambda _: None,
        environment: Mapping[str, str] = os.environ,
        limits: Limits = _LIMITS,
        *,
        can_ask: bool = False,
    ) -> None:
        """Create the servers; `load` or `take` configures them.

        folder: has mcp.json and mcp_tools.json; with None, nothing is read or written.
        secret: returns a secret of the keyring by its name; it may block. environment: the pet's own variables.
        can_ask: whether the user can answer questions of the servers.
        """
        self._file = folder / "mcp.json" if folder else None
        known = KnownTools(folder / "mcp_tools.json" if folder else None)
        super().__init__(ToolOffer[SavedServer]("mcp"), known, limits)
        self._secret, self._environment, self._can_ask = secret, environment, can_ask
        self._link: HostLink | None = None
        self._linking = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Whether the child process runs."""
        return self._link is not None and not self._link.has_ended

    async def load(self) -> None:
        """Read the configuration and the known tools."""
        async with self._saving:
            await self.take(*await run_in_thread(self._read))

    async def update(self, change: Callable[[tuple[SavedServer, ...]], Iterable[SavedServer]]) -> None:
        """Replace the configuration by what `change` returns for the present one. Raises OSError.

        Servers that are gone, or have another command, are stopped.
        """
        async with self._saving:
            kept = tuple(change(tuple(each.saved for each in self.all)))
            if self._file:
                await run_in_thread(partial(write_atomically, self._file, dump_servers(kept).encode()))
            self.error = ""
            await self.take(kept)

    async def allow(self, name: str, fingerprint: str) -> None:
        await self._decide(name, lambda saved: replace(saved, allowed=fingerprint, disabled=False))

    async def _decide(self, name: str, change: Callable[[SavedServer], SavedServer]) -> None:
        await self.update(lambda saved: (change(each) if each.name == name else each for each in saved))

    async def close(self) -> None:
        """End all servers and the child process; within six seconds."""
        link, self._link = self._link, None
        if link:
            await link.close()

    def _read(self) -> tuple[tuple[SavedServer, ...], tuple[KnownTool, ...]]:
        saved: tuple[SavedServer, ...] = ()
        known: tuple[KnownTool, ...] = ()
        self.error = ""
        if self._file is None:
            return (), ()
        try:
            saved = parse_servers(state_files.read_bytes(self._file, MAX_CONFIG).decode())
            known = self._known.read()
        except FileNotFoundError:
            pass
        except (OSError, UnicodeDecodeError, state_files.BadStateFile, ServerConfigError) as error:
            self.error = str(error)
            logger.warning("%s can't be used: %s", self._file, error)
        return saved, known

    async def _start(self, server: Server[SavedServer]) -> tuple[HostLink, Any]:
        try:
            launch = await run_in_thread(partial(launch_of, server.saved.config, self._environment, self._secret))
        except MissingSecret as error:
            raise ToolFailed("not_started", tr(_MISSING[error.place], name=error.name, server=server.name)) from error
        if reason := await run_in_thread(partial(missing_program, launch)):
            raise ToolFailed("not_started", tr("The server {name} did not start: {why}", name=server.name, why=reason))
        link = await self._connected_link()
        launch |= {"server": server.name, "start_seconds": server.limits.start, "can_ask": self._can_ask}
        return link, await link.request("open", launch)

    async def _end(self, server: Server[SavedServer], link: HostLink) -> None:
        with suppress(HostFailed):
            await link.request("close", {"server": server.name})

    async def _connected_link(self) -> HostLink:
        """Return the child process, which is started if it does not run."""
        if reason := missing():
            raise ToolFailed("not_installed", reason)
        async with self._linking:
            if self._link is None or self._link.has_ended:
                try:
                    self._link = await HostLink.start(MCP_SERVERS, MODULE, self._on_event, self._on_link_ended)
                except OSError as error:
                    raise ToolFailed("not_started", f"The MCP process did not start: {error}") from error
            return self._link

    async def _end_unused_link(self) -> None:
        """End the child process when no server runs any more."""
        if not any(each.state in (ServerState.RUNNING, ServerState.STARTING) for each in self.all):
            await self.close()

    def _on_event(self, message: Message) -> None:
        if server := self._servers.get(str(message.get("server"))):
            server.on_event(message)

    def _on_link_ended(self) -> None:
        for server in self.all:
            if server.state is ServerState.RUNNING:
                server.fail("the process that talks to MCP servers has ended")

    def _on_changed(self, server: Server[SavedServer]) -> None:
        if server.state is ServerState.IDLE and self.is_running:
            self._spawn(self._end_unused_link())
        super()._on_changed(server)
