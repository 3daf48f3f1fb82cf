"""The cards of the settings page: the coding agents, and when they need the user."""

from deskpet.features.agents.ui.page import AgentsPage
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    return _agents_card(), _requests_card(form)


def _agents_card() -> FormCard:
    help_text = tr("The coding agents that work for you in a terminal. Their hooks tell her what they do.")
    card = FormCard("computer", tr("Coding agents"), help_text)
    card.add(AgentsPage())
    return card


def _requests_card(form: Form) -> FormCard:
    card = FormCard("ask", tr("When they need you"), tr("She never takes the keyboard away from what you type."))
    form.add_field(card, "agents", "answer_requests")
    form.add_field(card, "agents", "quiet_hours", example="22:00-07:00")
    return card
