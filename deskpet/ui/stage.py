"""The Stage: signals by which tools request expressions and motions of the character."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from deskpet.pet.character import Character
from deskpet.pet.held_gaze import GazeRequest


class Stage(QObject):
    """Holds the present character and announces requests to it, whether or not a window shows it.

    expression_requested: Emitted with the name of an expression.
    motion_requested: Emitted with a motion group and the index of a motion in it, from 0.
    look_requested: Emitted with a GazeRequest.
    thing_requested: Emitted with the name of a thing, and whether she is to have it from now on.
    thing_lent: Emitted with the same for a thing that she is to have until `things_taken_back` is emitted.
    character_changed: Emitted when the character, or its set of expressions and motions, has changed.
    """

    expression_requested = Signal(str)
    motion_requested = Signal(str, int)
    look_requested = Signal(object)
    thing_requested = Signal(str, bool)
    thing_lent = Signal(str, bool)
    things_taken_back = Signal()
    character_changed = Signal()

    def __init__(self, character: Character, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._character = character
        self._hold: Callable[[Callable[[], None]], None] | None = None

    def hold(self, hold: Callable[[Callable[[], None]], None] | None) -> None:
        """Give each following request to `hold`, which fulfils it later by calling it; None: fulfil them at once."""
        self._hold = hold

    @property
    def character(self) -> Character:
        """The present character, with the names that may be requested."""
        return self._character

    @character.setter
    def character(self, character: Character) -> None:
        if character != self._character:
            self._character = character
            self.character_changed.emit()

    def request_expression(self, name: str) -> None:
        """Request one of the character's expressions."""
        self.request(lambda: self.expression_requested.emit(name))

    def request_motion(self, group: str, index: int = 0) -> None:
        """Request the motion `index`, from 0, of one of the character's motion groups."""
        self.request(lambda: self.motion_requested.emit(group, index))

    def greet(self) -> None:
        """Request the character's expression and motion for a greeting."""
        greeting = self._character.greeting
        if greeting.expression:
            self.request_expression(greeting.expression)
        if greeting.group:
            self.request_motion(greeting.group)

    def request_look(self, request: GazeRequest) -> None:
        """Request that the character looks in a direction for some time."""
        self.request(lambda: self.look_requested.emit(request))

    def request_thing(self, name: str, on: bool) -> None:
        """Request that the character holds or wears one of its things, or puts it away."""
        self.request(lambda: self.thing_requested.emit(name, on))

    def request(self, request: Callable[[], None]) -> None:
        """Call `request`, at once or when a voice has come to its sentence."""
        if self._hold:
            self._hold(request)
        else:
            request()


class PrivateStage:
    """The stage as the tools of a private conversation see it: of what it asks, nothing is kept after it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.request_expression, self.request_motion = stage.request_expression, stage.request_motion
        self.request_look = stage.request_look

    @property
    def character(self) -> Character:
        """The present character, with the names that may be requested."""
        return self._stage.character

    def request_thing(self, name: str, on: bool) -> None:
        """Request that the character holds or wears one of its things for now, or puts it away."""
        self._stage.request(lambda: self._stage.thing_lent.emit(name, on))
