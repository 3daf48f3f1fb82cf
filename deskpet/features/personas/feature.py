"""Declares the page of personas. Who speaks is decided by the settings, also where there is no window."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.features.personas.controller import PersonasController
    from deskpet.ui.settings.page import Form, Widget


def _start(host: "Host") -> "PersonasController":
    from deskpet.features.personas.controller import PersonasController

    return PersonasController(host)


def _cards(form: "Form") -> "Iterable[Widget]":
    from deskpet.features.personas.ui.page import cards

    return cards(form)


def _connect(page: "Widget", _host: "Host", running: "PersonasController") -> None:
    running.connect_page(page)


PERSONAS = Feature(
    name="personas",
    start=_start,
    pages=(Page("persona", "persona", tr_noop("Persona"), _cards, _connect),),
    readme_section="the-character-on-the-desktop",
)
