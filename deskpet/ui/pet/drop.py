"""Models dropped on the character: she shows that she welcomes what is held over her, and takes it in."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent

from deskpet.pet.character import Character, Gesture, in_words
from deskpet.ui.pet.window import PetWindow

# What a model may come in. The last ones can't be opened, but then it is said why.
_ENDINGS = (".zip", ".json", ".moc3", ".moc", ".rar", ".7z", ".tar", ".gz", ".tgz", ".xz")
_WELCOME = ("excited", "surprised", "happy", "smile", "laughing")


class PetDrop(QObject):
    """Watches the character's window for what is dragged over it.

    dropped: the path of a model.
    """

    dropped = Signal(object)

    def __init__(self, pet: PetWindow) -> None:
        super().__init__(pet)
        self._pet = pet
        self._takes = False
        pet.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            self._entered(event)
        elif isinstance(event, QDragMoveEvent):
            self._answer(event)
        elif isinstance(event, QDropEvent):
            self._dropped(event)
        else:
            return super().eventFilter(watched, event)
        return True

    def _entered(self, event: QDragEnterEvent) -> None:
        self._takes = bool(models_in(event.mimeData()))
        self._answer(event)
        if self._takes:
            self._pet.presence.note_press()
            self._pet.perform(welcome(self._pet.character))

    def _answer(self, event: QDragMoveEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(self._takes)

    def _dropped(self, event: QDropEvent) -> None:
        paths = models_in(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(bool(paths))
        for path in paths:
            self.dropped.emit(path)


def models_in(mime: QMimeData) -> tuple[Path, ...]:
    """The files and folders among what is dragged that may hold a model."""
    paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return tuple(path for path in paths if path.name.lower().endswith(_ENDINGS) or path.is_dir())


def welcome(character: Character) -> Gesture:
    """How this character shows that it is glad of what is brought."""
    faces = (name for word in _WELCOME for name in character.expressions if in_words(name) == word)
    return Gesture(next(faces, None))
