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
        self._models: tuple[Path, ...] = ()
        pet.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Entering, moving and dropping are of this class.
        if not isinstance(event, QDropEvent):
            return super().eventFilter(watched, event)
        is_entering, is_moving = isinstance(event, QDragEnterEvent), isinstance(event, QDragMoveEvent)
        if is_entering or not is_moving:
            self._models = models_in(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(bool(self._models))
        if is_entering and self._models:
            self._pet.animator.note_touch()
            self._pet.living_model.perform(happy_gesture(self._pet.character))
        elif not is_moving:
            for path in self._models:
                self.dropped.emit(path)
        return True


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
