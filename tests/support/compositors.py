"""Wayland compositors that show their screen in a window of an X display, so that xdotool is their user."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Debian's packages of what a compositor needs.
PACKAGES = {"kwin": ("kwin_wayland", "kwin-wayland xwayland"), "sway": ("sway", "sway xwayland")}
SIZE = (1200, 800)
START_LIMIT_S = 30.0
_SWAY_CONFIG = "output * bg #336699 solid_color\ndefault_border none\nxwayland force\nexec env > {report}\n"


@dataclass(frozen=True, slots=True)
class Compositor:
    """A running compositor: the variables of its clients on Wayland and by XWayland, and the display it is shown on."""

    native: dict[str, str]
    xwayland: dict[str, str]
    outer_display: str


def is_missing(name: str) -> bool:
    """Return whether a compositor or XWayland is not installed."""
    return shutil.which(PACKAGES[name][0]) is None or shutil.which("Xwayland") is None


@contextmanager
def compositor(name: str) -> Generator[Compositor]:
    """Start KWin or sway on the X display of this process. Raises RuntimeError if it does not start."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        report, log = folder / "environment", folder / "log"
        variables = {key: value for key, value in os.environ.items() if key not in _OF_SESSION}
        variables |= {"XDG_RUNTIME_DIR": temporary, "HOME": temporary, "LIBGL_ALWAYS_SOFTWARE": "1"}
        variables |= {"XDG_CONFIG_HOME": str(folder / "config")}
        command = _kwin(folder, report, variables) if name == "kwin" else _sway(folder, report, variables)
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
            )
        try:
            until = time.monotonic() + START_LIMIT_S
            while not (found := _reported(report)):
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"{name} did not start. It printed: {log.read_text(errors='replace')[-2000:]}")
                time.sleep(0.05)
            shared = {"XDG_RUNTIME_DIR": temporary, "DISPLAY": found["DISPLAY"]}
            native = {**shared, "WAYLAND_DISPLAY": found["WAYLAND_DISPLAY"], "QT_QPA_PLATFORM": "wayland"}
            yield Compositor(native, native | {"QT_QPA_PLATFORM": "xcb"}, os.environ["DISPLAY"])
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


_OF_SESSION = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "SWAYSOCK"}


def _kwin(folder: Path, report: Path, variables: dict[str, str]) -> list[str]:
    # A copy has no file capabilities, with which the program can't be started in a container that lacks them.
    program = folder / "kwin_wayland"
    shutil.copyfile(shutil.which("kwin_wayland") or "", program)
    program.chmod(0o755)
    session = folder / "session"
    session.write_text(f"#!/bin/sh\nenv > {report}\n", encoding="utf-8")
    session.chmod(0o755)
    variables["KWIN_COMPOSE"] = "Q"
    size = ["--width", str(SIZE[0]), "--height", str(SIZE[1])]
    options = ["--no-lockscreen", "--no-global-shortcuts", "--xwayland", "--x11-display", os.environ["DISPLAY"]]
    return [str(program), *options, *size, "--socket", "wayland-kwin", str(session)]


def _sway(folder: Path, report: Path, variables: dict[str, str]) -> list[str]:
    config = folder / "sway-config"
    config.write_text(_SWAY_CONFIG.format(report=report), encoding="utf-8")
    variables |= {"WLR_BACKENDS": "x11", "WLR_X11_OUTPUTS": "1", "WLR_RENDERER": "pixman"}
    if os.geteuid() != 0:
        return ["sway", "-c", str(config)]
    # It refuses to run as root.
    for path in (folder, config):
        shutil.chown(path, "nobody", "nogroup")
    return ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "sway", "-c", str(config)]


def _reported(report: Path) -> dict[str, str]:
    """Return the environment of a client; empty until the compositor has started one."""
    if not report.exists():
        return {}
    pairs = (line.partition("=") for line in report.read_text(encoding="utf-8", errors="replace").splitlines())
    found = {name: value for name, _, value in pairs}
    return found if {"DISPLAY", "WAYLAND_DISPLAY"} <= set(found) else {}
