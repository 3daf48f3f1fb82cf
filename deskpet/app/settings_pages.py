"""Connect the pages of the settings window that have controllers of their own.

A controller is imported and created when its page is first shown, because most sessions never show it.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_factory import TurnFactory
from deskpet.store import Store
from deskpet.ui.blocks import ToolLook

if TYPE_CHECKING:
    from deskpet.app.journal_page_controller import JournalPageController
    from deskpet.app.rules_page_controller import RulesPageController
    from deskpet.app.tools_page_controller import ToolsPageController
    from deskpet.ui.settings.window import SettingsWindow


class SettingsPages:
    """The controllers of pages that change what the program keeps, such as those of tools and reminders."""

    def __init__(
        self,
        settings_store: SettingsStore,
        turn_factory: TurnFactory,
        look_of: Callable[[str], ToolLook],
        conversations: Callable[[], Store | None],
    ) -> None:
        """look_of: returns how the tool with a name is displayed.

        conversations: returns the store of the conversations, when a page needs it.
        """
        self._settings_store, self._turn_factory, self._look_of = settings_store, turn_factory, look_of
        self._conversations = conversations

    def connect(self, window: "SettingsWindow") -> None:
        """Connect each page of a new window when it is created."""
        window.when_created("tools", self._connect_tools)

    def _connect_tools(self, window: "SettingsWindow") -> None:
        self._tools.connect_page(window.tools_page)
        self._rules.connect_page(window.rules_page)
        self._journal.connect_page(window.journal_page)

    @cached_property
    def _tools(self) -> "ToolsPageController":
        from deskpet.app.tools_page_controller import ToolsPageController

        return ToolsPageController(self._settings_store, self._turn_factory.toolbox())

    @cached_property
    def _rules(self) -> "RulesPageController":
        from deskpet.app.rules_page_controller import RulesPageController

        return RulesPageController(self._turn_factory.rules, self._turn_factory.toolbox())

    @cached_property
    def _journal(self) -> "JournalPageController":
        from deskpet.app.journal_page_controller import JournalPageController

        return JournalPageController(self._look_of, self._conversations)
