"""Persona editor: a form that emits changes after a short pause in typing, with rows for picture and greetings."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.config.settings import problem_in
from deskpet.features.personas.ui.portraits import paint_disc
from deskpet.personas.persona import LONGEST_NAME, Persona, PersonaError, VoiceSpeed, VoiceVolume
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.chat.pictures import SUFFIXES
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import (
    STRETCH,
    FormRow,
    TextAreaRow,
    TextInputRow,
    column_in,
    help_of,
    line_in,
    line_of,
    text_label,
    title_of,
)
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.painting import smooth_painter
from deskpet.ui.widgets.picker import PickerButton

TYPING_MS = 400
# In logical pixels.
_BUTTON, _SIDE = 24, 64


# The rows in their order, with their titles and help texts.
_FIELDS: dict[str, FieldInfo] = {
    "name": Field(title=tr_noop("Name"), description=tr_noop("What it is called. In all texts: {{char}}.")),
    "prompt": Field(
        title=tr_noop("Who it is"),
        description=tr_noop("How it thinks, feels and speaks. {{user}} stands for your name."),
    ),
    "greeting": Field(
        title=tr_noop("Greeting"),
        description=tr_noop("Its first words in a new conversation; where there are several, you choose there."),
    ),
    "starters": Field(
        title=tr_noop("Beginnings"),
        description=tr_noop("What an empty conversation offers you to say, a line each. Empty: the usual ones."),
    ),
    "examples": Field(
        title=tr_noop("How it talks"), description=tr_noop("Examples of a talk; <START> begins another one.")
    ),
    "reminder": Field(
        title=tr_noop("Reminder"),
        description=tr_noop("Told to the model after everything else, where it weighs most."),
    ),
    "model": Field(
        title=tr_noop("Model"), description=tr_noop("The model that answers for it. Empty: the one that is set.")
    ),
    "connection": Field(
        title=tr_noop("Connection"),
        description=tr_noop("The name of the saved connection that answers for it. Empty: the one in use."),
    ),
    "voice": Field(
        title=tr_noop("Its voice"),
        description=tr_noop("Reads its answers aloud; named as on the page Voice. Empty: the voice that is set there."),
    ),
    "voice_speed": Field(
        title=tr_noop("Speed of its voice"), description=tr_noop("From 0.5 to 2. Empty: as set there.")
    ),
    "voice_volume": Field(
        title=tr_noop("Volume of its voice"), description=tr_noop("From 0 to 100. Empty: as set there.")
    ),
}
_AREAS = {"prompt", "starters", "examples", "reminder"}
_EXAMPLES = {"name": "Aria", "voice": "alloy", "voice_speed": "1", "voice_volume": "80"}
_NUMBERS: dict[str, TypeAdapter[Any]] = {
    "voice_speed": TypeAdapter(VoiceSpeed),
    "voice_volume": TypeAdapter(VoiceVolume),
}


class GreetingsRow(TextAreaRow):
    """Edits a list of greetings; the first is the default."""

    def __init__(self, field: FieldInfo, changed: Callable[[tuple[str, ...]], None]) -> None:
        super().__init__(field, self._on_text_edited, help_text=help_of(field))
        self._changed = changed
        self._texts, self._index = [""], 0
        self._switch = VariantSwitch(self)
        self._switch.variant_requested.connect(self._show_greeting)
        self._add = IconButton("new", tr("Add another greeting"), self, _BUTTON, name="add_greeting")
        self._remove = IconButton("trash", tr("Remove this greeting"), self, _BUTTON, name="remove_greeting")
        self._add.clicked.connect(self._add_greeting)
        self._remove.clicked.connect(self._remove_greeting)
        title = text_label(title_of(field), "field_title")
        self.column.insertLayout(0, line_of(theme.S1, (title, 1), self._switch, self._remove, self._add))
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


class PortraitRow(QWidget):
    """Shows the picture, with buttons to choose and remove it. change: gets the Path of a new picture, or None."""

    def __init__(self, change: Callable[[Path | None], object]) -> None:
        super().__init__()
        self.change = change
        self.setObjectName("persona_portrait")
        self._picture = _Picture()
        self._choose = plain_button(tr("Choose a picture…"), "choose_portrait", "")
        self._remove = plain_button(tr("Remove it"), "remove_portrait", "link")
        self._choose.clicked.connect(self._choose_file)
        self._remove.clicked.connect(lambda: change(None))
        line_in(self, theme.S3, self._picture, self._choose, self._remove, STRETCH)

    def show_portrait(self, name: str, picture: Path | None) -> None:
        """Show the picture's file; without one, the first letter of `name`."""
        self._picture.show_portrait(name, picture)
        self._remove.setVisible(picture is not None)

    def _choose_file(self) -> None:
        patterns = " ".join(f"*.{suffix}" for suffix in SUFFIXES)
        title, kinds = tr("Choose a picture"), tr("Pictures ({patterns})", patterns=patterns)
        file_dialogs.open_file(self, title, kinds, self.change, file_dialogs.StandardLocation.PicturesLocation)


class _Picture(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._name, self._file = "", None
        self.setFixedSize(_SIDE, _SIDE)
        self.setAccessibleName(tr("Picture"))

    def show_portrait(self, name: str, picture: Path | None) -> None:
        self._name, self._file = name, picture
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        paint_disc(painter, QRectF(self.rect()), self._name, self._file)


class PersonaEditor(QWidget):
    """Edits a persona. `persona` is always valid; an invalid edit shows an error below its field.

    models: the button that chooses model and connection; the keys of its entries are a name of each.

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
        self.persona = Persona("")
        self._edits: dict[str, Any] = {}
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self.settle)
        self._rows = {key: self._row(key) for key in _FIELDS}
        name = self._rows["name"]
        assert isinstance(name, TextInputRow)
        self._name = name.edit
        self._name.setMaxLength(LONGEST_NAME)
        self._portrait = PortraitRow(self.portrait_changed.emit)
        self.models = PickerButton(
            tr("Choose a model"), tr_noop("Search the models"), tr("No model has this in its name.")
        )
        self.models.setObjectName("persona_models")
        self.models.setText(tr("Choose…"))
        self.models.chosen.connect(self._choose_model)
        model = self._rows["model"]
        assert isinstance(model, TextInputRow)
        model.line.addWidget(self.models)
        self._column = column_in(self, theme.S4, self._portrait, *self._rows.values())

    def _row(self, key: str) -> FormRow:
        field, changed = _FIELDS[key], partial(self._on_edited, key)
        if key == "greeting":
            row = GreetingsRow(field, changed)
        elif key in _AREAS:
            row = TextAreaRow(field, changed, title_of(field), help_of(field))
        else:
            row = TextInputRow(field, _EXAMPLES.get(key, ""), changed)
        row.setObjectName(f"persona_field_{key}")
        return row

    def add_row(self, row: QWidget) -> None:
        """Add a row below the others."""
        self._column.addWidget(row)

    def edit(self, persona: Persona, picture: Path | None = None) -> None:
        """Start to edit this persona; `picture` is its picture's file."""
        self.settle()
        self.persona = persona
        self.show_portrait(picture)
        for key, row in self._rows.items():
            row.show_value(_shown_value(persona, key))
            row.show_error("")
        self.opened.emit()

    def show_portrait(self, picture: Path | None) -> None:
        """Show the persona's picture."""
        self._portrait.show_portrait(self.persona.name, picture)

    def _choose_model(self, chosen: tuple[str, str]) -> None:
        """Fill in the names of a connection and of a model."""
        for key, name in zip(("connection", "model"), chosen, strict=True):
            self._rows[key].show_value(name)
            self._on_edited(key, name)
        self.settle()

    def take_focus(self) -> None:
        """Focus the name field and select its text."""
        self._name.setFocus()
        self._name.selectAll()

    def settle(self) -> None:
        """Apply pending edits at once."""
        self._timer.stop()
        edits, self._edits = self._edits, {}
        if not edits:
            return
        changed = replace(self.persona, **edits)
        try:
            changed.checked()
        except PersonaError as error:
            self._edits = edits
            self._rows["name"].show_error(str(error))
            return
        self._rows["name"].show_error("")
        self.persona = changed
        self.changed.emit(changed)

    def _on_edited(self, key: str, value: Any) -> None:
        try:
            self._edits |= _changes(key, value)
        except ValidationError as error:
            self._edits.pop(key, None)
            self._rows[key].show_error(problem_in(error.errors()[0]))
        else:
            if key in _NUMBERS:
                self._rows[key].show_error("")
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self.settle()
        super().hideEvent(event)


def _shown_value(persona: Persona, key: str) -> Any:
    """Return the value of the row for a field."""
    if key == "greeting":
        return (persona.greeting, *persona.greetings)
    value = getattr(persona, key)
    if key == "starters":
        return "\n".join(value)
    return "" if value is None else value


def _changes(key: str, value: Any) -> dict[str, Any]:
    """Return the fields of a persona with what was typed in a row. Raises ValidationError."""
    if key == "greeting":
        default, *others = value
        return {"greeting": default, "greetings": tuple(text for text in others if text.strip())}
    if key == "starters":
        return {key: tuple(line.strip() for line in value.splitlines() if line.strip())}
    if key in _NUMBERS:
        typed = value.strip()
        return {key: _NUMBERS[key].validate_python(typed) if typed else None}
    return {key: value}
