"""Declares the page of the connection: which model answers, how it uses tools, and how far an answer may go."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Form, Widget


def _cards(form: "Form") -> "Iterable[Widget]":
    from deskpet.features.connection.ui.page import cards

    return cards(form)


def _connect(page: "Widget", host: "Host", _running: object) -> None:
    from deskpet.features.connection.controllers.requests import connect_page

    connect_page(page, host)


CONNECTION = Feature(
    name="connection",
    pages=(Page("connection", "link", tr_noop("Connection"), _cards, _connect),),
    readme_section="settings",
)
