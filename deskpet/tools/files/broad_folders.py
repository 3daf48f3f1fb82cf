"""Folders that hold so much that a person would rather choose a folder in them: homes, disks, folders of programs."""

import os
from enum import Enum
from itertools import islice
from pathlib import Path

from deskpet.config import paths
from deskpet.tools.files.protected_names import holds_homes, is_container, is_disk, is_home, names_of
from deskpet.translation import tr, tr_noop

_MAX_SUGGESTIONS = 3


class Breadth(Enum):
    """What a broad folder is. The value is the sentence that says so."""

    DISK = tr_noop("{folder} is a whole disk.")
    HOMES = tr_noop("{folder} holds the homes of users.")
    HOME = tr_noop("{folder} is a whole home.")
    CONTAINER = tr_noop("{folder} holds the settings and secrets of many programs.")


def breadth_of(folder: Path) -> Breadth | None:
    """Return what makes a folder too broad to be given to tools, or None. Reads the links in its path."""
    names = names_of(Path(os.path.realpath(folder)))
    home = names_of(Path(os.path.realpath(paths.home_folder())))
    if is_disk(names):
        return Breadth.DISK
    if is_home(names, home):
        return Breadth.HOME
    if holds_homes(names, home):
        return Breadth.HOMES
    return Breadth.CONTAINER if is_container(names, home) else None


def warning(folder: Path, breadth: Breadth) -> str:
    """Return the sentences that say what tools would reach, and what stays protected."""
    what = tr(breadth.value, folder=folder)
    reach = tr(
        "Tools could read everything in it, and send it to the model. Only hidden folders of a home, and names that "
        "are known to hold keys, passwords and profiles, stay protected. Choose a folder in it instead."
    )
    return f"{what} {reach}"


def suggestions(folder: Path) -> tuple[Path, ...]:
    """Return folders in it that could be chosen instead, at most three: those that are neither hidden nor broad."""
    try:
        inside = sorted(each for each in islice(folder.iterdir(), 1000) if not each.name.startswith("."))
        usable = (each for each in inside if each.is_dir() and breadth_of(each) is None)
        return tuple(islice(usable, _MAX_SUGGESTIONS))
    except OSError:
        return ()
