"""Rig: a loaded Live2D model with motions, expressions, gaze and lip sync. The only user of live2d-py (1.0.0).

The C++ code of live2d-py does not check arguments: a wrong index, an unknown group or a call too early crashes the
process or blocks the model. So every name is looked up first, and the end of a motion is handled at the next update.
"""

import atexit
import contextlib
import functools
import logging
import math
import os
import random
import struct
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskpet.pet import density, face_overrides, model_settings, shaders
from deskpet.pet.attention import Attention, AttentionPose
from deskpet.pet.body import NotLoaded, UnknownName, require_motion
from deskpet.pet.core_clocks import RESET_AFTER, RESET_BY, CoreClocks
from deskpet.pet.density import Density
from deskpet.pet.engine import live2d
from deskpet.pet.face_overrides import Blink, GazeOverride, Mouth
from deskpet.pet.held_gaze import AHEAD
from deskpet.pet.mesh_hits import MeshHits
from deskpet.pet.model_file import ModelFile, has_colours, is_cubism_5_3
from deskpet.pet.model_settings import ModelSettings
from deskpet.pet.motion_player import MotionPlayer, Priority
from deskpet.pet.shaders import ShaderFolder, ShaderKinds
from deskpet.pet.vowels import MouthShape, Vowel
from deskpet.processes import console

if TYPE_CHECKING:
    from deskpet.pet.gait import Gait, Posture
    from deskpet.pet.things import Thing
    from deskpet.pet.wardrobe import Wardrobe

# Parameters of a foot that walks: -1 is one end of a step, 1 the other.
STRIDES = ("ParamStrideL", "ParamStrideR")
# Longest time step of an update in seconds: a frame at the lowest frame rate.
MAX_STEP = 0.5

log = logging.getLogger(__name__)

_CUBISM_2_EYES = ("PARAM_EYE_L_OPEN", "PARAM_EYE_R_OPEN")
# Parameters that lean, with their share of the angle.
_LEAN_PARAMETERS = {"ParamAngleZ": 1.0, "PARAM_ANGLE_Z": 1.0, "ParamBodyAngleZ": 0.6, "PARAM_BODY_ANGLE_Z": 0.6}


class Rig:
    """A loaded model. Only `create_renderer` and `draw` need OpenGL.

    Points are in logical pixels from the top left corner of the window, times in seconds. `create_renderer`, `draw`
    and `close` require the OpenGL context of the model to be current. parameters: the names of the model's own.
    """

    max_rate: int | None = None
    is_exact = repeats = False

    def __init__(
        self,
        model: ModelFile,
        idle_group: str | None = None,
        reset_after: float = RESET_AFTER,
        reset_by: float = RESET_BY,
    ) -> None:
        """Load a checked model. Motions of `idle_group` are played while no other motion is. Raises NotLoaded.

        The 32-bit clocks of the core are reset invisibly after `reset_after` seconds, and at the latest after
        `reset_by`.
        """
        self.model = model
        # Called with the sound of each motion that starts.
        self.on_sound: Callable[[Path], None] | None = None
        self._core: Any = _load(model)
        self._mesh_hits = MeshHits(self._core, model)
        self._motions = MotionPlayer(model, reset_after, reset_by)
        self._clocks = CoreClocks(model.cubism, reset_after, reset_by)
        self._has_renderer = self._is_drawn = False
        self.parameters = frozenset(self._core.GetParamIds())
        self._core.SetAutoBlink(False)
        eyelids = _CUBISM_2_EYES if model.cubism == 2 else model.settings.groups.get("EyeBlink", ())
        self._blink, self._eye_parameters = Blink(), self.parameters.intersection(eyelids)
        self._wanted_idle = idle_group
        self._idle_group = idle_group if _moving(model, idle_group or "") else None
        self._last_idle_index: int | None = None
        self._mouth = Mouth(self.parameters, model.settings.groups.get("LipSync", ()))
        self._mouth_shape: tuple[MouthShape, float] | None = None
        self._attention, self._attention_pose = Attention.NONE, AttentionPose()
        self._gait: Gait | None = None
        self._wardrobe: Wardrobe | None = None
        self._lean = 0.0
        self._gaze, self._is_gaze_held, self._gaze_override = AHEAD, False, GazeOverride()
        self._width = self._height = 1

    def play_idle(self, group: str | None) -> None:
        """Play motions of `group` while no other motion is, if the model has it; None plays none."""
        if group == self._wanted_idle:
            return
        self._wanted_idle, self._last_idle_index = group, None
        self._idle_group = group if _moving(self.model, group or "") else None

    @property
    def canvas(self) -> tuple[float, float]:
        """The width and height of the canvas in units of the model; only their ratio is meaningful."""
        width, height = self._loaded_core().GetCanvasSize()
        return (width, height) if width > 0 and height > 0 else (1.0, 1.0)

    def smallest_mipmap(self, size: tuple[int, int], ratio: float) -> int:
        """Return how often the textures can be halved with at least a texel for each pixel of the window.

        size: of the window, in logical pixels. ratio: physical pixels for each of those.
        """
        width, height = self._loaded_core().GetCanvasSizePixel()
        shrink = max(width / (size[0] * ratio), height / (size[1] * ratio), 1.0)
        return math.ceil(math.log2(shrink))

    def density(self, sizes: Sequence[tuple[int, int]]) -> Density | None:
        """Return the texel density of the last drawn pose; `sizes` are those of the textures, in texels.

        None if it can't be measured: for Cubism 2 models, and for models without a measurable mesh. Raises OSError.
        """
        core = self._loaded_core()
        if self.model.cubism == 2 or not self._is_drawn:
            return None
        meshes = [density.points(core.GetDrawableVertices(index)) for index in range(len(core.GetDrawableIds()))]
        try:
            # The file may have been changed since it was loaded.
            textures = density.read_mesh_textures(self.model.moc)
            return Density(density.texels_per_unit(textures, meshes, sizes), self.canvas)
        except (ValueError, IndexError, struct.error) as error:
            log.warning("%s keeps its textures at full size: %s", self.model.path.name, error)
            return None

    def mask_detail(self, ratio: float) -> float:
        """Return how finely clipping masks are to be drawn, see `shaders.mask_detail`.

        ratio: physical pixels for each logical one.
        """
        if not self._has_scalable_masks:
            return shaders.WHOLE_MASKS
        return shaders.mask_detail(abs(self._loaded_core().GetMvp()[0]) * self._width / 2 * ratio)

    @functools.cached_property
    def _has_scalable_masks(self) -> bool:
        # Not needed for the first frame.
        from deskpet.pet.moc_tables import has_channel_for_each_mask

        try:
            # A model of Cubism 5.3 may have masks of offscreens, too.
            is_scalable = self.model.cubism != 2 and not is_cubism_5_3(self.model)
            return is_scalable and has_channel_for_each_mask(self.model.moc)
        except (OSError, IndexError, struct.error) as error:
            log.warning("the masks of %s are drawn at full size: %s", self.model.path.name, error)
            return False

    def create_renderer(self) -> None:
        """Upload the textures and link the shaders. Blocks for 0.3 to 3 seconds."""
        core = self._loaded_core()
        if not self._has_renderer:
            folder, kinds = _start(), _shader_kinds(self.model)
            if not _rigs_with_renderer:
                # The library reads them with the first model in a context.
                folder.fill(kinds)
            elif folder.kinds | kinds != folder.kinds:
                # It reads them again, with this one, for all models.
                folder.fill(folder.kinds | kinds)
                live2d.glRelease()
            with _discarding_stdout():
                live2d.glInit()
                core.CreateRenderer()
            self._has_renderer = True
            _rigs_with_renderer.add(self)

    def resize(self, width: int, height: int, scale: float = 1.0, anchor: tuple[float, float] = (0.5, 0.5)) -> None:
        """Fit the whole canvas into a window of this size in logical pixels, enlarged by `scale`.

        The point `anchor` of the canvas, 0..1 to the right and down, is placed at the same fraction of the window.
        """
        self._width, self._height = max(1, width), max(1, height)
        core = self._loaded_core()
        core.SetScale(1.0)
        core.Resize(self._width, self._height)
        matrix, (canvas_width, canvas_height) = core.GetMvp(), self.canvas
        # The matrix maps canvas units to -1..1; the core fits only one side.
        half_width, half_height = abs(matrix[0]) * canvas_width / 2, abs(matrix[5]) * canvas_height / 2
        fit = scale / max(half_width, half_height)
        core.SetScale(fit)
        core.SetOffset((2 * anchor[0] - 1) * (1 - half_width * fit), (1 - 2 * anchor[1]) * (1 - half_height * fit))

    def shown_for(self, _seconds: float, /) -> float:
        """Return 0: a model never stands still."""
        return 0.0

    def update(self, seconds: float) -> None:
        """Advance the model by `seconds`, at most MAX_STEP, so that nothing jumps after a stall."""
        core = self._loaded_core()
        if self._idle_group is not None and core.IsMotionFinished():
            self._start_idle()
        step = min(max(seconds, 0.0), MAX_STEP)
        self._clocks.reset_due(core)
        is_playing = not core.IsMotionFinished()
        if not is_playing and self._eye_parameters:
            openness = self._blink.pass_time(step)
            for name in self._eye_parameters:
                core.SetSaveParamById(name, openness)
        core.Update(step)
        self._motions.pass_time(step, is_playing=is_playing)
        self._clocks.pass_time(step)
        # The update sets every parameter, so overrides follow it.
        if self._mouth_shape is not None:
            self._mouth.apply(core, *self._mouth_shape, step)
        if self._lean:
            for name in self.parameters.intersection(_LEAN_PARAMETERS):
                core.AddParamById(name, self._lean * _LEAN_PARAMETERS[name])
        if self._wardrobe is not None:
            self._wardrobe.apply(core, step)
        if self._gait is not None:
            self._gait.apply(core, step, is_idle=self.is_idle)
        self._pose_attention(core, step, is_idle=self.is_idle)
        self._hold_gaze(core, step, is_idle=self.is_idle)

    def draw(self) -> None:
        """Clear the framebuffer to transparent and draw the model. Raises NotLoaded before `create_renderer`."""
        core = self._loaded_core()
        if not self._has_renderer:
            raise NotLoaded("the renderer was not created")
        live2d.clearBuffer(0.0, 0.0, 0.0, 0.0)
        core.Draw()
        self._is_drawn = True

    def set_expression(self, name: str, seconds: float | None = None) -> None:
        """Show an expression, for `seconds` or until the next one. Raises UnknownName."""
        if name not in self.model.expressions:
            raise UnknownName("expression", name, self.model.expressions)
        self._loaded_core().SetExpression(name, -1.0 if seconds is None else seconds * 1000)
        self._clocks.note_expression(name, seconds)

    def clear_expression(self) -> None:
        """Return to the model's own face."""
        self._loaded_core().ResetExpression()
        self._clocks.note_expression(None)

    def start_motion(
        self, group: str, index: int = 0, priority: Priority = Priority.FORCE, *, replaces: bool = False
    ) -> None:
        """Play a motion, unless one of an equal or higher priority is playing; FORCE always plays.

        replaces: end what is playing even if it has a higher priority. Raises UnknownName.
        """
        require_motion(self.model.motions, group, index)
        motion, core = self.model.settings.motions[group][index], self._loaded_core()
        # A line that is spoken needs no body, so it disturbs no motion.
        is_started = not motion.file or self._motions.start(core, group, index, priority, replaces=replaces)
        sound = motion.sound
        # Motions at rest follow each other without an end, and stay silent.
        if is_started and sound and priority is not Priority.IDLE and self.on_sound:
            self.on_sound(Path(sound))

    @property
    def is_resting(self) -> bool:
        """Whether no motion is playing."""
        return bool(self._loaded_core().IsMotionFinished())

    @property
    def is_idle(self) -> bool:
        """Whether no motion is playing but those at rest."""
        return self.is_resting or self._motions.priority is Priority.IDLE

    def stop_motion(self) -> None:
        """End the motion that is playing, by one at rest if there is any."""
        if self._idle_group is not None and not self.is_idle:
            self._start_idle()

    def look_at(self, x: float, y: float, *, is_held: bool = False) -> None:
        """Look at a point: -1..1 to the right and up, (0, 0) straight ahead. The movement is eased.

        is_held: keep looking there although an idle motion turns the head.
        """
        x, y = (max(-1.0, min(1.0, value)) if math.isfinite(value) else 0.0 for value in (x, y))
        self._gaze, self._is_gaze_held = (x, y), is_held
        self._clocks.note_look(x, y)
        self._loaded_core().Drag(self._width * (1 + x) / 2, self._height * (1 - y) / 2)

    def open_mouth(self, amount: float | None, weight: float = 1.0, vowel: Vowel | None = None) -> None:
        """Open the mouth by 0..1, blended with expression and motion by `weight`; None leaves it to those.

        A vowel shapes the mouth by the parameters ParamA to ParamO if the model has them, else by its width.
        """
        if amount is None:
            self._mouth_shape = None
        else:
            self._mouth_shape = (MouthShape(max(0.0, min(1.0, amount)), vowel), max(0.0, min(1.0, weight)))

    def attend(self, attention: Attention) -> None:
        """Show that the character listens or thinks, eased, added to expression and idle motion."""
        self._attention = attention

    def lean(self, degrees: float, _speed: float = 0.0, /) -> None:
        """Lean to the right of the screen by an angle, added to expression and motion; the speed changes nothing."""
        self._lean = degrees if math.isfinite(degrees) else 0.0

    @property
    def walks(self) -> bool:
        """Whether it has feet that walk, by STRIDES."""
        return self.parameters.issuperset(STRIDES)

    def assume(self, posture: "Posture", /) -> None:
        """Stand, walk, sit or fall, eased, beside what expression and motion say."""
        if self._gait is None:
            from deskpet.pet.gait import Gait

            self._gait = Gait(self.parameters)
        self._gait.assume(posture)

    def wear(self, things: "Iterable[Thing]", /) -> None:
        """Hold and wear these things and no others, eased, whatever a motion does with the same parameters."""
        if self._wardrobe is None:
            from deskpet.pet.wardrobe import Wardrobe

            self._wardrobe = Wardrobe(self.parameters)
        self._wardrobe.wear(things)

    def hit_test(self, x: float, y: float) -> str | None:
        """Return the hit area at a point of the last drawn pose, or None."""
        core = self._loaded_core()
        if not self._is_drawn:
            return None
        return next((area for area in self.model.hit_areas if core.IsAreaHit(area, x, y)), None)

    def covers(self, x: float, y: float) -> bool:
        """Whether a mesh of the last drawn pose covers this point. Meshes are larger than their visible texture."""
        return self._is_drawn and self._mesh_hits.covers(self._loaded_core(), x, y)

    def parameter(self, name: str) -> float:
        """Return the present value of a parameter. Raises ValueError if the model has none of this name."""
        return float(self._loaded_core().GetParamValueById(name))

    def is_moc_sound(self, path: str) -> bool:
        """Return the result of the core's consistency check of a moc3 file. True does not prove that it is valid."""
        return bool(self._loaded_core().HasMocConsistencyFromFile(path))

    def close(self) -> None:
        """Free the model. Can be called repeatedly; all other methods raise NotLoaded afterwards."""
        self._core, self._has_renderer, self._is_drawn = None, False, False
        if self in _rigs_with_renderer:
            _rigs_with_renderer.remove(self)
            if not _rigs_with_renderer:
                # The shaders belong to this context; in another one, the next model would be invisible.
                live2d.glRelease()

    def _pose_attention(self, core: Any, seconds: float, *, is_idle: bool) -> None:
        self._attention_pose.pass_time(seconds, self._attention if is_idle else Attention.NONE)
        if not self._attention_pose.is_shown:
            return
        for name, offset in self._attention_pose.offsets(self.parameters).items():
            core.AddParamById(name, offset)
        for name in self._eye_parameters:
            core.SetParamById(name, core.GetParamValueById(name) * self._attention_pose.eye_factor)

    def _hold_gaze(self, core: Any, seconds: float, *, is_idle: bool) -> None:
        """Set the angles of a held gaze. Motions other than idle ones, such as a nod, stay as they are."""
        self._gaze_override.pass_time(seconds, self._gaze, is_held=self._is_gaze_held and is_idle)
        if weight := self._gaze_override.weight:
            for name in self.parameters.intersection(face_overrides.PARAMETERS):
                core.SetParamById(name, self._gaze_override.value(name), weight)

    def _start_idle(self) -> None:
        group = self._idle_group or ""
        indices = _moving(self.model, group)
        others = [index for index in indices if index != self._last_idle_index]
        self._last_idle_index = random.choice(others or indices)
        self.start_motion(group, self._last_idle_index, Priority.IDLE, replaces=True)

    def _loaded_core(self) -> Any:
        if self._core is None:
            raise NotLoaded("the model was closed")
        return self._core


def can_join(model: ModelFile) -> bool:
    """Whether the model needs just the shaders of the models that are drawn now."""
    return not _rigs_with_renderer or _start().kinds == _shader_kinds(model)


def _shader_kinds(model: ModelFile) -> ShaderKinds:
    return ShaderKinds(blending=is_cubism_5_3(model), colours=has_colours(model))


# The models that share the only set of shaders of the library.
_rigs_with_renderer: set[Rig] = set()


def _moving(model: ModelFile, group: str) -> list[int]:
    """Return the numbers of the motions of a group, without lines that are spoken."""
    return [index for index, motion in enumerate(model.settings.motions.get(group, ())) if motion.file]


def _for_core(settings: ModelSettings) -> ModelSettings:
    """Return settings in which every motion has a file, so that the core counts them as the program does.

    The core never plays the other file that stands in place of a line's own.
    """
    motions = settings.motions
    other = next((motion.file for group in motions.values() for motion in group if motion.file), "")
    filled = {
        name: tuple(motion if motion.file else replace(motion, file=other) for motion in group)
        for name, group in motions.items()
    }
    return replace(settings, motions=filled if other else {})


def _load(model: ModelFile) -> Any:
    _start()
    core = live2d.Model()
    with _discarding_stdout():
        text = model_settings.write(_for_core(model.settings), with_sounds=False)
        core.LoadFromJsonString(text, False, f"{model.folder}{os.sep}")
    if core.GetParamCount() <= 0:
        raise NotLoaded("Live2D's core did not take the model")
    return core


@functools.cache
def _start() -> ShaderFolder:
    """Initialize the library. A second initialization in a process crashes, even after a shutdown."""
    try:
        target = shaders.new_folder()
        atexit.register(remove_files)
    except FileNotFoundError as error:
        log.warning("%s", error)
        target = None
    folder = ShaderFolder(Path(live2d.__file__).parent, target)
    live2d.enableLog(False)
    with _discarding_stdout():
        # Missing in its stub file.
        live2d.init_internal(str(folder.path))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    return folder


def remove_files() -> None:
    """Delete the files written for the library. No model can be drawn afterwards. Runs at a normal exit by itself."""
    if _start.cache_info().currsize:
        _start().remove()


@contextlib.contextmanager
def _discarding_stdout() -> Generator[None]:
    """Discard what C code prints to standard output, which is for the results of the command line."""
    console.output().flush()
    stdout = os.dup(1)
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 1)
        yield
    finally:
        os.dup2(stdout, 1)
        os.close(stdout)
        os.close(null)
