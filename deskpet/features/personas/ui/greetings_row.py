"""Persona editor row for the greetings: one text field, and buttons to switch, add and remove greetings."""

from collections.abc import Callable
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtWidgets import QHBoxLayout

from deskpet.translation import tr
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import TextAreaRow, help_of, text_label, title_of
from deskpet.ui.widgets.icons import IconButton

_BUTTON = 24


class GreetingsRow(TextAreaRow):
    """Edits a list of greetings; the first is the default."""

    def __init__(self, field: FieldInfo, changed: Callable[[tuple[str, ...]], None]) -> None:
        super().__init__(field, self._on_text_edited)
        self._changed = changed
        self._texts, self._index = [""], 0
        self._switch = VariantSwitch(self)
        self._switch.variant_requested.connect(self._show_greeting)
        self._add = IconButton("new", tr("Add another greeting"), self, _BUTTON)
        self._remove = IconButton("trash", tr("Remove this greeting"), self, _BUTTON)
        self._add.setObjectName("add_greeting")
        self._remove.setObjectName("remove_greeting")
        self._add.clicked.connect(self._add_greeting)
        self._remove.clicked.connect(self._remove_greeting)
        head = QHBoxLayout()
        head.setSpacing(theme.S1)
        head.addWidget(text_label(title_of(field), "field_title"), 1)
        for widget in (self._switch, self._remove, self._add):
            head.addWidget(widget)
        self.column.insertLayout(0, head)
        self.column.insertWidget(2, text_label(help_of(field), "field_help"))
        self._show_greeting(0)

    def show_value(self, value: Any) -> None:
        """Show the greetings in `value`; an empty list is shown as one empty greeting."""
        self._texts = list(value) or [""]
        self._show_greeting(0)

    def _show_greeting(self, index: int) -> None:
        self._index = index
        super().show_value(self._texts[index])
        is_multiple = len(self._texts) > 1
        self._switch.show_variant(index, len(self._texts))
        self._switch.setVisible(is_multiple)
        self._remove.setVisible(is_multiple)

    def _on_text_edited(self, text: str) -> None:
        self._texts[self._index] = text
        self._emit_changed()

    def _add_greeting(self) -> None:
        self._texts.append("")
        self._show_greeting(len(self._texts) - 1)
        self.edit.setFocus()
        self._emit_changed()

    def _remove_greeting(self) -> None:
        del self._texts[self._index]
        self._show_greeting(min(self._index, len(self._texts) - 1))
        self._emit_changed()

    def _emit_changed(self) -> None:
        self._changed(tuple(self._texts))
