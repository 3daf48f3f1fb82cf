"""Offer the tools of MCP servers to models: keep the toolbox in step with the servers."""

import os
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths
from deskpet.features.foreign.foreign_tools import ForeignTools
from deskpet.features.mcp.secrets import ServerSecrets
from deskpet.features.mcp.servers import Servers
from deskpet.translation import tr
from deskpet.ui.platform import event_loop


class McpController(QObject):
    """Owns the MCP servers. No process runs before a call needs one.

    troubled: Emitted with a title and a cause if the configuration can't be used.
    """

    troubled = Signal(str, str)

    def __init__(self, toolbox: Toolbox, context_tokens: Callable[[], int] = lambda: 0) -> None:
        """`context_tokens` returns the size of the model's context, 0 if it is not known."""
        super().__init__()
        self.secrets = ServerSecrets()
        self.servers = Servers(paths.data_folder(), self.secrets.find, os.environ, can_ask=True)
        self._offered = ForeignTools(toolbox, self.servers.tools, context_tokens)
        self.servers.listen(self._offered.update)

    def load(self) -> None:
        """Read the configuration in a thread, and offer the tools that the servers had when they last ran."""
        event_loop.spawn(self._load())

    async def close(self) -> None:
        """End all servers."""
        await self.servers.close()

    async def _load(self) -> None:
        await self.servers.load()
        if self.servers.error:
            self.troubled.emit(tr("The MCP servers can't be used"), self.servers.error)
