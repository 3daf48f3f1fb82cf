"""Declares the reminders and timers. They are always on: the policies of their tools decide."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.chat.tool import Tool
    from deskpet.features.host import Host
    from deskpet.features.reminders.controller import RemindersController
    from deskpet.ui.settings.page import Card, Form, Widget


FILE = "reminders.json"


def _start(host: "Host") -> "RemindersController":
    from deskpet.features.reminders.controller import RemindersController

    return RemindersController(host)


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.reminders.tools import REMINDER_TOOLS

    return REMINDER_TOOLS


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.reminders.ui.page import CARDS

    return CARDS


def _connect(page: "Widget", _host: "Host", running: "RemindersController") -> None:
    from deskpet.features.reminders.ui.page import RemindersPage
    from deskpet.ui.settings.page_controller import part_of

    part_of(page, RemindersPage).serve(running.reminders)


REMINDERS = Feature(
    name="reminders",
    start=_start,
    tools=_tools,
    pages=(Page("reminders", "bell", tr_noop("Reminders"), _cards, _connect),),
    files=(FILE,),
    readme_section="reminders",
)
