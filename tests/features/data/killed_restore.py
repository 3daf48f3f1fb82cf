"""Restores a backup into copies of a folder, and kills the process each time one step later.

Arguments: the backup, and the folder that has the data in `0`. The copies are `1`, `2` and so on; the last is complete.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

from deskpet.features.data.backup_file import Part, Places, open_backup
from deskpet.features.data.restoring import restore

# Renaming a file, creating a folder, and the end.
STEPS = {"os.rename", "os.mkdir", "shutil.rmtree"}


def places_in(folder: Path) -> Places:
    return Places(folder, folder / "settings.toml", folder / "connections.json")


def kill_after(steps: int) -> None:
    left = steps

    def count(event: str, _: object) -> None:
        nonlocal left
        left -= event in STEPS
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def main(file: Path, folder: Path) -> None:
    for steps in range(200):
        target = folder / str(steps + 1)
        shutil.copytree(folder / "0", target)
        child = os.fork()
        if not child:
            kill_after(steps)
            with open_backup(file) as backup:
                restore(backup, places_in(target), Part)
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
