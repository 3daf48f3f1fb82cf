"""One persona as a form; what is typed is kept after a moment."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.personas.persona import LONGEST_NAME, Persona, PersonaError
from deskpet.ui.settings.greetings_row import GreetingsRow
from deskpet.ui.settings.portrait_row import PortraitRow
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormRow, TextAreaRow, TextInputRow, help_of, text_label, title_of
from deskpet.words import later

TYPING_MS = 400


class _Fields(BaseModel):
    """What of a persona is edited."""

    name: str = Field(default="", title=later("Name"), description=later("What it is called. In all texts: {{char}}."))
    prompt: str = Field(
        default="",
        title=later("Who it is"),
        description=later("How it thinks, feels and speaks. {{user}} stands for your name."),
    )
    greeting: str = Field(
        default="",
        title=later("Greeting"),
        description=later("Its first words in a new conversation; where there are several, you choose there."),
    )
    examples: str = Field(
        default="", title=later("How it talks"), description=later("Examples of a talk; <START> begins another one.")
    )
    reminder: str = Field(
        default="",
        title=later("Reminder"),
        description=later("Told to the model after everything else, where it weighs most."),
    )
    model: str = Field(
        default="",
        title=later("Model"),
        description=later("The model that answers for it. Empty: the one that is set."),
    )


class PersonaEditor(QWidget):
    """Edits a persona. It holds a persona that can be kept at any time; what can't be, says so below its field.

    changed: the Persona as it is now. portrait_changed: its picture is to be this file (a Path), or None.
    """

    changed = Signal(object)
    portrait_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._persona = Persona("")
        self._typed: dict[str, Any] = {}
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self.settle)
        self._name = TextInputRow(_Fields.model_fields["name"], "Aria", self._setter("name"))
        self._rows: dict[str, FormRow] = {
            "name": self._name,
            "prompt": _titled("prompt", self._setter("prompt")),
            "greeting": GreetingsRow(_Fields.model_fields["greeting"], self._greetings_typed),
            "examples": _titled("examples", self._setter("examples")),
            "reminder": _titled("reminder", self._setter("reminder")),
            "model": TextInputRow(_Fields.model_fields["model"], "", self._setter("model")),
        }
        self._name.edit.setMaxLength(LONGEST_NAME)
        self._portrait = PortraitRow()
        self._portrait.brought.connect(self.portrait_changed)
        self._portrait.removed.connect(lambda: self.portrait_changed.emit(None))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S4)
        column.addWidget(self._portrait)
        for key, row in self._rows.items():
            row.setObjectName(f"persona_field_{key}")
            column.addWidget(row)

    @property
    def persona(self) -> Persona:
        """The persona that is edited, as it was kept last."""
        return self._persona

    def edit(self, persona: Persona, picture: Path | None = None) -> None:
        """Edit this persona, which has this picture, from now on."""
        self.settle()
        self._persona = persona
        self.show_portrait(picture)
        for key, row in self._rows.items():
            value = (persona.greeting, *persona.greetings) if key == "greeting" else getattr(persona, key)
            row.show_value(value)
            row.show_error("")

    def show_portrait(self, picture: Path | None) -> None:
        """The persona has this picture."""
        self._portrait.show_portrait(self._persona.name, picture)

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

    def _greetings_typed(self, greetings: tuple[str, ...]) -> None:
        usual, *others = greetings
        self._typed |= {"greeting": usual, "greetings": tuple(text for text in others if text.strip())}
        self._timer.start()

    def _setter(self, key: str) -> Callable[[Any], None]:
        def typed(value: str) -> None:
            self._typed[key] = value
            self._timer.start()

        return typed

    def hideEvent(self, event: QHideEvent) -> None:
        self.settle()
        super().hideEvent(event)


def _titled(key: str, changed: Callable[[str], None]) -> TextAreaRow:
    field = _Fields.model_fields[key]
    row = TextAreaRow(field, changed)
    row.column.insertWidget(0, text_label(title_of(field), "field_title"))
    row.column.insertWidget(2, text_label(help_of(field), "field_help"))
    return row
