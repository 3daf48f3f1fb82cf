"""The whole program in a process of its own, as a person starts it."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from deskpet.instance_lock import InstanceLock
from tests.waiting import wait_until

PROJECT = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """Where a program that is started now keeps its conversations."""
    folder = Path(os.environ["XDG_DATA_HOME"]) / "deskpet"
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
        preexec_fn=_as_in_a_terminal if os.name == "posix" else None,  # noqa: PLW1509 - this one does next to nothing
    )


def _as_in_a_terminal() -> None:
    """Heed Ctrl+C and a hang-up: a shell lets its background jobs ignore them, and the tests may be one."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def started(*arguments: str, **environment: str) -> Generator["subprocess.Popen[str]"]:
    """A program that ends with the block, if not before."""
    program = start(*arguments, **environment)
    try:
        yield program
    finally:
        if program.poll() is None:
            program.kill()
        program.communicate()


def wait_until_it_can_be_called(program: "subprocess.Popen[str]", folder: Path | None = None) -> None:
    """Wait until a pet is on screen and listens for second starts."""
    lock = InstanceLock(folder or data_folder())

    def is_there() -> bool:
        running = lock.running()
        return program.poll() is not None or (running is not None and running.pid == program.pid)

    wait_until(is_there)
    assert program.poll() is None, program.communicate()
