"""The card of the settings: how often she speaks first, the reason for her silence, and the figures of the day."""

from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.widgets.form import FormRow, text_label


class ProactiveStateRow(FormRow):
    """The state of this moment; empty while she is Quiet."""

    def __init__(self) -> None:
        super().__init__(tr("Right now"))
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


CARD = Card(
    "chat",
    tr_noop("Speaking first"),
    tr_noop("She speaks by herself only when you are there, do not type, and can be disturbed."),
    "speaking",
    ("level", "per_day", Field("quiet_hours", "22:00-08:00"), "daily_tokens", lambda _: ProactiveStateRow()),
)
PAGE = PageContent((CARD,))
