"""Declares the page of personas. Who speaks is decided by the settings, also where there is no window."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Card, Form, Widget


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.personas.ui.page import CARDS

    return CARDS


def _connect(page: "Widget", host: "Host", _running: None) -> None:
    from deskpet.features.personas.ui.page_controller import PersonaPageController

    PersonaPageController(page, host.settings, host.personas, host.store)


PERSONAS = Feature(
    name="personas",
    pages=(Page("persona", "persona", tr_noop("Persona"), _cards, _connect),),
    readme_section="the-character-on-the-desktop",
)
