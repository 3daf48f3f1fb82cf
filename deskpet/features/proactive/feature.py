"""Declares speaking first: she begins to speak without being asked."""

from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.config.choices import SpeakingLevel
from deskpet.features.feature import Feature, PageExtension, RunningFeature, StartPhase

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.proactive.controller import ProactiveController

    return ProactiveController(host, host.character.presence, paths.data_folder() / "speaking.json")


def _page() -> "PageContent":
    from deskpet.features.proactive.ui import PAGE

    return PAGE


PROACTIVE = Feature(
    name="proactive",
    is_on=lambda settings: settings.speaking.level is not SpeakingLevel.QUIET,
    start=_start,
    phase=StartPhase.SETTLED,
    page_extensions=(PageExtension("proactive", "together", _page),),
    readme_section="speaking-first",
)
