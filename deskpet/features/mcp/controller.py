"""Offer the tools of MCP servers to models: keep the tools in step with the servers."""

import os
from collections.abc import Callable

from deskpet.config import paths
from deskpet.features.foreign.collection import ForeignTools
from deskpet.features.host import ToolsPort
from deskpet.features.mcp.secrets import ServerSecrets
from deskpet.features.mcp.servers import Servers
from deskpet.translation import tr
from deskpet.ui.platform import event_loop


class McpController:
    """Owns the MCP servers. No process runs before a call needs one."""

    def __init__(self, tools: ToolsPort, warn: Callable[[str, str, str], object]) -> None:
        """Read the configuration in a thread, and offer the tools that the servers had when they last ran.

        warn: shows a warning if the configuration can't be used; it gets a code, a title and a cause.
        """
        self.secrets, self._warn = ServerSecrets(), warn
        self.servers = Servers(paths.data_folder(), self.secrets.find, os.environ, can_ask=True)
        offered = ForeignTools(tools, self.servers.tools)
        self.servers.listen(offered.update)
        self._stop_listening = tools.listen_to_model(self.servers.notify)
        event_loop.spawn(self._load())

    async def close(self) -> None:
        """End all servers."""
        self._stop_listening()
        await self.servers.close()

    async def _load(self) -> None:
        await self.servers.load()
        if self.servers.error:
            self._warn("mcp", tr("The MCP servers can't be used"), self.servers.error)
