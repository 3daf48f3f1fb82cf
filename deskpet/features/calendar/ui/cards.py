"""The card of the settings that has the calendars."""

from deskpet.features.calendar.ui.row import CalendarsRow
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets.form import FormCard, help_of, title_of


def cards(form: Form) -> tuple[FormCard]:
    """Return the cards that are added to the page of tools."""
    field = field_of("tools", "calendars")
    card = FormCard("calendar", title_of(field), tr("Which calendars she may look into. She can't change them."))
    row = CalendarsRow(form.setter("tools", "calendars", at_once=True), help_of(field))
    form.add_row(card, "tools", "calendars", row)
    return (card,)
