"""Drag and drop of model files onto the character, who reacts to a file held over her."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent

from deskpet.pet.character import Character, Gesture, to_words
from deskpet.pet.mood import GestureRole, gesture
from deskpet.ui.pet.window import PetWindow

# File types of models. Archives other than .zip are accepted, so that the import can explain why they can't be opened.
_EXTENSIONS = (".zip", ".json", ".moc3", ".moc", ".rar", ".7z", ".tar", ".gz", ".tgz", ".xz")
_HAPPY = ("excited", "surprised", "happy", "smile", "laughing")


class PetDrop(QObject):
    """Handles drag and drop events of the character's window.

    dropped: Emitted with the path of each dropped model.
    """

    dropped = Signal(object)

    def __init__(self, pet: PetWindow) -> None:
        super().__init__(pet)
        self._pet = pet
        self._is_accepted = False
        pet.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            self._on_enter(event)
        elif isinstance(event, QDragMoveEvent):
            self._accept(event)
        elif isinstance(event, QDropEvent):
            self._on_drop(event)
        else:
            return super().eventFilter(watched, event)
        return True

    def _on_enter(self, event: QDragEnterEvent) -> None:
        self._is_accepted = bool(models_in(event.mimeData()))
        self._accept(event)
        if self._is_accepted:
            self._pet.animator.note_press()
            self._pet.perform(happy_gesture(self._pet.character))

    def _accept(self, event: QDragMoveEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(self._is_accepted)

    def _on_drop(self, event: QDropEvent) -> None:
        paths = models_in(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(bool(paths))
        for path in paths:
            self.dropped.emit(path)


def models_in(mime: QMimeData) -> tuple[Path, ...]:
    """Return the dragged files and folders that may contain a model."""
    paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return tuple(path for path in paths if path.name.lower().endswith(_EXTENSIONS) or path.is_dir())


def happy_gesture(character: Character) -> Gesture:
    """Return the gesture for a model held over the character: a happy expression, or without any a joyful motion."""
    expressions = (name for word in _HAPPY for name in character.expressions if to_words(name) == word)
    return Gesture(
        next(expressions, None), None if character.expressions else gesture(character, GestureRole.JOYFUL).group
    )
