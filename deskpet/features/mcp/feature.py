"""Declares the MCP servers: programs of others that bring tools."""

from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.features.feature import Feature, PageExtension, RunningFeature, StartPhase

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.mcp.controller import McpController

    return McpController(host.tools, host.chat.warn)


def _page() -> "PageContent":
    from deskpet.features.mcp.ui import PAGE

    return PAGE


MCP = Feature(
    name="mcp",
    is_on=lambda settings: paths.exists(paths.data_folder() / "mcp.json"),
    start=_start,
    phase=StartPhase.STORE_OPEN,
    starts_with_pages=True,
    page_extensions=(PageExtension("mcp", "programs", _page),),
)
