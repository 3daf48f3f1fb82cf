"""A server on the loopback address, and a program that was installed from it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deskpet.features.updates.installed_release import InstalledRelease
from tests.features.updates import releases
from tests.network.file_server import FileServer, running_server


@pytest.fixture
def server() -> Iterator[FileServer]:
    with running_server() as server:
        yield server


@pytest.fixture
def release(tmp_path: Path, server: FileServer) -> InstalledRelease:
    return releases.installed(tmp_path / "programs", server)
