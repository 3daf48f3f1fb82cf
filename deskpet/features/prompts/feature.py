"""Declares the user's prompts: their page, and the list of them that `/` opens in the chat."""

from typing import TYPE_CHECKING, Any

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.features.prompts.controller import PromptsController
    from deskpet.ui.settings.page import Card, Form, Widget


def _start(host: "Host") -> "PromptsController":
    from deskpet.features.prompts.controller import PromptsController

    return PromptsController(host)


def _cards(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.prompts.ui.page import CARDS

    return CARDS


def _connect(page: "Widget", host: "Host", _running: Any) -> None:
    from deskpet.features.prompts.ui.page import PromptsPage
    from deskpet.ui.settings.page_controller import part_of

    part_of(page, PromptsPage).serve(host.prompts)


PROMPTS = Feature(
    name="prompts",
    start=_start,
    pages=(Page("prompts", "quote", tr_noop("Prompts"), _cards, _connect),),
    files=("prompts.json",),
    readme_section="chat-and-documents",
)
