"""What the uninstaller for Windows deletes of the user's, by Wine, which `make test-windows ARGS=--quick` sets up."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.folders import PROJECT

sys.path.append(str(PROJECT / ".setup"))

import windows

MODULES = PROJECT / ".release" / "windows"
DELETE = "import pathlib, sys, deskpet_forget as forget; sys.exit(not forget.delete_folder(pathlib.Path(sys.argv[1])))"

pytestmark = pytest.mark.skipif(
    not windows.PYTHON.exists() or not shutil.which("wine"), reason="needs Wine and Python for Windows"
)


def delete(folder: Path) -> int:
    """Delete a folder as the uninstaller does. Returns the exit code."""
    done = run_python("-c", DELETE, windows.wine_path(folder))
    assert done.stderr == b""
    return done.returncode


def run_python(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """Run Python for Windows with the module of the uninstaller."""
    # It does not start with a file of this system as its output.
    environment = windows.wine_environment() | {"PYTHONPATH": windows.wine_path(MODULES)}
    command = ["wine", windows.PYTHON, *arguments]
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
    )


def test_nothing_is_deleted_to_which_a_junction_leads(tmp_path: Path) -> None:
    """To Windows programs, Wine 8 shows a link to a folder as Windows shows a junction, but can't delete it."""
    data, elsewhere = tmp_path / "data ü", tmp_path / "elsewhere"
    for folder in (data / "models" / "mine", data / "logs", elsewhere / "models"):
        folder.mkdir(parents=True)
        (folder / "file").touch()
    (data / "logs" / "file").chmod(0o444)
    link = data / "models" / "link"
    link.symlink_to(elsewhere, target_is_directory=True)
    assert delete(data) == 1
    assert {*data.rglob("*")} == {link.parent, link}
    assert (elsewhere / "models" / "file").exists()
    link.unlink()
    assert delete(data) == 0
    assert not data.exists()


def test_a_folder_that_is_not_there_counts_as_deleted(tmp_path: Path) -> None:
    assert delete(tmp_path / "data") == 0


def test_folders_are_deleted_also_where_the_keys_can_not_be(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    # Without packages there is no access to Credential Manager.
    done = run_python("-S", "-m", "deskpet_forget", windows.wine_path(data))
    assert (done.returncode, data.exists()) == (1, False)
