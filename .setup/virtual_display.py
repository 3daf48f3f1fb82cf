"""A private X display with a window manager and a compositor, for a machine (or a test) without a screen.

    python virtual_display.py COMMAND ...            when the machine has no display of its own
    python virtual_display.py --always COMMAND ...   even when it has one

Uses the standard library only, because it runs before anything is installed; tests/conftest.py imports it.
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from ctypes import byref, c_long, c_ulong, c_void_p
from pathlib import Path
from types import FrameType

PROGRAMS = ("Xvfb", "openbox", "picom")
SCREEN = "1920x1080x24"
START_LIMIT_S = 20.0
END_LIMIT_S = 5.0
# From X.h.
_STRUCTURE_NOTIFY, _MAP_NOTIFY = 1 << 17, 19


class DisplayError(Exception):
    """The display could not be started; the message has the name and the output of the program that failed."""


def missing_programs() -> list[str]:
    """Return the programs of a virtual display that are not on the PATH."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


def has_own_display() -> bool:
    """Return whether windows can be shown without a virtual display."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class VirtualDisplay:
    """Xvfb on the first free display number, with openbox and picom, from `start` to `end`.

    `environment` has the variables of a program that shows its windows there.
    """

    def __init__(self, screen: str = SCREEN) -> None:
        self._screen = screen
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="deskpet-display-")
        self.name = ""

    def start(self) -> None:
        """Start the server, the window manager and the compositor. Raises DisplayError if one does not start."""
        try:
            self.name = self._start_server()
            self._start_client(maps_windows, "openbox", "--sm-disable")
            self.start_compositor()
        except BaseException:
            self.end()
            raise

    def start_compositor(self) -> None:
        """Start the compositor, again after `end_compositor`. Raises DisplayError."""
        self._start_client(has_compositor, "picom", "--config", os.devnull, "--backend", "xrender")

    def end_compositor(self) -> None:
        """End the compositor alone."""
        end_process(self._running.pop("picom"))

    def kill_server(self) -> None:
        """Kill the X server, as when the whole session crashes."""
        self._running["Xvfb"].kill()
        self._running["Xvfb"].wait()

    @property
    def environment(self) -> dict[str, str]:
        """The variables of this process, with those of the display in place of the desktop's."""
        private = {
            "DISPLAY": self.name,
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "QT_QPA_PLATFORM": "xcb",
            "XDG_RUNTIME_DIR": self._private_folder("runtime"),
            "XDG_SESSION_TYPE": "x11",
            # Otherwise a tray icon would appear in the panel of the user's session.
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        inherited = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        return {**inherited, **private}

    def end(self) -> None:
        """End the started processes in reverse order."""
        while self._running:
            end_process(self._running.popitem()[1])
        self._folder.cleanup()

    def _start_server(self) -> str:
        reader, writer = os.pipe()
        command = [
            "Xvfb",
            "-displayfd",
            str(writer),
            "-screen",
            "0",
            self._screen,
            "-nolisten",
            "tcp",
            "-noreset",
        ]
        try:
            self._start(command, dict(os.environ), keep_open=writer)
        finally:
            os.close(writer)
        with os.fdopen(reader) as answer:
            ready, _, _ = select.select([answer], [], [], START_LIMIT_S)
            number = answer.readline().strip() if ready else ""
        if not number:
            raise DisplayError(self._failure("Xvfb"))
        return f":{number}"

    def _start_client(self, is_ready: Callable[[str], bool], program: str, *arguments: str) -> None:
        """Start a manager of the display and wait until `is_ready(display name)`."""
        own_settings = {
            "XDG_CONFIG_HOME": self._private_folder("config"),
            "HOME": self._private_folder("home"),
        }
        process = self._start([program, *arguments], {**self.environment, **own_settings})
        until = time.monotonic() + START_LIMIT_S
        while not is_ready(self.name):
            if process.poll() is not None or time.monotonic() > until:
                raise DisplayError(self._failure(program))
            time.sleep(0.01)

    def _start(
        self, command: list[str], environment: dict[str, str], keep_open: int | None = None
    ) -> subprocess.Popen[bytes]:
        # The kernel ends the child if this process is killed.
        guard = ["setpriv", "--pdeathsig", "TERM", "--"] if shutil.which("setpriv") else []
        log = self._log(command[0])
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*guard, *command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=environment,
                pass_fds=() if keep_open is None else (keep_open,),
                start_new_session=True,
            )
        self._running[command[0]] = process
        return process

    def _log(self, program: str) -> Path:
        return Path(self._folder.name) / f"{program}.log"

    def _private_folder(self, name: str) -> str:
        folder = Path(self._folder.name) / name
        folder.mkdir(mode=0o700, exist_ok=True)
        return str(folder)

    def _failure(self, program: str) -> str:
        printed = self._log(program).read_text(errors="replace").strip()
        return f"{program} did not start. It printed: {printed[-2000:] or 'nothing'}"


def has_compositor(display: str) -> bool:
    """Return whether a compositing manager of `display` owns its selection (ICCCM section 2.8, EWMH)."""
    with _connection(display) as (x11, connection):
        atom = c_ulong(x11.XInternAtom(connection, b"_NET_WM_CM_S0", 0))
        return int(x11.XGetSelectionOwner(connection, atom)) != 0


def maps_windows(display: str) -> bool:
    """Return whether a window that is shown on `display` is mapped within a tenth of a second.

    A window manager owns its selection long before it has started, and never maps what is shown in between.
    """
    with _connection(display) as (x11, connection):
        if not x11.XGetSelectionOwner(connection, c_ulong(x11.XInternAtom(connection, b"WM_S0", 0))):
            return False
        root, none = c_ulong(x11.XDefaultRootWindow(connection)), c_ulong(0)
        window = c_ulong(x11.XCreateSimpleWindow(connection, root, 0, 0, 1, 1, 0, none, none))
        x11.XSelectInput(connection, window, c_long(_STRUCTURE_NOTIFY))
        x11.XMapWindow(connection, window)
        event = (c_long * 24)()
        for _ in range(20):
            if x11.XCheckTypedWindowEvent(connection, window, _MAP_NOTIFY, byref(event)):
                return True
            time.sleep(0.005)
        return False


@contextmanager
def _connection(display: str) -> Generator[tuple[ctypes.CDLL, c_void_p]]:
    """Connect to a display with Xlib. Raises DisplayError if it does not answer."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = c_void_p
    for function in (x11.XInternAtom, x11.XGetSelectionOwner, x11.XDefaultRootWindow, x11.XCreateSimpleWindow):
        function.restype = c_ulong
    connection = c_void_p(x11.XOpenDisplay(display.encode()))
    if not connection:
        raise DisplayError(f"the display {display} does not answer")
    try:
        yield x11, connection
    finally:
        x11.XCloseDisplay(connection)


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Terminate a process, and kill it after a timeout."""
    process.terminate()
    try:
        process.wait(END_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run_on(display: VirtualDisplay, command: list[str]) -> int:
    """Run `command` on the display, forward SIGINT, SIGTERM and SIGHUP to it, and return its exit code."""
    process = subprocess.Popen(command, env=display.environment, start_new_session=True)

    def forward(number: int, _frame: FrameType | None) -> None:
        if process.poll() is None:
            process.send_signal(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, forward)
    code = process.wait()
    return 128 - code if code < 0 else code


def scaled_screen(scale: float) -> str:
    """Return the screen that has as much room for windows at this scale as `SCREEN` has at 1."""
    width, height, depth = map(int, SCREEN.split("x"))
    return f"{round(width * scale)}x{round(height * scale)}x{depth}"


def main(arguments: list[str]) -> int:
    """Run a command, on a virtual display if there is no display or `--always` is given."""
    always = arguments[:1] == ["--always"]
    command = arguments[1:] if always else arguments
    if not command:
        sys.exit(__doc__)
    if has_own_display() and not always:
        os.execvp(command[0], command)
    absent = missing_programs()
    if absent:
        sys.exit(f"deskpet: this needs a display, or these programs to make a virtual one: {' '.join(absent)}")
    display = VirtualDisplay(scaled_screen(float(os.environ.get("QT_SCALE_FACTOR") or 1)))
    try:
        display.start()
        print(f"deskpet: running on the virtual display {display.name}; Ctrl+C ends it.", flush=True)
        return run_on(display, command)
    except DisplayError as error:
        sys.exit(f"deskpet: no virtual display: {error}")
    finally:
        display.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
