"""The launcher for Windows, run by Wine, which `make test-windows ARGS=--quick` sets up."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.folders import PROJECT

sys.path += [str(PROJECT / ".setup"), str(PROJECT / ".release")]

import windows
import windows_folder

# Above any id that Windows gives.
ENDED = "4294967292\n"
NAMES = ("LICENSE", "python/a.py", "release.json")

pytestmark = pytest.mark.skipif(
    not windows.PREFIX.exists() or not all(map(shutil.which, ("wine", "x86_64-w64-mingw32-gcc"))),
    reason="needs Wine and MinGW",
)


@pytest.mark.parametrize("is_broken_off", [False, True])
def test_the_version_before_comes_back_after_two_starts_without_a_window(tmp_path: Path, is_broken_off: bool) -> None:
    """A power cut may have ended the first attempt, after the folder of Python had been moved."""
    folder = tmp_path / "a folder ü"
    old, failed = folder / "old", folder / "failed"
    for each in (folder / "python", old / "python"):
        each.mkdir(parents=True)
    windows_folder.build_launchers(folder, "0.1.1")
    # It ends at once, and shows no window.
    shutil.copy(folder / "deskpet-cli.exe", old / "deskpet.exe")
    for version, place in (("new", folder), ("old", old)):
        for name in NAMES:
            (place / name).write_text(version)
    (folder / "starts").write_text(2 * ENDED)
    if is_broken_off:
        failed.mkdir()
        (folder / "python").rename(failed / "python")
        (old / "python").rename(folder / "python")
    started = subprocess.run(
        ["wine", folder / "deskpet.exe"], env=windows.wine_environment(), stdin=subprocess.DEVNULL, timeout=60,
        check=False,
    )  # fmt: skip
    assert started.returncode == 0
    assert {(folder / name).read_text() for name in NAMES} == {"old"}
    assert (failed / "python" / "a.py").read_text() == "new"
    assert (folder / "deskpet.exe").read_bytes() == (folder / "deskpet-cli.exe").read_bytes()
    assert not old.exists()
    assert not (folder / "starts").exists()
