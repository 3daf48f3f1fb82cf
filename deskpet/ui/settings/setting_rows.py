"""The ways in which a card of its own adds rows of settings."""

from typing import Protocol

from deskpet.ui.widgets.form import FormCard, FormRow


class AddRow(Protocol):
    """Adds a row for a setting to a card."""

    def __call__(self, card: FormCard, section: str, key: str, row: FormRow) -> None: ...


class AddField(Protocol):
    """Adds the row that is generated from a setting to a card."""

    def __call__(self, card: FormCard, section: str, key: str, example: str = "") -> None: ...
