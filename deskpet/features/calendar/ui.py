"""The card of the calendars that the calendar tool may read: files and addresses."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

from pydantic.fields import FieldInfo

from deskpet.config.settings import CALENDAR_FORM, MAX_CALENDARS, is_calendar_place
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.record_list import ListRecord, PlacesRow
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.fields import line_edit
from deskpet.ui.widgets.form import help_of, line_of

_EXAMPLE = "https://example.org/calendar.ics"


class CalendarsRow(PlacesRow):
    """Edits the list of calendars: files are chosen in a dialog, addresses are typed."""

    def __init__(self, field: FieldInfo, changed: Callable[[tuple[str, ...]], Any]) -> None:
        super().__init__(changed)
        help_text = help_of(field)
        self.address = line_edit("", tr("Address of a calendar"), _EXAMPLE)
        self.address.setAccessibleDescription(help_text)
        self.address.returnPressed.connect(self._add_address)
        self.address.textEdited.connect(lambda: self.show_error(""))
        self.add_address = plain_button(tr("Add the address"), "add_calendar_address", "")
        self.add_file = plain_button(tr("Add a file…"), "add_calendar_file", "")
        self.add_address.clicked.connect(self._add_address)
        self.add_file.clicked.connect(self._pick_file)
        self.column.addSpacing(theme.S1)
        self.column.addLayout(line_of(theme.S2, (self.address, 1), self.add_address, self.add_file))
        self.end(help_text)

    def record_of(self, place: str) -> ListRecord:
        title = urlsplit(place).hostname or place if "://" in place else PurePath(place).stem
        label = tr("Take the calendar away from her: {name}", name=title)
        remove = self.remove(place, "remove_calendar", label)
        return ListRecord(place, f"{title}, {place}", (("place_title", title),), (remove,), path=place)

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
        title, kinds = tr("Choose a calendar"), tr("Calendars (*.ics)")
        file_dialogs.open_file(self, title, kinds, lambda file: self._add(str(file)), name="pick_calendar")


CARD = Card(
    "calendar",
    tr_noop("Calendars"),
    tr_noop("Which calendars she may look into. She can't change them."),
    "tools",
    (Field("calendars", row=CalendarsRow),),
)
PAGE = PageContent((CARD,))
