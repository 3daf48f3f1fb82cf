"""Make the Debian package of the folder for Linux: /opt/deskpet, a command, and what a desktop shows of it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import system
from archives import normalize, size
from linux_folder import copy_desktop_files, write_manual
from steps import PROJECT, call

SOURCES = PROJECT / ".release" / "linux"
# The libraries of Python's standard library and of the packages; Qt's are those of `make run`.
PYTHON_LIBRARIES = (
    *("libc6 (>= 2.36)", "libstdc++6", "libgcc-s1", "zlib1g", "libexpat1", "libsqlite3-0", "libffi8", "libbz2-1.0"),
    *("libssl3 | libssl3t64", "liblzma5", "libncursesw6", "libtinfo6", "libuuid1", "libcrypt1"),
    *("libreadline8 | libreadline8t64", "libopengl0"),
)
# Debian 13 and Ubuntu 24.04 call some libraries by another name.
RENAMED = {"libglib2.0-0": "libglib2.0-0 | libglib2.0-0t64"}
RECOMMENDED = (
    *("libglx-mesa0", "libegl-mesa0", "libwayland-client0", "libwayland-cursor0", "libwayland-egl1"),
    *("fonts-dejavu-core", "fonts-noto-cjk", "fonts-noto-color-emoji", "libpulse0 | libasound2 | libasound2t64"),
)


def make(folder: Path, root: Path, file: Path, version: str, epoch: int) -> None:
    """Write the package `file` of the made `folder`. root: a folder for the tree of the package."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(folder, root / "opt" / "deskpet", symlinks=True, copy_function=os.link)
    command = root / "usr" / "bin" / "deskpet"
    command.parent.mkdir(parents=True)
    command.symlink_to("../../opt/deskpet/deskpet")
    copy_desktop_files(root / "usr" / "share")
    write_manual(root / "usr" / "share")
    vendor = root / "usr" / "share" / "zsh" / "vendor-completions"
    (vendor.parent / "site-functions").rename(vendor)
    documents = root / "usr" / "share" / "doc" / "deskpet"
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(_copyright(), encoding="utf-8")
    (root / "DEBIAN").mkdir()
    has_core = any(folder.glob("python/lib/*/dist-packages/live2d"))
    (root / "DEBIAN" / "control").write_text(
        control(version, size(root / "opt") // 1024, has_core=has_core), encoding="utf-8"
    )
    # What Python compiled when root ran it is not in the list of the package's files. After the removal it would be too
    # late: a package with such a script stays known until it is purged.
    script = root / "DEBIAN" / "prerm"
    script.write_text(removal_script("/opt/deskpet"), encoding="utf-8")
    script.chmod(0o755)
    normalize(root, epoch)
    options = ["-Zxz", "-z6", "--threads-max=2", "--root-owner-group"]
    call(["dpkg-deb", *options, "--build", str(root), str(file)], variables={"SOURCE_DATE_EPOCH": str(epoch)})


def removal_script(folder: str) -> str:
    """Return what runs before the package is removed; it may not fail if the folder is gone already."""
    remove = f"find {folder} -type d -name __pycache__ -prune -exec rm -rf {{}} +"
    return f'#!/bin/sh\nset -e\n[ "$1" != remove ] || [ ! -d {folder} ] || {remove}\n'


def control(version: str, kibibytes: int, *, has_core: bool) -> str:
    """Return the control file of the package."""
    depends = sorted({*PYTHON_LIBRARIES, *(RENAMED.get(each, each) for each in system.LIBRARIES.values())})
    core = "Live2D's proprietary Cubism Core" if has_core else "characters of sprites only"
    fields = {
        "Package": "deskpet",
        "Version": version,
        "Architecture": "amd64",
        "Maintainer": "deskpet contributors <deskpet@localhost>",
        "Installed-Size": kibibytes,
        "Depends": ", ".join(depends),
        "Recommends": ", ".join(RECOMMENDED),
        "Section": "utils",
        "Priority": "optional",
        "Description": "character that lives on the desktop and talks\n"
        " She talks through the language model of your choice, or offline. This package\n"
        f" contains a Python of its own, and {core}.",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _copyright() -> str:
    licence = (PROJECT / "LICENSE").read_text(encoding="utf-8")
    return f"{licence}\nThe licences of what it contains are in /opt/deskpet/THIRD-PARTY-NOTICES.txt.\n"
