"""The launcher of a release brings the version before back when a new one does not come up twice."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deskpet.features.updates import folder_swap
from deskpet.features.updates.installed_release import NOTE, InstalledRelease, Target, note_text
from tests.support.folders import PROJECT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a shell script")

LAUNCHER = PROJECT / ".release" / "linux" / "deskpet.sh"
WITH_DISPLAY = {"DISPLAY": ":77", "PATH": os.environ["PATH"]}


def create(folder: Path, version: str) -> InstalledRelease:
    """Create a program whose Python says its version and ends, as one that breaks before its window."""
    python = folder / "python" / "bin" / "python3.11"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho {version}; [ -z "$WAIT" ] || read -r line\n')
    python.chmod(0o755)
    shutil.copy(LAUNCHER, folder / "deskpet")
    (folder / "deskpet").chmod(0o755)
    release = InstalledRelease(folder, Target.FOLDER, "stable", "", (), (), version)
    (folder / NOTE).write_text(note_text(release))
    return release


@pytest.fixture
def updated(tmp_path: Path) -> InstalledRelease:
    """A program that was just updated, with the one before beside it."""
    create(tmp_path / "deskpet.old", "0.1.0")
    release = create(tmp_path / "deskpet", "0.1.1")
    (release.folder / folder_swap.STARTS).touch()
    return release


def start(release: InstalledRelease, *words: str, environment: dict[str, str] = WITH_DISPLAY) -> str:
    """Start the program, and return the version that came."""
    command = [release.folder / "deskpet", *words]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def test_after_two_starts_without_a_window_the_old_version_is_back(updated: InstalledRelease) -> None:
    assert [start(updated) for _ in range(4)] == ["0.1.1", "0.1.1", "0.1.0", "0.1.0"]
    assert folder_swap.failed_version(updated) == "0.1.1"
    folder_swap.remove_failed(updated)
    assert {each.name for each in updated.folder.parent.iterdir()} == {"deskpet"}


def test_the_rest_of_an_earlier_failure_is_in_nobodys_way(updated: InstalledRelease) -> None:
    create(updated.sibling("failed"), "0.0.9")
    assert [start(updated) for _ in range(3)] == ["0.1.1", "0.1.1", "0.1.0"]
    assert folder_swap.failed_version(updated) == "0.1.1"
    assert not (updated.sibling("failed") / "deskpet" / NOTE).exists()


def test_a_start_that_shows_its_window_ends_the_count(updated: InstalledRelease) -> None:
    assert start(updated) == "0.1.1"
    folder_swap.confirm(updated)
    assert [start(updated) for _ in range(4)] == ["0.1.1"] * 4
    assert folder_swap.failed_version(updated) == ""


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("ask", "hello"), ("hook", "claude")])
def test_commands_are_not_counted(words: tuple[str, ...], updated: InstalledRelease) -> None:
    assert [start(updated, *words) for _ in range(4)] == ["0.1.1"] * 4


def test_starts_without_a_display_are_not_counted(updated: InstalledRelease) -> None:
    plain = {"PATH": os.environ["PATH"]}
    assert [start(updated, environment=plain) for _ in range(4)] == ["0.1.1"] * 4


def test_starts_beside_one_that_runs_are_not_its_failures(updated: InstalledRelease) -> None:
    waiting = [
        subprocess.Popen(
            [updated.folder / "deskpet"],
            env=WITH_DISPLAY | {"WAIT": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    assert [process.stdout.readline().strip() for process in waiting] == [b"0.1.1"] * 2
    assert start(updated) == "0.1.1"
    for process in waiting:
        process.communicate(b"\n")
    assert start(updated) == "0.1.0"


def test_without_an_old_version_the_new_one_stays(updated: InstalledRelease) -> None:
    shutil.rmtree(updated.sibling("old"))
    assert [start(updated) for _ in range(4)] == ["0.1.1"] * 4
