"""Row of the settings with the reason for her silence, and the messages and tokens of the day."""

from deskpet.translation import join_sentences, tr, tr_plural
from deskpet.ui.widgets.form import FormRow, text_label


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
