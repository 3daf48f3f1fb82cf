"""Declares the second character: what invites her, and her card on the page of the characters."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, PageExtension, StartPhase

if TYPE_CHECKING:
    from deskpet.features.guest.controller import GuestController
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> "GuestController":
    from deskpet.features.guest.controller import GuestController

    return GuestController(host)


def _page() -> "PageContent":
    from deskpet.features.guest.ui.card import PAGE

    return PAGE


GUEST = Feature(
    name="guest",
    start=_start,
    phase=StartPhase.STORE_OPEN,
    page_extensions=(PageExtension("guest", "character", _page),),
    readme_section="another-character",
)
