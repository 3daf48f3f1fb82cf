"""Declares the page about the program: its versions, licences, and present use of processor and memory."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Form, Widget


def _cards(_form: "Form") -> "Iterable[Widget]":
    from deskpet.features.about.ui import AboutPage

    return (AboutPage(),)


def _connect(page: "Widget", host: "Host", _running: object) -> None:
    from deskpet.features.about.ui import AboutPage

    about = page.findChild(AboutPage)
    assert about
    # Qt ends the connection with the page.
    host.character.window.frameSwapped.connect(about.cost.count_frame)


ABOUT = Feature(
    name="about", pages=(Page("about", "info", tr_noop("About"), _cards, _connect),), readme_section="settings"
)
