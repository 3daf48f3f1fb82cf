"""Prompts page of the settings: the list of prompts, an editor of one, and what changes their file."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from deskpet.config.prompts import LONGEST_NAME, LONGEST_TEXT, Prompt, PromptError, Prompts
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.settings.record_list import ListRecord, RecordList, RowAction, RowStyle, titled
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import CheckBox, plain_button
from deskpet.ui.widgets.fields import TextArea
from deskpet.ui.widgets.form import column_in, text_label
from deskpet.ui.widgets.popup_menu import install_field_menu

_TEXT_HEIGHT, _SUMMARY = 120, 120


class PromptsPage(QWidget):
    """Lists the prompts, and edits one.

    saved: Emitted with the new Prompt, and the one that it replaces, or None.
    removed: Emitted with the Prompt to remove.
    """

    saved = Signal(object, object)
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("prompts_page")
        self.rows, self.editor = RecordList(tr("There is no prompt yet."), RowStyle(button=28)), PromptEditor()
        self.add_button = plain_button(tr("Write a prompt…"), "add_prompt", "secondary", tr("Write a prompt"))
        self.add_button.clicked.connect(lambda: self.edit(None))
        self.editor.saved.connect(self.saved)
        self.editor.closed.connect(self.close_editor)
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        column = column_in(self, theme.S3)
        column.addWidget(self.rows)
        column.addWidget(self.editor)
        column.addLayout(line)
        self.editor.hide()

    def show_prompts(self, prompts: tuple[Prompt, ...]) -> None:
        """Show these prompts."""
        self.rows.show_records(map(self._record, prompts))

    def _record(self, prompt: Prompt) -> ListRecord:
        about = " ".join(prompt.text[: 2 * _SUMMARY].split())
        edit, delete = tr("Edit {name}", name=prompt.name), tr("Delete {name}", name=prompt.name)
        return titled(
            *(prompt.name, prompt.name, about if len(about) <= _SUMMARY else f"{about[:_SUMMARY]}…"),
            RowAction("edit", edit, partial(self.edit, prompt), "edit"),
            RowAction("trash", delete, partial(self.removed.emit, prompt), "trash"),
        )

    def show_unavailable(self, why: str) -> None:
        """Show why prompts can't be used."""
        self.rows.show_empty(why)
        self.add_button.setEnabled(False)

    def edit(self, prompt: Prompt | None) -> None:
        """Open the editor with a prompt, or empty for a new one."""
        self.rows.show_message(None)
        self.add_button.hide()
        self.editor.show_prompt(prompt)

    def close_editor(self) -> None:
        """Hide the editor."""
        self.editor.hide()
        self.add_button.show()
        self.add_button.setFocus()


class PromptEditor(QFrame):
    """Edits name and text. Esc cancels.

    saved: Emitted with the Prompt, and the one that it replaces, or None.
    closed: Emitted when the user cancels.
    """

    saved = Signal(object, object)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reminder_editor")
        self._before: Prompt | None = None
        self.name, self.text, self.in_quick_ask = QLineEdit(), TextArea(_TEXT_HEIGHT), CheckBox()
        self.name.setMaxLength(LONGEST_NAME)
        install_field_menu(self.name)
        self.error = text_label("", "field_error")
        self.save_button = plain_button(tr("Save"), "save_prompt", "primary")
        self.cancel_button = plain_button(tr("Cancel"), "cancel_prompt", "secondary")
        self.save_button.clicked.connect(self._save)
        self.cancel_button.clicked.connect(self.closed)
        self._lay_out()

    def _lay_out(self) -> None:
        column, buttons, check = column_in(self, theme.S2), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(14, 12, 14, 12)
        help_text = tr(
            "{{language}} and the like are filled one after the other when you insert it; {{selection}} is the "
            "selected text, {{clipboard}} what is on the clipboard."
        )
        for title, field in ((tr("Name"), self.name), (tr("Text"), self.text)):
            field.setAccessibleName(title)
            column.addWidget(text_label(title, "field_title"))
            column.addWidget(field)
        column.addWidget(text_label(help_text, "field_help"))
        shown = tr("A button in the quick ask")
        self.in_quick_ask.setAccessibleName(shown)
        check.addWidget(self.in_quick_ask)
        check.addWidget(text_label(shown, "field_title"), 1)
        column.addLayout(check)
        column.addWidget(self.error)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.save_button)
        column.addLayout(buttons)

    def show_prompt(self, prompt: Prompt | None) -> None:
        """Show a prompt, or empty fields for a new one."""
        self._before = prompt
        self.name.setText(prompt.name if prompt else "")
        self.text.setPlainText(prompt.text if prompt else "")
        self.in_quick_ask.setChecked(prompt is not None and prompt.in_quick_ask)
        self.show_error("")
        self.show()
        self.name.setFocus()

    def show_error(self, why: str) -> None:
        """Show why the prompt can't be kept; an empty text hides it."""
        self.error.setText(why)
        self.error.setVisible(bool(why))

    def _save(self) -> None:
        text = self.text.toPlainText().strip()
        if len(text) > LONGEST_TEXT:
            n = len(text)
            self.show_error(tr("The text has {n:,} characters, and {most:,} fit here.", n=n, most=LONGEST_TEXT))
            return
        name = " ".join(self.name.text().split())
        self.saved.emit(Prompt(name, text, self.in_quick_ask.isChecked()), self._before)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class PromptsPageController(PageController[PromptsPage]):
    """Connects a page to the prompts."""

    kind = PromptsPage

    def __init__(self, page: QWidget, prompts: Prompts) -> None:
        super().__init__(page)
        self._prompts = prompts
        if prompts.problem:
            self.page.show_unavailable(prompts.problem)
            return
        self.page.saved.connect(self._save)
        self.page.removed.connect(self._remove)
        self.until_closed(prompts.listen(self._show))
        self._show()

    def _show(self) -> None:
        self.page.show_prompts(self._prompts.all)

    def _save(self, prompt: Prompt, before: Prompt | None) -> None:
        why = self._try(lambda: self._prompts.save(prompt, before))
        self.page.editor.show_error(why)
        if not why:
            self.page.close_editor()

    def _remove(self, prompt: Prompt) -> None:
        if why := self._try(lambda: self._prompts.remove(prompt)):
            self.page.rows.show_message(BannerText("error", tr("The prompts can't be saved"), why))
        else:
            title = tr("“{title}” deleted", title=prompt.name[:28])
            self.page.rows.show_message(
                BannerText("info", title, button=tr("Undo"), act=partial(self._restore, prompt))
            )

    def _restore(self, prompt: Prompt) -> None:
        why = self._try(lambda: self._prompts.save(prompt))
        message = BannerText("error", tr("The prompts can't be saved"), why) if why else None
        self.page.rows.show_message(message)

    def _try(self, change: Callable[[], object]) -> str:
        """Change the file, and return why that was not possible; empty if it was."""
        try:
            change()
        except PromptError as error:
            return str(error)
        except OSError as error:
            return reason_of(error)
        return ""


CARDS = (
    Card(
        *("quote", tr_noop("Prompts")),
        tr_noop("What you ask often. Type / in the chat to insert one."),
        fields=(lambda _: PromptsPage(),),
    ),
)
