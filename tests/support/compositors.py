"""Wayland compositors that show their screen in a window of an X display, so that xdotool is their user."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

# Debian's packages of what a compositor needs.
PACKAGES = {
    "kwin": ("kwin_wayland", "kwin-wayland xwayland"),
    "sway": ("sway", "sway xwayland"),
    "weston": ("weston", "weston xwayland"),
    "mutter": ("mutter", "mutter xwayland"),
    "gnome": ("gnome-shell", "gnome-shell gnome-session-bin gnome-settings-daemon xwayland"),
}
SIZE = (1200, 800)
START_LIMIT_S = 30.0
_SWAY_CONFIG = "output * bg #336699 solid_color\ndefault_border none\nxwayland force\nexec env > {report}\n"
_WESTON_CONFIG = "[core]\nxwayland=true\n[shell]\npanel-position=none\n[autolaunch]\npath={session}\n"
# GNOME's shell begins with its overview, and starts no program by itself.
_GNOME_SCRIPT = """
if [ -d /run/systemd ] && [ "$(id -u)" = 0 ]; then
    # Where it finds this folder it asks logind, which a container has not.
    mount -t tmpfs none /run/systemd
fi
gnome-shell --wayland --nested --unsafe-mode &
begin="if (Main.layoutManager._startingUp) throw Error(); Main.overview.hide(); imports.misc.util.spawn(['{session}'])"
until gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell \\
    --method org.gnome.Shell.Eval "$begin" | grep -q true; do
    sleep 0.2
done
wait
"""
# Variables of the session that a compositor is started in.
_OF_SESSION = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "SWAYSOCK", "XDG_CURRENT_DESKTOP"}


@dataclass(frozen=True, slots=True)
class Compositor:
    """A running compositor: the variables of its clients on Wayland and by XWayland, and the display it is shown on."""

    native: dict[str, str]
    xwayland: dict[str, str]
    outer_display: str


@dataclass(frozen=True, slots=True)
class _Start:
    """How a compositor is started. `session` is a program that it starts, which reports its environment."""

    folder: Path
    report: Path
    session: Path
    variables: dict[str, str] = field(default_factory=dict[str, str])


def is_missing(name: str) -> bool:
    """Return whether a compositor or XWayland is not installed."""
    return shutil.which(PACKAGES[name][0]) is None or shutil.which("Xwayland") is None


@contextmanager
def compositor(name: str) -> Generator[Compositor]:
    """Start a compositor on the X display of this process. Raises RuntimeError if it does not start."""
    with tempfile.TemporaryDirectory() as temporary, private_bus() as bus:
        folder = Path(temporary)
        report, log = folder / "environment", folder / "log"
        variables = {key: value for key, value in os.environ.items() if key not in _OF_SESSION}
        variables |= {"XDG_RUNTIME_DIR": temporary, "HOME": temporary, "LIBGL_ALWAYS_SOFTWARE": "1"}
        variables |= {"XDG_CONFIG_HOME": str(folder / "config"), "DBUS_SESSION_BUS_ADDRESS": bus}
        start = _Start(folder, report, _session(folder, report), variables)
        command = _COMMANDS[name](start)
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
            shared = {"XDG_RUNTIME_DIR": temporary, "DISPLAY": found["DISPLAY"], "DBUS_SESSION_BUS_ADDRESS": bus}
            shared |= {"XDG_CURRENT_DESKTOP": "KDE"} if name == "kwin" else {}
            if "XAUTHORITY" in found:
                shared["XAUTHORITY"] = found["XAUTHORITY"]
            native = {**shared, "WAYLAND_DISPLAY": found["WAYLAND_DISPLAY"], "QT_QPA_PLATFORM": "wayland"}
            yield Compositor(native, native | {"QT_QPA_PLATFORM": "xcb"}, os.environ["DISPLAY"])
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            # What it has started, which goes on without it.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def private_bus() -> Generator[str]:
    """Run a session bus of its own. Yields its address."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def _session(folder: Path, report: Path) -> Path:
    session = folder / "session"
    session.write_text(f"#!/bin/sh\nenv > {report}\nexec sleep 3600\n", encoding="utf-8")
    session.chmod(0o755)
    return session


def _kwin(start: _Start) -> list[str]:
    # A copy has no file capabilities, with which the program can't be started in a container that lacks them.
    program = start.folder / "kwin_wayland"
    shutil.copyfile(shutil.which("kwin_wayland") or "", program)
    program.chmod(0o755)
    start.variables["KWIN_COMPOSE"] = "Q"
    size = ["--width", str(SIZE[0]), "--height", str(SIZE[1])]
    options = ["--no-lockscreen", "--xwayland", "--x11-display", os.environ["DISPLAY"]]
    return [str(program), *options, *size, "--socket", "wayland-kwin", str(start.session)]


def _sway(start: _Start) -> list[str]:
    config = start.folder / "sway-config"
    config.write_text(_SWAY_CONFIG.format(report=start.report), encoding="utf-8")
    start.variables.update({"WLR_BACKENDS": "x11", "WLR_X11_OUTPUTS": "1", "WLR_RENDERER": "pixman"})
    if os.geteuid() != 0:
        return ["sway", "-c", str(config)]
    # It refuses to run as root.
    for path in (start.folder, config):
        shutil.chown(path, "nobody", "nogroup")
    return ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "sway", "-c", str(config)]


def _weston(start: _Start) -> list[str]:
    config = start.folder / "weston.ini"
    config.write_text(_WESTON_CONFIG.format(session=start.session), encoding="utf-8")
    return ["weston", "--backend=x11-backend.so", f"--width={SIZE[0]}", f"--height={SIZE[1]}", f"--config={config}"]


def _mutter(start: _Start) -> list[str]:
    start.variables["MUTTER_DEBUG_DUMMY_MODE_SPECS"] = f"{SIZE[0]}x{SIZE[1]}"
    return ["mutter", "--wayland", "--nested", "--", str(start.session)]


def _gnome(start: _Start) -> list[str]:
    start.variables["MUTTER_DEBUG_DUMMY_MODE_SPECS"] = f"{SIZE[0]}x{SIZE[1]}"
    start.variables["DBUS_SYSTEM_BUS_ADDRESS"] = start.variables["DBUS_SESSION_BUS_ADDRESS"]
    script = ["sh", "-c", _GNOME_SCRIPT.format(session=start.session)]
    return ["unshare", "-m", *script] if os.geteuid() == 0 else script


_COMMANDS: dict[str, Callable[[_Start], list[str]]] = {
    "kwin": _kwin,
    "sway": _sway,
    "weston": _weston,
    "mutter": _mutter,
    "gnome": _gnome,
}


def _reported(report: Path) -> dict[str, str]:
    """Return the environment of a client; empty until the compositor has started one."""
    if not report.exists():
        return {}
    pairs = (line.partition("=") for line in report.read_text(encoding="utf-8", errors="replace").splitlines())
    found = {name: value for name, _, value in pairs}
    return found if {"DISPLAY", "WAYLAND_DISPLAY"} <= set(found) else {}
