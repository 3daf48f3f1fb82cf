"""Start motions in Cubism Core without ever playing one motion object twice at the same time.

live2d-py 1.0.0 stores the finish callback in the motion object and frees it at the end of the motion. If one object
plays twice at a time, it is freed twice and the process crashes. So each start uses an object whose last playback is
over: that of the model, or a copy. Two copies cross-fade like two different motions.
"""

import logging
import math
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from deskpet.pet import cubism_json
from deskpet.pet.core_clocks import RESET_AFTER, RESET_BY, single
from deskpet.pet.cubism_json import as_object
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_settings import Motion

log = logging.getLogger(__name__)

# More overlapping fade-outs of one motion than a person can cause by tapping.
MAX_COPIES = 8
# The core's fade-out in seconds if neither the settings nor the motion give one.
_DEFAULT_FADE = 1.0
# Tolerance for the end of an interrupted motion: the core counts time in 32-bit floats, and the fade begins with the
# update after the interruption.
_FADE_FACTOR, _FADE_MARGIN = 1.5, 1.0
# Reading a larger motion file could take longer than a frame.
_MAX_COPIED_BYTES = 1 << 20


class Priority(IntEnum):
    """Priority of a motion. It interrupts only motions of a lower one; FORCE interrupts all."""

    IDLE = 1
    NORMAL = 2
    FORCE = 3


@dataclass(slots=True, eq=False)
class _MotionObject:
    """A motion object of the core. Its last playback is over after the model time `over_at`."""

    number: int
    fade: float
    over_at: float = -math.inf


class MotionPlayer:
    """Plays the motions of a loaded model. The caller checks their names.

    Times are in seconds of model time, which `pass_time` advances. priority: that of the motion that was started last.
    """

    def __init__(self, model: ModelFile, reset_after: float = RESET_AFTER, reset_by: float = RESET_BY) -> None:
        self._model = model
        self._time = 0.0
        # Exactly the core's clock of motions, which stops while no motion plays.
        self._core_clock = 0.0
        self._reset_after, self._reset_by = reset_after, reset_by
        self.priority = Priority.IDLE
        self._current: _MotionObject | None = None
        self._objects: dict[tuple[str, int], list[_MotionObject]] = {}

    def pass_time(self, seconds: float, *, is_playing: bool) -> None:
        """Advance the time after an update of the core; `is_playing`: whether a motion was playing before it."""
        self._time += seconds
        if is_playing:
            self._core_clock = single(self._core_clock + single(seconds))

    def start(self, core: Any, group: str, index: int, priority: Priority, *, replaces: bool = False) -> bool:
        """Play a motion unless one of an equal or higher priority is playing. Returns whether it was started.

        replaces: play it whatever is playing; afterwards it has its own priority.
        """
        if not core.IsMotionFinished():
            if not replaces and priority is not Priority.FORCE and priority <= self.priority:
                return False
            if self._core_clock >= self._reset_by:
                # This cuts off fade-outs.
                core.StopAllMotions()
        is_alone = core.IsMotionFinished()
        if is_alone:
            self._mark_all_finished()
        chosen = self._free_object(core, group, index)
        if self._current is not None:
            fade = self._current.fade * _FADE_FACTOR + _FADE_MARGIN
            self._current.over_at = self._time + fade
        self._current, self.priority, chosen.over_at = chosen, priority, math.inf
        # With FORCE the core never refuses: it would keep the priority reserved, and replace the playing motion's
        # callbacks.
        core.StartMotion(group, chosen.number, int(Priority.FORCE))
        if is_alone and self._core_clock >= self._reset_after:
            # The core's 32-bit clock is precise at 0. Each Cubism 2 motion has its own clock.
            if self._model.cubism != 2:
                core.UpdateMotion(-self._core_clock)
            self._core_clock = 0.0
        return True

    def _mark_all_finished(self) -> None:
        self._current = None
        for objects in self._objects.values():
            for each in objects:
                each.over_at = -math.inf

    def _free_object(self, core: Any, group: str, index: int) -> _MotionObject:
        """Return an object of this motion that is not playing; as a last resort, stop all motions."""
        motion = self._model.settings.motions[group][index]
        objects = self._objects.setdefault((group, index), [])
        if not objects:
            objects.append(_MotionObject(index, self._fade_out(motion)))
        # A Cubism 2 motion object can be played twice at a time.
        if self._model.cubism == 2:
            return objects[0]
        if free := next((each for each in objects if each.over_at < self._time), None):
            return free
        if len(objects) < MAX_COPIES and (copy := self._copy(core, group, motion, objects[0])) is not None:
            objects.append(copy)
            return copy
        # This cuts off fade-outs.
        core.StopAllMotions()
        self._mark_all_finished()
        return objects[0]

    def _copy(self, core: Any, group: str, motion: Motion, original: _MotionObject) -> _MotionObject | None:
        """Load another object of this motion; None if its file can't be used any more."""
        document, fades = _read_document(Path(motion.file)), _fades(motion)
        if document is None:
            return None
        meta = as_object(document.get("Meta")) or {}
        # For a copy, the core reads the fade times only from the file.
        if fades.items() <= meta.items():
            number = core.LoadExtraMotion(group, motion.file)
        else:
            number = _load_document(core, group, {**document, "Meta": {**meta, **fades}})
        if number <= original.number:
            log.warning("%s can't be loaded again, so its fade-out is cut short", motion.file)
            return None
        return _MotionObject(number, original.fade)

    def _fade_out(self, motion: Motion) -> float:
        fades = _fades(motion)
        if self._model.cubism == 2 or "FadeOutTime" in fades:
            return fades.get("FadeOutTime", _DEFAULT_FADE)
        document = _read_document(Path(motion.file))
        if document is None:
            return math.inf
        written = (as_object(document.get("Meta")) or {}).get("FadeOutTime")
        return float(written) if isinstance(written, int | float) and written >= 0 else _DEFAULT_FADE


def _load_document(core: Any, group: str, document: Mapping[str, object]) -> int:
    """Load a motion from a document. Returns its number in the group, or -1 if it can't be written to a file."""
    try:
        with tempfile.TemporaryDirectory(prefix="deskpet-motion-") as folder:
            file = Path(folder) / "copy.motion3.json"
            file.write_text(cubism_json.write(document), encoding="utf-8")
            return int(core.LoadExtraMotion(group, str(file)))
    except OSError as error:
        log.warning("a copy of a motion can't be written: %s", error)
        return -1


def _fades(motion: Motion) -> dict[str, float]:
    """Return the fade times from the settings of the model. Negative ones stand for those of the motion file."""
    return {key: seconds for key, seconds in motion.fades.items() if seconds >= 0}


def _read_document(file: Path) -> dict[str, Any] | None:
    """Return the content of a motion3.json; None if it is unreadable, or too large to be read during animation."""
    try:
        if file.stat().st_size > _MAX_COPIED_BYTES:
            return None
        return as_object(cubism_json.parse(cubism_json.read_text(file)))
    except (OSError, cubism_json.BadJson) as error:
        log.warning("%s can't be read again, so its fade-out is cut short: %s", file, error)
        return None
