"""The trial of a model that may end the process, as a process: `python -m deskpet.pet.probe FILE CACHE`.

Prints how many parameters the model has. Ends with REFUSED and a sentence on stderr when the core says no.
"""

import sys
from pathlib import Path

from deskpet.pet import child, model_file
from deskpet.pet.model_file import ModelFile
from deskpet.pet.problems import ModelError
from deskpet.pet.rig import NotLoaded, Rig
from deskpet.words import later

REFUSED = 3

_MEGABYTES = 3072
_STEP = 1 / 30
# So much of each motion is played, in the longest steps there are.
_STEPS, _LONG_STEP = 6, 0.25
_BUILT_IN = "mikan"


def main(arguments: list[str]) -> int:
    """Try the model; the process may also die on the way, which is what it is for."""
    child.confine(_MEGABYTES)
    path, cache = Path(arguments[0]), Path(arguments[1])
    try:
        model = model_file.load(str(path), cache)
        if not _is_consistent(model, cache):
            return _refused(later("the model file contradicts itself"))
        sys.stdout.write(f"{_played(model)}\n")
    except (ModelError, NotLoaded) as error:
        return _refused(str(error))
    return 0


def _is_consistent(model: ModelFile, cache: Path) -> bool:
    """What the core's own check says. It needs some loaded model to be asked on, so the built-in one is."""
    if model.cubism == 2 or model_file.is_built_in(model.path):
        return True
    try:
        reference = Rig(model_file.load(_BUILT_IN, cache))
    except ModelError:
        return True
    return reference.is_moc_sound(str(model.moc))


def _played(model: ModelFile) -> int:
    """How many parameters the model has, after every motion and expression was begun once."""
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
    return rig.parameter_count


def _refused(reason: str) -> int:
    sys.stderr.write(f"{reason}\n")
    return REFUSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
