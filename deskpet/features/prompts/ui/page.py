"""Prompts page of the settings: the list of prompts, and an editor of one."""

from deskpet.config.prompts import LONGEST_NAME, LONGEST_TEXT, Prompt, PromptError, Prompts
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.edited_list import EditedListPage
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.page_controller import part_of, show_changes
from deskpet.ui.settings.record_list import ListRecord
from deskpet.ui.widgets.buttons import CheckBox
from deskpet.ui.widgets.fields import TextArea, line_edit
from deskpet.ui.widgets.form import STRETCH, line_of, show_text, text_label

_TEXT_HEIGHT, _SUMMARY = 120, 120


class PromptsPage(EditedListPage[Prompt]):
    """Lists the prompts, and edits one."""

    failure = tr_noop("The prompts can't be saved")

    def __init__(self) -> None:
        super().__init__("prompt", tr("There is no prompt yet."), tr("Write a prompt…"), tr("Write a prompt"))
        self._prompts: Prompts | None = None
        self._before: Prompt | None = None
        self.name, self.text = line_edit("", longest=LONGEST_NAME), TextArea(_TEXT_HEIGHT)
        self.in_quick_ask = CheckBox(tr("A button in the quick ask"))
        self.in_quick_ask.setAccessibleName(self.in_quick_ask.text())
        self.error = text_label("", "field_error")
        help_text = tr(
            "{{language}} and the like are filled one after the other when you insert it; {{selection}} is the "
            "selected text, {{clipboard}} what is on the clipboard."
        )
        self.editor.add_field(tr("Name"), self.name)
        self.editor.add_field(tr("Text"), self.text, text_label(help_text, "field_help"))
        self.editor.column.addLayout(line_of(-1, self.in_quick_ask, STRETCH))
        self.editor.column.addWidget(self.error)
        self.editor.end()

    def serve(self, prompts: Prompts) -> None:
        """Show these prompts, and change them."""
        if prompts.problem:
            self.show_unavailable(prompts.problem)
        else:
            self._prompts = prompts
            show_changes(self, prompts.listen, lambda: self.show_prompts(prompts.all))

    def show_prompts(self, prompts: tuple[Prompt, ...]) -> None:
        """List these prompts."""
        self.rows.show_records(map(self._record, prompts))

    def _record(self, prompt: Prompt) -> ListRecord:
        about = " ".join(prompt.text[: 2 * _SUMMARY].split())
        about = about if len(about) <= _SUMMARY else f"{about[:_SUMMARY]}…"
        return self.row(prompt.name, prompt.name, about, prompt)

    def show_record(self, record: Prompt | None) -> None:
        self._before = record
        self.name.setText(record.name if record else "")
        self.text.setPlainText(record.text if record else "")
        self.in_quick_ask.setChecked(record is not None and record.in_quick_ask)
        show_text(self.error, "")
        self.name.setFocus()

    def save(self) -> None:
        assert self._prompts
        text = self.text.toPlainText().strip()
        if len(text) > LONGEST_TEXT:
            n = len(text)
            show_text(self.error, tr("The text has {n:,} characters, and {most:,} fit here.", n=n, most=LONGEST_TEXT))
            return
        name = " ".join(self.name.text().split())
        try:
            self._prompts.save(Prompt(name, text, self.in_quick_ask.isChecked()), self._before)
        except (OSError, PromptError) as error:
            show_text(self.error, reason_of(error))
        else:
            self.close_editor()

    def remove(self, record: Prompt) -> None:
        assert self._prompts
        prompts = self._prompts
        self.delete(record.name, lambda: prompts.remove(record), lambda: prompts.save(record))


CARDS = (
    Card(
        "quote",
        tr_noop("Prompts"),
        tr_noop("What you ask often. Type / in the chat to insert one."),
        fields=(lambda _: PromptsPage(),),
    ),
)
PAGE = PageContent(CARDS, lambda page, host, _: part_of(page, PromptsPage).serve(host.prompts))
