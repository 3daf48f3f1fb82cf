"""Play motions at given frames, in a process that a motion may crash.

Run as `python -m tests.pet.motion_process MODEL CACHE PLAN...`. A plan is a list of starts, such as
`0:Wave:0:FORCE,90:Wave:0:FORCE`. Each plan is printed before it is played.
"""

import faulthandler
import sys
from pathlib import Path

from deskpet.pet import model_file
from deskpet.pet.model_file import ModelFile
from deskpet.pet.motion_player import Priority
from deskpet.pet.rig import Rig

STEP, FRAMES = 1 / 30, 260


def play(model: ModelFile, plan: str) -> None:
    """Play one plan to its end."""
    starts = [start.split(":") for start in plan.split(",")]
    rig = Rig(model)
    for frame in range(FRAMES):
        for at, group, index, priority in starts:
            if int(at) == frame:
                rig.start_motion(group, int(index), Priority[priority])
        rig.update(STEP)
    rig.close()


if __name__ == "__main__":
    faulthandler.enable()
    loaded = model_file.load(sys.argv[1], Path(sys.argv[2]))
    for each in sys.argv[3:]:
        print(each, flush=True)
        play(loaded, each)
