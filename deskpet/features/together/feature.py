"""Declares the time with her: the days together, her mood and the diary that follow from them."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, RunningFeature, StartPhase
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    import sqlite3

    from deskpet.config.settings import Settings
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import PageContent


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.together.controller import TogetherController

    return TogetherController(host)


def _page() -> "PageContent":
    from deskpet.features.together.ui import PAGE

    return PAGE


def _terminal_line(database: "sqlite3.Connection", settings: "Settings") -> str:
    from datetime import datetime

    from deskpet.features.together import time_together

    return time_together.read(database, settings.persona.chosen, datetime.now().astimezone().date()).prompt_line


TOGETHER = Feature(
    name="together",
    is_on=lambda settings: settings.together.enabled,
    start=_start,
    phase=StartPhase.STORE_OPEN,
    pages=(Page("together", "wave", tr_noop("Together"), _page),),
    terminal_line=_terminal_line,
    readme_section="mood-and-diary",
)
