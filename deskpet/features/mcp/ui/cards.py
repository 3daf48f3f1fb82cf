"""The card of the settings that has the MCP servers."""

from deskpet.features.mcp.ui.page import McpPage
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


def cards(_form: Form) -> tuple[FormCard]:
    """Return the cards that are added to the page of tools."""
    card = FormCard("computer", tr("MCP servers"), tr("Tools that other programs bring."))
    card.add(McpPage())
    return (card,)
