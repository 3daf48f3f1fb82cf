"""Declares the reminders and timers. They are always on: the policies of their tools decide."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from deskpet.chat.tool import Tool
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


FILE = "reminders.json"


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.reminders.controller import RemindersController

    return RemindersController(host)


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.reminders.tools import REMINDER_TOOLS

    return REMINDER_TOOLS


def _page() -> "PageContent":
    from deskpet.features.reminders.ui.page import PAGE

    return PAGE


REMINDERS = Feature(
    name="reminders",
    start=_start,
    tools=_tools,
    pages=(Page("reminders", "bell", tr_noop("Reminders"), _page),),
    files=(FILE,),
    readme_section="reminders",
)
