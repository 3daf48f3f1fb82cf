"""Start child processes, and end them. `one_shot` and `line_process` talk to them, within limits."""

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO

import deskpet
from deskpet.processes import added_parts

# The environment variables that a child inherits: paths, language, display and graphics driver. API keys above all
# are not passed on, because a child may process untrusted files.
_INHERITED = frozenset({
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "DISPLAY", "WAYLAND_DISPLAY",
    "XAUTHORITY", "VIRTUAL_ENV", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA",
    "LOCALAPPDATA", "PROGRAMDATA",
})  # fmt: skip
_INHERITED_PREFIXES = (
    *("LC_", "XDG_", "WIN_PD_", "QT_", "PYTHON", "LD_", "DYLD_"),
    *("MESA_", "LIBGL_", "GALLIUM_", "LP_", "__GL", "DRI_"),
)
# Added to this process's own niceness for a child that is behind it. The system caps the sum.
_NICENESS = 10

# Runs a file as `__main__` and lets it import this package: with -I, nothing else is found beside the libraries.
# Parts that were added to the program come last.
_RUN_FILE = (
    "import runpy, sys; sys.path.insert(0, sys.argv[1]); sys.path.extend(sys.argv[3:]); "
    "runpy.run_path(sys.argv[2], run_name='__main__')"
)

_running: "set[subprocess.Popen[bytes]]" = set()


def start(
    program: Path | str, folder: Path | None = None, request: BinaryIO | None = None, *, low_priority: bool = False
) -> "subprocess.Popen[bytes]":
    """Start a child with pipes, all of which the caller reads all the time. Raises OSError.

    program: the name of a module, which gets the variables that a child inherits; or a Python file that handles hostile
    data: it gets no environment, and is not started as a module, because a module's packages are imported first.
    folder: the working directory. request: an open file that is its standard input, in place of a pipe.
    low_priority: start it, and what it starts, with a lower priority than this process.

    It is in a session of its own, apart from a terminal: Ctrl+C there reaches this process alone, which decides about
    the child. A signal handler in the child would come too late, because Python takes a while until it runs.
    """
    if isinstance(program, Path):
        options = ["-I", "-c", _RUN_FILE, _package_folder(), str(program), *added_parts.active()]
        # Windows needs it to load its libraries.
        environment = {name: value for name, value in os.environ.items() if name.upper() == "SYSTEMROOT"}
    else:
        options, environment = [*_interpreter_options(), "-m", program], _environment()
    process = subprocess.Popen(
        [sys.executable, *options],
        stdin=request or subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
        creationflags=subprocess.BELOW_NORMAL_PRIORITY_CLASS if sys.platform == "win32" and low_priority else 0,
        start_new_session=True,
    )
    _running.add(process)
    if sys.platform != "win32" and low_priority:
        # From here, because it takes seconds until a child with many imports could do it.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICENESS)
    return process


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process of `start` and wait for it."""
    _running.discard(process)
    process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            # A killed process may leave unwritten data in the pipe.
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()


class ErrorTail:
    """Reads a child's standard error to its end in a thread, and keeps the last part of it.

    The pipe is the thread's, which closes it: a process that the child has started may keep it open for long.
    """

    _MOST, _SECONDS = 4096, 5.0

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stderr
        self._process, self._tail, self._pipe = process, b"", process.stderr
        process.stderr = None
        self._thread = threading.Thread(target=self._read, daemon=True, name="errors of a child")
        self._thread.start()

    def end(self) -> str:
        """Kill the process, and return the last part of what it wrote."""
        self._process.kill()
        self._thread.join(self._SECONDS)
        return self._tail.decode("utf-8", "replace").replace("\r\n", "\n")

    def _read(self) -> None:
        with contextlib.suppress(OSError), self._pipe:
            while piece := os.read(self._pipe.fileno(), self._MOST):
                self._tail = (self._tail + piece)[-self._MOST :]


def launcher(*, has_console: bool = False) -> Path | None:
    """Return the program that starts an installed deskpet with a Python of its own; None if it runs with another.

    has_console: the one for terminals and pipes; there are two on Windows.
    """
    # Documented, although its name begins with an underscore.
    program = sys._xoptions.get("deskpet-launcher")  # pyright: ignore[reportPrivateUsage]
    if not isinstance(program, str):
        return None
    if sys.platform == "win32":
        return Path(program).with_name("deskpet-cli.exe" if has_console else "deskpet.exe")
    return Path(program)


def _interpreter_options() -> tuple[str, ...]:
    """Return the options of a child's interpreter: isolated from the user's variables and packages if this one is.

    -P keeps the working directory, which may be a model's folder, out of sys.path: its files could shadow modules. The
    package's folder is added instead, by a variable that an isolated interpreter does not read; nor does it read the
    encoding of the pipes.
    """
    parts = added_parts.active()
    added = ("-X", f"{added_parts.OPTION}={'|'.join(parts)}") if parts else ()
    return ("-I", "-X", "utf8", *added) if sys.flags.isolated else ("-P", *added)


def _package_folder() -> str:
    return str(Path(deskpet.__file__).resolve().parent.parent)


def kill_all() -> None:
    """Kill all running children. Call it before this process exits, because nothing enforces their timeouts then."""
    for process in list(_running):
        process.kill()


def _environment() -> dict[str, str]:
    """Return the environment variables that a child inherits, and those by which it finds this package."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _INHERITED or name.upper().startswith(_INHERITED_PREFIXES)
    }
    paths = os.pathsep.join(filter(None, (_package_folder(), os.environ.get("PYTHONPATH"))))
    return inherited | {"PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"}
