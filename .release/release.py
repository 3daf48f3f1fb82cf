"""Build a release into dist/: wheel, source package, and the program with a Python of its own.

    python release.py                 everything
    python release.py linux           the folder for Linux (.tar.zst) and the Debian package
    python release.py windows         the installer for Windows and the portable zip
    python release.py --without-live2d    with characters of sprites, and without the proprietary Cubism Core
    python release.py --sign KEYFILE  also sign the list by which installed programs find this release
    python release.py --sign KEYFILE --renew LIST   only sign an older list anew, before it expires
    python release.py --compare FOLDER    only compare dist/ with that of another build, and name what differs

Packages are those of the locks, with their hashes. The time of each file is that of the last commit, so the same
commit gives the same bytes, with the same versions of the tools.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / ".setup"))

import archives
import comparison
import debian_package
import linux_folder
import notices
import update_list
import windows_folder
import windows_installer
from locked_packages import LIVE2D
from steps import PROJECT, ReleaseFailed, call, need_programs, release_epoch
from update_list import BuiltFile

from deskpet import __version__
from deskpet.features.updates.installed_release import NOTE, Target

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
    parser.add_argument("--sign", type=Path, metavar="KEYFILE", help="sign the list of releases (Ed25519, PEM)")
    parser.add_argument("--renew", type=Path, metavar="LIST", help="build nothing: let this unsigned list count anew")
    parser.add_argument("--compare", type=Path, metavar="FOLDER", help="build nothing: compare dist/ with this folder")
    options = parser.parse_args(arguments)
    systems = options.systems or list(SYSTEMS)
    if unknown := {*systems} - {*SYSTEMS}:
        parser.error(f"no such system: {', '.join(sorted(unknown))}")
    try:
        if options.compare:
            return compare(options.compare)
        if options.renew:
            update_list.renew(options.renew, update_list.read_channel())
            _sign(options.renew, options.sign)
        else:
            without = (LIVE2D,) if options.without_live2d else ()
            build(systems, options.sign, is_clean=not options.uncommitted, without=without)
    except ReleaseFailed as error:
        print(f"deskpet: {error}", file=sys.stderr)
        return 1
    return 0


def compare(other: Path) -> int:
    """Print which files of dist/ have the same bytes in another folder. Returns 1 if one has not.

    Raises ReleaseFailed if one of the folders is not there.
    """
    for folder in (DIST, other):
        if not folder.is_dir():
            raise ReleaseFailed(f"{folder} is no folder with the files of a release")
    results = [*comparison.rows(DIST, other)]
    print(*(line for _, line in results), sep="\n")
    return int(not all(is_same for is_same, _ in results))


def build(systems: list[str], key: Path | None, *, is_clean: bool, without: Collection[str]) -> None:
    """Build wheel, source package and the given systems, and print the sizes. Raises ReleaseFailed.

    key: the file of the private key that signs the list of releases; without one it is not signed. without: packages
    that the program for a system does not get; its updates don't have them either.
    """
    for name in systems:
        need_programs(PROGRAMS[name])
    if is_clean and (changed := call(["git", "status", "--porcelain"])):
        raise ReleaseFailed(f"these files are not committed (--uncommitted builds all the same):\n{changed}")
    epoch = release_epoch()
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    BUILD.mkdir(parents=True, exist_ok=True)
    wheel, channel = build_packages(epoch), update_list.read_channel()
    channel |= {"channel": channel["channel"] + _suffix(without)}
    built: dict[Target, BuiltFile] = {}
    if "linux" in systems:
        built |= build_linux(wheel, epoch, channel, without)
    if "windows" in systems:
        built |= build_windows(wheel, epoch, channel, without)
    _sign(update_list.write_list(built, __version__, datetime.fromtimestamp(epoch, UTC), channel, DIST), key)
    archives.write_checksums((each for each in DIST.iterdir()), DIST / "SHA256SUMS")
    for file in sorted(DIST.iterdir()):
        print(f"{file.stat().st_size / 1e6:8.1f} MB  {file.name}", flush=True)


def build_packages(epoch: int) -> Path:
    """Build the source package and the wheel. Returns the wheel."""
    hatchling = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(DIST)]
    call(hatchling, variables={"SOURCE_DATE_EPOCH": str(epoch)})
    (wheel,) = DIST.glob("*.whl")
    return wheel


def build_linux(
    wheel: Path, epoch: int, channel: Mapping[str, Any], without: Collection[str]
) -> dict[Target, BuiltFile]:
    """Build the folder for Linux, its archive and the Debian package. Returns them by their names in the list."""
    folder = BUILD / "linux" / "deskpet"
    linux_folder.make(folder, wheel, epoch, without=without)
    print(f"deskpet: the folder for Linux has {archives.size(folder) / 1e6:.1f} MB", flush=True)
    name = f"deskpet{_suffix(without)}"
    package = DIST / f"{name}_{__version__}_amd64.deb"
    _note(folder, Target.DEBIAN, channel, epoch)
    debian_package.make(folder, BUILD / "debian", package, __version__, epoch)
    _note(folder, Target.FOLDER, channel, epoch)
    archive = DIST / f"{name}-{__version__}-linux-x86_64.tar.zst"
    archives.write_tar_zst(folder, archive, epoch)
    shutil.copy(folder / notices.BILL, DIST / f"{name}-{__version__}-linux-x86_64.cdx.json")
    size = archives.size(folder)
    return {Target.FOLDER: BuiltFile(archive, size), Target.DEBIAN: BuiltFile(package, size)}


def build_windows(
    wheel: Path, epoch: int, channel: Mapping[str, Any], without: Collection[str]
) -> dict[Target, BuiltFile]:
    """Build the folder for Windows, the portable zip and the installer. Returns them by their names in the list."""
    folder = BUILD / "windows" / "deskpet"
    windows_folder.make(folder, wheel, __version__, epoch, without=without)
    _note(folder, Target.PORTABLE, channel, epoch)
    print(f"deskpet: the folder for Windows has {archives.size(folder) / 1e6:.1f} MB", flush=True)
    name = f"deskpet{_suffix(without)}-{__version__}-windows-x86_64"
    archive, installer = DIST / f"{name}.zip", DIST / f"{name}-setup.exe"
    archives.write_zip(folder, archive, epoch)
    windows_installer.make(folder, installer, __version__, epoch)
    shutil.copy(folder / notices.BILL, DIST / f"{name}.cdx.json")
    size = archives.size(folder)
    return {Target.PORTABLE: BuiltFile(archive, size), Target.SETUP: BuiltFile(installer, size)}


def _suffix(without: Collection[str]) -> str:
    return "-without-live2d" if LIVE2D in without else ""


def _sign(unsigned: Path, key: Path | None) -> None:
    if key:
        update_list.sign(unsigned, key, update_list.read_channel())


def _note(folder: Path, target: Target, channel: Mapping[str, Any], epoch: int) -> None:
    # Not into a file that the tree of the Debian package shares with this folder.
    (folder / NOTE).unlink(missing_ok=True)
    update_list.write_note(folder, target, __version__, channel)
    archives.normalize(folder, epoch)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
