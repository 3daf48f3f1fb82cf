"""Tools in the settings window: their policies, and what they need to be available."""

from collections.abc import Callable, Sequence

from deskpet.chat.tool import Tool
from deskpet.config.choices import Policy
from deskpet.features.host import SettingsPort
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.ui.settings.page_controller import PageController


class ToolsPageController(PageController[ToolsPage]):
    """Connects the page of a settings window to the settings."""

    def __init__(self, settings: SettingsPort, tools: Sequence[Tool], missing: Callable[[Tool], str]) -> None:
        """missing: returns what a tool needs to be available, as a sentence; empty if it is available."""
        super().__init__()
        self._settings, self._tools, self._missing = settings, tools, missing
        self._declared = {each.name: each.policy for each in tools}
        self._end_listening = settings.listen("tools", lambda *_: self._on_settings_changed())

    def connect_page(self, page: ToolsPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.changed.connect(self._set_policy)
        page.show_tools(self._tools)
        page.show_policies(self._policy)
        page.show_missing({each.name: self._missing(each) for each in self._tools})

    def _on_page_destroyed(self, page: ToolsPage, *_: object) -> None:
        super()._on_page_destroyed(page)
        self._end_listening()

    def _set_policy(self, tool_name: str, policy: Policy) -> None:
        """Save the policy of a tool in the settings; the policy that the tool declares is not written there."""
        saved = self._settings.now.tools.policies
        policies = {name: each for name, each in saved.items() if name != tool_name}
        if self._declared[tool_name] is not policy:
            policies[tool_name] = policy
        self._settings.change(lambda _: {("tools", "policies"): policies})

    def _policy(self, tool_name: str) -> Policy:
        return self._settings.now.tools.policies.get(tool_name, self._declared[tool_name])

    def _on_settings_changed(self) -> None:
        if self._page:
            self._page.show_policies(self._policy)
