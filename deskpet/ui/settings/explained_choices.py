"""Form row with a choice between a few values, one below the other, each with a sentence that explains it."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout

from deskpet.translation import tr
from deskpet.ui.widgets.form import FormRow, text_label


class ExplainedChoicesRow(FormRow):
    """Radio buttons with explanations. A subclass may add widgets to the `columns`, and then calls `end`.

    buttons, columns: the button and the column of each choice, by its value.
    """

    at_once = True

    def __init__(self, name: str, choices: Mapping[Any, tuple[str, str]], changed: Callable[[str], None]) -> None:
        """`name` begins the object names of the buttons; `choices` has the label and the explanation by the value."""
        super().__init__("")
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        self.columns: dict[str, QVBoxLayout] = {}
        for value, texts in choices.items():
            title, help_text = map(tr, texts)
            self.buttons[value] = button = QRadioButton(title)
            button.setObjectName(f"{name}_{value}")
            button.setAccessibleName(title)
            button.setAccessibleDescription(help_text)
            button.clicked.connect(lambda _=False, value=value: changed(str(value)))
            self._group.addButton(button)
            self.columns[value] = column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(button)
            column.addWidget(text_label(help_text, "mode_help"))
            self.column.addLayout(column)
        self.column.setSpacing(9)

    def show_value(self, value: Any) -> None:
        self.buttons[value].setChecked(True)
