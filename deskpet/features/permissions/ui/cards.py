"""The cards of the page of tools."""

from deskpet.features.permissions.ui.folders_row import FoldersRow
from deskpet.features.permissions.ui.journal_page import JournalPage
from deskpet.features.permissions.ui.rules_page import RulesPage
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets.form import FormCard, title_of


def tools_cards() -> tuple[FormCard]:
    """Return the card with the policy of each tool."""
    field = field_of("tools", "policies")
    help_text = tr("What the model may do: by itself, when you allow it each time, or not.")
    return (FormCard("tool", title_of(field), help_text, ToolsPage()),)


def folders_cards(form: Form) -> tuple[FormCard]:
    """Return the card with the folders that file tools may use."""
    field = field_of("tools", "folders")
    card = FormCard("folder", title_of(field), tr("Where she may look at files. Before she changes one, you see it."))
    form.add_row(card, "tools", "folders", FoldersRow(form.setter("tools", "folders", at_once=True)))
    return (card,)


def rules_cards() -> tuple[FormCard]:
    """Return the card with the calls that the user has allowed always."""
    help_text = tr("These calls run without a question, until you take it back.")
    return (FormCard("check", tr("What you allowed"), help_text, RulesPage()),)


def journal_cards() -> tuple[FormCard]:
    """Return the card with the calls that ran."""
    help_text = tr("The calls of the last 90 days. What you delete in the chat loses its details here too.")
    return (FormCard("clock", tr("What ran"), help_text, JournalPage()),)
