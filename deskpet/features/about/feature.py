"""Declares the page about the program: its versions, licences, and present use of processor and memory."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.ui.settings.page import PageContent


def _page() -> "PageContent":
    from deskpet.features.about.ui import PAGE

    return PAGE


ABOUT = Feature(name="about", pages=(Page("about", "info", tr_noop("About"), _page),), readme_section="settings")
