"""Declare the parts of a page of the settings window, for features that bring one. Imports no Qt."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QWidget

    from deskpet.config.settings import Settings
    from deskpet.config.settings_file import SettingKey
    from deskpet.ui.widgets.form import FormCard, FormRow

    Widget = QWidget

Condition: TypeAlias = "Callable[[Settings], bool]"
"""Returns whether a row is shown with these settings."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of rows that are generated from the fields of a section of the settings.

    icon: the name of its picture. title, help: in English. fields: the keys.
    examples: placeholders of text fields, by key.
    """

    icon: str
    title: str
    help: str
    section: str
    fields: tuple[str, ...]
    examples: Mapping[str, str] = field(default_factory=dict[str, str])


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

    def card(self, card: Card, *below: "QWidget") -> "FormCard":
        """Return a new card with its rows, and other widgets below them."""
        ...

    def add_field(
        self,
        card: RowContainer,
        section: str,
        key: str,
        example: str = "",
        shown_if: "Condition | None" = None,
    ) -> None:
        """Add a row that is generated from a field of the settings model. It is hidden while `shown_if` is false."""
        ...

    def add_row(
        self,
        card: RowContainer,
        section: str,
        key: str,
        row: "FormRow",
        shown_if: "Condition | None" = None,
    ) -> None:
        """Add a row of one's own for a setting. It is hidden while `shown_if` is false."""
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
    """Cards that a feature adds to a page of another: their name, the page's, and what returns them."""

    @property
    def name(self) -> str: ...
    @property
    def page(self) -> str: ...
    @property
    def cards(self) -> "Callable[[Form], Iterable[QWidget]]": ...


class PageSource(Protocol):
    """A page that a feature brings: its name, icon, title in English, and its cards."""

    @property
    def name(self) -> str: ...
    @property
    def icon(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def cards(self) -> "Callable[[Form], Iterable[QWidget]]": ...
