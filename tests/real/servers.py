"""Start the real servers of `make test-real`, each as a child process on a free loopback port."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest


def program(name: str) -> str:
    """Return a program of the servers' environment; skips the test if it is missing."""
    python = os.environ.get("DESKPET_SERVER_PYTHON")
    if not python:
        pytest.skip("DESKPET_SERVER_PYTHON names no Python with the servers: use make test-real")
    path = Path(python).with_name(name)
    if not path.exists():
        pytest.skip(f"the servers' environment has no {name}")
    return str(path)


def free_port() -> int:
    """Return a port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def serving(
    command: Sequence[str], alive: str, log: Path, variables: Mapping[str, str] | None = None, limit: float = 90
) -> Iterator[None]:
    """Run `command` until the block ends; the block starts when the URL `alive` answers. Output goes to `log`."""
    with (
        log.open("wb") as out,
        subprocess.Popen(
            command,
            env=os.environ | dict(variables or {}),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as server,
    ):
        try:
            _await_answer(server, alive, log, time.monotonic() + limit)
            yield
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)


def _await_answer(server: subprocess.Popen[bytes], alive: str, log: Path, until: float) -> None:
    while time.monotonic() < until:
        assert server.poll() is None, f"the server ended: {log.read_text(encoding='utf-8', errors='replace')[-2000:]}"
        try:
            httpx.get(alive, timeout=2, trust_env=False).raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"nothing answers at {alive}: {log.read_text(encoding='utf-8', errors='replace')[-2000:]}")
