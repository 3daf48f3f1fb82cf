"""`deskpet update` as the program of a release that a launcher started."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from deskpet.features.updates.installed_release import NOTE, InstalledRelease, note_text
from tests.features.updates.releases import publisher, version_in
from tests.network.file_server import FileServer
from tests.support.folders import create_home

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the folder is swapped on Linux alone")


def update(release: InstalledRelease, *words: str, launched: bool = True) -> tuple[int, str, str]:
    """Run the command, and return its exit code, output and errors."""
    launcher = ["-X", f"deskpet-launcher={release.folder / 'deskpet'}"] if launched else []
    done = subprocess.run(
        [sys.executable, *launcher, "-m", "deskpet", "update", *words],
        env=os.environ | create_home(release.folder.parent.parent / "home"),
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_newer_version_is_found_and_installed(server: FileServer, release: InstalledRelease) -> None:
    publisher(release, server).publish()
    size = len(server.files["deskpet-0.1.1.tar.zst"].content)
    code, out, _ = update(release, "--json")
    assert (code, json.loads(out)) == (
        0,
        {"installed": "0.1.0", "state": "available", "version": "0.1.1", "size": size, "notes": "- She sings."},
    )
    assert update(release, "--check")[1].startswith("deskpet 0.1.1 is out (")
    assert update(release, "--install") == (0, "deskpet 0.1.1 is installed.\n", "")
    assert version_in(release.folder) == "deskpet 0.1.1\n"


def test_the_newest_version_is_told(server: FileServer, release: InstalledRelease) -> None:
    publisher(release, server, "0.1.0").publish()
    assert update(release) == (0, "deskpet 0.1.0 is the newest version.\n", "")


def test_a_failure_has_its_reason_and_code(server: FileServer, release: InstalledRelease) -> None:
    code, out, errors = update(release)
    assert (code, out) == (1, "")
    assert "answered 404" in errors
    code, out, errors = update(release, "--json")
    assert (code, errors) == (1, "")
    assert "answered 404" in json.loads(out)["error"]


def test_a_checkout_asks_nobody(server: FileServer, release: InstalledRelease) -> None:
    publisher(release, server).publish()
    code, _, errors = update(release, "--install", launched=False)
    assert code == 1
    assert "was not installed from a release" in errors
    assert server.requests == []


def test_a_release_without_an_address_says_in_a_terminal_that_it_never_looks(
    server: FileServer, release: InstalledRelease
) -> None:
    (release.folder / NOTE).write_text(note_text(replace(release, address="", keys=())), encoding="utf-8")
    main, terminal = os.openpty()
    done = subprocess.run(
        [sys.executable, "-X", f"deskpet-launcher={release.folder / 'deskpet'}", "-m", "deskpet", "update"],
        env=os.environ | create_home(release.folder.parent.parent / "home"),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=terminal, check=False, timeout=60,
    )  # fmt: skip
    os.close(terminal)
    said = os.read(main, 65536)
    os.close(main)
    assert (done.returncode, b"Traceback" in said) == (1, False)
    assert b"has no key for updates" in said
