"""The card of the calendars that the calendar tool may read: files and addresses."""

from collections.abc import Callable
from pathlib import Path, PurePath
from urllib.parse import urlsplit

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton

from deskpet.config.settings import CALENDAR_FORM, MAX_CALENDARS, is_calendar_place
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.places_row import PlaceLine, PlacesRow
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.form import FormCard, help_of, title_of
from deskpet.ui.widgets.popup_menu import install_field_menu

_EXAMPLE = "https://example.org/calendar.ics"


class CalendarsRow(PlacesRow):
    """Edits the list of calendars: files are chosen in a dialog, addresses are typed."""

    def __init__(self, changed: Callable[[tuple[str, ...]], None], help_text: str) -> None:
        super().__init__(changed)
        self.address = QLineEdit()
        install_field_menu(self.address)
        self.address.setPlaceholderText(_EXAMPLE)
        self.address.setAccessibleName(tr("Address of a calendar"))
        self.address.setAccessibleDescription(help_text)
        self.address.returnPressed.connect(self._add_address)
        self.address.textEdited.connect(lambda: self.show_error(""))
        self.add_address = QPushButton(tr("Add the address"))
        self.add_file = QPushButton(tr("Add a file…"))
        self.add_address.clicked.connect(self._add_address)
        self.add_file.clicked.connect(self._pick_file)
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        line.addWidget(self.address, 1)
        for button, name in ((self.add_address, "add_calendar_address"), (self.add_file, "add_calendar_file")):
            button.setObjectName(name)
            button.setAccessibleName(button.text())
            line.addWidget(button)
        self.column.addSpacing(theme.S1)
        self.column.addLayout(line)
        self.end(help_text)

    def line_of(self, place: str) -> PlaceLine:
        is_address = "://" in place
        title = urlsplit(place).hostname or place if is_address else PurePath(place).stem
        line = PlaceLine(place, title)
        self.add_remove_button(
            line, place, "remove_calendar", tr("Take the calendar away from her: {name}", name=title)
        )
        return line

    def _add_address(self) -> None:
        if place := self.address.text().strip():
            self._add(place)

    def _add(self, place: str) -> None:
        if not is_calendar_place(place):
            self.show_error(tr(CALENDAR_FORM))
        elif len(self.places) >= MAX_CALENDARS:
            self.show_error(tr("She can read {n} calendars. Remove one first.", n=MAX_CALENDARS))
        else:
            self.address.clear()
            self.change((*dict.fromkeys((*self.places, place)),))

    def _pick_file(self) -> None:
        where = file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self, tr("Choose a calendar"), where, tr("Calendars (*.ics)"))
        dialog.setObjectName("pick_calendar")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self._add(str(Path(path))))
        dialog.open()


def cards(form: Form) -> tuple[FormCard]:
    """Return the cards that are added to the page of tools."""
    field = field_of("tools", "calendars")
    card = FormCard("calendar", title_of(field), tr("Which calendars she may look into. She can't change them."))
    row = CalendarsRow(form.setter("tools", "calendars", at_once=True), help_of(field))
    form.add_row(card, "tools", "calendars", row)
    return (card,)
