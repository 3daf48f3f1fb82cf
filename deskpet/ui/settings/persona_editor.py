"""One persona as a form; what is typed is kept after a moment."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, Field
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.personas.persona import LONGEST_NAME, Persona, PersonaError
from deskpet.ui import theme
from deskpet.ui.form import Line, Row, Words, words

TYPING_MS = 400


class _Fields(BaseModel):
    """What of a persona is edited."""

    name: str = Field(default="", title="Name", description="What it is called. In all texts: {{char}}.")
    prompt: str = Field(
        default="",
        title="Who it is",
        description="How it thinks, feels and speaks. {{user}} stands for your name.",
    )
    greeting: str = Field(default="", title="Greeting", description="Its first words in a new conversation.")
    examples: str = Field(
        default="", title="How it talks", description="Examples of a talk; <START> begins another one."
    )
    model: str = Field(
        default="", title="Model", description="The model that answers for it. Empty: the one that is set."
    )


class PersonaEditor(QWidget):
    """Edits a persona. It holds a persona that can be kept at any time; what can't be, says so below its field.

    changed: the Persona as it is now.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._persona = Persona("")
        self._typed: dict[str, str] = {}
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self.settle)
        self._name = Line(_Fields.model_fields["name"], "Aria", self._setter("name"))
        self._rows: dict[str, Row] = {
            "name": self._name,
            "prompt": _titled("prompt", self._setter("prompt")),
            "greeting": _titled("greeting", self._setter("greeting")),
            "examples": _titled("examples", self._setter("examples")),
            "model": Line(_Fields.model_fields["model"], "", self._setter("model")),
        }
        self._name.edit.setMaxLength(LONGEST_NAME)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S4)
        for key, row in self._rows.items():
            row.setObjectName(f"persona_field_{key}")
            column.addWidget(row)

    @property
    def persona(self) -> Persona:
        """The persona that is edited, as it was kept last."""
        return self._persona

    def edit(self, persona: Persona) -> None:
        """Edit this persona from now on."""
        self.settle()
        self._persona = persona
        for key, row in self._rows.items():
            row.show_value(getattr(persona, key))
            row.show_error("")

    def take_focus(self) -> None:
        """Let the keyboard begin with the name."""
        self._name.edit.setFocus()
        self._name.edit.selectAll()

    def show_error(self, text: str) -> None:
        """Say below the name what is wrong."""
        self._rows["name"].show_error(text)

    def settle(self) -> None:
        """Nothing that was typed waits any longer."""
        self._timer.stop()
        typed, self._typed = self._typed, {}
        if not typed:
            return
        changed = replace(self._persona, **typed)
        try:
            changed.checked()
        except PersonaError as error:
            self._typed = typed
            self.show_error(str(error))
            return
        self.show_error("")
        self._persona = changed
        self.changed.emit(changed)

    def _setter(self, key: str) -> Callable[[Any], None]:
        def typed(value: str) -> None:
            self._typed[key] = value
            self._timer.start()

        return typed

    def hideEvent(self, event: QHideEvent) -> None:
        self.settle()
        super().hideEvent(event)


def _titled(key: str, changed: Callable[[str], None]) -> Words:
    field = _Fields.model_fields[key]
    row = Words(field, changed)
    row.column.insertWidget(0, words(field.title or "", "field_title"))
    row.column.insertWidget(2, words(field.description or "", "field_help"))
    return row
