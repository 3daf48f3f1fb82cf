"""The character's cues: what tools ask of it, heard by whatever shows it, or by nobody."""

from PySide6.QtCore import QObject, Signal

from deskpet.pet.character import Character


class Stage(QObject):
    """Where the tools' requests to the character are announced; it knows who is on stage, not how it looks.

    expression_requested: the name of an expression.
    motion_requested: a motion group, and which of its motions, from 0.
    character_changed: somebody else is on stage, or other names may be requested.
    """

    expression_requested = Signal(str)
    motion_requested = Signal(str, int)
    character_changed = Signal()

    def __init__(self, character: Character, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._character = character

    @property
    def character(self) -> Character:
        """Who is on stage: the names that may be requested."""
        return self._character

    @character.setter
    def character(self, character: Character) -> None:
        if character != self._character:
            self._character = character
            self.character_changed.emit()

    def request_expression(self, name: str) -> None:
        """Announce a change of face; `name` is one of the character's."""
        self.expression_requested.emit(name)

    def request_motion(self, group: str, index: int = 0) -> None:
        """Announce a motion; `group` is one of the character's, `index` a motion in it."""
        self.motion_requested.emit(group, index)
