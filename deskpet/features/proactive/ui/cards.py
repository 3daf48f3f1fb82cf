"""The card of the settings: how often she speaks first, the reason for her silence, and the figures of the day."""

from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.settings.page import Card, Form
from deskpet.ui.widgets.form import FormCard, FormRow, text_label

_CARD = Card(
    *("chat", tr_noop("Speaking first")),
    tr_noop("She speaks by herself only when you are there, do not type, and can be disturbed."),
    section="speaking",
    fields=("level", "per_day", "quiet_hours", "daily_tokens"),
    examples={"quiet_hours": "22:00-08:00"},
)


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the card for a new page."""
    return (form.card(_CARD, ProactiveStateRow()),)


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
