"""Test-load a model that may crash the process: `python -m deskpet.pet.probe FILE CACHE`.

Prints the number of the model's parameters. Exits with REFUSED and a message on stderr if the core rejects the model.
"""

import sys
from pathlib import Path

from deskpet.config.character_look import DEFAULT
from deskpet.pet import model_file
from deskpet.pet.model_file import ModelFile
from deskpet.pet.problems import ModelError
from deskpet.pet.rig import NotLoaded, Rig
from deskpet.processes import child
from deskpet.translation import tr_noop

REFUSED = 3

_MEGABYTES = 3072
_STEP = 1 / 30
# Play this many of the longest possible steps (s) of each motion.
_STEPS, _LONG_STEP = 6, 0.25


def main(arguments: list[str]) -> int:
    """Test-load the model and return the exit code. The process may crash, which is why it is a separate one."""
    child.confine(_MEGABYTES)
    path, cache = Path(arguments[0]), Path(arguments[1])
    try:
        model = model_file.load(str(path), cache)
        if not _is_consistent(model, cache):
            return _report_refusal(tr_noop("the model file contradicts itself"))
        sys.stdout.write(f"{_play_everything(model)}\n")
    except (ModelError, NotLoaded) as error:
        return _report_refusal(str(error))
    return 0


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
    return rig.parameter_count


def _report_refusal(reason: str) -> int:
    sys.stderr.write(f"{reason}\n")
    return REFUSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
