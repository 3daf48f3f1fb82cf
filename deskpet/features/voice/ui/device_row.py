"""A form row that chooses a sound device from a list."""

from collections.abc import Callable, Iterable
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtCore import Signal

from deskpet.translation import tr
from deskpet.ui.widgets.form import FormRow, help_of, title_of
from deskpet.ui.widgets.menu_button import MenuButton


class DeviceRow(FormRow):
    """The chosen device, and a menu of those that are connected. The empty name is that of the system's own choice.

    names_requested: Emitted when the menu opens; `show_names` fills it.
    """

    names_requested = Signal()

    at_once = True

    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__(title_of(field))
        self._changed, self._name = changed, ""
        self._names: tuple[str, ...] = ()
        self.button = MenuButton(title_of(field))
        self.button.setObjectName("device_button")
        self.button.setAccessibleDescription(help_of(field))
        self.menu = self.button.menu_below
        self.button.clicked.connect(self.names_requested)
        self.column.addWidget(self.button)
        self.end(help_of(field))
        self._fill()

    def show_value(self, value: Any) -> None:
        self._name = str(value)
        self.button.setText(self._name or tr("The system's choice"))
        self._fill()

    def show_names(self, names: Iterable[str]) -> None:
        """Offer these devices; the chosen one stays in the list, also when it is not connected."""
        self._names = tuple(dict.fromkeys(names))
        self._fill()

    def _fill(self) -> None:
        self.menu.clear()
        missing = () if self._name in self._names else (self._name,)
        for name in ("", *self._names, *filter(None, missing)):
            self.menu.addAction(name or tr("The system's choice"), lambda name=name: self._choose(name))

    def _choose(self, name: str) -> None:
        self.show_value(name)
        self._changed(name)
