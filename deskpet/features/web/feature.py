"""Declares the web: search it, read a page, open an address in the browser."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, PageExtension

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.chat.tool import Tool
    from deskpet.config.keys import KeyStore
    from deskpet.config.settings import Settings
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Card, Form, Widget


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


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.web.ui import CARD

    return (CARD,)


def _connect(page: "Widget", host: "Host", _running: object) -> None:
    from deskpet.features.web.ui import SearchKeyController

    SearchKeyController(page, host)


WEB = Feature(
    name="web",
    tools=_tools,
    dependencies=_dependencies,
    window_dependencies=_window_dependencies,
    page_extensions=(PageExtension("web", "sources", _cards, _connect),),
)
