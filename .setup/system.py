"""What deskpet needs of the system below Python, and how to get it on Debian and its kin.

Libraries are looked up by the name the loader uses, programs on the PATH: package names differ between
releases, those names do not. Standard library only.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
SOFTWARE_GL = {"libGLX_mesa.so.0": "libglx-mesa0", "libEGL_mesa.so.0": "libegl-mesa0"}
DISPLAY_PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox", "picom": "picom"}
PEER_PROGRAMS = {"chromium": "chromium", "npm": "npm"}
TEST_PROGRAMS = {"make": "make", "git": "git", "xdotool": "xdotool"}
# What fontconfig calls the letters -> who brings them. Without these the companion speaks in empty boxes.
FONTS = {
    ":lang=en": "fonts-dejavu-core",
    ":lang=ja": "fonts-noto-cjk",
    ":lang=und-zsye": "fonts-noto-color-emoji",
}


class SystemIncomplete(Exception):
    """Something is missing that only the machine's administrator can install; the text says how."""


@dataclass(frozen=True)
class Missing:
    """Debian packages that are not there: without `needed` nothing works, without `wanted` less does."""

    needed: tuple[str, ...]
    wanted: tuple[str, ...]


def complete(*, virtual_display: bool, tests: bool, peer: bool = False) -> None:
    """Install what is missing (as root, on Debian and its kin), or say what to type.

    Raises SystemIncomplete when something needed stays missing.
    """
    if sys.platform != "linux":
        return
    missing = look(virtual_display=virtual_display, tests=tests, peer=peer)
    if not missing.needed and not missing.wanted:
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        printed = install(missing.needed + missing.wanted)
        missing = look(virtual_display=virtual_display, tests=tests, peer=peer)
        if missing.needed:
            raise SystemIncomplete(f"apt-get did not bring {' '.join(missing.needed)}. It printed:\n{printed}")
    elif missing.needed:
        raise SystemIncomplete(f"the system lacks something. Type this, then try again:\n    {advice(missing)}")
    if missing.wanted:
        advise_once(f"deskpet: for Chinese, Japanese and emoji, type once:\n    {advice(missing)}")


def look(*, virtual_display: bool, tests: bool, peer: bool = False) -> Missing:
    """What of the system's part is not there."""
    libraries = LIBRARIES | SOFTWARE_GL if virtual_display else LIBRARIES
    programs = (DISPLAY_PROGRAMS if virtual_display else {}) | (TEST_PROGRAMS if tests else {})
    programs |= PEER_PROGRAMS if peer else {}
    known = known_libraries()
    needed = [package for name, package in libraries.items() if known and name not in known]
    needed += [package for name, package in programs.items() if shutil.which(name) is None]
    return Missing(tuple(needed), tuple(missing_fonts()))


def known_libraries() -> set[str]:
    """The names the loader's cache holds; none where there is no such cache (musl, NixOS)."""
    ldconfig = shutil.which("ldconfig", path=f"{os.environ.get('PATH', '')}:/sbin:/usr/sbin")
    if ldconfig is None:
        return set()
    listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, encoding="utf-8", check=False).stdout
    return {line.split()[0] for line in listing.splitlines() if " => " in line}


def missing_fonts() -> list[str]:
    """Packages of fonts for which this system has no substitute."""
    if shutil.which("fc-list") is None:
        return ["fontconfig", *FONTS.values()]
    return [package for pattern, package in FONTS.items() if not has_font(pattern)]


def has_font(pattern: str) -> bool:
    """Whether fontconfig knows a font for `pattern`."""
    found = subprocess.run(
        ["fc-list", pattern, "family"], capture_output=True, text=True, encoding="utf-8", check=False
    )
    return bool(found.stdout.strip())


def install(packages: tuple[str, ...]) -> str:
    """Install Debian packages as root, asking nothing. Returns the end of what apt-get printed."""
    print(f"deskpet: installing {' '.join(packages)}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-q", "-y", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120"]
    printed = ""
    for step in (["update"], ["install", "--no-install-recommends", *packages]):
        done = subprocess.run(
            [*apt, *step],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        printed += done.stdout
    return printed[-2000:]


def advise_once(text: str) -> None:
    """Say what would be good to have, once and not at every start."""
    note = Path(".tools/advice.txt")
    if note.exists() and note.read_text(encoding="utf-8") == text:
        return
    note.parent.mkdir(exist_ok=True)
    note.write_text(text, encoding="utf-8")
    print(text, flush=True)


def advice(missing: Missing) -> str:
    """The one line to type."""
    packages = missing.needed + missing.wanted
    if shutil.which("apt-get"):
        return f"sudo apt-get update && sudo apt-get install --no-install-recommends {shlex.join(packages)}"
    return f"(with this system's package manager, what Debian calls) {' '.join(packages)}"
