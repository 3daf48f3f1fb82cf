"""The process of a coding agent, found from the process of its hook: who leads it, whether it runs, what it writes."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path, PurePath

# Shells by which an agent starts its hooks.
_SHELLS = {"sh", "bash", "dash", "zsh", "fish", "cmd.exe", "bash.exe", "sh.exe", "powershell.exe", "pwsh.exe"}
_MAX_PARENTS = 8
# Arguments with which another program leads an agent over its standard input, and asks the user itself.
_LED = {"acp", "--acp", "--experimental-acp", "app-server", "--permission-prompt-tool"}


@dataclass(frozen=True, slots=True)
class AgentProcess:
    """A running process. `started` is when, on a clock of the system: a number may be used again.

    has_terminal: whether it writes to a terminal; False if the system does not tell.
    """

    number: int
    started: float
    arguments: tuple[str, ...]
    has_terminal: bool

    @property
    def is_led(self) -> bool:
        """Whether another program, such as an editor, leads the agent and asks the user what the agent asks."""
        is_adapter = any(PurePath(each).stem.endswith("-acp") for each in self.arguments[:2])
        return not self.has_terminal and (is_adapter or not _LED.isdisjoint(self.arguments))


def find(hook: int) -> AgentProcess | None:
    """Return the process of the agent that has started the process `hook`, None if it is not found."""
    number = hook
    for _ in range(_MAX_PARENTS):
        number = _parent(number)
        process = describe(number) if number > 1 else None
        if process is None or not _is_between(process.arguments):
            return process
    return None


def _is_between(arguments: tuple[str, ...]) -> bool:
    """Return whether a process only leads from the agent to the hook."""
    # On Windows, the interpreter of a virtual environment starts another one.
    is_hook = "deskpet" in arguments and "hook" in arguments
    return is_hook or PurePath(arguments[0]).name.lower().removeprefix("-") in _SHELLS


def describe(number: int) -> AgentProcess | None:
    """Return a running process, None if it has ended or does not tell its arguments."""
    arguments = _arguments(number)
    return AgentProcess(number, _started(number), arguments, _has_terminal(number)) if arguments else None


def is_running(process: AgentProcess) -> bool:
    """Return whether the process has not ended."""
    return _started(process.number) == process.started


if sys.platform == "linux":

    def _status(number: int) -> list[str]:
        """Return the fields of /proc/NUMBER/stat from the state on, see proc_pid_stat(5); none without the process."""
        try:
            return Path(f"/proc/{number}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            return []

    def _parent(number: int) -> int:
        status = _status(number)
        return int(status[1]) if status else 0

    def _started(number: int) -> float:
        """Return when the process was started, -1 if it has ended."""
        status = _status(number)
        return float(status[19]) if status and status[0] not in "ZX" else -1.0

    def _arguments(number: int) -> tuple[str, ...]:
        try:
            words = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return ()
        return tuple(os.fsdecode(word) for word in words[:-1])

    def _has_terminal(number: int) -> bool:
        try:
            return str(Path(f"/proc/{number}/fd/1").readlink()).startswith(("/dev/pts/", "/dev/tty"))
        except OSError:
            return False

    def written(process: AgentProcess) -> int | None:
        """Return how many bytes the process has written to files and terminals, None if the system does not tell."""
        try:
            lines = Path(f"/proc/{process.number}/io").read_text("ascii").splitlines()
        except OSError:
            return None
        return next(int(line.partition(":")[2]) for line in lines if line.startswith("wchar:"))

else:
    import psutil

    def _parent(number: int) -> int:
        try:
            return psutil.Process(number).ppid()
        except psutil.Error:
            return 0

    def _started(number: int) -> float:
        """Return when the process was started, -1 if it has ended."""
        try:
            return psutil.Process(number).create_time()
        except psutil.Error:
            return -1.0

    def _arguments(number: int) -> tuple[str, ...]:
        try:
            return tuple(psutil.Process(number).cmdline())
        except psutil.Error:
            return ()

    def _has_terminal(number: int) -> bool:  # noqa: ARG001 - not told
        return False

    def written(process: AgentProcess) -> int | None:  # noqa: ARG001 - not told
        """Return how many bytes the process has written to files and terminals, None if the system does not tell."""
        return None
