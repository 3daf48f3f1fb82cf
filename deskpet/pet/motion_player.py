"""Starts motions in Live2D's core so that no motion object ever plays twice at once.

live2d-py 1.0.0 keeps what it calls at the end of a motion in the motion object, and frees it there. Two runs of one
object that both reach their end free it twice, and the process ends. So each start gets an object whose former run is
over: the model's own, or a copy of it. Two copies cross-fade like two different motions.
"""

import logging
import math
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, cast

from deskpet.pet import cubism_json
from deskpet.pet.core_clocks import RESET_AFTER, RESET_BY, single
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_settings import Motion

log = logging.getLogger(__name__)

# More than this many runs of one motion never fade out at the same time when a person taps.
MAX_COPIES = 8
# What the core takes when neither the settings nor the motion say how long it fades out, in seconds.
_DEFAULT_FADE = 1.0
# An interrupted run is taken to last so much longer than its fade: the core counts time in 32-bit floats,
# and a fade begins with the update after the interruption.
_FADE_FACTOR, _FADE_MARGIN = 1.5, 1.0
# Larger motion files are never read again while the character moves: that could take longer than a frame.
_MAX_COPIED_BYTES = 1 << 20


class Priority(IntEnum):
    """Which motion may interrupt which. An equal or lower one does not, but FORCE always does."""

    IDLE = 1
    NORMAL = 2
    FORCE = 3


@dataclass(slots=True, eq=False)
class _MotionObject:
    """One object of the core for a motion; its last run has surely left the core after `over_at`."""

    number: int
    fade: float
    over_at: float = -math.inf


class MotionPlayer:
    """Plays the motions of one loaded model; the caller has checked their names.

    Times are seconds of the model's own time, as `pass_time` counts them.
    """

    def __init__(self, model: ModelFile, reset_after: float = RESET_AFTER, reset_by: float = RESET_BY) -> None:
        self._model = model
        self._time = 0.0
        # The core's own clock of motions, to the bit; it stands still while no motion plays.
        self._core_clock = 0.0
        self._reset_after, self._reset_by = reset_after, reset_by
        self._priority = Priority.IDLE
        self._current: _MotionObject | None = None
        self._objects: dict[tuple[str, int], list[_MotionObject]] = {}

    def pass_time(self, seconds: float, *, is_playing: bool) -> None:
        """Note that the core was updated by this much, and whether a motion was playing when that began."""
        self._time += seconds
        if is_playing:
            self._core_clock = single(self._core_clock + single(seconds))

    def start(self, core: Any, group: str, index: int, priority: Priority) -> bool:
        """Play a motion unless one of an equal or higher priority is playing; returns whether it was started."""
        if not core.IsMotionFinished():
            if priority is not Priority.FORCE and priority <= self._priority:
                return False
            if self._core_clock >= self._reset_by:
                # This cuts off what fades.
                core.StopAllMotions()
        is_alone = core.IsMotionFinished()
        if is_alone:
            self._note_all_over()
        chosen = self._free_object(core, group, index)
        if self._current is not None:
            fade = self._current.fade * _FADE_FACTOR + _FADE_MARGIN
            self._current.over_at = self._time + fade
        self._current, self._priority, chosen.over_at = chosen, priority, math.inf
        # The core would keep a refused start's priority reserved, and would replace the running motion's callbacks.
        core.StartMotion(group, chosen.number, int(Priority.FORCE))
        if is_alone and self._core_clock >= self._reset_after:
            self._reset_core_clock(core)
        return True

    def _reset_core_clock(self, core: Any) -> None:
        """Set the core's 32-bit clock of motions back to 0, where it is precise; the one motion begins there."""
        # The motions of Cubism 2 have a clock each.
        if self._model.cubism != 2:
            core.UpdateMotion(-self._core_clock)
        self._core_clock = 0.0

    def _note_all_over(self) -> None:
        self._current = None
        for objects in self._objects.values():
            for each in objects:
                each.over_at = -math.inf

    def _free_object(self, core: Any, group: str, index: int) -> _MotionObject:
        """An object of this motion that is not playing, or as a last resort one that was stopped."""
        motion = self._model.settings.motions[group][index]
        objects = self._objects.setdefault((group, index), [])
        if not objects:
            objects.append(_MotionObject(index, self._fade_out(motion)))
        # The objects of a Cubism 2 model share nothing between their runs.
        if self._model.cubism == 2:
            return objects[0]
        if free := next((each for each in objects if each.over_at < self._time), None):
            return free
        if len(objects) < MAX_COPIES and (copy := self._copied(core, group, motion, objects[0])) is not None:
            objects.append(copy)
            return copy
        # This cuts off what fades.
        core.StopAllMotions()
        self._note_all_over()
        return objects[0]

    def _copied(self, core: Any, group: str, motion: Motion, original: _MotionObject) -> _MotionObject | None:
        """Another object of this motion; None where its file can't be used any more."""
        document, fades = _document(Path(motion.file)), _fades(motion)
        if document is None:
            return None
        meta = _meta(document)
        # The core takes a copy's fades from its file alone.
        if fades.items() <= meta.items():
            number = core.LoadExtraMotion(group, motion.file)
        else:
            number = _loaded_with(core, group, {**document, "Meta": {**meta, **fades}})
        if number <= original.number:
            log.warning("%s can't be loaded again, so its fade-out is cut short", motion.file)
            return None
        return _MotionObject(number, original.fade)

    def _fade_out(self, motion: Motion) -> float:
        fades = _fades(motion)
        if self._model.cubism == 2 or "FadeOutTime" in fades:
            return fades.get("FadeOutTime", _DEFAULT_FADE)
        document = _document(Path(motion.file))
        if document is None:
            return math.inf
        written = _meta(document).get("FadeOutTime")
        return float(written) if isinstance(written, int | float) and written >= 0 else _DEFAULT_FADE


def _loaded_with(core: Any, group: str, document: Mapping[str, object]) -> int:
    """Load a motion from this document; its number in the group, or -1 where it can't be written."""
    try:
        with tempfile.TemporaryDirectory(prefix="deskpet-motion-") as folder:
            file = Path(folder) / "copy.motion3.json"
            file.write_text(cubism_json.write(document), encoding="utf-8")
            return int(core.LoadExtraMotion(group, str(file)))
    except OSError as error:
        log.warning("a copy of a motion can't be written: %s", error)
        return -1


def _meta(document: Mapping[str, object]) -> dict[str, object]:
    meta = document.get("Meta")
    return cast("dict[str, object]", meta) if isinstance(meta, dict) else {}


def _fades(motion: Motion) -> dict[str, float]:
    """The fade times that the model's settings give a motion; negative ones mean the motion's own."""
    return {key: seconds for key, seconds in motion.fades.items() if seconds >= 0}


def _document(file: Path) -> dict[str, Any] | None:
    """A motion3.json; None where it is too large to be read while the character moves, or is gone."""
    try:
        if file.stat().st_size > _MAX_COPIED_BYTES:
            return None
        document = cubism_json.parse(cubism_json.read_text(file))
    except (OSError, cubism_json.BadJson) as error:
        log.warning("%s can't be read again, so its fade-out is cut short: %s", file, error)
        return None
    return cast("dict[str, Any]", document) if isinstance(document, dict) else None
