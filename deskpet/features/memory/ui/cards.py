"""The cards of the settings page: how much she remembers, which servers may see it, and the list of it."""

from deskpet.features.memory.access import memory_decision
from deskpet.features.memory.ui.page import MemoryPage
from deskpet.features.memory.ui.rows import MemoryLevelRow, MemoryServersRow
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    return _level_card(form), _memories_card()


def _level_card(form: Form) -> FormCard:
    help_text = tr("What she remembers of you from one conversation to the next. It is kept on this computer.")
    card = FormCard("note", tr("How much she remembers"), help_text)
    form.add_row(card, "memory", "remember", MemoryLevelRow(form.setter("memory", "remember", at_once=True)))
    form.add_field(card, "memory", "paused")
    servers = MemoryServersRow()
    servers.decided.connect(
        lambda address, may_see: form.change(memory_decision(form.settings, address, may_see=may_see))
    )
    form.follow(servers.show_settings)
    card.add(servers)
    form.add_field(card, "memory", "max_tokens")
    return card


def _memories_card() -> FormCard:
    card = FormCard("eye", tr("What she remembers"), tr("All of it: read it, correct it, or take it back."))
    card.add(MemoryPage())
    return card
