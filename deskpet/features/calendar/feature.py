"""Declares the calendar: the events of the user's calendars."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, PageExtension

if TYPE_CHECKING:
    from deskpet.chat.tool import Tool
    from deskpet.config.keys import KeyStore
    from deskpet.config.settings import Settings
    from deskpet.ui.settings.page import PageContent


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.calendar.tools import CALENDAR_TOOLS

    return CALENDAR_TOOLS


def _dependencies(settings: "Settings", _keys: "KeyStore") -> dict[str, object]:
    from deskpet.features.calendar.sources import Calendars

    return {"calendars": Calendars.of(settings.tools.calendars)}


def _page() -> "PageContent":
    from deskpet.features.calendar.ui import PAGE

    return PAGE


CALENDAR = Feature(
    name="calendar",
    tools=_tools,
    dependencies=_dependencies,
    page_extensions=(PageExtension("calendar", "sources", _page),),
)
