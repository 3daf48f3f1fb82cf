"""Install deskpet as a user of Windows does, outside of the checkout, and use it there by Wine.

`python -m tests.campaigns.installed_windows` prints a row for each way: a built wheel and `pip install .`, each with
a new Python for Windows. The exit code is 1 if one fails. Packages are the locked ones, with their hashes; pip has to
accept them.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.folders import PROJECT
from tests.support.installed import LOCK, UV, Ways, build_wheel, call, copy_of_checkout, try_program, try_ways

sys.path.append(str(PROJECT / ".setup"))

import windows


def from_wheel(folder: Path) -> list[str | Path]:
    """Install the built wheel with pip for Windows, and return the command that starts Python there."""
    python = _new_python(folder)
    wheel = build_wheel(folder / "dist")
    _pip_install(python, wheel.name, wheel.parent)
    return python


def from_folder(folder: Path) -> list[str | Path]:
    """Install a copy of the tracked files with `pip install .`, and return the command that starts Python there."""
    python = _new_python(folder)
    _pip_install(python, ".", copy_of_checkout(folder))
    return python


WAYS: Ways = {"a built wheel": from_wheel, "pip install .": from_folder}


def use(python: list[str | Path], folder: Path) -> None:
    """Use the installed program from an empty folder, with an empty home."""
    home = folder / "home"
    environment = _environment() | {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    for variable, name in (("APPDATA", "config"), ("LOCAL_APPDATA", "data")):
        (home / name).mkdir(parents=True)
        environment[f"WIN_PD_OVERRIDE_{variable}"] = windows.wine_path(home / name)
    program = Path(python[-1]).parent / "Scripts" / "deskpet.exe"
    assert call(["wine", program, "--version"], home, environment).startswith("deskpet ")
    try_program(python, home, environment, windows.wine_path(PROJECT))


def _new_python(folder: Path) -> list[str | Path]:
    """Copy Python for Windows without its packages, and add pip and the locked packages, without deskpet."""
    python = folder / "python" / windows.PYTHON.name
    shutil.copytree(windows.PYTHON.parent, python.parent, ignore=shutil.ignore_patterns("site-packages"))
    windows.unpack_wheels(UV, python, LOCK)
    windows.unpack_wheels(UV, python, windows.locked(windows.PACKAGES_LOCK, "pip", folder))
    return ["wine", python]


def _pip_install(python: list[str | Path], what: str, folder: Path) -> None:
    # The build backend is locked and installed already, as are the packages, which pip compares with the wheel's needs.
    options = ["--quiet", "--no-index", "--no-build-isolation", "--no-warn-script-location"]
    call([*python, "-m", "pip", "install", *options, what], folder, _environment())


def _environment() -> dict[str, str]:
    """Return what Wine needs, and nothing else of this process."""
    kept = ("DISPLAY", "XAUTHORITY", "PATH", "HOME", "LIBGL_ALWAYS_SOFTWARE", "WINEPREFIX", "WINEDEBUG")
    environment = windows.wine_environment()
    return {name: value for name, value in environment.items() if name in kept or name == "WINEDLLOVERRIDES"}


if __name__ == "__main__":
    try:
        code = try_ways("make campaign NAME=installed-windows", WAYS, use)
    finally:
        subprocess.run(["wineserver", "-k"], env=os.environ | _environment(), check=False)
    sys.exit(code)
