"""The card of the settings: who stands beside the first character, and how long both talk."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from deskpet.pet.library import Library, LibraryEntry
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import part_of
from deskpet.ui.widgets.buttons import MenuButton
from deskpet.ui.widgets.form import FormRow, help_of, title_of

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from deskpet.features.host import Host


class _ListRow(FormRow):
    """A choice from a menu that is filled when it opens. choices: returns the names by their values."""

    at_once = True

    def __init__(self, field: "FieldInfo", changed: Callable[[str], None]) -> None:
        super().__init__(title_of(field))
        self._changed = changed
        self.choices: Callable[[], Mapping[str, str]] = dict
        self.button = MenuButton(title_of(field))
        self.button.setAccessibleDescription(help_of(field))
        # Before the menu opens.
        self.button.pressed.connect(self._fill)
        self.column.addWidget(self.button)
        self.end(help_of(field))

    def show_value(self, value: Any) -> None:
        self.button.setText(self.choices().get(str(value)) or str(value))

    def _fill(self) -> None:
        menu = self.button.menu_below
        menu.clear()
        for value, name in self.choices().items():
            menu.addAction(name, lambda value=value: self._choose(value))

    def _choose(self, value: str) -> None:
        self.show_value(value)
        self._changed(value)


class GuestModelRow(_ListRow):
    """The model of the second character, among those of the gallery."""

    def __init__(self, field: "FieldInfo", changed: Callable[[str], None]) -> None:
        super().__init__(field, changed)
        self.choices = lambda: {each.choice: _name_of(each) for each in Library().all()}


class GuestPersonaRow(_ListRow):
    """Who speaks with her body."""

    def __init__(self, field: "FieldInfo", changed: Callable[[str], None]) -> None:
        super().__init__(field, changed)
        self.choices = lambda: {"": tr("The character herself")}


def _name_of(model: LibraryEntry) -> str:
    return model.name[:1].upper() + model.name[1:]


def _connect(page: QWidget, host: "Host", _running: object) -> None:
    row, personas = part_of(page, GuestPersonaRow), host.personas.files
    herself = row.choices
    row.choices = lambda: {**herself(), **{each.id: each.name for each in personas.all()}}
    row.show_value(host.settings.now.guest.persona)


PAGE = PageContent(
    (
        Card(
            "persona",
            tr_noop("Another character"),
            tr_noop("She stands beside the first one and has a chat of her own; they can answer one another."),
            section="guest",
            fields=(
                "present",
                Field("folder", row=GuestModelRow),
                Field("persona", row=GuestPersonaRow),
                "answers",
                "tokens",
            ),
        ),
    ),
    _connect,
)
