"""Declares walking about the desktop: when it is on, its tool, its card, and the file that it keeps."""

from typing import TYPE_CHECKING

from deskpet.config.choices import RoamingLevel
from deskpet.features.feature import Feature, PageExtension, StartPhase
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.chat.tool import Tool
    from deskpet.features.host import Host
    from deskpet.features.roaming.controller import RoamingController
    from deskpet.ui.settings.page import PageContent

# As in `fences`, which is imported with the feature only.
_FILE = "fences.json"


def _start(host: "Host") -> "RoamingController":
    from deskpet.config import paths
    from deskpet.features.roaming.controller import RoamingController

    return RoamingController(host, host.character.presence, paths.data_folder() / _FILE)


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.roaming.tools import ROAMING_TOOLS

    return ROAMING_TOOLS


def _page() -> "PageContent":
    from deskpet.features.roaming.ui.card import PAGE

    return PAGE


ROAMING = Feature(
    name="roaming",
    is_on=lambda settings: settings.roaming.level is not RoamingLevel.OFF,
    start=_start,
    off=tr_noop("She does not walk about: turn it on in the settings of the character."),
    tools=_tools,
    why_not=lambda running: running.problem,
    phase=StartPhase.SETTLED,
    page_extensions=(PageExtension("roaming", "character", _page),),
    files=(_FILE,),
    readme_section="the-character-on-the-desktop",
    starts_with_pages=True,
    is_beside=True,
)
