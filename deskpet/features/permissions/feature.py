"""Declares the page of tools: which may run, what was allowed always, the folders for files, and the calls that ran."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, PageExtension
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Form, Widget


def _tools_cards(_form: "Form") -> "Iterable[Widget]":
    from deskpet.features.permissions.ui import cards

    return cards.tools_cards()


def _folders_cards(form: "Form") -> "Iterable[Widget]":
    from deskpet.features.permissions.ui import cards

    return cards.folders_cards(form)


def _rules_cards(_form: "Form") -> "Iterable[Widget]":
    from deskpet.features.permissions.ui import cards

    return cards.rules_cards()


def _journal_cards(_form: "Form") -> "Iterable[Widget]":
    from deskpet.features.permissions.ui import cards

    return cards.journal_cards()


def _connect(page: "Widget", host: "Host", _running: None) -> None:
    from deskpet.features.permissions.ui import page_controllers

    page_controllers.connect(page, host)


PERMISSIONS = Feature(
    name="permissions",
    pages=(Page("tools", "tool", tr_noop("Tools"), _tools_cards, _connect),),
    # Apart from the page, because cards of other features stand between them.
    page_extensions=(
        PageExtension("folders", "tools", _folders_cards),
        PageExtension("rules", "tools", _rules_cards),
        PageExtension("journal", "tools", _journal_cards),
    ),
)
