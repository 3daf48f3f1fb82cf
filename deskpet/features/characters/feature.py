"""Declares the gallery of Live2D models, and the page of the one on the desktop."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.characters.controller import CharacterController
    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Card, Form, Widget


def _start(host: "Host") -> "CharacterController":
    from deskpet.features.characters.controller import CharacterController

    return CharacterController(host)


def _cards(_form: "Form") -> "Iterable[Card | Widget]":
    from deskpet.features.characters.ui import page

    return page.cards()


def _connect(page: "Widget", host: "Host", characters: "CharacterController") -> None:
    from deskpet.features.characters.ui.gallery import Gallery
    from deskpet.features.characters.ui.page import ModelPageController
    from deskpet.ui.settings.page_controller import part_of

    characters.connect_page(part_of(page, Gallery))
    ModelPageController(page, host, characters.show_message)


CHARACTERS = Feature(
    name="characters",
    start=_start,
    pages=(Page("character", "smile", tr_noop("Character"), _cards, _connect),),
    readme_section="characters",
)
