"""Insert a prompt into the message: the list of prompts while it begins with `/`, and the variables that are filled."""

import re
from collections.abc import Collection
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from deskpet.config.prompts import VARIABLE, Prompts
from deskpet.text.matching import SearchText, find
from deskpet.translation import tr
from deskpet.ui.chat.composer import ComposerRow
from deskpet.ui.widgets import language
from deskpet.ui.widgets.entry_list import STEPS, EntryList, ListEntry, row_height
from deskpet.ui.widgets.form import column_in

_MAX_ROWS, _DETAIL = 6, 80


class SlashList(ComposerRow):
    """Shows the prompts that match; the field keeps the focus.

    prompt_chosen: Emitted with the Prompt that the user chooses.
    page_requested: Emitted when the user wants to write prompts.
    """

    prompt_chosen = Signal(object)
    page_requested = Signal()

    def __init__(self, parent: QWidget, prompts: Prompts) -> None:
        super().__init__(parent)
        self._prompts = prompts
        self.view = EntryList(self)
        column_in(self, 0).addWidget(self.view)
        self.view.chosen.connect(self._choose)
        self.hide()
        language.keep_translated(self, lambda: self.setAccessibleName(tr("Prompts")))

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return not self.isHidden()

    def show_matches(self, words: str) -> None:
        """Show the prompts with these words; hide the list if there is none, as the text is a message then."""
        entries = [
            (
                SearchText.of(each.name, each.text[:_DETAIL]),
                ListEntry(
                    "quote",
                    each.name,
                    partial(self.prompt_chosen.emit, each),
                    " ".join(each.text[: 2 * _DETAIL].split())[:_DETAIL],
                ),
            )
            for each in self._prompts.all
        ]
        found = find(entries, words)
        if not words.strip():
            found.append(ListEntry("edit", tr("Write a prompt…"), self.page_requested.emit, self._prompts.problem))
        self.view.show_entries(found)
        self.view.setFixedHeight(min(len(found), _MAX_ROWS) * row_height())
        self.setVisible(bool(found))
        self.resized.emit()

    def hide_list(self) -> None:
        """Hide the list."""
        if self.is_open:
            self.hide()
            self.resized.emit()

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key that was pressed in the field. Returns whether it was one of the list."""
        key = Qt.Key(event.key())
        if step := STEPS.get(key):
            self.view.move_current(step)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab}:
            self.view.choose()
        elif key == Qt.Key.Key_Escape:
            self.hide_list()
        else:
            return False
        return True

    def _choose(self, entry: ListEntry) -> None:
        self.hide_list()
        entry.act()


class TabStops:
    """Selects each variable, so that typing replaces it; what is typed for one is used for all of its name."""

    def __init__(self, field: QTextEdit, names: Collection[str]) -> None:
        """names: of the variables to fill."""
        self._field, self._names = field, {*names}
        self._name = ""
        self._start, self._end = QTextCursor(field.document()), QTextCursor(field.document())
        # What is typed at the place of the variable comes between both.
        self._start.setKeepPositionOnInsert(True)

    def go_on(self) -> bool:
        """Use what was typed for the others of its name, and select the next variable. Returns False without one."""
        if self._name:
            self._fill_others(self._typed())
            self._names.discard(self._name)
        cursor, text = self._field.textCursor(), self._field.toPlainText()
        found = next((each for each in re.finditer(VARIABLE, text) if each[1] in self._names), None)
        if found is None:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            self._field.setTextCursor(cursor)
            return False
        self._name = found[1]
        start, end = (_utf16(text, at) for at in found.span())
        self._start.setPosition(start)
        self._end.setPosition(end)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._field.setTextCursor(cursor)
        return True

    def _typed(self) -> str:
        between = QTextCursor(self._field.document())
        between.setPosition(self._start.position())
        between.setPosition(self._end.position(), QTextCursor.MoveMode.KeepAnchor)
        return between.selectedText().replace("\u2029", "\n")

    def _fill_others(self, value: str) -> None:
        if re.fullmatch(VARIABLE, value):
            return
        cursor, text = QTextCursor(self._field.document()), self._field.toPlainText()
        for found in reversed([each for each in re.finditer(VARIABLE, text) if each[1] == self._name]):
            cursor.setPosition(_utf16(text, found.start()))
            cursor.setPosition(_utf16(text, found.end()), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(value)


def _utf16(text: str, index: int) -> int:
    """Return the position of a character as Qt counts it."""
    return len(text[:index].encode("utf-16-le")) // 2
