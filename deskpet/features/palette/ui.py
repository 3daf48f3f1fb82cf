"""The palette: a field, and below it the commands, conversations, models and settings that match it."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from deskpet.features.palette.entries import Entries
from deskpet.text.matching import find
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.entry_list import PAGE, EntryList, ListEntry, ListField, row_height
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.popup_panel import KeyboardPanel

_WIDTH = 560  # in logical pixels, at the normal text size


class Palette(KeyboardPanel):
    """Lists what matches the field. Enter or a click chooses, Esc closes."""

    def __init__(self) -> None:
        super().__init__(None)
        self._first, self._last, self._conversations = Entries(), Entries(), Entries()
        self.view = EntryList()
        # Esc closes the palette also with words in the field.
        self.field = ListField(tr_noop("Search commands, conversations, models and settings"), self.view, clears=False)
        self._empty = text_label("", "history_empty")
        self._empty.setContentsMargins(theme.S2, theme.S1, theme.S2, theme.S2)
        self.column.setSpacing(theme.S2)
        self.column.setContentsMargins(self.column.contentsMargins() + theme.S2)
        self.column.addWidget(self.field)
        self.column.addWidget(self._empty)
        self.column.addWidget(self.view)
        self.field.textChanged.connect(self._show_matches)
        self.view.chosen.connect(self._choose)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("All commands"))
        self.setAccessibleName(tr("All commands"))

    def open_above(self, window: QWidget, first: Entries, last: Entries) -> None:
        """Open above a window with an empty field; conversations are listed between `first` and `last`."""
        self._first, self._last, self._conversations = first, last, Entries()
        self.field.clear()
        self._show_matches()
        width, around = theme.scaled(_WIDTH), window.frameGeometry()
        left, top = around.center().x() - width // 2, around.top() + 2 * theme.S5
        self.open_at(QRect(left, top, width, self.height_for(width)))
        self.field.setFocus()

    def show_conversations(self, conversations: Entries) -> None:
        """List the conversations as well, which are read after the palette was opened; the current entry stays."""
        self._conversations = conversations
        self._show_matches(keeps_current=True)

    def _show_matches(self, *, keeps_current: bool = False) -> None:
        words = self.field.text()
        # Without a word models and settings would only hide that there are any conversations.
        entries = (*self._first, *self._conversations, *(self._last if words.strip() else ()))
        found = find(entries, words)
        self.view.show_entries(found, keeps_current=keeps_current)
        self.view.setVisible(bool(found))
        self.view.setFixedHeight(min(len(found), PAGE) * row_height())
        self._empty.setVisible(not found)
        self._empty.setText(tr("Nothing was found for “{text}”.", text=words.strip()))
        # The panel ends below its last row.
        self.fit_height()

    def _choose(self, entry: ListEntry) -> None:
        self.hide()
        entry.act()
