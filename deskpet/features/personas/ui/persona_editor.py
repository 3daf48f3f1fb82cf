"""Persona editor: a form that emits changes after a short pause in typing."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.config.settings import problem_in
from deskpet.features.personas.ui.greetings_row import GreetingsRow
from deskpet.features.personas.ui.portrait_row import PortraitRow
from deskpet.personas.persona import LONGEST_NAME, Persona, PersonaError, VoiceSpeed, VoiceVolume
from deskpet.translation import tr_noop
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormRow, TextAreaRow, TextInputRow, help_of, text_label, title_of

TYPING_MS = 400


class _PersonaFields(BaseModel):
    """Titles and help texts of the edited fields."""

    name: str = Field(
        default="", title=tr_noop("Name"), description=tr_noop("What it is called. In all texts: {{char}}.")
    )
    prompt: str = Field(
        default="",
        title=tr_noop("Who it is"),
        description=tr_noop("How it thinks, feels and speaks. {{user}} stands for your name."),
    )
    greeting: str = Field(
        default="",
        title=tr_noop("Greeting"),
        description=tr_noop("Its first words in a new conversation; where there are several, you choose there."),
    )
    examples: str = Field(
        default="",
        title=tr_noop("How it talks"),
        description=tr_noop("Examples of a talk; <START> begins another one."),
    )
    reminder: str = Field(
        default="",
        title=tr_noop("Reminder"),
        description=tr_noop("Told to the model after everything else, where it weighs most."),
    )
    model: str = Field(
        default="",
        title=tr_noop("Model"),
        description=tr_noop("The model that answers for it. Empty: the one that is set."),
    )
    voice: str = Field(
        default="",
        title=tr_noop("Its voice"),
        description=tr_noop("Reads its answers aloud; named as on the page Voice. Empty: the voice that is set there."),
    )
    voice_speed: str = Field(
        default="", title=tr_noop("Speed of its voice"), description=tr_noop("From 0.5 to 2. Empty: as set there.")
    )
    voice_volume: str = Field(
        default="", title=tr_noop("Volume of its voice"), description=tr_noop("From 0 to 100. Empty: as set there.")
    )


_NUMBERS: dict[str, TypeAdapter[Any]] = {
    "voice_speed": TypeAdapter(VoiceSpeed),
    "voice_volume": TypeAdapter(VoiceVolume),
}


class PersonaEditor(QWidget):
    """Edits a persona. `persona` is always valid; an invalid edit shows an error below its field.

    changed: Emitted with the new Persona.
    portrait_changed: Emitted with the Path of the new picture, or None to remove it.
    opened: Emitted when it begins to edit a persona.
    """

    changed = Signal(object)
    portrait_changed = Signal(object)
    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("persona_editor")
        self._persona = Persona("")
        self._edits: dict[str, Any] = {}
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self.settle)
        self._name = TextInputRow(_PersonaFields.model_fields["name"], "Aria", self._setter("name"))
        self._rows: dict[str, FormRow] = {
            "name": self._name,
            "prompt": _text_area_row("prompt", self._setter("prompt")),
            "greeting": GreetingsRow(_PersonaFields.model_fields["greeting"], self._on_greetings_edited),
            "examples": _text_area_row("examples", self._setter("examples")),
            "reminder": _text_area_row("reminder", self._setter("reminder")),
            "model": TextInputRow(_PersonaFields.model_fields["model"], "", self._setter("model")),
            "voice": TextInputRow(_PersonaFields.model_fields["voice"], "alloy", self._setter("voice")),
            "voice_speed": TextInputRow(
                _PersonaFields.model_fields["voice_speed"], "1", self._number_setter("voice_speed")
            ),
            "voice_volume": TextInputRow(
                _PersonaFields.model_fields["voice_volume"], "80", self._number_setter("voice_volume")
            ),
        }
        self._name.edit.setMaxLength(LONGEST_NAME)
        self._portrait = PortraitRow()
        self._portrait.picture_chosen.connect(self.portrait_changed)
        self._portrait.remove_requested.connect(lambda: self.portrait_changed.emit(None))
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S4)
        column.addWidget(self._portrait)
        for key, row in self._rows.items():
            row.setObjectName(f"persona_field_{key}")
            column.addWidget(row)

    def add_row(self, row: QWidget) -> None:
        """Add a row below the others."""
        self._column.addWidget(row)

    @property
    def persona(self) -> Persona:
        """The edited persona, with the last valid changes."""
        return self._persona

    def edit(self, persona: Persona, picture: Path | None = None) -> None:
        """Start to edit this persona; `picture` is its picture's file."""
        self.settle()
        self._persona = persona
        self.show_portrait(picture)
        for key, row in self._rows.items():
            value = (persona.greeting, *persona.greetings) if key == "greeting" else getattr(persona, key)
            row.show_value("" if value is None else value)
            row.show_error("")
        self.opened.emit()

    def show_portrait(self, picture: Path | None) -> None:
        """Show the persona's picture."""
        self._portrait.show_portrait(self._persona.name, picture)

    def take_focus(self) -> None:
        """Focus the name field and select its text."""
        self._name.edit.setFocus()
        self._name.edit.selectAll()

    def show_error(self, text: str) -> None:
        """Show an error below the name field; an empty text hides it."""
        self._rows["name"].show_error(text)

    def settle(self) -> None:
        """Apply pending edits at once."""
        self._timer.stop()
        edits, self._edits = self._edits, {}
        if not edits:
            return
        changed = replace(self._persona, **edits)
        try:
            changed.checked()
        except PersonaError as error:
            self._edits = edits
            self.show_error(str(error))
            return
        self.show_error("")
        self._persona = changed
        self.changed.emit(changed)

    def _on_greetings_edited(self, greetings: tuple[str, ...]) -> None:
        default, *others = greetings
        self._edits |= {"greeting": default, "greetings": tuple(text for text in others if text.strip())}
        self._timer.start()

    def _number_setter(self, key: str) -> Callable[[Any], None]:
        """Return what checks a typed number; an empty text is None."""

        def on_edited(text: str) -> None:
            typed = text.strip()
            try:
                self._edits[key] = _NUMBERS[key].validate_python(typed) if typed else None
            except ValidationError as error:
                self._edits.pop(key, None)
                self._rows[key].show_error(problem_in(error.errors()[0]))
            else:
                self._rows[key].show_error("")
                self._timer.start()

        return on_edited

    def _setter(self, key: str) -> Callable[[Any], None]:
        def on_edited(value: str) -> None:
            self._edits[key] = value
            self._timer.start()

        return on_edited

    def hideEvent(self, event: QHideEvent) -> None:
        self.settle()
        super().hideEvent(event)


def _text_area_row(key: str, changed: Callable[[str], None]) -> TextAreaRow:
    field = _PersonaFields.model_fields[key]
    row = TextAreaRow(field, changed)
    row.column.insertWidget(0, text_label(title_of(field), "field_title"))
    row.column.insertWidget(2, text_label(help_of(field), "field_help"))
    return row
