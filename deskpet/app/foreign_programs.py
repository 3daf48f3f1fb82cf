"""The programs of others that bring tools: MCP servers and plugins."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from deskpet.app.program_notices import ProgramNotices
from deskpet.chat.toolbox import Toolbox
from deskpet.config import paths

if TYPE_CHECKING:
    from deskpet.features.mcp.controller import McpController
    from deskpet.features.plugins.controller import PluginsController


class ForeignPrograms:
    """Creates the controllers of MCP servers and plugins when they are first needed, as most people have none."""

    def __init__(
        self, toolbox: Callable[[], Toolbox], context_tokens: Callable[[], int], notices: ProgramNotices
    ) -> None:
        """Create nothing yet.

        context_tokens: returns the size of the model's context, 0 if it is not known. notices: shows what goes wrong.
        """
        self._toolbox, self._context_tokens, self._notices = toolbox, context_tokens, notices
        self._mcp: McpController | None = None
        self._plugins: PluginsController | None = None

    @property
    def is_needed(self) -> bool:
        """Whether one of the controllers was created."""
        return self._mcp is not None or self._plugins is not None

    @property
    def mcp(self) -> "McpController":
        """The MCP servers."""
        if self._mcp is None:
            from deskpet.features.mcp.controller import McpController

            self._mcp = McpController(self._toolbox(), self._context_tokens)
            self._mcp.setParent(self._notices)
            self._mcp.troubled.connect(lambda title, why: self._notices.warn("mcp", title, why))
        return self._mcp

    @property
    def plugins(self) -> "PluginsController":
        """The plugins."""
        if self._plugins is None:
            from deskpet.features.plugins.controller import PluginsController

            self._plugins = PluginsController(self._toolbox(), self._context_tokens)
            self._plugins.setParent(self._notices)
            self._plugins.troubled.connect(lambda title, why: self._notices.warn("plugins", title, why))
        return self._plugins

    def load(self) -> None:
        """Load what the user has added; imports nothing if there is nothing."""
        if paths.exists(paths.data_folder() / "mcp.json"):
            self.mcp.load()
        if paths.is_folder(paths.tools_folder()):
            self.plugins.load()

    def on_model_changed(self) -> None:
        """Offer as many tools as the context of the present model has room for."""
        if self._mcp:
            self._mcp.servers.refresh()
        if self._plugins:
            self._plugins.plugins.refresh()

    async def close(self) -> None:
        """End all programs."""
        if self._mcp:
            await self._mcp.close()
        if self._plugins:
            await self._plugins.close()
