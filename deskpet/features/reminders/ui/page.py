"""Reminders page of the settings: the list of reminders, an editor of one, and what changes their file."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from deskpet.features.reminders.reminders import (
    MAX_REMINDERS,
    MAX_TEXT_LENGTH,
    UNIT_SECONDS,
    Reminder,
    Reminders,
    RepeatUnit,
    repetition,
)
from deskpet.llm.reminder_intents import parse_when
from deskpet.text.local_time import local_time, parse_local_time
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.page import Card
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.settings.record_list import ListRecord, RecordList, RowAction, RowStyle, titled
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.buttons import MenuButton, plain_button
from deskpet.ui.widgets.form import FormRow, column_in, text_label
from deskpet.ui.widgets.popup_menu import install_field_menu

# The repetitions that the menu offers; others are typed with the time.
_REPETITIONS: tuple[tuple[int, RepeatUnit], ...] = (
    (0, "days"), (30, "minutes"), (1, "hours"), (1, "days"), (2, "days"), (1, "weeks"), (2, "weeks"),
)  # fmt: skip


class RemindersPage(QWidget):
    """Lists the reminders, soonest first.

    saved: Emitted with a Reminder that was added (its number is 0) or changed.
    removed: Emitted with the Reminder to remove.
    """

    saved = Signal(object)
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reminders_page")
        self.banner, self.editor = Banner(), ReminderEditor()
        self.add_button = plain_button(tr("Add a reminder…"), "add_reminder", "secondary", tr("Add a reminder"))
        self.add_button.clicked.connect(lambda: self.edit(None))
        self.editor.saved.connect(self.saved)
        self.editor.closed.connect(self._close_editor)
        self.rows = RecordList(tr("No reminder is set."), RowStyle(button=28))
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        column = column_in(self, theme.S3)
        for part in (self.rows, self.banner, self.editor):
            column.addWidget(part)
        column.addLayout(line)
        self.editor.hide()

    def show_reminders(self, reminders: tuple[Reminder, ...]) -> None:
        """Show these reminders."""
        self.rows.show_records(map(self._record, reminders))

    def _record(self, reminder: Reminder) -> ListRecord:
        when = language.format_timestamp(reminder.due, datetime.now().astimezone())
        about = " · ".join(part for part in (when, repetition(reminder.every, reminder.unit)) if part)
        edit, delete = tr("Edit {name}", name=reminder.text), tr("Delete {name}", name=reminder.text)
        return titled(
            *(reminder.number, reminder.text, about),
            RowAction("edit", edit, partial(self.edit, reminder), "edit"),
            RowAction("trash", delete, partial(self.removed.emit, reminder), "trash"),
        )

    def show_unavailable(self, why: str) -> None:
        """Show why reminders can't be used."""
        self.rows.show_empty(why)
        self.add_button.setEnabled(False)

    def show_message(self, message: BannerText | None) -> None:
        """Show the result of an action below the list."""
        self.banner.show_message(message)

    def edit(self, reminder: Reminder | None) -> None:
        """Open the editor with a reminder, or empty for a new one."""
        self.banner.show_message(None)
        self.add_button.hide()
        self.editor.show_reminder(reminder)

    def _close_editor(self) -> None:
        self.editor.hide()
        self.add_button.show()
        self.add_button.setFocus()


class _FieldRow(FormRow):
    """A line of text with its title, and a help text below."""

    def __init__(self, title: str, name: str, help_text: str = "") -> None:
        super().__init__(title)
        self.edit = QLineEdit()
        self.edit.setObjectName(name)
        self.edit.setAccessibleName(title)
        install_field_menu(self.edit)
        self.column.addWidget(self.edit)
        self.help = text_label(help_text, "field_help")
        self.help.setVisible(bool(help_text))
        self.column.addWidget(self.help)
        self.end()


class ReminderEditor(QFrame):
    """Edits what to remind of, when, and how often. Enter saves, Esc cancels.

    saved: Emitted with the Reminder; its number is 0 if it is new.
    closed: Emitted when the editor is done.
    """

    saved = Signal(object)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reminder_editor")
        self._number = self._every = 0
        self._unit: RepeatUnit = "days"
        self._hint = tr("Such as: in 10 minutes, tomorrow 9:30, every 3 days at 8:00, 2026-05-01 18:30.")
        self.text_row = _FieldRow(tr("What"), "reminder_text")
        self.text_row.edit.setMaxLength(MAX_TEXT_LENGTH)
        self.when_row = _FieldRow(tr("When"), "reminder_when", self._hint)
        self.when_row.edit.textEdited.connect(self._on_when_edited)
        self.repeat = MenuButton(tr("Repeated"))
        self.repeat.setObjectName("reminder_repeat")
        for every, unit in _REPETITIONS:
            self.repeat.menu_below.addAction(
                repetition(every, unit) or tr("once"), lambda every=every, unit=unit: self._set_repetition(every, unit)
            )
        self.save_button = plain_button(tr("Save"), "save_reminder", "primary")
        self.cancel_button = plain_button(tr("Cancel"), "cancel_reminder", "secondary")
        self.save_button.clicked.connect(self._save)
        self.cancel_button.clicked.connect(self.closed)
        self._lay_out()

    def show_reminder(self, reminder: Reminder | None) -> None:
        """Show a reminder, or empty fields for a new one."""
        due = local_time(reminder.due) if reminder else None
        self._number = reminder.number if reminder else 0
        self.text_row.edit.setText(reminder.text if reminder else "")
        self.when_row.edit.setText(f"{due:%Y-%m-%d %H:%M}" if due else "")
        self._set_repetition(reminder.every if reminder else 0, reminder.unit if reminder else "days")
        for row in (self.text_row, self.when_row):
            row.show_error("")
        self._show_time()
        self.show()
        self.text_row.edit.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._save()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(theme.S3)
        buttons.setSpacing(theme.S2)
        buttons.addWidget(text_label(tr("Repeated"), "field_title"))
        buttons.addWidget(self.repeat, 1)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.save_button)
        column.addWidget(self.text_row)
        column.addWidget(self.when_row)
        column.addLayout(buttons)

    def _set_repetition(self, every: int, unit: RepeatUnit) -> None:
        self._every, self._unit = every, unit
        self.repeat.setText(repetition(every, unit) or tr("once"))
        self.repeat.setAccessibleDescription(self.repeat.text())

    def _on_when_edited(self, text: str) -> None:
        when, _ = parse_when(text, datetime.now().astimezone())
        if when and when.every:
            self._set_repetition(when.every, when.unit)
        self.when_row.show_error("")
        self._show_time()

    def _show_time(self) -> None:
        due = self._due()
        self.when_row.help.setText(language.format_timestamp(due, datetime.now().astimezone()) if due else self._hint)

    def _due(self) -> float | None:
        """Return the Unix time that the field names, None if it names none."""
        now = datetime.now().astimezone()
        when, _ = parse_when(self.when_row.edit.text(), now)
        if when is None:
            return None
        if when.at:
            moment = parse_local_time(when.at)
            return moment.timestamp() if moment else None
        return now.timestamp() + (when.minutes * 60 or when.every * UNIT_SECONDS[when.unit])

    def _save(self) -> None:
        text, due = self.text_row.edit.text().strip(), self._due()
        self.text_row.show_error("" if text else tr("Say what to remind of."))
        if due is None:
            self.when_row.show_error(tr("This time was not understood."))
        elif due <= datetime.now().astimezone().timestamp():
            self.when_row.show_error(tr("This time is over."))
        elif text:
            self.saved.emit(Reminder(self._number, due, text, self._every, self._unit))
            self.closed.emit()


class RemindersPageController(PageController[RemindersPage]):
    """Connects a page to the reminders; None: their file can't be read."""

    kind = RemindersPage

    def __init__(self, page: QWidget, reminders: Reminders | None) -> None:
        super().__init__(page)
        if reminders is None:
            self.page.show_unavailable(tr("The reminders can't be read; the chat says why."))
            return
        self._reminders = reminders
        self.page.saved.connect(self._save)
        self.page.removed.connect(self._remove)
        self.until_closed(reminders.listen(self._show))
        self._show()

    def _show(self) -> None:
        self.page.show_reminders(self._reminders.all)

    def _save(self, reminder: Reminder) -> None:
        reminders = self._reminders
        if reminder.number:
            self._write(lambda: reminders.change(reminder))
        elif len(reminders.all) >= MAX_REMINDERS:
            self._say(BannerText("error", tr("There are {n} reminders already; remove some first.", n=MAX_REMINDERS)))
        else:
            self._write(lambda: reminders.add(reminder.due, reminder.text, reminder.every, reminder.unit))

    def _remove(self, reminder: Reminder) -> None:
        if self._write(lambda: self._reminders.remove(reminder.number)):
            title = tr("“{title}” deleted", title=reminder.text[:28])
            self._say(BannerText("info", title, button=tr("Undo"), act=partial(self._restore, reminder)))

    def _restore(self, reminder: Reminder) -> None:
        if self._write(lambda: self._reminders.change(reminder)):
            self._say(None)

    def _write(self, change: Callable[[], object]) -> bool:
        """Change the file and return whether that was possible."""
        try:
            change()
        except OSError as error:
            self._say(BannerText("error", tr("The reminders can't be saved"), reason_of(error)))
            return False
        return True

    def _say(self, message: BannerText | None) -> None:
        self.page.show_message(message)


CARDS = (
    Card(
        *("bell", tr_noop("Reminders")),
        tr_noop("What she will tell you. Or say it in the chat: “remind me in 10 minutes to stretch”."),
        fields=(lambda _: RemindersPage(),),
    ),
    Card(
        *("clock", tr_noop("When it is time"), tr_noop("She says it in the chat, and more if you like.")),
        *("reminders", ("notification", "sound")),
    ),
)
