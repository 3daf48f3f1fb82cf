"""Form row of an API key."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QLineEdit

from deskpet.config.keys import KeyPlace
from deskpet.llm.catalog import KeyRequirement, Preset
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets.fields import line_edit
from deskpet.ui.widgets.form import FormRow, line_of, text_label
from deskpet.ui.widgets.icons import IconButton

_PLACES = {
    KeyPlace.NONE: ("", tr_noop("A key typed here goes into the system's keyring, never into a file.")),
    KeyPlace.ENVIRONMENT: (
        tr_noop("The key is in the variable {variable}"),
        tr_noop("Read from the environment. A key typed here is used only without that variable."),
    ),
    KeyPlace.KEYRING: (
        tr_noop("A key is kept for this server"),
        tr_noop("Kept in the system's keyring, never in a file."),
    ),
    KeyPlace.MEMORY: (
        tr_noop("A key is used until the program ends"),
        tr_noop("It is being stored in the system's keyring."),
    ),
}
"""What stands in the empty field, and below it, by the place of the key."""


class KeyRow(FormRow):
    """Edits the API key. A stored key stays where it is and is never shown here."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__(tr("API key"))
        self._place, self._variable = KeyPlace.NONE, ""
        self._is_needed = self._is_optional = False
        self.edit = line_edit("api_key", tr("API key"))
        self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.edit.textEdited.connect(changed)
        self._eye = IconButton("eye", tr("Show the key"), size=28)
        self._eye.clicked.connect(self._toggle_echo)
        self.column.addLayout(line_of(6, (self.edit, 1), self._eye))
        self._trouble = text_label("", "field_warning")
        self._trouble.setAccessibleName(tr("Warning"))
        self._trouble.hide()
        self.column.addWidget(self._trouble)
        self._storage_note = text_label("", "field_help")
        self.column.addWidget(self._storage_note)
        self.end()
        self._update_hints()

    def show_place(self, place: KeyPlace, variable: str, error: str = "") -> None:
        """Show where this endpoint's key is.

        variable: name of the environment variable that is read before the keyring.
        error: why the keyring can't be read or written.
        """
        self._place, self._variable = place, variable
        unstored = tr("Used until the program ends; it could not be kept. {why}", why=error)
        self._trouble.setText(unstored if error and place is KeyPlace.MEMORY else error)
        self._update_hints()

    def show_requirement(self, preset: Preset | None, base_url: str) -> None:
        """Show whether the provider needs a key. A server without https, on the local network, needs none."""
        self.show_needed(preset is not None and preset.key is KeyRequirement.NEEDED)
        is_near = preset is None and not base_url.startswith("https:")
        self._is_optional = is_near or (preset is not None and preset.key is KeyRequirement.OPTIONAL)
        self._update_hints()

    def show_needed(self, needed: bool) -> None:
        """Show whether requests without a key are refused."""
        self._is_needed = needed
        self._update_hints()

    def _update_hints(self) -> None:
        hint = tr("This provider wants a key" if self._is_needed else "Not every server needs one")
        placeholder, note = _PLACES[self._place]
        self.edit.setPlaceholderText(tr(placeholder, variable=self._variable) if placeholder else hint)
        self._storage_note.setText(tr(note))
        # A keyring error does not matter if the key is optional.
        is_shown = bool(self._trouble.text()) and (self._place is not KeyPlace.NONE or not self._is_optional)
        self._trouble.setVisible(is_shown)
        self._storage_note.setVisible(not is_shown)

    def _toggle_echo(self) -> None:
        hidden = self.edit.echoMode() == QLineEdit.EchoMode.Password
        self.edit.setEchoMode(QLineEdit.EchoMode.Normal if hidden else QLineEdit.EchoMode.Password)
        self._eye.set_icon("eye-off" if hidden else "eye", tr("Hide the key" if hidden else "Show the key"))

    def show_value(self, value: Any) -> None:
        self.edit.clear()
