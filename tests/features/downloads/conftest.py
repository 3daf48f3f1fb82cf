"""A part of a toy package on the loopback address, and a program that was installed from a release."""

import io
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from deskpet.features.downloads.catalogue import OptionalPart, Wheel
from deskpet.network.file_download import RemoteFile
from deskpet.processes import added_parts
from tests.network.file_server import FileServer, running_server

ENTRIES = {
    "added_toy/__init__.py": b"ANSWER = 42\n",
    "added_toy-1.data/purelib/added_more.py": b"MORE = 43\n",
    "added_toy-1.data/scripts/added_toy": b"#!/bin/sh\n",
    "../outside.py": b"",
    "C:/outside.py": b"",
}


def wheel() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ENTRIES.items():
            archive.writestr(name, content)
    return target.getvalue()


@pytest.fixture
def server() -> Iterator[FileServer]:
    with running_server() as server:
        yield server


@pytest.fixture
def part(server: FileServer) -> OptionalPart:
    content = wheel()
    server.serve("toy-1.whl", content)
    source = RemoteFile(server.url + "toy-1.whl", len(content), sha256(content).hexdigest())
    return OptionalPart("javascript", "code", "MIT", "https://example.org", 1000, (Wheel("toy-1.whl", source),))


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Let this process be one that the launcher of a release started."""
    monkeypatch.setitem(sys._xoptions, "deskpet-launcher", str(tmp_path / "deskpet"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    added_parts._active.clear()
