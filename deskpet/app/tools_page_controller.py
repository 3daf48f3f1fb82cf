"""Tools in the settings window: their policies, and what they need to be available."""

from deskpet.app.settings_store import SettingsStore
from deskpet.app.tool_list import tool_named
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.config.settings import Settings
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.settings.tools_page import ToolsPage


class ToolsPageController(PageController[ToolsPage]):
    """Connects the page of each settings window to the settings and the toolbox."""

    def __init__(self, settings: SettingsStore, toolbox: Toolbox) -> None:
        super().__init__()
        self._settings, self._toolbox = settings, toolbox
        settings.changed.connect(self._on_settings_changed)

    def connect_page(self, page: ToolsPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.changed.connect(self._set_policy)
        page.show_policies(self._policy)
        page.show_missing({each.name: self._toolbox.missing(each) for each in self._toolbox.all})

    def _set_policy(self, tool_name: str, policy: Policy) -> None:
        """Save the policy of a tool in the settings; the policy that the tool declares is not written there."""
        saved = self._settings.current.tools.policies
        policies = {name: each for name, each in saved.items() if name != tool_name}
        tool = tool_named(tool_name)
        if tool is None or tool.policy is not policy:
            policies[tool_name] = policy
        self._settings.change("tools", policies=policies)

    def _policy(self, tool_name: str) -> Policy:
        tool = tool_named(tool_name)
        declared = tool.policy if tool else Policy.ASK
        return self._settings.current.tools.policies.get(tool_name, declared)

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if self._page and after.tools != before.tools:
            self._page.show_policies(self._policy)
