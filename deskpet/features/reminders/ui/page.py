"""Reminders page of the settings: the list of reminders, and an editor of one."""

from datetime import datetime

from PySide6.QtCore import Qt

from deskpet.config.reminders import MAX_REMINDERS, MAX_TEXT_LENGTH, UNIT_SECONDS, Reminder, RepeatUnit
from deskpet.features.reminders.reminders import Reminders, repetition
from deskpet.llm.reminder_intents import parse_when
from deskpet.text.local_time import local_time, parse_local_time
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.edited_list import EditedListPage
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.page_controller import part_of, show_changes
from deskpet.ui.settings.record_list import ListRecord
from deskpet.ui.widgets import language
from deskpet.ui.widgets.buttons import MenuButton
from deskpet.ui.widgets.fields import line_edit
from deskpet.ui.widgets.form import text_label

# The repetitions that the menu offers; others are typed with the time.
_REPETITIONS: tuple[tuple[int, RepeatUnit], ...] = (
    (0, "days"), (30, "minutes"), (1, "hours"), (1, "days"), (2, "days"), (1, "weeks"), (2, "weeks"),
)  # fmt: skip


class RemindersPage(EditedListPage[Reminder]):
    """Lists the reminders, soonest first, and edits what to remind of, when, and how often. Enter saves."""

    failure = tr_noop("The reminders can't be saved")

    def __init__(self) -> None:
        super().__init__("reminder", tr("No reminder is set."), tr("Add a reminder…"), tr("Add a reminder"))
        self._reminders: Reminders | None = None
        self._number = self._every = 0
        self._unit: RepeatUnit = "days"
        self._hint = tr("Such as: in 10 minutes, tomorrow 9:30, every 3 days at 8:00, 2026-05-01 18:30.")
        self.text, self.when = line_edit("reminder_text", longest=MAX_TEXT_LENGTH), line_edit("reminder_when")
        self.when.textEdited.connect(self._on_when_edited)
        self._when_help = text_label(self._hint, "field_help")
        self._text_row = self.editor.add_field(tr("What"), self.text)
        self._when_row = self.editor.add_field(tr("When"), self.when, self._when_help)
        self.repeat = MenuButton(tr("Repeated"))
        self.repeat.setObjectName("reminder_repeat")
        for every, unit in _REPETITIONS:
            self.repeat.menu_below.addAction(
                repetition(every, unit) or tr("once"), lambda every=every, unit=unit: self._set_repetition(every, unit)
            )
        self.editor.end(text_label(tr("Repeated"), "field_title"), self.repeat)
        self.editor.keys |= dict.fromkeys((Qt.Key.Key_Return, Qt.Key.Key_Enter), self.save)

    def serve(self, reminders: Reminders | None) -> None:
        """Show these reminders, and change them; None: their file can't be read."""
        self._reminders = reminders
        if reminders:
            show_changes(self, reminders.listen, lambda: self.show_reminders(reminders.all))
        else:
            self.show_unavailable(tr("The reminders can't be read; the chat says why."))

    def show_reminders(self, reminders: tuple[Reminder, ...]) -> None:
        """List these reminders."""
        self.rows.show_records(map(self._record, reminders))

    def _record(self, reminder: Reminder) -> ListRecord:
        when = language.format_timestamp(reminder.due, datetime.now().astimezone())
        about = " · ".join(part for part in (when, repetition(reminder.every, reminder.unit)) if part)
        return self.row(reminder.number, reminder.text, about, reminder)

    def show_record(self, record: Reminder | None) -> None:
        due = local_time(record.due) if record else None
        self._number = record.number if record else 0
        self.text.setText(record.text if record else "")
        self.when.setText(f"{due:%Y-%m-%d %H:%M}" if due else "")
        self._set_repetition(record.every if record else 0, record.unit if record else "days")
        for row in (self._text_row, self._when_row):
            row.show_error("")
        self._show_time()
        self.text.setFocus()

    def _set_repetition(self, every: int, unit: RepeatUnit) -> None:
        self._every, self._unit = every, unit
        self.repeat.setText(repetition(every, unit) or tr("once"))
        self.repeat.setAccessibleDescription(self.repeat.text())

    def _on_when_edited(self, text: str) -> None:
        when, _ = parse_when(text, datetime.now().astimezone())
        if when and when.every:
            self._set_repetition(when.every, when.unit)
        self._when_row.show_error("")
        self._show_time()

    def _show_time(self) -> None:
        due = self._due()
        self._when_help.setText(language.format_timestamp(due, datetime.now().astimezone()) if due else self._hint)

    def _due(self) -> float | None:
        """Return the Unix time that the field names, None if it names none."""
        now = datetime.now().astimezone()
        when, _ = parse_when(self.when.text(), now)
        if when is None:
            return None
        if when.at:
            moment = parse_local_time(when.at)
            return moment.timestamp() if moment else None
        return now.timestamp() + (when.minutes * 60 or when.every * UNIT_SECONDS[when.unit])

    def save(self) -> None:
        text, due = self.text.text().strip(), self._due()
        self._text_row.show_error("" if text else tr("Say what to remind of."))
        if due is None:
            self._when_row.show_error(tr("This time was not understood."))
        elif due <= datetime.now().astimezone().timestamp():
            self._when_row.show_error(tr("This time is over."))
        elif text:
            self._keep(Reminder(self._number, due, text, self._every, self._unit))
            self.close_editor()

    def _keep(self, reminder: Reminder) -> None:
        """Change a reminder, or add it if its number is 0."""
        reminders = self._reminders
        assert reminders
        if reminder.number:
            self.write(lambda: reminders.change(reminder))
        elif len(reminders.all) >= MAX_REMINDERS:
            title = tr("There are {n} reminders already; remove some first.", n=MAX_REMINDERS)
            self.rows.show_message(BannerText("error", title))
        else:
            self.write(lambda: reminders.add(reminder.due, reminder.text, reminder.every, reminder.unit))

    def remove(self, record: Reminder) -> None:
        assert self._reminders
        reminders = self._reminders
        self.delete(record.text, lambda: reminders.remove(record.number), lambda: reminders.change(record))


CARDS = (
    Card(
        "bell",
        tr_noop("Reminders"),
        tr_noop("What she will tell you. Or say it in the chat: “remind me in 10 minutes to stretch”."),
        fields=(lambda _: RemindersPage(),),
    ),
    Card(
        "clock",
        tr_noop("When it is time"),
        tr_noop("She says it in the chat, and more if you like."),
        "reminders",
        ("notification", "sound"),
    ),
)
PAGE = PageContent(CARDS, lambda page, _, running: part_of(page, RemindersPage).serve(running.reminders))
