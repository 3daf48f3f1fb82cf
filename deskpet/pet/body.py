"""A character's body, as the window, the animator and the tools use it: a Live2D model or sprites.

`rig.Rig` and `ui.pet.sprite_body.SpriteBody` are the two bodies, `ModelFile` and `SpriteFile` their files.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from deskpet.pet import model_file, sprite_file
from deskpet.pet.attention import Attention
from deskpet.pet.model_file import Examination, ModelFile
from deskpet.pet.motion_player import Priority
from deskpet.pet.sprite_file import SpriteFile
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.pet.gait import Posture
    from deskpet.pet.things import Thing
    from deskpet.pet.vowels import Vowel


BodyFile = ModelFile | SpriteFile
"""The checked files of a body."""


class Body(Protocol):
    """A loaded body. `draw` and `close` require the OpenGL context of its window to be current.

    on_sound: called with the sound of each motion that starts. max_rate: the most pictures per second that it has,
    None for as many as can be drawn. is_exact: whether `covers` knows the drawn pixel. repeats: whether a motion is as
    short as one gesture, so that it is repeated while its reason lasts. walks: whether its feet stand on the ground by
    turns while it walks, else it hops. canvas: its width and height, of which only the ratio is meaningful.
    """

    on_sound: Callable[[Path], None] | None
    max_rate: int | None
    is_exact: bool
    repeats: bool

    @property
    def walks(self) -> bool: ...
    @property
    def canvas(self) -> tuple[float, float]: ...
    @property
    def model(self) -> BodyFile: ...
    @property
    def is_idle(self) -> bool: ...

    def play_idle(self, group: str | None) -> None: ...
    def resize(self, width: int, height: int, scale: float = 1.0, anchor: tuple[float, float] = (0.5, 0.5)) -> None: ...
    def shown_for(self, seconds: float, /) -> float: ...
    def update(self, seconds: float) -> None: ...
    def draw(self) -> None: ...
    def set_expression(self, name: str, seconds: float | None = None) -> None: ...
    def clear_expression(self) -> None: ...
    def start_motion(
        self, group: str, index: int = 0, priority: Priority = Priority.FORCE, *, replaces: bool = False
    ) -> None: ...
    def stop_motion(self) -> None: ...
    def look_at(self, x: float, y: float, *, is_held: bool = False) -> None: ...
    def open_mouth(self, amount: float | None, weight: float = 1.0, vowel: "Vowel | None" = None) -> None: ...
    def attend(self, attention: Attention) -> None: ...
    def lean(self, degrees: float, speed: float = 0.0, /) -> None: ...
    def assume(self, posture: "Posture", /) -> None: ...
    def wear(self, things: "Iterable[Thing]", /) -> None: ...
    def hit_test(self, x: float, y: float) -> str | None: ...
    def covers(self, x: float, y: float) -> bool: ...
    def close(self) -> None: ...


class UnknownName(ValueError):
    """The model has no such expression, group or motion; `available` are the names that it has."""

    def __init__(self, what: str, name: str, available: tuple[str, ...]) -> None:
        self.name, self.available = name, available
        choices = ", ".join(available) or "none at all"
        super().__init__(f"there is no {what} {name!r}; the model has {choices}")


class NotLoaded(RuntimeError):
    """The model is closed, or Cubism Core rejected it."""


def require_motion(motions: Mapping[str, int], group: str, index: int) -> None:
    """Raise UnknownName unless there is such a group with such a motion; `motions` has their number by the group."""
    if group not in motions:
        raise UnknownName("motion group", group, tuple(motions))
    if not 0 <= index < motions[group]:
        what = f"motion of the group {group!r} with the number"
        raise UnknownName(what, str(index), tuple(map(str, range(motions[group]))))


def examine(path: Path, cache: Path, *, thorough: bool = False) -> Examination[BodyFile]:
    """Check the body with the settings file `path`, see the functions of this name for each kind."""
    if path.name.lower() == sprite_file.FILE_NAME:
        return sprite_file.examine(path, cache, thorough=thorough)
    return model_file.examine(path, cache, thorough=thorough)


def load(name: str, cache: Path) -> BodyFile:
    """Return the checked body of this name, folder or file; repaired copies of files go to the folder `cache`.

    Raises ModelError with all problems that can't be repaired.
    """
    return examine(model_file.find(name), cache).usable()


def missing_engine() -> str | None:
    """Return why no Live2D model can be drawn, with the next step; None if live2d-py is installed."""
    if find_spec("live2d"):
        return None
    return tr(
        "live2d-py, which draws Live2D models, is not installed. Install it (pip install live2d-py) and start deskpet "
        "again, or choose a character of sprites."
    )
