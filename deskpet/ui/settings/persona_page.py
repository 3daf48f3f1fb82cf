"""The personas in the settings: who speaks, and how one is made, brought from elsewhere, changed and removed."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.personas.persona import Persona
from deskpet.ui.settings.persona_editor import PersonaEditor
from deskpet.ui.settings.persona_list import NO_PICTURES, PersonaList
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import text_label
from deskpet.words import tr

_ENDINGS = (".png", ".json")


class PersonaPage(QWidget):
    """Shows the personas and asks for what is to become of them. Character cards can be dropped on it.

    chosen: this persona's id is to speak; empty for the character herself.
    changed: this Persona is to be kept. new_wanted: another one is to be made.
    delete_wanted: the persona of this id is to go.
    files_brought: character cards to be read, a list of Paths.
    portrait_changed: the picture of the persona with this id is to be this file (a Path), or None.
    """

    chosen = Signal(str)
    changed = Signal(object)
    new_wanted = Signal()
    delete_wanted = Signal(str)
    files_brought = Signal(object)
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
        self.list.edit_wanted.connect(self.edit)
        self.list.delete_wanted.connect(self.delete_wanted)
        self.editor.changed.connect(self.changed)
        self.editor.portrait_changed.connect(lambda file: self.portrait_changed.emit(self.editor.persona.id, file))
        self._said = _Said()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.list)
        column.addLayout(self._buttons())
        column.addWidget(self._said)
        column.addWidget(self._editing())

    def _buttons(self) -> QVBoxLayout:
        line, column = FlowLayout(theme.S2), QVBoxLayout()
        column.setSpacing(theme.S1)
        column.addLayout(line)
        for name, text, act in (
            ("new_persona", tr("New persona"), self.new_wanted.emit),
            ("import_persona", tr("Import a card…"), self._choose_files),
        ):
            button = QPushButton(text)
            button.setObjectName(name)
            button.setAccessibleName(text)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _=False, act=act: act())
            line.addWidget(button)
        column.addWidget(text_label(tr("or drop SillyTavern character cards here: PNG or JSON."), "field_help"))
        return column

    def _editing(self) -> QWidget:
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
        self, own: Persona, personas: Iterable[Persona], chosen: str, pictures: Mapping[str, Path] = NO_PICTURES
    ) -> None:
        """Show the character herself and the user's personas; the one with the id `chosen` speaks.

        `pictures` are the files of their pictures, by their ids; for the character herself a model's folder.
        """
        self._personas = {persona.id: persona for persona in personas}
        self._pictures = pictures
        self.list.show_personas(own, self._personas.values(), chosen, pictures)
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
        """Say what came of something: `good`, or a `bad` thing with its cause. With `undo` there is a way back."""
        self._said.say(text, level, undo)

    def _close_editor(self) -> None:
        self.editor.settle()
        self._area.hide()

    def _choose_files(self) -> None:
        where = file_dialogs.place(file_dialogs.Place.DownloadLocation)
        dialog = QFileDialog(self, tr("Import character cards"), where, tr("Character cards (*.png *.json)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.files_brought.emit(list(map(Path, names))))
        dialog.open()

    # Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _cards(event):
            file_dialogs.take_copy(event)
            self._light(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._light(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._light(False)
        if cards := _cards(event):
            file_dialogs.take_copy(event)
            self.files_brought.emit(cards)

    def _light(self, lit: bool) -> None:
        self.setProperty("state", "drop" if lit else "")
        self.style().polish(self)


def _cards(event: QDropEvent) -> list[Path]:
    """The files of a drop that may be character cards."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [file for file in paths if file.suffix.lower() in _ENDINGS]


class _Said(QWidget):
    """A line that says what was done, with a way back."""

    def __init__(self) -> None:
        super().__init__()
        self._label: QLabel = text_label("", "persona_said")
        self._undo = QPushButton(tr("Undo"))
        self._undo.setObjectName("persona_undo")
        self._undo.setAccessibleName(tr("Undo"))
        self._undo.setProperty("kind", "link")
        self._undo.setCursor(Qt.CursorShape.PointingHandCursor)
        self._undo.clicked.connect(self._take_back)
        self._undoes: Callable[[], object] | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._label, 1)
        line.addWidget(self._undo, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, text: str, level: str, undo: Callable[[], object] | None) -> None:
        self._label.setText(text)
        self._label.setProperty("level", level)
        self._label.style().polish(self._label)
        self._undoes = undo
        self._undo.setVisible(undo is not None)
        self._undo.setAccessibleName(tr("Undo: {what}", what=text))
        self.setVisible(bool(text))

    def _take_back(self) -> None:
        undoes, self._undoes = self._undoes, None
        self.hide()
        if undoes:
            undoes()
