"""The card on the page of agents: whether agents may call her, and which of them."""

from deskpet.features.callers.ui.page import CallersPage
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the card of a new page."""
    help_text = tr("By the MCP server “deskpet mcp”, an agent can move her, show a few words and ask you something.")
    card = FormCard("wave", tr("Agents that call her"), help_text)
    form.add_field(card, "agents", "mcp_server")
    card.add(CallersPage())
    return (card,)
