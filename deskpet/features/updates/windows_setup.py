"""Install an update by the installer for Windows, which the program starts as it ends.

In the folder of the program are then: `old`, the version before, until the new one has shown its window; and `failed`,
one that did not start. The launcher brings the old one back, as that of Linux does (see `folder_swap`).
"""

import hashlib
import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.config import paths
from deskpet.features.updates import folder_swap, state
from deskpet.features.updates.installed_release import InstalledRelease, is_newer

if TYPE_CHECKING:
    from deskpet.features.updates.manifest import Update

# Of the registry, below the keys of the user: what Windows' list of programs shows.
_UNINSTALL_KEY = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\deskpet"
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
    state.change(setup="", setup_sha256="")
    if not is_newer(waiting.setup_version, release.version):
        return False
    with Path(waiting.setup).open("rb") as content:
        if hashlib.file_digest(content, "sha256").hexdigest() != waiting.setup_sha256:
            raise OSError(f"{waiting.setup} was changed after its download")
    # It outlives this process; an object of subprocess would complain of that. Windows gets the words as one line.
    os.spawnv(os.P_NOWAIT, waiting.setup, [f'"{waiting.setup}"', _SILENT])  # pyright: ignore[reportDeprecated]
    return True


def confirm(release: InstalledRelease, failed: str) -> str:
    """Note that this version has come up, and remove the one before and the installer. Raises OSError.

    failed: the version that did not start, after which this one came back. Returns the version that could not be
    installed; empty if there is none.
    """
    folder_swap.remove(release.sibling("old"))
    if failed:
        _show_version(release.version)
    waiting = state.read()
    if waiting.setup:
        return ""
    for file in paths.downloads_folder().glob("deskpet*"):
        if file.suffix != ".part":
            file.unlink()
    if waiting.setup_version:
        state.change(setup_version="")
    is_here = waiting.setup_version == failed or not is_newer(waiting.setup_version, release.version)
    return "" if is_here else waiting.setup_version


def _show_version(version: str) -> None:
    """Show a version in Windows' list of programs."""
    registry = importlib.import_module("winreg")
    with registry.OpenKey(registry.HKEY_CURRENT_USER, _UNINSTALL_KEY, 0, registry.KEY_SET_VALUE) as key:
        registry.SetValueEx(key, "DisplayVersion", 0, registry.REG_SZ, version)
