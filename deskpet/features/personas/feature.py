"""Declares the menu and the page of personas. Who speaks is decided by the settings, also where there is no window."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.personas.controller import PersonaController

    return PersonaController(host)


def _page() -> "PageContent":
    from deskpet.features.personas.ui.page_controller import PAGE

    return PAGE


PERSONAS = Feature(
    name="personas",
    start=_start,
    pages=(Page("persona", "persona", tr_noop("Persona"), _page),),
    readme_section="the-character-on-the-desktop",
)
