"""Fixtures of the tests of platforms: a private D-Bus."""

import os
import subprocess
from collections.abc import Iterator

import pytest


@pytest.fixture
def bus_daemon(monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """The program of a private bus, which is that of the session."""
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
        yield daemon
        daemon.terminate()


@pytest.fixture
def bus(bus_daemon: subprocess.Popen[str]) -> str:
    """The address of the private bus."""
    return os.environ["DBUS_SESSION_BUS_ADDRESS"]
