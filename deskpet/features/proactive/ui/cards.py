"""The card of the settings: how often she speaks first, the reason for her silence, and the figures of the day."""

from deskpet.translation import join_sentences, tr, tr_plural
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard, FormRow, text_label


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the card for a new page."""
    help_text = tr("She speaks by herself only when you are there, do not type, and can be disturbed.")
    card = FormCard("chat", tr("Speaking first"), help_text)
    form.add_field(card, "speaking", "level")
    form.add_field(card, "speaking", "per_day")
    form.add_field(card, "speaking", "quiet_hours", example="22:00-08:00")
    form.add_field(card, "speaking", "daily_tokens")
    card.add(ProactiveStateRow())
    return (card,)


class ProactiveStateRow(FormRow):
    """The state of this moment; empty while she is Quiet."""

    def __init__(self) -> None:
        super().__init__(tr("Just now"))
        self.text = text_label("", "field_help")
        self.column.addWidget(self.text)
        self.end()
        self.hide()

    def show_state(self, reason: str, spoken: int, tokens: int) -> None:
        """Show why she would be silent or may speak, as a sentence, how often she has spoken today, and the tokens."""
        times = tr_plural(spoken, "Once today.", "{n} times today.") if spoken else tr("Not yet today.")
        used = tr("{n:,} tokens today.", n=tokens) if tokens else ""
        self.text.setText(join_sentences(reason, times, used))
        self.setVisible(bool(reason))
