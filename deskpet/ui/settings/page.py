"""Declare the parts of a page of the settings window, for features that bring one. Imports no Qt."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo
    from PySide6.QtWidgets import QWidget

    from deskpet.config.settings import Settings
    from deskpet.ui.settings.settings_form import SettingsForm
    from deskpet.ui.widgets.form import FormRow

    Form = SettingsForm
    Widget = QWidget
    # What is known of features is above this package.
    Connect = Callable[[QWidget, Any, Any], object]

Condition: TypeAlias = "Callable[[Settings], bool]"
"""Returns whether a row is shown with these settings."""


@dataclass(frozen=True, slots=True)
class Field:
    """A row of a setting. example: placeholder of a text field. shown_if: the row is hidden while that is false.

    row: creates the row from the field of the settings model and what applies a value; without it the row is generated.
    """

    key: str
    example: str = ""
    shown_if: "Condition | None" = None
    row: "Callable[[FieldInfo, Callable[[Any], None]], FormRow] | None" = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card of rows.

    icon: the name of its picture. title, help: in English. section: that of the settings in which the keys are.
    fields: from top to bottom the keys of settings, their fields, and what creates other widgets of the form.
    """

    icon: str
    title: str
    help: str
    section: str = ""
    fields: "tuple[str | Field | Callable[[Form], QWidget], ...]" = ()


Cards: TypeAlias = "tuple[Card, ...] | Callable[[Form], Iterable[Card | QWidget]]"
"""The cards of a page, or what returns them for a form."""


@dataclass(frozen=True, slots=True)
class PageContent:
    """What stands on a page of the settings window, or in a place of it.

    cards: its cards, or what returns them. connect: makes the page of a running program work; gets the page, the host,
    and the feature as it was started, None while it was not.
    """

    cards: Cards = ()
    connect: "Connect" = lambda page, host, running: None


class RowContainer(Protocol):
    """A widget that stacks form rows vertically."""

    def add(self, widget: "QWidget") -> None: ...


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the settings window.

    name: the name by which other parts open it. icon: the name of its picture. title: in English.
    content: imports what it shows, when it is first shown.
    """

    name: str
    icon: str
    title: str
    content: Callable[[], PageContent]


@dataclass(frozen=True, slots=True)
class PageExtension:
    """Cards in a page of the settings window that is another's, or that have a place apart on one's own.

    name: what `deskpet.ui.settings.window` knows their place by. page: the name of the page.
    content: as that of a Page; it connects the whole page.
    """

    name: str
    page: str
    content: Callable[[], PageContent]
