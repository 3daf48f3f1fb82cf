"""Find the system packages that deskpet needs and that are missing, and install them on Debian and its derivatives.

Libraries are searched for by their soname, programs on the PATH, because package names differ between releases. Uses
the standard library only.
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
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
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
NPM_PROGRAMS = {"npm": "npm"}
BROWSER_PROGRAMS = {"chromium": "chromium"}
WINE_PROGRAMS = {
    "fc-list": "fontconfig",
    "wine": "wine",
    "/usr/lib/wine/wine64": "wine64",
    "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64-win32",
}
TEST_PROGRAMS = {"make": "make", "git": "git", "xdotool": "xdotool", "espeak-ng": "espeak-ng"}
# A sound server without a sound card, for `make test-voice`.
SOUND_PROGRAMS = {"pulseaudio": "pulseaudio", "parec": "pulseaudio-utils"}
# Pattern of fontconfig -> package. Without these fonts, the texts are shown as empty boxes.
FONTS = {
    ":lang=en": "fonts-dejavu-core",
    ":lang=ja": "fonts-noto-cjk",
    ":lang=und-zsye": "fonts-noto-color-emoji",
}


class SystemIncomplete(Exception):
    """A system package is missing that only an administrator can install; the message says how."""


@dataclass(frozen=True)
class Missing:
    """Missing Debian packages: `needed` to start, `wanted` for some of the texts."""

    needed: tuple[str, ...]
    wanted: tuple[str, ...]


def complete(*, virtual_display: bool, tests: bool, **purposes: bool) -> None:
    """Install the missing packages as root on Debian and its derivatives; otherwise print the command that does.

    purposes: as of `find_missing`. Raises SystemIncomplete if a needed package is still missing.
    """
    if sys.platform != "linux":
        return
    missing = find_missing(virtual_display=virtual_display, tests=tests, **purposes)
    if not missing.needed and not missing.wanted:
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        printed = install(missing.needed + missing.wanted)
        missing = find_missing(virtual_display=virtual_display, tests=tests, **purposes)
        if missing.needed:
            raise SystemIncomplete(f"apt-get did not bring {' '.join(missing.needed)}. It printed:\n{printed}")
    elif missing.needed:
        raise SystemIncomplete(f"the system lacks something. Type this, then try again:\n    {advice(missing)}")
    if missing.wanted:
        advise_once(f"deskpet: for Chinese, Japanese and emoji, type once:\n    {advice(missing)}")


def find_missing(
    *,
    virtual_display: bool,
    tests: bool,
    npm: bool = False,
    browser: bool = False,
    wine: bool = False,
    sound: bool = False,
) -> Missing:
    """Return the missing packages."""
    libraries = LIBRARIES | SOFTWARE_GL if virtual_display else LIBRARIES
    programs = (DISPLAY_PROGRAMS if virtual_display else {}) | (TEST_PROGRAMS if tests else {})
    programs |= NPM_PROGRAMS if npm else {}
    programs |= BROWSER_PROGRAMS if browser else {}
    programs |= WINE_PROGRAMS if wine else {}
    programs |= SOUND_PROGRAMS if sound else {}
    cached = cached_libraries()
    needed = [package for name, package in libraries.items() if cached and name not in cached]
    needed += [package for name, package in programs.items() if shutil.which(name) is None]
    return Missing(tuple(needed), tuple(missing_fonts()))


def cached_libraries() -> set[str]:
    """Return the sonames in the loader's cache; empty on a system without one (musl, NixOS)."""
    ldconfig = shutil.which("ldconfig", path=f"{os.environ.get('PATH', '')}:/sbin:/usr/sbin")
    if ldconfig is None:
        return set()
    listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, encoding="utf-8", check=False).stdout
    return {line.split()[0] for line in listing.splitlines() if " => " in line}


def missing_fonts() -> list[str]:
    """Return the packages of fonts for which this system has no substitute."""
    if shutil.which("fc-list") is None:
        return ["fontconfig", *FONTS.values()]
    return [package for pattern, package in FONTS.items() if not has_font(pattern)]


def has_font(pattern: str) -> bool:
    """Return whether fontconfig finds a font for `pattern`."""
    found = subprocess.run(
        ["fc-list", pattern, "family"], capture_output=True, text=True, encoding="utf-8", check=False
    )
    return bool(found.stdout.strip())


def install(packages: tuple[str, ...]) -> str:
    """Install Debian packages as root without questions. Returns the end of the output of apt-get."""
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
    """Print the advice once, not at every start."""
    note = Path(".tools/advice.txt")
    if note.exists() and note.read_text(encoding="utf-8") == text:
        return
    note.parent.mkdir(exist_ok=True)
    note.write_text(text, encoding="utf-8")
    print(text, flush=True)


def advice(missing: Missing) -> str:
    """Return the command that installs the missing packages."""
    packages = missing.needed + missing.wanted
    if shutil.which("apt-get"):
        return f"sudo apt-get update && sudo apt-get install --no-install-recommends {shlex.join(packages)}"
    return f"(with this system's package manager, what Debian calls) {' '.join(packages)}"
