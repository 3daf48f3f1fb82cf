"""A process that stands for a coding agent, and one that it has started as its hook."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

# Starts a child that prints its number, by a shell or without one, and waits for the end of its input.
_CHILD = "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"
AGENT = f"""
import subprocess, sys
words = [sys.executable, "-c", {_CHILD!r}, "deskpet", "hook"]
if "--shell" in sys.argv:
    words = ["sh", "-c", '"$0" "$@"; exit 0', *words]
subprocess.run(words, check=True)
"""


@contextmanager
def hooked_agent(*arguments: str) -> Generator[tuple[int, int]]:
    """The numbers of a process that stands for an agent, and of its hook."""
    words = [sys.executable, "-c", AGENT, *arguments]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout
        yield running.pid, int(running.stdout.readline())
        running.communicate(b"")
