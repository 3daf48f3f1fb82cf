"""A persona's greetings in its editor: one field, and the way from each to the next."""

from collections.abc import Callable
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtWidgets import QHBoxLayout

from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import TextAreaRow, help_of, text_label, title_of
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr

_BUTTON = 24


class GreetingsRow(TextAreaRow):
    """Edits a list of greetings, the first of which is the usual one."""

    def __init__(self, field: FieldInfo, changed: Callable[[tuple[str, ...]], None]) -> None:
        super().__init__(field, self._typed)
        self._changed = changed
        self._texts, self._shown = [""], 0
        self._switch = VariantSwitch(self)
        self._switch.wanted.connect(self._show)
        self._add = IconButton("new", tr("Add another greeting"), self, _BUTTON)
        self._remove = IconButton("trash", tr("Remove this greeting"), self, _BUTTON)
        self._add.setObjectName("add_greeting")
        self._remove.setObjectName("remove_greeting")
        self._add.clicked.connect(self._add_one)
        self._remove.clicked.connect(self._remove_one)
        head = QHBoxLayout()
        head.setSpacing(theme.S1)
        head.addWidget(text_label(title_of(field), "field_title"), 1)
        for widget in (self._switch, self._remove, self._add):
            head.addWidget(widget)
        self.column.insertLayout(0, head)
        self.column.insertWidget(2, text_label(help_of(field), "field_help"))
        self._show(0)

    def show_value(self, value: Any) -> None:
        """`value` are the greetings; none at all is one without words."""
        self._texts = list(value) or [""]
        self._show(0)

    def _show(self, number: int) -> None:
        self._shown = number
        super().show_value(self._texts[number])
        several = len(self._texts) > 1
        self._switch.show_variant(number, len(self._texts))
        self._switch.setVisible(several)
        self._remove.setVisible(several)

    def _typed(self, text: str) -> None:
        self._texts[self._shown] = text
        self._tell()

    def _add_one(self) -> None:
        self._texts.append("")
        self._show(len(self._texts) - 1)
        self.edit.setFocus()
        self._tell()

    def _remove_one(self) -> None:
        del self._texts[self._shown]
        self._show(min(self._shown, len(self._texts) - 1))
        self._tell()

    def _tell(self) -> None:
        self._changed(tuple(self._texts))
