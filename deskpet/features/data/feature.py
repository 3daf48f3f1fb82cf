"""Declares the page of what is kept: where it is and how large, and its export and erasure."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deskpet.features.host import Host
    from deskpet.ui.settings.page import Form, Widget


def _cards(_form: "Form") -> "Iterable[Widget]":
    from deskpet.features.data.ui import DataPage

    return (DataPage(),)


def _connect(page: "Widget", host: "Host", _running: object) -> None:
    from deskpet.features.data.ui import DataPageController

    DataPageController(page, host)


DATA = Feature(
    name="data", pages=(Page("data", "folder", tr_noop("Data"), _cards, _connect),), readme_section="settings"
)
