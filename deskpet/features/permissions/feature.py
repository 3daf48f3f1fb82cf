"""Declares the page of tools: which may run, what was allowed always, the folders for files, and the calls that ran."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page, PageExtension
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Card, Form, Widget


def _tools(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.permissions.ui import page

    return (page.TOOLS,)


def _folders(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.permissions.ui import page

    return (page.FOLDERS,)


def _rules(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.permissions.ui import page

    return (page.RULES,)


def _journal(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.permissions.ui import page

    return (page.JOURNAL,)


def _connect(page: "Widget", host: "Host", _running: None) -> None:
    from deskpet.features.permissions.ui.page import connect

    connect(page, host)


PERMISSIONS = Feature(
    name="permissions",
    pages=(Page("tools", "tool", tr_noop("Tools"), _tools, _connect),),
    # Apart from the page, because cards of other features stand between them.
    page_extensions=(
        PageExtension("folders", "tools", _folders),
        PageExtension("rules", "tools", _rules),
        PageExtension("journal", "tools", _journal),
    ),
)
