"""Declare the parts of a page of the settings window, for features that bring one. Imports no Qt."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QWidget

    from deskpet.config.settings import Settings
    from deskpet.config.settings_file import SettingKey
    from deskpet.ui.widgets.form import FormCard, FormRow

    Widget = QWidget

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


class RowContainer(Protocol):
    """A widget that stacks form rows vertically."""

    def add(self, widget: "QWidget") -> None: ...


class Form(Protocol):
    """The form to which a page adds its rows."""

    @property
    def settings(self) -> "Settings":
        """The current settings, with the last valid changes."""
        ...

    def when_closed(self, act: Callable[[], object]) -> None:
        """Call `act` when the form is closed."""
        ...

    def card(self, card: Card) -> "FormCard":
        """Return a new card with its rows."""
        ...

    def add_field(self, card: RowContainer, section: str, field: str | Field) -> None:
        """Add the row of a setting, given by its key or with more about the row."""
        ...

    def add_row(self, card: RowContainer, section: str, key: str, row: "FormRow") -> None:
        """Add a row of one's own for a setting."""
        ...

    def setter(self, section: str, key: str, *, at_once: bool = False) -> Callable[[Any], None]:
        """Return a function that validates and applies a value of a setting, a moment later unless `at_once`."""
        ...

    def change(self, values: "Mapping[SettingKey, Any]") -> None:
        """Apply validated values."""
        ...

    def show_settings(self, settings: "Settings") -> None:
        """Show these settings in all rows, and drop pending edits."""
        ...

    def settle(self) -> None:
        """Apply pending edits at once."""
        ...

    def typing_timer(self, apply: Callable[[], object]) -> "QTimer":
        """Return a timer to start after each typed letter: it calls `apply` a moment later, or when the form closes."""
        ...

    def follow(self, show: "Callable[[Settings], object]") -> None:
        """Call `show` with the settings when they have changed, and when the page is first shown."""
        ...


class ExtensionSource(Protocol):
    """Cards that a feature adds to a page of another: their name, the page's, and the cards."""

    @property
    def name(self) -> str: ...
    @property
    def page(self) -> str: ...
    @property
    def cards(self) -> Cards: ...


class PageSource(Protocol):
    """A page that a feature brings: its name, icon, title in English, and its cards."""

    @property
    def name(self) -> str: ...
    @property
    def icon(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def cards(self) -> Cards: ...
