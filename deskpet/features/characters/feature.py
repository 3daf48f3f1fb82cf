"""Declares the gallery of Live2D models, and the page of the one on the desktop."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.characters.controller import CharacterController

    return CharacterController(host)


def _page() -> "PageContent":
    from deskpet.features.characters.ui.page import PAGE

    return PAGE


CHARACTERS = Feature(
    name="characters",
    start=_start,
    pages=(Page("character", "smile", tr_noop("Character"), _page),),
    readme_section="characters",
)
