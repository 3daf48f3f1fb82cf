"""List the prompts while the message begins with `/`, and insert the one that is chosen."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QClipboard, QGuiApplication, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from deskpet.config.prompts import CLIPBOARD, SELECTION, Prompt
from deskpet.features.host import Host
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.features.prompts.ui.inserting import SlashList, TabStops

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class PromptsController(QObject):
    """Filters the keys of the message's field: those of the list while it is shown, and those of the variables.

    The list is imported and created with the first `/`.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host, self._field = host, host.composer.field
        self._list: SlashList | None = None
        self._stops: TabStops | None = None
        self._field.textChanged.connect(self._on_text_changed)
        self._field.installEventFilter(self)

    def close(self) -> None:
        """Leave the field alone."""
        self._field.removeEventFilter(self)
        self._field.textChanged.disconnect(self._on_text_changed)

    def _on_text_changed(self) -> None:
        if self._field.document().isEmpty():
            self._stops = None
        text = self._field.toPlainText() if self._field.document().characterAt(0) == "/" else ""
        if text.startswith("/") and "\n" not in text:
            self._slash_list().show_matches(text[1:])
        elif self._list:
            self._list.hide_list()

    def _slash_list(self) -> "SlashList":
        if self._list is None:
            self._host.composer.add_row(self._new_list)
        assert self._list
        return self._list

    def _new_list(self, parent: QWidget) -> "SlashList":
        from deskpet.features.prompts.ui.inserting import SlashList

        made = self._list = SlashList(parent, self._host.prompts)
        made.prompt_chosen.connect(self._insert)
        made.page_requested.connect(self._open_page)
        return made

    def _open_page(self) -> None:
        self._field.clear()
        self._host.windows.open_settings("prompts")

    def _insert(self, prompt: Prompt) -> None:
        """Put the prompt in the place of what was typed, and begin to fill its variables."""
        from deskpet.features.prompts.ui.inserting import TabStops

        values, clipboard = dict[str, str](), QGuiApplication.clipboard()
        # Both are read because the user has chosen a prompt that names them.
        if CLIPBOARD in prompt.variables:
            values[CLIPBOARD] = clipboard.text()
        if SELECTION in prompt.variables and clipboard.supportsSelection():
            values[SELECTION] = clipboard.text(QClipboard.Mode.Selection)
        cursor = self._field.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(prompt.filled(values))
        self._field.setFocus()
        stops = TabStops(self._field, prompt.variables - values.keys())
        self._stops = stops if stops.go_on() else None
        if self._stops:
            self._host.chat.show_toast(lambda: tr("Tab goes to the next variable."))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self._field or not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if self._list and self._list.is_open:
            return self._list.take_key(event)
        return self._stops is not None and self._take_key_of_stops(event, self._stops)

    def _take_key_of_stops(self, event: QKeyEvent, stops: "TabStops") -> bool:
        is_next = event.key() == Qt.Key.Key_Tab or (event.key() in _ENTER and not event.modifiers())
        if event.key() == Qt.Key.Key_Escape:
            self._stops = None
        elif is_next:
            if stops.go_on():
                return True
            self._stops = None
            # After the last variable, Tab stays in the field, and Enter does what it always does.
            return event.key() == Qt.Key.Key_Tab
        return False
