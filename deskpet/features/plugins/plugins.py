"""All plugins of the user: the files of the tools folder, what was allowed, and their tools for models."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from deskpet.chat.question import Ask
from deskpet.chat.tool import Report, ToolFailed, ignore_progress
from deskpet.config import paths
from deskpet.config.list_file import ListFile, ListFileError
from deskpet.features.foreign.collection import ServerCollection
from deskpet.features.foreign.definitions import Definition
from deskpet.features.foreign.link import HostFailed, HostLink
from deskpet.features.foreign.offer import KnownTool, KnownTools, ToolOffer
from deskpet.features.foreign.parts import MAX_PARTS, Part, cut_parts
from deskpet.features.foreign.server import Limits, SavedProgram, Server
from deskpet.features.foreign.terminal import ServerTools, tools_of
from deskpet.features.plugins.files import PluginFile, read_file, read_folder
from deskpet.processes import console, lines
from deskpet.processes.child_kinds import PLUGIN
from deskpet.processes.lines import Message
from deskpet.processes.threads import run_in_thread

MODULE = "deskpet.features.plugins.plugin_host"
MAX_TOOLS = 64
"""Number of tools of one file."""
_END_SECONDS = 1.0
_LIMITS = Limits(PLUGIN.start_seconds, PLUGIN.seconds, PLUGIN.idle_seconds)


@dataclass(frozen=True, slots=True)
class PluginDecision:
    """The user's decision about a file.

    allowed: the SHA-256 of the content that may run. hidden: the names of tools that are not offered to models.
    """

    name: str
    allowed: str = ""
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedPlugin(SavedProgram):
    """A file of the folder. Its fingerprint is the hash of its content."""

    file: PluginFile

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def display_command(self) -> str:
        return str(self.file.path)

    @property
    def fingerprint(self) -> str:
        return self.file.digest


_listed = TypeAdapter(tuple[Definition, ...])
_decisions = TypeAdapter(tuple[PluginDecision, ...])

Plugin = Server[SavedPlugin]


class PluginLink(HostLink):
    """The link to the process of one plugin, which is killed when it takes too long or is not awaited any more."""

    on_cancelled: Callable[[], None] = staticmethod(lambda: None)

    async def request(
        self,
        method: str,
        params: Mapping[str, Any],
        report: Report = ignore_progress,
        ask: Ask | None = None,  # noqa: ARG002 - plugins ask nothing
    ) -> Any:
        """Return the result of a request. Raises HostFailed, also when its `seconds` are over."""
        seconds = float(params["seconds"])
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                result = await super().request(method, params, report)
                # The plugin can write what it likes in the name of its process.
                return await run_in_thread(partial(_checked_parts, result)) if method == "call" else result
        except TimeoutError as error:
            await self.close(0)
            raise HostFailed("timed_out", f"it took more than {seconds:g} seconds and was ended") from error
        except asyncio.CancelledError:
            # A thread of the plugin can't be cancelled.
            self.on_cancelled()
            raise


class Plugins(ServerCollection[SavedPlugin]):
    """The plugins in `folder`. Nothing runs before a file is allowed, and then called or started."""

    def __init__(self, folder: Path, data_folder: Path, limits: Limits = _LIMITS) -> None:
        """`data_folder` has plugins.json and plugin_tools.json."""
        super().__init__(
            ToolOffer[SavedPlugin]("plugin"), KnownTools(data_folder / "plugin_tools.json"), limits, "plugin"
        )
        self.folder = folder
        self._file = ListFile(data_folder / "plugins.json", _decisions)
        self._decisions: dict[str, PluginDecision] = {}
        self._remembered: tuple[KnownTool, ...] = ()
        self._scanning = asyncio.Lock()
        self._file_error = ""

    async def load(self) -> None:
        """Read what the user has decided, the known tools, and the folder."""
        self._remembered = await run_in_thread(self._known.read)
        try:
            decided = await run_in_thread(self._file.read)
        except ListFileError as error:
            # Nothing is allowed then.
            self._file_error = str(error)
        else:
            self._decisions = {each.name: each for each in decided}
        await self.scan()

    async def scan(self) -> None:
        """Read the folder again; a plugin whose file was changed is stopped, and has to be allowed again."""
        async with self._scanning:
            found = await run_in_thread(partial(read_folder, self.folder))
            self.error = found.error or self._file_error
            await self.take(map(self._saved, found.files), self._remembered)

    async def close(self) -> None:
        """End all plugins; within two seconds."""
        await asyncio.gather(*(each.stop() for each in self.all))

    async def _decide(self, name: str, change: Callable[[SavedPlugin], SavedPlugin]) -> None:
        async with self._saving:
            if (plugin := self.find(name)) is None:
                return
            saved = change(self._saved(plugin.saved.file))
            decided = self._decisions | {name: PluginDecision(name, saved.allowed, tuple(sorted(saved.hidden)))}
            kept = {key: each for key, each in decided.items() if key in self._servers}
            await run_in_thread(partial(self._file.write, tuple(kept.values())))
            self._decisions, self._file_error = kept, ""
        await self.scan()

    def _saved(self, file: PluginFile) -> SavedPlugin:
        decision = self._decisions.get(file.name, PluginDecision(file.name))
        return SavedPlugin(file, allowed=decision.allowed, hidden=frozenset(decision.hidden))

    def _create(self, saved: SavedPlugin) -> Plugin:
        plugin = super()._create(saved)
        plugin.error = saved.file.error
        return plugin

    async def _start(self, server: Plugin) -> tuple[HostLink, Any]:
        file = server.saved.file
        current = await run_in_thread(partial(read_file, file.path))
        if current.digest != file.digest:
            self._spawn(self.scan())
            raise ToolFailed("not_allowed", f"The file of the plugin {file.name} was changed after it was allowed.")

        def on_event(message: Message) -> None:
            # The list of tools never changes while the process runs.
            if message.get("event") == "stderr":
                server.on_event(message)

        link: PluginLink
        try:
            link = await PluginLink.start(PLUGIN, MODULE, on_event, lambda: server.on_link_ended(link))
        except OSError as error:
            raise ToolFailed("not_started", f"The process of {file.name} did not start: {error}") from error
        params = {"server": file.name, "path": str(file.path), "source": file.source, "seconds": server.limits.start}
        try:
            tools = _checked(await link.request("open", params))
        except BaseException:
            self._spawn(link.close(0))
            raise
        link.on_cancelled = lambda: self._spawn(server.stop())
        return link, tools

    async def _end(self, server: Plugin, link: HostLink) -> None:  # noqa: ARG002
        await link.close(_END_SECONDS)


def _checked_parts(result: Any) -> list[Part]:
    """Return the parts that a plugin's process sent, cut to the limits. Raises HostFailed if it sent something else."""
    if not isinstance(result, list) or not lines.is_shallow(result):
        raise HostFailed("bad_result", "its result can't be read")
    return cut_parts(cast("list[Part]", result)[:MAX_PARTS])


def _checked(listed: Any) -> list[dict[str, Any]]:
    """Return the list of tools that a plugin's process sent. Raises HostFailed if it is none."""
    try:
        tools = _listed.validate_python(listed if lines.is_shallow(listed) else None)
    except ValidationError as error:
        raise HostFailed("bad_list", "its list of tools can't be read") from error
    if len(tools) > MAX_TOOLS:
        raise HostFailed("bad_list", f"it has more than {MAX_TOOLS} tools")
    if not tools:
        raise HostFailed("bad_list", "it has no function with @tool")
    return [asdict(each) for each in tools]


async def known_tools(context_tokens: int, taken: int) -> ServerTools:
    """Return the tools that the allowed plugins had when they last ran. Nothing is started.

    context_tokens: the size of the model's context, 0 for no limit. taken: the number of other tools.
    """
    if not paths.is_folder(paths.tools_folder()):
        return ServerTools()
    plugins = Plugins(paths.tools_folder(), paths.data_folder())
    await plugins.load()
    if plugins.error:
        console.report(plugins.error)
    return tools_of(plugins, taken, context_tokens)
