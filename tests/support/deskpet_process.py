"""Start the whole program in a process of its own, as a user does."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from deskpet.processes.instance_lock import InstanceLock
from tests.support.folders import PROJECT
from tests.support.waiting import wait_until


def data_folder() -> Path:
    """Create and return the data folder of a program that is started now."""
    variable = "WIN_PD_OVERRIDE_LOCAL_APPDATA" if sys.platform == "win32" else "XDG_DATA_HOME"
    folder = Path(os.environ[variable]) / "deskpet"
    folder.mkdir(exist_ok=True)
    return folder


def start(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Start `deskpet` with these arguments."""
    return start_python("-m", "deskpet", *arguments, **environment)


def start_python(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Start Python with these arguments."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=PROJECT,
        env=os.environ | environment,
        preexec_fn=reset_signals if os.name == "posix" else None,  # noqa: PLW1509 - it only resets signals
    )


def reset_signals() -> None:
    """Handle SIGINT and SIGHUP by default: the background jobs of a shell, such as the tests, may ignore them."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def started(*arguments: str, **environment: str) -> Generator["subprocess.Popen[str]"]:
    """Start `deskpet`; it is killed at the end of the block if it still runs."""
    program = start(*arguments, **environment)
    try:
        yield program
    finally:
        if program.poll() is None:
            program.kill()
        program.communicate()


def wait_until_callable(program: "subprocess.Popen[str]", folder: Path | None = None) -> None:
    """Wait until the pet is on screen and its instance server listens for second starts."""
    lock = InstanceLock(folder or data_folder())

    def is_listening() -> bool:
        running = lock.running()
        return program.poll() is not None or (running is not None and running.pid == program.pid)

    wait_until(is_listening)
    assert program.poll() is None, program.communicate()
