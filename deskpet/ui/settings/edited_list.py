"""Page that lists the records of a file, with an editor below the list. What is deleted can be brought back."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.record_list import ListRecord, RecordList, RowAction, RowStyle, titled
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, FormRow, column_in, line_of

_LONGEST_TITLE = 28
RecordT = TypeVar("RecordT")


class RecordEditor(QFrame):
    """Has the fields of a record, above the buttons that save it and cancel.

    keys: what keys do.
    """

    def __init__(self, name: str, save: Callable[[], object], cancel: Callable[[], object]) -> None:
        """`name` ends the object names of the buttons."""
        super().__init__()
        self.setObjectName("reminder_editor")
        self.keys: dict[int, Callable[[], object]] = {Qt.Key.Key_Escape: cancel}
        self.save_button = plain_button(tr("Save"), f"save_{name}", "primary")
        self.cancel_button = plain_button(tr("Cancel"), f"cancel_{name}", "secondary")
        for button, act in ((self.cancel_button, cancel), (self.save_button, save)):
            button.clicked.connect(lambda _=False, act=act: act())
        self.column = column_in(self, theme.S3, margins=(14, 12, 14, 12))

    def add_field(self, title: str, field: QWidget, *below: QWidget) -> FormRow:
        """Add a field between its title and what stands below it."""
        row = FormRow(title)
        field.setAccessibleName(title)
        for widget in (field, *below):
            row.column.addWidget(widget)
        row.end()
        self.column.addWidget(row)
        return row

    def end(self, *parts: QWidget) -> None:
        """Add the buttons, at the right of other parts."""
        self.column.addLayout(line_of(theme.S2, *parts, STRETCH, self.cancel_button, self.save_button))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if act := self.keys.get(event.key()):
            act()
        else:
            super().keyPressEvent(event)


class EditedListPage(QWidget, Generic[RecordT]):
    """Lists records, and edits one. A subclass adds the fields to the editor, and has the file.

    failure: the title of the message that the file can't be written, in English.
    """

    failure: str

    def __init__(self, name: str, empty: str, add: str, add_name: str) -> None:
        """Create it without fields.

        name: that of a record, in the object names of the buttons. empty: the sentence that is shown without records.
        add, add_name: the label and the accessible name of the button that adds one.
        """
        super().__init__()
        self.setObjectName(f"{name}s_page")
        self.rows, self.editor = (
            RecordList(empty, RowStyle(button=28)),
            RecordEditor(name, self.save, self.close_editor),
        )
        self.add_button = plain_button(add, f"add_{name}", "secondary", add_name)
        self.add_button.clicked.connect(lambda: self.edit(None))
        column_in(self, theme.S3, self.rows, self.editor, line_of(theme.S2, self.add_button, STRETCH))
        self.editor.hide()

    def show_record(self, record: RecordT | None) -> None:
        """Show a record in the editor, or empty fields for a new one."""
        raise NotImplementedError

    def save(self) -> None:
        """Save what is in the editor, or show there why that is not possible."""
        raise NotImplementedError

    def remove(self, record: RecordT) -> None:
        """Remove a record."""
        raise NotImplementedError

    def row(self, key: Hashable, title: str, about: str, record: Any) -> ListRecord:
        """Return the row of a record, with buttons to edit and to delete it."""
        edit, delete = tr("Edit {name}", name=title), tr("Delete {name}", name=title)
        return titled(
            key,
            title,
            about,
            RowAction("edit", edit, partial(self.edit, record), "edit"),
            RowAction("trash", delete, partial(self.remove, record), "trash"),
        )

    def show_unavailable(self, why: str) -> None:
        """Show why the records can't be used."""
        self.rows.show_empty(why)
        self.add_button.setEnabled(False)

    def edit(self, record: RecordT | None) -> None:
        """Open the editor with a record, or empty for a new one."""
        self.rows.show_message(None)
        self.add_button.hide()
        self.editor.show()
        self.show_record(record)

    def close_editor(self) -> None:
        """Hide the editor."""
        self.editor.hide()
        self.add_button.show()
        self.add_button.setFocus()

    def write(self, change: Callable[[], object]) -> bool:
        """Change the file. Return whether that was possible; otherwise a message says why not."""
        return self.rows.carry_out(change, tr(self.failure))

    def delete(self, title: str, remove: Callable[[], object], restore: Callable[[], object]) -> None:
        """Remove a record, and offer to restore it."""

        def undo() -> None:
            if self.write(restore):
                self.rows.show_message(None)

        if self.write(remove):
            title = tr("“{title}” deleted", title=title[:_LONGEST_TITLE])
            self.rows.show_message(BannerText("info", title, button=tr("Undo"), act=undo))
