"""List of records on a page of the settings: what the program keeps, row by row, each with its buttons.

A row shows a frozen value and calls the functions in it. What a row does not need is not created, because styling a
widget takes most of the time in which a page is first shown.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QLineEdit, QWidget

from deskpet.text.reasons import reason_of
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import language, theme, tooltip
from deskpet.ui.widgets.buttons import CheckBox, plain_button
from deskpet.ui.widgets.fields import line_edit
from deskpet.ui.widgets.form import STRETCH, FormRow, at_top, column_in, column_of, line_in, line_of, text_label
from deskpet.ui.widgets.icons import IconButton

_PATH_HEIGHT = 18


@dataclass(frozen=True, slots=True)
class RowAction:
    """A button of a row.

    name: its object name. label: its accessible name. act: called when it is clicked. icon: that of a round button at
    the end of the row. text, kind: those of a button below the lines instead. is_on: whether it is shown as on.
    """

    name: str
    label: str
    act: Callable[[], object] = field(default=lambda: None, compare=False)
    icon: str = ""
    text: str = ""
    kind: str = "secondary"
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """Lets a line of a row be edited in place.

    line: its number. button: object name of the action that begins it, and does nothing else. label: accessible name of
    the field. save: gets the new text, without needless spaces. may_be_empty: whether an empty one is saved.
    """

    line: int
    button: str
    label: str
    max_length: int
    save: Callable[[str], object] = field(compare=False)
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class ListRecord:
    """A row as a value.

    key: tells it from the others. name: its accessible name. lines: object name and text of each line. actions: its
    buttons, from left to right. path: a path or an address below the lines. figure: a short text before the buttons.
    check: accessible name of a box that selects it; without a name there is no box.
    """

    key: Hashable
    name: str
    lines: tuple[tuple[str, str], ...]
    actions: tuple[RowAction, ...] = ()
    edit: Edit | None = None
    path: str = ""
    figure: str = ""
    check: str = ""

    @property
    def shape(self) -> object:
        """The parts of a row that can't be updated in place; a record with others needs a new row."""
        actions = tuple((each.name, bool(each.icon), each.kind) for each in self.actions)
        return tuple(name for name, _ in self.lines), actions, bool(self.path), bool(self.figure), bool(self.check)


def titled(key: Hashable, title: str, about: str, *actions: RowAction) -> ListRecord:
    """Return a record with a title and a line about it."""
    return ListRecord(key, f"{title}, {about}", (("field_title", title), ("field_help", about)), actions)


@dataclass(frozen=True, slots=True)
class RowStyle:
    """How rows look: object name, and lengths in logical pixels. at_top: whether buttons are level with line 1."""

    name: str = "reminder_row"
    margins: tuple[int, int, int, int] = (12, 8, 8, 8)
    gap: int = theme.S1
    line_gap: int = 2
    button: int = 32
    at_top: bool = False


DECISIONS = RowStyle()
NOTES = RowStyle(button=30, at_top=True)
PLACES = RowStyle("data_place", (14, 10, 10, 10), theme.S2, 1)


class PathLabel(theme.FollowsStyle, QWidget):
    """A path or an address on one line, elided in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self.on_style_changed()
        tooltip.attach(self)

    def on_style_changed(self) -> None:
        self.setFixedHeight(theme.scaled(_PATH_HEIGHT))

    def show_path(self, path: str) -> None:
        self._text = path
        tooltip.set_text(self, self._text)
        self.setAccessibleName(self._text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, font = QPainter(self), theme.mono_font(11)
        painter.setFont(font)
        painter.setPen(theme.current().colour("muted"))
        text = QFontMetricsF(font).elidedText(self._text, Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


class RecordRow(QFrame):
    """A record with its buttons. A text is edited in place: Enter saves, Esc cancels."""

    def __init__(self, record: ListRecord, style: RowStyle = DECISIONS) -> None:
        super().__init__()
        self.setObjectName(style.name)
        self.record = record
        self._labels = [text_label("", name) for name, _ in record.lines]
        self._path = PathLabel() if record.path else None
        self._figure = QLabel() if record.figure else None
        self.check = CheckBox() if record.check else None
        self._buttons = [self._button(number, action, style.button) for number, action in enumerate(record.actions)]
        self._field: QLineEdit | None = None
        self._lay_out(style)
        self.show_record(record)

    def button(self, name: str) -> QAbstractButton:
        """Return the button with this object name."""
        return next(each for each in self._buttons if each.objectName() == name)

    @property
    def field(self) -> QLineEdit:
        """The field in which the text is edited; hidden at other times."""
        if self._field is None:
            self._field = line_edit("fact_field")
            self._field.hide()
            self._column.insertWidget(self._edit.line + 1, self._field)
        return self._field

    @property
    def _edit(self) -> Edit:
        assert self.record.edit
        return self.record.edit

    def show_record(self, record: ListRecord) -> None:
        """Show the present state of the record, which has the same shape."""
        self.record = record
        self.setAccessibleName(record.name)
        for label, (_, text) in zip(self._labels, record.lines, strict=True):
            label.setText(text)
        if self._path:
            self._path.show_path(record.path)
        if self._figure:
            self._figure.setText(record.figure)
        if self.check:
            self.check.setAccessibleName(record.check)
        for button, action in zip(self._buttons, record.actions, strict=True):
            _show_action(button, action)

    def start_editing(self) -> None:
        """Show a field in place of the text."""
        line, field = self._labels[self._edit.line], self.field
        field.setMaxLength(self._edit.max_length)
        field.setAccessibleName(self._edit.label)
        field.setText(line.text())
        line.hide()
        field.show()
        field.setFocus()
        field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Return: True, Qt.Key.Key_Enter: True, Qt.Key.Key_Escape: False}
        if self._field is None or self._field.isHidden() or event.key() not in keys:
            super().keyPressEvent(event)
        else:
            self._end_editing(saves=keys[Qt.Key(event.key())])

    def _end_editing(self, *, saves: bool) -> None:
        line, edit, text = self._labels[self._edit.line], self._edit, " ".join(self.field.text().split())
        self.field.hide()
        line.show()
        self.button(edit.button).setFocus()
        if saves and text != line.text() and (text or edit.may_be_empty):
            edit.save(text)

    def _button(self, number: int, action: RowAction, size: int) -> QAbstractButton:
        if action.icon:
            button = IconButton(action.icon, action.label, size=size, name=action.name)
        else:
            button = plain_button(action.text, action.name, action.kind, action.label)
        # The record of the row may be another one by then.
        button.clicked.connect(lambda _=False: self._act(number))
        return button

    def _act(self, number: int) -> None:
        action, edit = self.record.actions[number], self.record.edit
        if edit and action.name == edit.button:
            self.start_editing()
        else:
            action.act()

    def _lay_out(self, style: RowStyle) -> None:
        at_end = [each for each in self._buttons if isinstance(each, IconButton)]
        below = [each for each in self._buttons if each not in at_end]
        path, buttons = (
            [self._path] if self._path else (),
            [theme.S1, line_of(theme.S2, *below, STRETCH)] if below else (),
        )
        self._column = column_of(style.line_gap, *self._labels, *path, *buttons)
        centre, edge = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
        check = (at_top(self.check), theme.S1) if self.check else ()
        figure = ((self._figure, 0, centre),) if self._figure else ()
        if self._figure:
            self._figure.setObjectName("place_size")
        icons = ((each, 0, edge if style.at_top else centre) for each in at_end)
        line_in(self, style.gap, *check, (self._column, 1), *figure, *icons, margins=style.margins)


def _show_action(button: QAbstractButton, action: RowAction) -> None:
    if isinstance(button, IconButton):
        button.set_icon(action.icon, action.label)
        button.set_on(action.is_on)
    else:
        button.setText(action.text)
        button.setAccessibleName(action.label)


class RecordList(QWidget):
    """Lists records below each other. A row that stays keeps its focus, and the text that is edited in it.

    banner: the message below the list. selection_changed: Emitted after a row was selected or not.
    """

    selection_changed = Signal()

    def __init__(self, empty: str = "", style: RowStyle = DECISIONS) -> None:
        """empty: the sentence that is shown without records."""
        super().__init__()
        self._style, self._rows = style, dict[Hashable, RecordRow]()
        self._list, self.banner = column_of(theme.S2), Banner()
        self.empty = text_label(empty, "field_help") if empty else None
        column_in(self, theme.S2, *([self.empty] if self.empty else ()), self._list, self.banner)

    def show_records(self, records: Iterable[ListRecord]) -> None:
        """Show these records in their order."""
        shown = {each.key: each for each in records}
        for key in [key for key, row in self._rows.items() if key not in shown or shown[key].shape != row.record.shape]:
            row = self._rows.pop(key)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for position, (key, record) in enumerate(shown.items()):
            row = self._rows.get(key)
            if row is None:
                row = self._rows[key] = self._add(record)
            elif row.record != record:
                row.show_record(record)
            else:
                row.record = record
            if self._list.indexOf(row) != position:
                self._list.removeWidget(row)
                self._list.insertWidget(position, row)
            row.show()
        self._rows = {key: self._rows[key] for key in shown}
        if self.empty:
            self.empty.setVisible(not shown)
        self.selection_changed.emit()

    def show_empty(self, text: str) -> None:
        """Show another sentence in place of records, such as why they can't be read."""
        assert self.empty
        self.empty.setText(text)
        self.show_records(())

    def show_message(self, message: BannerText | None) -> None:
        """Show the result of an action below the list."""
        self.banner.show_message(message)

    def carry_out(self, change: Callable[[], object], failure: str) -> bool:
        """Change a file. Return whether that was possible; otherwise a message with this title says why not."""
        try:
            change()
        except (OSError, ValueError) as error:
            self.show_message(BannerText("error", failure, reason_of(error)))
            return False
        return True

    def row(self, key: Hashable) -> RecordRow:
        """Return the row of a record."""
        return self._rows[key]

    @property
    def rows(self) -> tuple[RecordRow, ...]:
        """The rows, in their order."""
        return tuple(self._rows.values())

    @property
    def selected(self) -> tuple[ListRecord, ...]:
        """The records whose box is checked."""
        return tuple(row.record for row in self._rows.values() if row.check and row.check.isChecked())

    def _add(self, record: ListRecord) -> RecordRow:
        row = RecordRow(record, self._style)
        if row.check:
            row.check.toggled.connect(self.selection_changed)
        return row


class PlacesRow(FormRow):
    """Edits a tuple of texts that name places, such as folders. A subclass adds places with `change`."""

    at_once = True

    def __init__(self, changed: Callable[[tuple[str, ...]], Any]) -> None:
        super().__init__("")
        self._changed, self._list = changed, RecordList(style=PLACES)
        self.places: tuple[str, ...] = ()
        self.column.addWidget(self._list)

    def record_of(self, place: str) -> ListRecord:
        """Return the row of a place."""
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        """Show these places, a sequence of texts."""
        self.places = tuple(value)
        self._list.show_records(map(self.record_of, self.places))

    def change(self, places: tuple[str, ...]) -> None:
        """Show these places, and apply them."""
        self.show_value(places)
        self._changed(places)

    def remove(self, place: str, name: str, label: str) -> RowAction:
        """Return the action of this object name and label that takes a place off the list."""
        return RowAction(
            name, label, lambda: self.change(tuple(each for each in self.places if each != place)), "trash"
        )


def format_day(timestamp: float) -> str:
    """Return when a decision was made, in seconds since 1970, as people say it now."""
    return language.format_timestamp(timestamp, datetime.now().astimezone())
