"""The card of the settings that has the plugins."""

from deskpet.features.plugins.ui.page import PluginsPage
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


def cards(_form: Form) -> tuple[FormCard]:
    """Return the cards that are added to the page of tools."""
    card = FormCard("code", tr("Plugins"), tr("Tools that you write yourself, as Python files."))
    card.add(PluginsPage())
    return (card,)
