"""A process of its own for what may end the process: it has a time and a memory limit, and no say over ours."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import deskpet

_MEGABYTE = 1 << 20
# What a child needs of the environment: where things are, the language, the display and its driver. All else stays
# here, keys of endpoints first of all: what a child runs may be somebody else's.
_PASSED_ON = frozenset({
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "DISPLAY", "WAYLAND_DISPLAY",
    "XAUTHORITY", "VIRTUAL_ENV", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA",
    "LOCALAPPDATA", "PROGRAMDATA",
})  # fmt: skip
_PASSED_ON_FAMILIES = (
    "LC_",
    "XDG_",
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
# Windows: no dialog about a crash, which would keep the process until somebody closes it.
_NO_CRASH_DIALOGS = 0x0001 | 0x0002

_running: "set[subprocess.Popen[str]]" = set()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended; `code` is None when it took too long, and below 0 or far above 255 after a crash."""

    code: int | None
    output: str = ""
    errors: str = ""


def run(module: str, *arguments: str | Path, seconds: float) -> Ending:
    """Run `python -m module` with these arguments until it ends, or for that long."""
    # Without -P and with the folder of the package a file of the working directory would be taken for a module:
    # that folder may be the model's.
    command = [sys.executable, "-P", "-m", module, *map(str, arguments)]
    package = str(Path(deskpet.__file__).resolve().parent.parent)
    paths = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env=_environment() | {"PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        _running.add(process)
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return Ending(None)
        finally:
            _running.discard(process)
            # The block waits for it.
            process.kill()
    return Ending(process.returncode, output, errors)


def end_all() -> None:
    """End every process that runs: this one is about to end, and nobody would hold them to their time."""
    for process in list(_running):
        process.kill()


def _environment() -> dict[str, str]:
    """The environment without anything that a child has no use for."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _PASSED_ON or name.upper().startswith(_PASSED_ON_FAMILIES)
    }


def confine(megabytes: int, *, address_space: bool = True) -> None:
    """In the child: live within that much memory, die without a dump or a dialog, and on Linux with the parent.

    A graphics driver may claim far more address space than memory: for a child that draws, only its data counts.
    """
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetErrorMode(_NO_CRASH_DIALOGS)
        return
    import resource

    if sys.platform == "linux":
        # Killed, the parent can't end it.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    limits = {resource.RLIMIT_CORE: 0}
    limits[resource.RLIMIT_AS if address_space else resource.RLIMIT_DATA] = megabytes * _MEGABYTE
    for kind, limit in limits.items():
        # macOS refuses some limits; there, the time limit alone holds.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))
