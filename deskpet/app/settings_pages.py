"""Connect the pages of the settings window that have controllers of their own.

A controller is imported and created when its page is first shown, because most sessions never show it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_factory import TurnFactory
from deskpet.store import Store
from deskpet.tools.reminders import Reminders
from deskpet.ui.blocks import ToolLook

if TYPE_CHECKING:
    from deskpet.app.agents_page_controller import AgentsPageController
    from deskpet.app.mcp_controller import McpController
    from deskpet.app.mcp_page_controller import McpPageController
    from deskpet.app.memory_page_controller import MemoryPageController
    from deskpet.app.plugins_controller import PluginsController
    from deskpet.app.plugins_page_controller import PluginsPageController
    from deskpet.app.reminders_page_controller import RemindersPageController
    from deskpet.app.together_page_controller import TogetherPageController
    from deskpet.app.tools_page_controller import ToolsPageController
    from deskpet.ui.settings.window import SettingsWindow


class SettingsPages:
    """The controllers of the pages about reminders, tools, MCP servers, plugins, agents, memory and time together."""

    def __init__(
        self,
        settings_store: SettingsStore,
        reminders: Reminders | None,
        turn_factory: TurnFactory,
        look_of: Callable[[str], ToolLook],
        conversations: Callable[[], Store | None],
        mcp: "Callable[[], McpController]",
        plugins: "Callable[[], PluginsController]",
        show_message: Callable[[str, str, str], None],
    ) -> None:
        """look_of: returns how the tool with a name is displayed.

        conversations, mcp, plugins: return the store of the conversations, the MCP servers and the plugins, when a page
            needs them.
        show_message: shows a message in its conversation; it gets their ids and the words to highlight.
        """
        self._settings_store, self._stored_reminders = settings_store, reminders
        self._turn_factory, self._look_of = turn_factory, look_of
        self._conversations, self._mcp_servers = conversations, mcp
        self._plugin_files, self._show_message = plugins, show_message
        self._reminders: RemindersPageController | None = None
        self._tools: ToolsPageController | None = None
        self._mcp: McpPageController | None = None
        self._plugins: PluginsPageController | None = None
        self._agents: AgentsPageController | None = None
        self._memory: MemoryPageController | None = None
        self._together: TogetherPageController | None = None

    def connect(self, window: "SettingsWindow") -> None:
        """Connect each page of a new window when it is created."""
        window.when_created("reminders", self._connect_reminders)
        window.when_created("tools", self._connect_tools)
        window.when_created("tools", self._connect_mcp)
        window.when_created("tools", self._connect_plugins)
        window.when_created("agents", self._connect_agents)
        window.when_created("memory", self._connect_memory)
        window.when_created("together", self._connect_together)

    def _connect_reminders(self, window: "SettingsWindow") -> None:
        from deskpet.app.reminders_page_controller import RemindersPageController

        if self._reminders is None:
            self._reminders = RemindersPageController(self._stored_reminders)
        self._reminders.connect_page(window.reminders_page)

    def _connect_tools(self, window: "SettingsWindow") -> None:
        from deskpet.app.tools_page_controller import ToolsPageController

        if self._tools is None:
            self._tools = ToolsPageController(
                self._settings_store,
                self._turn_factory.toolbox(),
                self._turn_factory.rules,
                self._look_of,
                self._conversations,
            )
        self._tools.connect_pages(window.tools_page, window.rules_page, window.journal_page)

    def _connect_mcp(self, window: "SettingsWindow") -> None:
        from deskpet.app.mcp_page_controller import McpPageController

        if self._mcp is None:
            self._mcp = McpPageController(self._mcp_servers())
        self._mcp.connect_page(window.mcp_page)

    def _connect_plugins(self, window: "SettingsWindow") -> None:
        from deskpet.app.plugins_page_controller import PluginsPageController

        if self._plugins is None:
            self._plugins = PluginsPageController(self._plugin_files())
        self._plugins.connect_page(window.plugins_page)

    def _connect_agents(self, window: "SettingsWindow") -> None:
        from deskpet.app.agents_page_controller import AgentsPageController

        if self._agents is None:
            self._agents = AgentsPageController(self._settings_store)
        self._agents.connect_page(window.agents_page)

    def _connect_memory(self, window: "SettingsWindow") -> None:
        from deskpet.app.memory_page_controller import MemoryPageController

        if self._memory is None:
            self._memory = MemoryPageController(self._conversations, self._show_message)
        self._memory.connect_page(window.memory_page)

    def _connect_together(self, window: "SettingsWindow") -> None:
        from deskpet.app.together_page_controller import TogetherPageController

        if self._together is None:
            self._together = TogetherPageController(self._settings_store, self._conversations)
        self._together.connect_page(window.together_page)
