"""The built wheel: what the program needs is inside, and no more."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.folders import PROJECT, create_home
from tests.support.installed import LOOK, build_wheel, call

# Unpacked bytes and files of the program itself; without its packages.
MOST_BYTES, MOST_FILES = 11_700_000, 1_120
NOT_INSTALLED = ("/generator/", "/demo", "/sheet.png", ".ts", "collect.py")

# Prints the folders that are entered while the wheel is built into a folder.
BUILD = """
import os, sys
sys.addaudithook(lambda event, values: event == "os.scandir" and print(os.path.abspath(values[0])))
from hatchling.cli import hatchling
sys.argv[1:] = ["build", "-t", "wheel", "-d", sys.argv[1]]
hatchling()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


def test_the_wheel_holds_the_program_within_its_budget(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        entries = archive.infolist()
    names = [entry.filename for entry in entries]
    assert {name.split("/")[0] for name in names} <= {"deskpet", names[-1].split("/")[0]}
    assert [name for name in names if any(part in name for part in NOT_INSTALLED)] == []
    assert len(entries) <= MOST_FILES
    assert sum(entry.file_size for entry in entries) <= MOST_BYTES


def test_a_build_enters_no_folder_that_git_ignores(tmp_path: Path) -> None:
    """In .tools, Wine keeps links to the whole disk."""
    entered = call([sys.executable, "-c", BUILD, tmp_path], PROJECT).splitlines()
    assert str(PROJECT / "deskpet") in entered
    assert [folder for folder in entered if folder.startswith((str(PROJECT / ".tools"), str(PROJECT / ".venv")))] == []


def test_the_program_finds_its_files_in_the_wheel(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    folder = tmp_path / "empty"
    folder.mkdir()
    # Before the checkout, which the tests' environment has on its path.
    environment = os.environ | create_home(folder) | {"PYTHONPATH": str(tmp_path / "site")}
    run = subprocess.run(
        [sys.executable, "-c", LOOK, str(PROJECT)],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
