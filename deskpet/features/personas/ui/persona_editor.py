"""Persona editor: a form that emits changes after a short pause in typing, with rows for picture and greetings."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from deskpet.config.settings import problem_in
from deskpet.features.personas.ui.portraits import paint_disc
from deskpet.personas.persona import LONGEST_NAME, Persona, PersonaError, VoiceSpeed, VoiceVolume
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.chat.pictures import SUFFIXES
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import FormRow, TextAreaRow, TextInputRow, help_of, line_in, text_label, title_of
from deskpet.ui.widgets.icons import IconButton

TYPING_MS = 400
# In logical pixels.
_BUTTON, _SIDE = 24, 64


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
    starters: str = Field(
        default="",
        title=tr_noop("Beginnings"),
        description=tr_noop("What an empty conversation offers you to say, a line each. Empty: the usual ones."),
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
    connection: str = Field(
        default="",
        title=tr_noop("Connection"),
        description=tr_noop("The name of the saved connection that answers for it. Empty: the one in use."),
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
        line = line_in(self, theme.S3)
        line.addWidget(self._picture)
        for button in (self._choose, self._remove):
            line.addWidget(button)
        line.addStretch(1)

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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_disc(painter, QRectF(self.rect()), self._name, self._file)


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
            "starters": _text_area_row("starters", self._on_starters_edited),
            "examples": _text_area_row("examples", self._setter("examples")),
            "reminder": _text_area_row("reminder", self._setter("reminder")),
            "model": TextInputRow(_PersonaFields.model_fields["model"], "", self._setter("model")),
            "connection": TextInputRow(_PersonaFields.model_fields["connection"], "", self._setter("connection")),
            "voice": TextInputRow(_PersonaFields.model_fields["voice"], "alloy", self._setter("voice")),
            "voice_speed": TextInputRow(
                _PersonaFields.model_fields["voice_speed"], "1", self._number_setter("voice_speed")
            ),
            "voice_volume": TextInputRow(
                _PersonaFields.model_fields["voice_volume"], "80", self._number_setter("voice_volume")
            ),
        }
        self._name.edit.setMaxLength(LONGEST_NAME)
        self._portrait = PortraitRow(self.portrait_changed.emit)
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
            row.show_value(_shown_value(persona, key))
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

    def _on_starters_edited(self, text: str) -> None:
        self._edits["starters"] = tuple(line.strip() for line in text.splitlines() if line.strip())
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


def _shown_value(persona: Persona, key: str) -> Any:
    """Return the value of the row for a field."""
    if key == "greeting":
        return (persona.greeting, *persona.greetings)
    value = getattr(persona, key)
    if key == "starters":
        return "\n".join(value)
    return "" if value is None else value


def _text_area_row(key: str, changed: Callable[[str], None]) -> TextAreaRow:
    field = _PersonaFields.model_fields[key]
    row = TextAreaRow(field, changed)
    row.column.insertWidget(0, text_label(title_of(field), "field_title"))
    row.column.insertWidget(2, text_label(help_of(field), "field_help"))
    return row
