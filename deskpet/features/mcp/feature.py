"""Declares the MCP servers: programs of others that bring tools."""

from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.features.feature import Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.features.mcp.controller import McpController
    from deskpet.ui.settings.page import Card, Form, Widget


def _start(host: "Host") -> "McpController":
    from deskpet.features.mcp.controller import McpController

    return McpController(host.tools, host.chat.warn)


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.mcp.ui import CARD

    return (CARD,)


def _connect(page: "Widget", _host: "Host", running: "McpController") -> None:
    from deskpet.features.mcp.ui import McpPage
    from deskpet.ui.settings.page_controller import part_of

    part_of(page, McpPage).serve(running.servers, running.secrets)


MCP = Feature(
    name="mcp",
    is_on=lambda settings: paths.exists(paths.data_folder() / "mcp.json"),
    start=_start,
    phase=StartPhase.STORE_OPEN,
    starts_with_pages=True,
    page_extensions=(PageExtension("mcp", "programs", _cards, _connect),),
)
