"""Declares the page of tools: which may run, what was allowed always, the folders for files, and the calls that ran."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
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


def _calls(_form: "Form") -> "Iterable[Card]":
    from deskpet.features.permissions.ui import page

    return page.RULES, page.JOURNAL


def _connect_tools(page: "Widget", host: "Host", _running: None) -> None:
    from deskpet.features.permissions.ui.page import connect_tools

    connect_tools(page, host)


def _connect_calls(page: "Widget", host: "Host", _running: None) -> None:
    from deskpet.features.permissions.ui.page import connect_calls

    connect_calls(page, host)


PERMISSIONS = Feature(
    name="permissions",
    pages=(
        Page("tools", "tool", tr_noop("Tools"), _tools, _connect_tools),
        Page("sources", "folder", tr_noop("Files and web"), _folders),
        Page("programs", "computer", tr_noop("Servers and plugins"), ()),
        Page("calls", "clock", tr_noop("Calls"), _calls, _connect_calls),
    ),
)
