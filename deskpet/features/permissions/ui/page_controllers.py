"""Make the page of tools in a new settings window work."""

from typing import TypeVar

from PySide6.QtWidgets import QWidget

from deskpet.features.host import Host
from deskpet.features.permissions.ui.journal_page import JournalPage
from deskpet.features.permissions.ui.journal_page_controller import JournalPageController
from deskpet.features.permissions.ui.rules_page import RulesPage
from deskpet.features.permissions.ui.rules_page_controller import RulesPageController
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.features.permissions.ui.tools_page_controller import ToolsPageController
from deskpet.ui.settings.page_controller import PageController

PageT = TypeVar("PageT", bound=QWidget)


def connect(page: QWidget, host: Host) -> None:
    """Connect the lists of a page, each with a controller that ends with it."""
    tools = host.tools
    _connect(page, ToolsPage, ToolsPageController(host.settings, tools.built_in, tools.missing))
    _connect(page, RulesPage, RulesPageController(host.rules, tools.title_of))
    _connect(page, JournalPage, JournalPageController(tools.look_of, host.store))


def _connect(page: QWidget, kind: type[PageT], controller: PageController[PageT]) -> None:
    listed = page.findChild(kind)
    assert listed
    controller.setParent(listed)
    controller.connect_page(listed)
