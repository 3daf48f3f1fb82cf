"""Declares the page of the connection: which model answers, how it uses tools, and how far an answer may go."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.ui.settings.page import PageContent


def _page() -> "PageContent":
    from deskpet.features.connection.controllers.requests import PAGE

    return PAGE


CONNECTION = Feature(
    name="connection",
    pages=(Page("connection", "link", tr_noop("Connection"), _page),),
    readme_section="settings",
)
