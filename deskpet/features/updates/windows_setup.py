"""Install an update by the installer for Windows, which the program starts as it ends."""

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.features.updates import state
from deskpet.features.updates.installed_release import InstalledRelease, is_newer

if TYPE_CHECKING:
    from deskpet.features.updates.manifest import Update

# No questions, and of NSIS.
_SILENT = "/S"


def prepare(file: Path, update: "Update") -> None:
    """Let a downloaded installer run when the program ends."""
    state.change(setup=str(file), setup_sha256=update.file.sha256, setup_version=update.version)


def is_prepared(release: InstalledRelease) -> bool:
    """Return whether the installer of a newer version waits for the end of the program."""
    waiting = state.read()
    return bool(waiting.setup) and is_newer(waiting.setup_version, release.version)


def install(release: InstalledRelease) -> bool:
    """Start the installer that waits; it waits in turn until this process has ended. Returns whether there was one.

    One that is not newer, because the user has installed another meanwhile, is forgotten. Raises OSError.
    """
    waiting = state.read()
    if not waiting.setup:
        return False
    state.change(setup="", setup_sha256="", setup_version="")
    if not is_newer(waiting.setup_version, release.version):
        return False
    with Path(waiting.setup).open("rb") as content:
        if hashlib.file_digest(content, "sha256").hexdigest() != waiting.setup_sha256:
            raise OSError(f"{waiting.setup} was changed after its download")
    # It outlives this process; an object of subprocess would complain of that.
    os.spawnv(os.P_NOWAIT, waiting.setup, [waiting.setup, _SILENT])  # pyright: ignore[reportDeprecated]
    return True
