"""Make the folder of the program for Windows: python.org's embeddable Python, the packages and two launchers.

deskpet.exe has no console; deskpet-cli.exe is for terminals, pipes and agents.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path

import notices
import packages_folder
import windows
from archives import normalize
from PIL import Image
from steps import PROJECT, ReleaseFailed, call

SOURCES = PROJECT / ".release" / "windows"
VERSION = "3.13"
# Found beside python313.dll. Python then takes neither variables, nor the registry, nor packages of the user.
PATHS = "python313.zip\n.\nLib\\site-packages\nimport site\n"
ICON_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
# Launcher -> options of the compiler.
LAUNCHERS = {"deskpet": ("-mwindows",), "deskpet-cli": ("-mconsole", "-DCONSOLE")}


def make(folder: Path, wheel: Path, version: str, epoch: int, *, without: Collection[str] = ()) -> None:
    """Make the folder anew, but for the packages `without`. Raises ReleaseFailed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    python = folder / "python"
    try:
        windows.extract_python(python)
    except windows.WindowsIncomplete as error:
        raise ReleaseFailed(str(error)) from error
    next(python.glob("python3*._pth")).write_text(PATHS, encoding="utf-8")
    packages = python / "Lib" / "site-packages"
    lock = windows.PACKAGES_LOCK
    packages_folder.install(wheel, lock, packages, system="windows", python=VERSION, without=without)
    for module in ("deskpet_start.py", "deskpet_forget.py"):
        shutil.copy(SOURCES / module, packages)
    build_launchers(folder, version)
    notices.write(folder, packages, lock)
    normalize(folder, epoch)


def build_launchers(folder: Path, version: str) -> None:
    """Compile the launchers, with an icon and the version."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        write_icon(work / "deskpet.ico")
        for name, options in LAUNCHERS.items():
            resources = work / f"{name}.rc"
            resources.write_text(version_resource(name, version), encoding="utf-8")
            call(["x86_64-w64-mingw32-windres", resources.name, f"{name}.o"], work)
            compiler = ["x86_64-w64-mingw32-gcc", "-O2", "-s", "-Wall", "-Wextra", "-Werror", "-municode", *options]
            # Without the time of the build, so that it can be repeated.
            linked = ["-Wl,--no-insert-timestamp", "-o", str(folder / f"{name}.exe")]
            call([*compiler, str(SOURCES / "launcher.c"), f"{name}.o", *linked], work)


def write_icon(file: Path) -> None:
    """Write the character's picture as an icon in the sizes of Windows."""
    picture = Image.open(PROJECT / "models" / "mikan" / "icon.png")
    picture.save(file, sizes=[(size, size) for size in ICON_SIZES])


def version_resource(name: str, version: str) -> str:
    """Return the resources of a launcher, as a source of windres."""
    numbers = ",".join([*version.split("."), "0"])
    template = (SOURCES / "launcher.rc").read_text(encoding="utf-8")
    return template.replace("@NAME@", name).replace("@VERSION@", version).replace("@NUMBERS@", numbers)
