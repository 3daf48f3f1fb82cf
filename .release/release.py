"""Build a release into dist/: wheel, source package, and the program with a Python of its own.

    python release.py                 everything
    python release.py linux           the folder for Linux (.tar.zst) and the Debian package
    python release.py windows         the installer for Windows and the portable zip
    python release.py --without-live2d    with characters of sprites, and without the proprietary Cubism Core

Packages are those of the locks, with their hashes. The time of each file is that of the last commit, so the same
commit gives the same bytes, with the same versions of the tools.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Collection
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / ".setup"))

import archives
import debian_package
import linux_folder
import notices
import windows_folder
import windows_installer
from locked_packages import LIVE2D
from steps import PROJECT, ReleaseFailed, call, need_programs, release_epoch

from deskpet import __version__

DIST, BUILD = PROJECT / "dist", PROJECT / "build" / "release"
SYSTEMS = ("linux", "windows")
PROGRAMS = {
    "linux": {"zstd": "zstd", "dpkg-deb": "dpkg", "strip": "binutils"},
    "windows": {"x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64", "makensis": "nsis"},
}


def main(arguments: list[str]) -> int:
    """Build what the command line names. Returns an exit code."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=" or ".join(SYSTEMS))
    parser.add_argument("--uncommitted", action="store_true", help="build although files are not committed")
    parser.add_argument("--without-live2d", action="store_true", help="characters of sprites, no Cubism Core")
    options = parser.parse_args(arguments)
    systems = options.systems or list(SYSTEMS)
    if unknown := {*systems} - {*SYSTEMS}:
        parser.error(f"no such system: {', '.join(sorted(unknown))}")
    try:
        build(systems, is_clean=not options.uncommitted, without=(LIVE2D,) if options.without_live2d else ())
    except ReleaseFailed as error:
        print(f"deskpet: {error}", file=sys.stderr)
        return 1
    return 0


def build(systems: list[str], *, is_clean: bool, without: Collection[str]) -> None:
    """Build wheel, source package and the given systems, and print the sizes. Raises ReleaseFailed.

    without: packages that the program for a system does not get.
    """
    for name in systems:
        need_programs(PROGRAMS[name])
    if is_clean and (changed := call(["git", "status", "--porcelain"])):
        raise ReleaseFailed(f"these files are not committed (--uncommitted builds all the same):\n{changed}")
    epoch = release_epoch()
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    BUILD.mkdir(parents=True, exist_ok=True)
    wheel = build_packages(epoch)
    if "linux" in systems:
        build_linux(wheel, epoch, without)
    if "windows" in systems:
        build_windows(wheel, epoch, without)
    archives.write_checksums((each for each in DIST.iterdir()), DIST / "SHA256SUMS")
    for file in sorted(DIST.iterdir()):
        print(f"{file.stat().st_size / 1e6:8.1f} MB  {file.name}", flush=True)


def build_packages(epoch: int) -> Path:
    """Build the source package and the wheel. Returns the wheel."""
    hatchling = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(DIST)]
    call(hatchling, variables={"SOURCE_DATE_EPOCH": str(epoch)})
    (wheel,) = DIST.glob("*.whl")
    return wheel


def build_linux(wheel: Path, epoch: int, without: Collection[str]) -> None:
    """Build the folder for Linux, its archive and the Debian package."""
    folder = BUILD / "linux" / "deskpet"
    linux_folder.make(folder, wheel, epoch, without=without)
    print(f"deskpet: the folder for Linux has {archives.size(folder) / 1e6:.1f} MB", flush=True)
    name = f"deskpet{_suffix(without)}"
    archives.write_tar_zst(folder, DIST / f"{name}-{__version__}-linux-x86_64.tar.zst", epoch)
    package = DIST / f"{name}_{__version__}_amd64.deb"
    debian_package.make(folder, BUILD / "debian", package, __version__, epoch)
    shutil.copy(folder / notices.BILL, DIST / f"{name}-{__version__}-linux-x86_64.cdx.json")


def build_windows(wheel: Path, epoch: int, without: Collection[str]) -> None:
    """Build the folder for Windows, the portable zip and the installer."""
    folder = BUILD / "windows" / "deskpet"
    windows_folder.make(folder, wheel, __version__, epoch, without=without)
    print(f"deskpet: the folder for Windows has {archives.size(folder) / 1e6:.1f} MB", flush=True)
    name = f"deskpet{_suffix(without)}-{__version__}-windows-x86_64"
    archives.write_zip(folder, DIST / f"{name}.zip", epoch)
    windows_installer.make(folder, DIST / f"{name}-setup.exe", __version__, epoch)
    shutil.copy(folder / notices.BILL, DIST / f"{name}.cdx.json")


def _suffix(without: Collection[str]) -> str:
    return "-without-live2d" if LIVE2D in without else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
