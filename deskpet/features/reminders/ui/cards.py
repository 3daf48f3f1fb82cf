"""The cards of the settings page: the list of reminders, and how a due one is announced."""

from deskpet.features.reminders.ui.page import RemindersPage
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    return _reminders_card(), _alert_card(form)


def _reminders_card() -> FormCard:
    help_text = tr("What she will tell you. Or say it in the chat: “remind me in 10 minutes to stretch”.")
    card = FormCard("bell", tr("Reminders"), help_text)
    card.add(RemindersPage())
    return card


def _alert_card(form: Form) -> FormCard:
    card = FormCard("clock", tr("When it is time"), tr("She says it in the chat, and more if you like."))
    form.add_field(card, "reminders", "notification")
    form.add_field(card, "reminders", "sound")
    return card
