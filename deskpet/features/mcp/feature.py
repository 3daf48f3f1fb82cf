"""Declares the MCP servers: programs of others that bring tools."""

from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.features.feature import Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.config.settings import Settings
    from deskpet.features.host import Host
    from deskpet.features.mcp.controller import McpController
    from deskpet.ui.settings.page import Card, Form, Widget


def _has_servers(_settings: "Settings") -> bool:
    return paths.exists(paths.data_folder() / "mcp.json")


def _start(host: "Host") -> "McpController":
    from deskpet.features.mcp.controller import McpController

    return McpController(host.tools, host.chat.warn)


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.mcp.ui import CARD

    return (CARD,)


def _connect(page: "Widget", _host: "Host", running: "McpController") -> None:
    from deskpet.features.mcp.ui import McpPageController

    McpPageController(page, running.servers, running.secrets)


MCP = Feature(
    name="mcp",
    is_on=_has_servers,
    start=_start,
    phase=StartPhase.STORE_OPEN,
    starts_with_pages=True,
    page_extensions=(PageExtension("mcp", "programs", _cards, _connect),),
)
