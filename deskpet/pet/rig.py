"""The living model: the only file that uses live2d-py (1.0.0), and where every trap of it is guarded.

Its C++ code trusts its callers. A wrong index, an unknown group or an early call ends the process or jams the
character; so nothing is passed on before it was looked up, and what finishes is acted on at the next update.
"""

import atexit
import contextlib
import functools
import logging
import math
import os
import random
import secrets
import struct
import sys
import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

from deskpet.pet import density, model_settings
from deskpet.pet.blink import Blink
from deskpet.pet.core_clocks import RESET_AFTER, RESET_BY, CoreClocks
from deskpet.pet.density import Density
from deskpet.pet.engine import live2d
from deskpet.pet.model_file import ModelFile
from deskpet.pet.motion_player import MotionPlayer, Priority
from deskpet.pet.shaders import ShaderFolder, needs_blending

# Longer than a frame of the slowest pace.
MAX_STEP = 0.25

log = logging.getLogger(__name__)

_MOUTH = ("ParamMouthOpenY", "PARAM_MOUTH_OPEN_Y")
_CUBISM_2_EYES = ("PARAM_EYE_L_OPEN", "PARAM_EYE_R_OPEN")
# What leans, and how much of the whole lean each has.
_LEANING = {"ParamAngleZ": 1.0, "PARAM_ANGLE_Z": 1.0, "ParamBodyAngleZ": 0.6, "PARAM_BODY_ANGLE_Z": 0.6}


class UnknownName(ValueError):
    """A name that the model does not have; `available` are those it has."""

    def __init__(self, what: str, name: str, available: tuple[str, ...]) -> None:
        self.name, self.available = name, available
        choices = ", ".join(available) or "none at all"
        super().__init__(f"there is no {what} {name!r}; the model has {choices}")


class UnknownExpression(UnknownName):
    """An expression that the model does not have."""

    def __init__(self, name: str, available: tuple[str, ...]) -> None:
        super().__init__("expression", name, available)


class UnknownMotion(UnknownName):
    """A motion group that the model does not have, or a motion outside its group."""

    def __init__(self, name: str, available: tuple[str, ...], what: str = "motion group") -> None:
        super().__init__(what, name, available)


class NotLoaded(RuntimeError):
    """The model was closed, or the core refused it."""


class Rig:
    """One loaded model. Everything but `create_renderer` and `draw` works without OpenGL.

    Points are logical pixels from the window's top left corner; times are seconds. `create_renderer`, `draw`
    and `close` need the OpenGL context that the model is drawn in to be current.
    """

    def __init__(
        self,
        model: ModelFile,
        idle_group: str | None = None,
        reset_after: float = RESET_AFTER,
        reset_by: float = RESET_BY,
    ) -> None:
        """Load a checked model; its `idle_group` is played whenever nothing else is. Raises NotLoaded.

        The core's clocks are reset when this goes unseen after `reset_after` seconds, and by `reset_by` in any case.
        """
        self.model = model
        self._core: Any = _loaded(model)
        self._motions = MotionPlayer(model, reset_after, reset_by)
        self._clocks = CoreClocks(model.cubism, reset_after, reset_by)
        self._is_drawable = self._was_drawn = False
        self._parameters = frozenset(self._core.GetParamIds())
        self._core.SetAutoBlink(False)
        self._blink, self._eyes = Blink(), self._parameters.intersection(_eyes(model))
        self._idle_group = idle_group if model.motions.get(idle_group or "") else None
        self._last_idle: int | None = None
        self._mouth: tuple[float, float] | None = None
        self._lean = 0.0
        self._width = self._height = 1

    @property
    def parameter_count(self) -> int:
        return len(self._parameters)

    def play_idle(self, group: str | None) -> None:
        """Play motions of another group whenever nothing else is, if the model has it."""
        group = group if self.model.motions.get(group or "") else None
        if group != self._idle_group:
            self._idle_group, self._last_idle = group, None

    @property
    def canvas(self) -> tuple[float, float]:
        """The size of the model's canvas; only its proportions mean something."""
        width, height = self._loaded_core().GetCanvasSize()
        return (width, height) if width > 0 and height > 0 else (1.0, 1.0)

    def smallest_mipmap(self, size: tuple[int, int], ratio: float) -> int:
        """How often its textures may be halved before there is less than a texel for each pixel of a window.

        `size` is the window's in logical pixels, `ratio` how many physical ones each of them has.
        """
        width, height = self._loaded_core().GetCanvasSizePixel()
        shrink = max(width / (size[0] * ratio), height / (size[1] * ratio), 1.0)
        return math.ceil(math.log2(shrink))

    def density(self, sizes: Sequence[tuple[int, int]]) -> Density | None:
        """How finely the pose that was last drawn is textured; `sizes` are the textures' in texels.

        None where it can't be told: of a Cubism 2 model, or of one without a mesh that could be measured.
        """
        core = self._loaded_core()
        if self.model.cubism == 2 or not self._was_drawn:
            return None
        cut = density.read_mesh_textures(self.model.moc)
        posed = [_points(core.GetDrawableVertices(index)) for index in range(len(core.GetDrawableIds()))]
        try:
            return Density(density.texels_per_unit(cut, posed, sizes), self.canvas)
        except (ValueError, struct.error) as error:
            log.warning("%s keeps its textures at full size: %s", self.model.path.name, error)
            return None

    def create_renderer(self) -> None:
        """Upload the textures and link the shaders: 0.3 to 3 seconds in which nothing else runs."""
        core = self._loaded_core()
        if not self._is_drawable:
            _choose_shaders(self.model)
            with _quiet():
                live2d.glInit()
                core.CreateRenderer()
            self._is_drawable = True
            _drawable.add(self)

    def resize(self, width: int, height: int, scale: float = 1.0, anchor: tuple[float, float] = (0.5, 0.5)) -> None:
        """Fit the whole canvas into a window of this many logical pixels, and enlarge it by `scale`.

        The point `anchor` of the canvas, 0..1 to the right and down, stands at the same proportion of the window.
        """
        self._width, self._height = max(1, width), max(1, height)
        core = self._loaded_core()
        core.SetScale(1.0)
        core.Resize(self._width, self._height)
        matrix, (canvas_width, canvas_height) = core.GetMvp(), self.canvas
        # The matrix takes canvas units to -1..1; the core itself fits one side only.
        across, down = abs(matrix[0]) * canvas_width / 2, abs(matrix[5]) * canvas_height / 2
        fit = scale / max(across, down)
        core.SetScale(fit)
        core.SetOffset((2 * anchor[0] - 1) * (1 - across * fit), (1 - 2 * anchor[1]) * (1 - down * fit))

    def update(self, seconds: float) -> None:
        """Let time pass; a gap longer than MAX_STEP counts as that, so that nothing jumps after a stall."""
        core = self._loaded_core()
        if self._idle_group is not None and core.IsMotionFinished():
            self._start_idle()
        step = min(max(seconds, 0.0), MAX_STEP)
        self._clocks.reset_due(core)
        is_playing = not core.IsMotionFinished()
        if not is_playing and self._eyes:
            open_by = self._blink.pass_time(step)
            for name in self._eyes:
                core.SetSaveParamById(name, open_by)
        core.Update(step)
        self._motions.pass_time(step, is_playing=is_playing)
        self._clocks.pass_time(step)
        # The update sets every parameter afresh: what overrides it comes after.
        if self._mouth is not None:
            for name in self._parameters.intersection(_MOUTH):
                core.SetParamById(name, *self._mouth)
        if self._lean:
            for name in self._parameters.intersection(_LEANING):
                core.AddParamById(name, self._lean * _LEANING[name])

    def draw(self) -> None:
        """Clear the framebuffer to nothing and draw the model. Raises NotLoaded before `create_renderer`."""
        core = self._loaded_core()
        if not self._is_drawable:
            raise NotLoaded("the renderer was not created")
        live2d.clearBuffer(0.0, 0.0, 0.0, 0.0)
        core.Draw()
        self._was_drawn = True

    def set_expression(self, name: str, seconds: float | None = None) -> None:
        """Change the face, for good or for some time. Raises UnknownExpression."""
        if name not in self.model.expressions:
            raise UnknownExpression(name, self.model.expressions)
        self._loaded_core().SetExpression(name, -1.0 if seconds is None else seconds * 1000)
        self._clocks.note_expression(name, seconds)

    def clear_expression(self) -> None:
        """Go back to the face that the model has by itself."""
        self._loaded_core().ResetExpression()
        self._clocks.note_expression(None)

    def start_motion(self, group: str, index: int = 0, priority: Priority = Priority.FORCE) -> None:
        """Play a motion. Raises UnknownMotion.

        One of an equal or lower priority than the running motion's is not started, except with FORCE.
        """
        motions = self.model.motions
        if group not in motions:
            raise UnknownMotion(group, tuple(motions))
        if not 0 <= index < motions[group]:
            numbers = tuple(str(number) for number in range(motions[group]))
            raise UnknownMotion(str(index), numbers, f"motion of the group {group!r} with the number")
        self._motions.start(self._loaded_core(), group, index, priority)

    @property
    def is_resting(self) -> bool:
        """Whether no motion is playing."""
        return bool(self._loaded_core().IsMotionFinished())

    def look_at(self, x: float, y: float) -> None:
        """Turn towards a point: -1..1 to the right and up, 0, 0 straight ahead. The turn eases in."""
        x, y = (max(-1.0, min(1.0, value)) if math.isfinite(value) else 0.0 for value in (x, y))
        self._clocks.note_look(x, y)
        self._loaded_core().Drag(self._width * (1 + x) / 2, self._height * (1 - y) / 2)

    def open_mouth(self, amount: float | None, weight: float = 1.0) -> None:
        """Hold the mouth open, 0..1; None leaves it to face and motion, and a `weight` below 1 does in part."""
        self._mouth = None if amount is None else (max(0.0, min(1.0, amount)), max(0.0, min(1.0, weight)))

    def lean(self, degrees: float) -> None:
        """Lean to the right of the screen, on top of face and motion; 0 leaves it to them."""
        self._lean = degrees if math.isfinite(degrees) else 0.0

    def hit_test(self, x: float, y: float) -> str | None:
        """The touched hit area of the pose that was last drawn, or None."""
        core = self._loaded_core()
        if not self._was_drawn:
            return None
        return next((area for area in self.model.hit_areas if core.IsAreaHit(area, x, y)), None)

    def covers(self, x: float, y: float) -> bool:
        """Whether the character, as last drawn, is at this point; its rim counts, by some pixels."""
        return self._was_drawn and bool(self._loaded_core().HitDrawable(x, y, True))

    def parameter(self, name: str) -> float:
        """The present value of a parameter. Raises ValueError when the model has none of this name."""
        return float(self._loaded_core().GetParamValueById(name))

    def is_moc_sound(self, path: str) -> bool:
        """What the core's own check says of a moc3 file; True is no proof."""
        return bool(self._loaded_core().HasMocConsistencyFromFile(path))

    def close(self) -> None:
        """Free the model. May be called again; everything else raises NotLoaded from now on."""
        self._core, self._is_drawable, self._was_drawn = None, False, False
        if self in _drawable:
            _drawable.remove(self)
            if not _drawable:
                # The shaders belong to this context: in another one, the next model would stay unseen.
                live2d.glRelease()

    def _start_idle(self) -> None:
        group = self._idle_group or ""
        numbers = [n for n in range(self.model.motions[group]) if n != self._last_idle]
        self._last_idle = random.choice(numbers or [0])
        self.start_motion(group, self._last_idle, Priority.IDLE)

    def _loaded_core(self) -> Any:
        if self._core is None:
            raise NotLoaded("the model was closed")
        return self._core


def can_join(model: ModelFile) -> bool:
    """Whether the shaders of the models that are drawn now suit this one as well."""
    return not _drawable or _start().with_blending == needs_blending(model)


def _choose_shaders(model: ModelFile) -> None:
    """Lay out the shaders that the model needs. They are read with the first model in a context."""
    shaders, blends = _start(), needs_blending(model)
    if not _drawable:
        shaders.fill(with_blending=blends)
    elif blends and not shaders.with_blending:
        log.warning("%s blends its colours: that shows only when it is the first model", model.path.name)


def _eyes(model: ModelFile) -> tuple[str, ...]:
    """The parameters that close when the model blinks."""
    return _CUBISM_2_EYES if model.cubism == 2 else model.settings.groups.get("EyeBlink", ())


def _points(flat: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


# The models that use the library's one set of shaders.
_drawable: set[Rig] = set()


def _loaded(model: ModelFile) -> Any:
    _start()
    core = live2d.Model()
    with _quiet():
        core.LoadFromJsonString(model_settings.write(model.settings), False, f"{model.folder}{os.sep}")
    if core.GetParamCount() <= 0:
        raise NotLoaded("Live2D's core did not take the model")
    return core


@functools.cache
def _start() -> ShaderFolder:
    """Start the library, exactly once in a process: a second start, or one after a stop, crashes."""
    try:
        place = Path(tempfile.gettempdir()) / f"deskpet-shaders-{secrets.token_hex(8)}"
        atexit.register(remove_files)
    except FileNotFoundError as error:
        log.warning("%s", error)
        place = None
    folder = ShaderFolder(Path(live2d.__file__).parent, place)
    live2d.enableLog(False)
    with _quiet():
        # Its stub leaves this one out.
        live2d.init_internal(str(folder.path))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    return folder


def remove_files() -> None:
    """Remove what the library was given to read; no model can be drawn after it. At a usual exit this is done."""
    if _start.cache_info().currsize:
        _start().remove()


@contextlib.contextmanager
def _quiet() -> Generator[None]:
    """Keep what C code prints off the standard output, which belongs to the command line's answers."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
