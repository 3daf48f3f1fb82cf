"""Declares the web: search it, read a page, open an address in the browser."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, PageExtension

if TYPE_CHECKING:
    from deskpet.chat.tool import Tool
    from deskpet.config.keys import KeyStore
    from deskpet.config.settings import Settings
    from deskpet.ui.settings.page import PageContent


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.web.fetch_page import FETCH_TOOLS
    from deskpet.features.web.open_url import OPEN_TOOLS
    from deskpet.features.web.web_search import SEARCH_TOOLS

    return *SEARCH_TOOLS, *FETCH_TOOLS, *OPEN_TOOLS


def _dependencies(settings: "Settings", keys: "KeyStore") -> dict[str, object]:
    from deskpet.features.web.web_search import SearchAccess

    return {"search": SearchAccess(settings.tools, keys)}


def _window_dependencies() -> dict[str, object]:
    from deskpet.ui.widgets.links import open_address

    return {"opener": open_address}


def _page() -> "PageContent":
    from deskpet.features.web.ui import PAGE

    return PAGE


WEB = Feature(
    name="web",
    tools=_tools,
    dependencies=_dependencies,
    window_dependencies=_window_dependencies,
    page_extensions=(PageExtension("web", "sources", _page),),
)
