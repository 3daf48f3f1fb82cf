"""Parts that were added to an installed program: folders of packages in which it and its children search last.

A program that is not installed from a release gets packages by pip, and searches nowhere else.
"""

import importlib
import os
import sys
from pathlib import Path

OPTION = "deskpet-parts"
"""Option of a child's interpreter with the folders of the parts; deskpet/__init__.py reads it."""
DONE = "part.json"
"""Name of the file in the folder of a part that is complete."""
NEW = ".new"
"""End of the name of a folder in which a part is unpacked; what has broken off stays there."""


def is_installed() -> bool:
    """Return whether parts can be added: the program was installed from a release."""
    return "deskpet-launcher" in sys._xoptions  # pyright: ignore[reportPrivateUsage] - documented


def folder_of(data: Path) -> Path:
    """Return where the parts for this Python are. data: the data folder."""
    return data / "parts" / (sys.implementation.cache_tag or "python")


def activate(data: Path) -> None:
    """Let this process, and the children that it starts from now on, import what is in the parts."""
    if not is_installed():
        return
    folder = folder_of(data)
    places = (done.parent for done in sorted(folder.glob(f"*/{DONE}")))
    found = [str(place) for place in places if not place.name.endswith(NEW)]
    gone = [path for path in sys.path if path.startswith(f"{folder}{os.sep}") and path not in found]
    sys.path[:] = [path for path in sys.path if path not in gone]
    sys.path.extend(path for path in found if path not in sys.path)
    _active[:] = found
    importlib.invalidate_caches()


def active() -> tuple[str, ...]:
    """Return the folders in which this process searches for added parts."""
    return tuple(_active)


_active: list[str] = []
