"""Rows of the diary: a line about each day, edited in place or erased."""

from collections.abc import Sequence
from datetime import date, datetime, time

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from deskpet.features.together.diary import LONGEST_NOTE, line_of
from deskpet.store.together_days import Day
from deskpet.translation import tr
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import install_field_menu

_BUTTON = 30


class DiaryRows(QWidget):
    """Lists days. A row that did not change or is being edited stays as it is, with its focus.

    rewritten: Emitted with a Day and the user's own line for it; an empty one restores hers.
    erase_requested: Emitted with a Day to erase.
    """

    rewritten = Signal(object, str)
    erase_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[date, DiaryRow] = {}
        self._list = QVBoxLayout(self)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(theme.S2)

    def show_days(self, days: Sequence[Day], today: date) -> None:
        """Show these days in their order."""
        titles = {day.date: (day, _title(day.date, today)) for day in days}
        for when, row in list(self._rows.items()):
            is_edited = when in titles and not row.field.isHidden()
            if (row.day, row.title) != titles.get(when) and not is_edited:
                self._list.removeWidget(row)
                row.hide()
                row.deleteLater()
                del self._rows[when]
        for position, (day, title) in enumerate(titles.values()):
            row = self._rows.get(day.date) or self._add(day, title)
            if self._list.indexOf(row) != position:
                self._list.removeWidget(row)
                self._list.insertWidget(position, row)
            row.show()

    @property
    def rows(self) -> tuple["DiaryRow", ...]:
        """The rows, in the order of the days."""
        return tuple(self._rows[when] for when in sorted(self._rows, reverse=True))

    def _add(self, day: Day, title: str) -> "DiaryRow":
        row = self._rows[day.date] = DiaryRow(day, title)
        row.rewritten.connect(lambda text: self.rewritten.emit(day, text))
        row.erase.clicked.connect(lambda: self.erase_requested.emit(day))
        return row


class DiaryRow(QFrame):
    """A day and its line, which is edited in place: Enter saves, Esc cancels, and an empty line restores hers.

    rewritten: Emitted with the new line.
    """

    rewritten = Signal(str)

    def __init__(self, day: Day, title: str) -> None:
        super().__init__()
        self.day, self.title, self._line = day, title, line_of(day)
        self.setObjectName("reminder_row")
        self.setAccessibleName(f"{title}: {self._line}")
        self._text = text_label(self._line, "quote")
        self.field = QLineEdit()
        self.field.setObjectName("fact_field")
        self.field.setMaxLength(LONGEST_NOTE)
        self.field.setAccessibleName(tr("The line about {day}", day=title))
        install_field_menu(self.field)
        self.field.hide()
        self.edit = IconButton("edit", tr("Edit {name}", name=title), size=_BUTTON)
        self.edit.setObjectName("edit_day")
        self.edit.clicked.connect(self.start_editing)
        self.erase = IconButton("trash", tr("Erase: {text}", text=title), size=_BUTTON)
        self.erase.setObjectName("erase_day")
        self._lay_out()

    @property
    def text(self) -> str:
        """The line that is shown."""
        return self._line

    def start_editing(self) -> None:
        """Show a field in place of the line."""
        self.field.setText(self._line)
        self._text.hide()
        self.field.show()
        self.field.setFocus()
        self.field.selectAll()

    def _lay_out(self) -> None:
        line, column = QHBoxLayout(self), QVBoxLayout()
        line.setContentsMargins(12, 8, 8, 8)
        line.setSpacing(theme.S1)
        column.setSpacing(2)
        number = tr("{day} · day {n}", day=self.title, n=self.day.number)
        for widget in (text_label(number, "field_help"), self._text, self.field):
            column.addWidget(widget)
        line.addLayout(column, 1)
        for button in (self.edit, self.erase):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.field.isHidden():
            super().keyPressEvent(event)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._end_editing()
            text = " ".join(self.field.text().split())
            if text != self._line:
                self.rewritten.emit(text)
        elif event.key() == Qt.Key.Key_Escape:
            self._end_editing()
        else:
            super().keyPressEvent(event)

    def _end_editing(self) -> None:
        self.field.hide()
        self._text.show()
        self.edit.setFocus()


def _title(day: date, today: date) -> str:
    """Return what a day is called: by its distance from today, or by its date."""
    age = (today - day).days
    if age in {0, 1}:
        return tr("Yesterday") if age else tr("Today")
    pattern = tr("dddd, d MMM") if day.year == today.year else tr("d MMM yyyy")
    return language.format_datetime(datetime.combine(day, time()), pattern)
