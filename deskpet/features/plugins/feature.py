"""Declares the plugins: Python files of the user that bring tools."""

from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.features.feature import Feature, PageExtension, RunningFeature, StartPhase

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.plugins.controller import PluginsController

    return PluginsController(host.tools, host.chat.warn)


def _page() -> "PageContent":
    from deskpet.features.plugins.ui import PAGE

    return PAGE


PLUGINS = Feature(
    name="plugins",
    is_on=lambda settings: paths.is_folder(paths.tools_folder()),
    start=_start,
    phase=StartPhase.STORE_OPEN,
    starts_with_pages=True,
    page_extensions=(PageExtension("plugins", "programs", _page),),
)
