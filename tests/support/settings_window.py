"""The settings window as the program shows it: with all tools, and with the pages of features."""

from PySide6.QtCore import QCoreApplication

from deskpet.app.tool_list import TOOLS
from deskpet.config.settings import Settings
from deskpet.features.characters.ui.gallery import Gallery
from deskpet.features.characters.ui.model_page import ModelPage
from deskpet.features.connection.ui.page import ConnectionRows
from deskpet.features.feature_list import FEATURES
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.ui.settings.window import SettingsWindow
from tests.support.waiting import wait_until


def settings_window(settings: Settings | None = None) -> SettingsWindow:
    """Return a window in which no controller works."""
    pages = [page for each in FEATURES for page in each.pages]
    extensions = [extension for each in FEATURES for extension in each.page_extensions]
    window = SettingsWindow(settings or Settings(), pages=pages, extensions=extensions)
    window.when_created("tools", lambda window: tools_page_of(window).show_tools(TOOLS))
    return window


def show_page(window: SettingsWindow, page: str) -> None:
    """Show a page of a visible window, and handle events until it is on screen."""
    window.show_page(page)
    is_shown = window.widget_of(page).isVisible
    wait_until(lambda: QCoreApplication.processEvents() or is_shown())


def connection_of(window: SettingsWindow) -> ConnectionRows:
    """Return the rows of the connection in a window."""
    rows = window.findChild(ConnectionRows)
    assert rows
    return rows


def gallery_of(window: SettingsWindow) -> Gallery:
    """Return the gallery of a window whose page `character` was created."""
    gallery = window.findChild(Gallery)
    assert gallery
    return gallery


def model_page_of(window: SettingsWindow) -> ModelPage:
    """Return the page of the model in a window whose page `character` was created."""
    page = window.findChild(ModelPage)
    assert page
    return page


def tools_page_of(window: SettingsWindow) -> ToolsPage:
    """Return the list of tools in a window whose page `tools` was created."""
    page = window.findChild(ToolsPage)
    assert page
    return page
