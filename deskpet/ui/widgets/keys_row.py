"""A row of a form that records the keys of a command."""

from collections.abc import Callable
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit

from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormRow, column_of, help_of, line_of, text_label, title_of
from deskpet.ui.widgets.icons import IconButton

_WIDTH = 160  # of the field at the normal text size, in logical pixels


class _KeysField(theme.FollowsStyle, QKeySequenceEdit):
    """Records one combination of keys; Backspace removes it."""

    accessible_role = QAccessible.Role.HotkeyField

    def __init__(self, name: str, description: str) -> None:
        super().__init__()
        self.setMaximumSequenceLength(1)
        self.on_style_changed()
        for part in (self, *self.findChildren(QLineEdit)):
            part.setAccessibleName(name)
            part.setAccessibleDescription(description)
        self.keySequenceChanged.connect(self._show_hint)

    def show_keys(self, keys: str) -> None:
        """Show these keys, without a signal."""
        with QSignalBlocker(self):
            self.setKeySequence(QKeySequence(keys))
        self._show_hint()

    def _show_hint(self) -> None:
        # Qt sets its own words with each change.
        for field in self.findChildren(QLineEdit):
            field.setPlaceholderText(tr("None"))

    def on_style_changed(self) -> None:
        self.setFixedWidth(theme.scaled(_WIDTH))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if is_plain and event.key() == Qt.Key.Key_Backspace:
            self.clear()
        elif is_plain and event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.ignore()
        else:
            super().keyPressEvent(event)


class KeysRow(FormRow):
    """The title of a command, its keys, and a button that brings the default back."""

    at_once = True

    def __init__(self, field: FieldInfo, changed: Callable[[str], Any]) -> None:
        super().__init__("")
        self._default, self._changed = str(field.default), changed
        self.edit = _KeysField(tr("Keys: {title}", title=title_of(field)), help_of(field))
        self.edit.keySequenceChanged.connect(self._on_recorded)
        self.reset = IconButton("undo", tr("Back to the default: {title}", title=title_of(field)))
        self.reset.clicked.connect(self._restore)
        texts = column_of(1, text_label(title_of(field), "field_title"), text_label(help_of(field), "field_help"))
        parts = ((part, 0, Qt.AlignmentFlag.AlignVCenter) for part in (self.edit, self.reset))
        self.column.addLayout(line_of(theme.S2, (texts, 1), *parts))
        self.end()

    def show_value(self, value: Any) -> None:
        if self._shown() != value or not value:
            self.edit.show_keys(str(value))
        self.reset.setEnabled(value != self._default)

    def _shown(self) -> str:
        return self.edit.keySequence().toString()

    def _on_recorded(self) -> None:
        self.reset.setEnabled(self._shown() != self._default)
        self._changed(self._shown())

    def _restore(self) -> None:
        self.edit.setKeySequence(QKeySequence(self._default))
