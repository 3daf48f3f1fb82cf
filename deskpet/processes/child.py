"""Run code that may crash in a child process with a time limit and a memory limit."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import deskpet
from deskpet.processes.cancellation import check_cancelled

_MEGABYTE = 1 << 20
# How often `run` checks whether it was cancelled, in seconds.
_CHECK_INTERVAL = 0.1
# The environment variables that a child inherits: paths, language, display and graphics driver. API keys above all
# are not passed on, because a child may process untrusted files.
_INHERITED = frozenset({
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "DISPLAY", "WAYLAND_DISPLAY",
    "XAUTHORITY", "VIRTUAL_ENV", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA",
    "LOCALAPPDATA", "PROGRAMDATA",
})  # fmt: skip
_INHERITED_PREFIXES = (
    "LC_",
    "XDG_",
    "WIN_PD_",
    "QT_",
    "PYTHON",
    "LD_",
    "DYLD_",
    "MESA_",
    "LIBGL_",
    "GALLIUM_",
    "LP_",
    "__GL",
    "DRI_",
)
_PR_SET_PDEATHSIG = 1
# Added to this process's own niceness for a child that is behind it. The system caps the sum.
_NICENESS = 10
# Windows: SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX. A crash dialog would keep the process alive until closed.
_NO_CRASH_DIALOGS = 0x0001 | 0x0002

# Runs a file as `__main__` and lets it import this package: with -I, nothing else is found beside the libraries.
_RUN_FILE = "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[2], run_name='__main__')"

_running: "set[subprocess.Popen[Any]]" = set()


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """The result of a child process: exit code, standard output and standard error.

    `code` is None after a timeout, and negative or far above 255 after a crash.
    """

    code: int | None
    output: str = ""
    errors: str = ""


def run(module: str, *arguments: str | Path, seconds: float) -> ProcessResult:
    """Run `python -m module` with these arguments, and kill it after `seconds`. Raises Cancelled."""
    with _popen(module, *arguments, stdin=subprocess.DEVNULL) as process:
        _running.add(process)
        try:
            output, errors = _communicate(process, seconds)
        except subprocess.TimeoutExpired:
            return ProcessResult(None)
        finally:
            _running.discard(process)
            # Popen.__exit__ waits for the process.
            process.kill()
    return ProcessResult(process.returncode, output, errors)


def start(module: str, *, low_priority: bool = False, has_errors: bool = False) -> "subprocess.Popen[str]":
    """Start `python -m module`, which answers lines of its standard input until `end`. The caller limits the time.

    low_priority: start it, and what it starts, with a lower priority than this process. has_errors: whether the caller
    reads and closes its standard error, all the time, as the child would else wait for room there.
    """
    errors = subprocess.PIPE if has_errors else subprocess.DEVNULL
    process = _popen(module, stdin=subprocess.PIPE, stderr=errors, low_priority=low_priority)
    _running.add(process)
    return process


def start_isolated(file: Path, folder: Path) -> "subprocess.Popen[bytes]":
    """Start a Python file that handles hostile data, with pipes and without an environment. The caller limits the time.

    The caller reads its standard error all the time, as the child would else wait for room there. `folder` is its
    working directory. The file is not started as a module, because a module's packages are imported first. It confines
    itself; see confinement.py.
    """
    # Windows needs this variable to load its libraries.
    environment = {name: value for name, value in os.environ.items() if name.upper() == "SYSTEMROOT"}
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", _RUN_FILE, _package_folder(), str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    _running.add(process)
    return process


def end(process: "subprocess.Popen[Any]") -> None:
    """Kill a process of `start` or `start_isolated` and wait for it."""
    _running.discard(process)
    process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            # A killed process may leave unwritten data in the pipe.
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()


def _popen(
    module: str, *arguments: str | Path, stdin: int, stderr: int = subprocess.PIPE, low_priority: bool = False
) -> "subprocess.Popen[str]":
    """Start a module with pipes. `low_priority`: with a lower priority than this process.

    It is in a session of its own, apart from a terminal: Ctrl+C there reaches this process alone, which decides about
    the child. A signal handler in the child would come too late, because Python takes a while until it runs.
    """
    command = [sys.executable, *_interpreter_options(), "-m", module, *map(str, arguments)]
    paths = os.pathsep.join(filter(None, (_package_folder(), os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        command,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        encoding="utf-8",
        errors="replace",
        env=_environment() | {"PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"},
        creationflags=subprocess.BELOW_NORMAL_PRIORITY_CLASS if sys.platform == "win32" and low_priority else 0,
        start_new_session=True,
    )
    if sys.platform != "win32" and low_priority:
        # From here, because it takes seconds until a child with many imports could do it.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICENESS)
    return process


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
    return ("-I", "-X", "utf8") if sys.flags.isolated else ("-P",)


def _package_folder() -> str:
    return str(Path(deskpet.__file__).resolve().parent.parent)


def _communicate(process: "subprocess.Popen[str]", seconds: float) -> tuple[str, str]:
    """Return output and errors of the process when it has ended. Raises TimeoutExpired, Cancelled."""
    deadline = time.monotonic() + seconds
    while True:
        check_cancelled()
        try:
            return process.communicate(timeout=min(_CHECK_INTERVAL, max(deadline - time.monotonic(), 0.0)))
        except subprocess.TimeoutExpired:
            if time.monotonic() >= deadline:
                raise


def kill_all() -> None:
    """Kill all running children. Call it before this process exits, because nothing enforces their timeouts then."""
    for process in list(_running):
        process.kill()


def _environment() -> dict[str, str]:
    """Return the environment variables that a child inherits."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _INHERITED or name.upper().startswith(_INHERITED_PREFIXES)
    }


def confine(megabytes: int, *, address_space: bool = True, ends_with_parent: bool = True) -> None:
    """Limit the memory of this (child) process and disable core dumps and crash dialogs.

    On Linux the child is also killed when its parent dies. Pass `address_space=False` in a child that draws: a
    graphics driver reserves far more address space than it uses, so only the data segment is limited there. Pass
    `ends_with_parent=False` in a child that is started in a thread: it would end with that thread.
    """
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetErrorMode(_NO_CRASH_DIALOGS)
        return
    import resource

    if sys.platform == "linux" and ends_with_parent:
        # A parent that is killed can't end its children itself.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    limits = {resource.RLIMIT_CORE: 0}
    limits[resource.RLIMIT_AS if address_space else resource.RLIMIT_DATA] = megabytes * _MEGABYTE
    for kind, limit in limits.items():
        # macOS rejects some limits; there, only the time limit applies.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))
