"""Programs on a pseudo terminal, and what may reach a terminal."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Self

from tests.support.folders import PROJECT
from tests.support.waiting import wait_until

# Makes the terminal on standard input the one whose Ctrl+C sends SIGINT, and runs the command that follows.
_TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)
_CODE = re.compile("\033\\[[0-9;?]*[a-zA-Z]")
_OUR_STYLE = re.compile("\033\\[(?:0|1|2|31|33)m")
# All that a terminal obeys, and what changes how a line reads without being seen.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)


def steering_in(shown: str) -> list[str]:
    """Return the characters in what was written that steer a terminal, without the colours of the program."""
    return _STEERING.findall(_OUR_STYLE.sub("", shown))


class TerminalFile(io.StringIO):
    """A stream in this process that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


class Terminal:
    """A Python program on a pseudo terminal. `raw`: what it has written; lines end with a line feed only."""

    def __init__(self, *command: str, rows: int = 24, **environment: str) -> None:
        import termios

        self._master, slave = os.openpty()
        os.set_blocking(self._master, False)
        termios.tcsetwinsize(slave, (rows, 80))
        mode = termios.tcgetattr(slave)
        mode[1] &= ~termios.OPOST
        termios.tcsetattr(slave, termios.TCSANOW, mode)
        self.raw = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, sys.executable, *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=PROJECT,
            env=os.environ | {"TERM": "xterm"} | environment,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def shows(self, pattern: str) -> bool:
        """Whether the terminal has shown this text since the start; reads what has arrived."""
        # OSError: nothing has arrived, or the process has ended.
        with suppress(OSError):
            self.raw += os.read(self._master, 65_536).decode(errors="replace")
        return re.search(pattern, _CODE.sub("", self.raw), re.DOTALL) is not None

    def wait(self) -> str:
        """Wait for the end of the program, and return all that it has written."""
        wait_until(lambda: self.shows("") and self.process.poll() is not None)
        before = None
        while before != self.raw:
            before = self.raw
            self.shows("")
        return self.raw


def run_on_terminal(command: Sequence[str], **environment: str) -> str:
    """Return all that a Python program has written on a pseudo terminal."""
    with Terminal(*command, **environment) as terminal:
        return terminal.wait()
