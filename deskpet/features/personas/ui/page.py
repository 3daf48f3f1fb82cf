"""Persona page of the settings: choose, create, import, edit and delete personas."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.features.personas.ui.persona_editor import PersonaEditor
from deskpet.features.personas.ui.persona_list import NO_PICTURES, PersonaList
from deskpet.personas.persona import Persona
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormCard, TextAreaRow, help_of, text_label

_SUFFIXES = (".png", ".json")


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page of the settings."""
    help_text = tr("The character herself, or someone else in her body.")
    choice = FormCard("persona", tr("Who speaks"), help_text, PersonaPage())
    prompt = field_of("persona", "prompt")
    own = FormCard("smile", tr("The character herself"), help_of(prompt))
    form.add_row(own, "persona", "prompt", TextAreaRow(prompt, form.setter("persona", "prompt")))
    form.add_field(own, "persona", "user")
    return choice, own


class PersonaPage(QWidget):
    """Shows the personas and requests changes. Accepts dropped character cards.

    chosen: Emitted with the id of the persona that is to speak; empty for the character herself.
    changed: Emitted with the edited Persona, to save it.
    new_requested: Emitted to create a persona.
    delete_requested: Emitted with the id of a persona to delete.
    import_requested: Emitted with the Paths of character cards to import, as a list.
    portrait_changed: Emitted with a persona's id and the Path of its new picture, or None to remove it.
    """

    chosen = Signal(str)
    changed = Signal(object)
    new_requested = Signal()
    delete_requested = Signal(str)
    import_requested = Signal(object)
    portrait_changed = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("persona_page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._personas: dict[str, Persona] = {}
        self._pictures = NO_PICTURES
        self.list, self.editor = PersonaList(), PersonaEditor()
        self.list.chosen.connect(self.chosen)
        self.list.edit_requested.connect(self.edit)
        self.list.delete_requested.connect(self.delete_requested)
        self.editor.changed.connect(self.changed)
        self.editor.portrait_changed.connect(lambda file: self.portrait_changed.emit(self.editor.persona.id, file))
        self._result = _ResultLine()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.list)
        column.addLayout(self._buttons())
        column.addWidget(self._result)
        column.addWidget(self._editor_area())

    def _buttons(self) -> QVBoxLayout:
        line, column = FlowLayout(theme.S2), QVBoxLayout()
        column.setSpacing(theme.S1)
        column.addLayout(line)
        for name, text, act in (
            ("new_persona", tr("New persona"), self.new_requested.emit),
            ("import_persona", tr("Import a card…"), self._choose_files),
        ):
            button = plain_button(text, name, "")
            button.clicked.connect(lambda _=False, act=act: act())
            line.addWidget(button)
        column.addWidget(text_label(tr("or drop SillyTavern character cards here: PNG or JSON."), "field_help"))
        return column

    def _editor_area(self) -> QWidget:
        self._area = QWidget()
        self._area.setObjectName("persona_editing")
        self._area.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head = QHBoxLayout()
        head.addWidget(text_label(tr("Edit the persona"), "field_title"), 1)
        done = QPushButton(tr("Done"))
        done.setObjectName("persona_done")
        done.setAccessibleName(tr("Done with editing"))
        done.clicked.connect(self._close_editor)
        head.addWidget(done)
        column = QVBoxLayout(self._area)
        column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S4)
        column.setSpacing(theme.S3)
        column.addLayout(head)
        column.addWidget(self.editor)
        self._area.hide()
        return self._area

    def show_personas(
        self,
        own: Persona,
        personas: Iterable[Persona],
        chosen: str,
        pictures: Mapping[str, Path] = NO_PICTURES,
        *,
        user: str = "",
    ) -> None:
        """Show the character herself (`own`) and the user's personas; `chosen` is the id of who speaks.

        `pictures` maps ids to picture files; for the character herself it is a model's folder. `user` is the name of
        the user.
        """
        self._personas = {persona.id: persona for persona in personas}
        self._pictures = pictures
        self.list.show_personas(own, self._personas.values(), chosen, pictures, user=user)
        self.editor.show_portrait(pictures.get(self.editor.persona.id))
        if self._area.isVisibleTo(self) and self.editor.persona.id not in self._personas:
            self._area.hide()

    def edit(self, persona_id: str) -> None:
        """Open the editor with this persona."""
        if persona := self._personas.get(persona_id):
            self.editor.edit(persona, self._pictures.get(persona_id))
            self._area.show()
            self.editor.take_focus()

    def say(self, text: str, level: str = "good", undo: Callable[[], object] | None = None) -> None:
        """Show the result of an action; `level` is "good" or "bad". With `undo`, an undo button calls it."""
        self._result.say(text, level, undo)

    def _close_editor(self) -> None:
        self.editor.settle()
        self._area.hide()

    def _choose_files(self) -> None:
        folder = file_dialogs.default_folder(file_dialogs.StandardLocation.DownloadLocation)
        dialog = QFileDialog(self, tr("Import character cards"), folder, tr("Character cards (*.png *.json *.charx)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.import_requested.emit(list(map(Path, names))))
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _cards(event):
            file_dialogs.accept_copy(event)
            self._highlight(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._highlight(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._highlight(False)
        if cards := _cards(event):
            file_dialogs.accept_copy(event)
            self.import_requested.emit(cards)

    def _highlight(self, is_highlighted: bool) -> None:
        self.setProperty("state", "drop" if is_highlighted else "")
        self.style().polish(self)


def _cards(event: QDropEvent) -> list[Path]:
    """Return the dropped files that may be character cards, by their suffix."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [file for file in paths if file.suffix.lower() in _SUFFIXES]


class _ResultLine(QWidget):
    """Line with the result of the last action, and an undo button."""

    def __init__(self) -> None:
        super().__init__()
        self._label: QLabel = text_label("", "persona_said")
        self._undo = plain_button(tr("Undo"), "persona_undo", "link")
        self._undo.clicked.connect(self._run_undo)
        self._undo_action: Callable[[], object] | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._label, 1)
        line.addWidget(self._undo, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, text: str, level: str, undo: Callable[[], object] | None) -> None:
        self._label.setText(text)
        self._label.setProperty("level", level)
        self._label.style().polish(self._label)
        self._undo_action = undo
        self._undo.setVisible(undo is not None)
        self._undo.setAccessibleName(tr("Undo: {what}", what=text))
        self.setVisible(bool(text))

    def _run_undo(self) -> None:
        undo, self._undo_action = self._undo_action, None
        self.hide()
        if undo:
            undo()
