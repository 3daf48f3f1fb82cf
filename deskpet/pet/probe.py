"""Child process that test-loads a model, which may crash it.

The request has the `file` of the model and the `cache` of models. The reply has the number of its `parameters`, or
`refused`, why the core rejects it.
"""

import json
from pathlib import Path
from typing import Any

from deskpet.config.character_look import DEFAULT
from deskpet.pet import model_file
from deskpet.pet.body import NotLoaded
from deskpet.pet.model_file import ModelFile
from deskpet.pet.problems import ModelError
from deskpet.pet.rig import Rig
from deskpet.processes.child_kinds import MODEL_TRIAL
from deskpet.processes.serving import serve_once
from deskpet.translation import tr_noop

_STEP = 1 / 30
# Play this many of the longest possible steps (s) of each motion.
_STEPS, _LONG_STEP = 6, 0.25


def _answer(task: bytes) -> dict[str, Any]:
    request = json.loads(task)
    cache = Path(request["cache"])
    try:
        model = model_file.load(request["file"], cache)
        if not _is_consistent(model, cache):
            return {"refused": tr_noop("the model file contradicts itself")}
        return {"parameters": _play_everything(model)}
    except (ModelError, NotLoaded) as error:
        return {"refused": str(error)}


def _is_consistent(model: ModelFile, cache: Path) -> bool:
    """Return the result of the core's own consistency check. It needs a loaded model, so the built-in one is used."""
    if model.cubism == 2 or model_file.is_built_in(model.path):
        return True
    try:
        reference = Rig(model_file.load(DEFAULT.folder, cache))
    except ModelError:
        return True
    return reference.is_moc_sound(str(model.moc))


def _play_everything(model: ModelFile) -> int:
    """Start every motion and expression once, and return the number of the model's parameters."""
    rig = Rig(model)
    rig.resize(300, 450)
    rig.update(_STEP)
    for name in model.expressions:
        rig.set_expression(name)
        rig.update(_STEP)
    for group, count in model.motions.items():
        for index in range(count):
            rig.start_motion(group, index)
            for step in (_STEP, _STEP, *[_LONG_STEP] * _STEPS):
                rig.update(step)
    return len(rig.parameters)


if __name__ == "__main__":
    serve_once(MODEL_TRIAL, _answer)
