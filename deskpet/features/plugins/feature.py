"""Declares the plugins: Python files of the user that bring tools."""

from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.features.feature import Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.features.plugins.controller import PluginsController
    from deskpet.ui.settings.page import Card, Form, Widget


def _start(host: "Host") -> "PluginsController":
    from deskpet.features.plugins.controller import PluginsController

    return PluginsController(host.tools, host.chat.warn)


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.plugins.ui import CARD

    return (CARD,)


def _connect(page: "Widget", _host: "Host", running: "PluginsController") -> None:
    from deskpet.features.plugins.ui import PluginsPage
    from deskpet.ui.settings.page_controller import part_of

    part_of(page, PluginsPage).serve(running.plugins, running.scan)


PLUGINS = Feature(
    name="plugins",
    is_on=lambda settings: paths.is_folder(paths.tools_folder()),
    start=_start,
    phase=StartPhase.STORE_OPEN,
    starts_with_pages=True,
    page_extensions=(PageExtension("plugins", "programs", _cards, _connect),),
)
