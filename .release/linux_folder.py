"""Make the folder of the program for Linux: Debian's Python, its standard library, the packages and a launcher.

Python finds its library from its own place, so the folder can be anywhere.
"""

from __future__ import annotations

import os
import shutil
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Collection
from pathlib import Path

import notices
import packages_folder
import shtab
from archives import normalize
from manual_page import manual_page
from steps import PROJECT, ReleaseFailed, call

from deskpet import __version__
from deskpet.cli import command_line

SOURCES = PROJECT / ".release" / "linux"
LOCK = PROJECT / "requirements.txt"
VERSION = "3.11"
PYTHON = Path(f"/usr/bin/python{VERSION}")
LIBRARY = Path(f"/usr/lib/python{VERSION}")
APPLICATION = "org.deskpet.deskpet"
# Of the standard library: its tests, what needs Tk, what installs pip, and Debian's own additions.
UNUSED_MODULES = (
    *("test", "idlelib", "tkinter", "turtledemo", "turtle.py", "ensurepip", "__pycache__", "config-*", "dist-packages"),
    *("sitecustomize.py", "EXTERNALLY-MANAGED", "_test*.so", "_ctypes_test*.so", "xxlimited*.so", "_xxtestfuzz*.so"),
)
# Prints the files of the modules that the pet and the commands of a terminal import.
LIST_IMPORTED = """
import sys
import runpy, compileall, deskpet.__main__, deskpet.cli.ask, deskpet.app.pet_controller
print(*sorted(module.__file__ for module in [*sys.modules.values()]
              if getattr(module, "__cached__", None) and module.__file__.endswith(".py")), sep="\\n")
"""


def make(folder: Path, wheel: Path, epoch: int, *, without: Collection[str] = ()) -> None:
    """Make the folder anew, but for the packages `without`. Raises ReleaseFailed."""
    if not PYTHON.exists() or not LIBRARY.exists():
        raise ReleaseFailed(f"there is no Python of Debian to copy: sudo apt-get install python{VERSION}")
    shutil.rmtree(folder, ignore_errors=True)
    _copy_python(folder / "python")
    # Where Debian's Python searches for packages below its own folder.
    packages = folder / "python" / "lib" / "python3" / "dist-packages"
    system = f"x86_64-manylinux_2_{_glibc()}"
    packages_folder.install(wheel, LOCK, packages, system=system, python=VERSION, without=without)
    shutil.copy(SOURCES / "deskpet.sh", folder / "deskpet")
    (folder / "deskpet").chmod(0o755)
    copy_desktop_files(folder / "share")
    write_manual(folder / "share")
    notices.write(folder, packages, LOCK)
    _strip(packages)
    _compile(folder)
    normalize(folder, epoch)


def _copy_python(target: Path) -> None:
    (target / "bin").mkdir(parents=True)
    shutil.copy(PYTHON, target / "bin")
    unused = shutil.ignore_patterns(*UNUSED_MODULES)
    shutil.copytree(LIBRARY, target / "lib" / LIBRARY.name, ignore=unused, ignore_dangling_symlinks=True)


def _glibc() -> str:
    """Return the minor version of this system's C library, on which the copied Python depends."""
    return os.confstr("CS_GNU_LIBC_VERSION").rpartition(".")[2]  # pyright: ignore[reportOptionalMemberAccess]


def _strip(packages: Path) -> None:
    """Remove the symbols of debuggers from extension modules. Qt's are stripped; bundled libraries would grow."""
    for file in sorted(packages.rglob("*.so")):
        below = file.relative_to(packages).parts[0]
        if below != "PySide6" and not below.endswith(".libs"):
            call(["strip", "--strip-unneeded", "--preserve-dates", str(file)])


def _compile(folder: Path) -> None:
    """Compile what a start imports: the user of an installed program may not write there, so each start would.

    The rest is compiled when it is used, and would take another 40 MB.
    """
    # -B: what Python itself imports at its start would be compiled by the time of its file.
    python = [str(folder / "python" / "bin" / PYTHON.name), "-B"]
    names = folder.parent / "compiled.txt"
    names.write_text(call([*python, "-I", "-c", LIST_IMPORTED]), encoding="utf-8")
    options = ["-q", "-f", "--invalidation-mode", "unchecked-hash", "-s", str(folder.parent), "-i", str(names)]
    call([*python, "-s", "-P", "-m", "compileall", *options], variables={"PYTHONHASHSEED": "0"})


def copy_desktop_files(share: Path) -> None:
    """Copy what a desktop shows of the program, in the folders of the XDG specifications."""
    icons = share / "icons" / "hicolor"
    for source, target in (
        (SOURCES / f"{APPLICATION}.desktop", share / "applications"),
        (SOURCES / f"{APPLICATION}.metainfo.xml", share / "metainfo"),
        (PROJECT / "assets" / "icons" / "mikan.svg", icons / "scalable" / "apps" / f"{APPLICATION}.svg"),
        (PROJECT / "models" / "mikan" / "icon.png", icons / "256x256" / "apps" / f"{APPLICATION}.png"),
    ):
        file = target if target.suffix else target / source.name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, file)


def write_manual(share: Path) -> None:
    """Write the manual page, and what bash and zsh complete, of the program's commands and options."""
    manual, completed = (command_line.parser(lambda _: 0, starts_pet=False) for _ in range(2))
    _prepare_completion(completed)
    files = {
        "man/man1/deskpet.1": manual_page(manual, __version__),
        "bash-completion/completions/deskpet": shtab.complete(completed, "bash"),
        "zsh/site-functions/_deskpet": shtab.complete(completed, "zsh"),
    }
    for name, text in files.items():
        (share / name).parent.mkdir(parents=True, exist_ok=True)
        (share / name).write_text(text, encoding="utf-8")


def _prepare_completion(parser: ArgumentParser) -> None:
    """Let files and folders be completed, and commands be listed with their short help."""
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for each in action._choices_actions:
                action.choices[each.dest].description = each.help
                _prepare_completion(action.choices[each.dest])
        elif action.type is Path or action.metavar == "FILE":
            is_folder = action.metavar in {"DIR", "FOLDER"}
            action.complete = shtab.DIRECTORY if is_folder else shtab.FILE  # type: ignore[attr-defined]
