"""Nothing in the home of a user is readable by others, whatever the umask is and whatever has written it."""

import json
import stat
import subprocess
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.starts.program import PLACES, Home, can_be_limited, home, installation, start
from tests.support.folders import PROJECT

OTHERS = stat.S_IRWXG | stat.S_IRWXO

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(sys.platform != "linux", reason="a home, a display and permissions as Linux has them"),
    pytest.mark.skipif(not can_be_limited(), reason="root may write everywhere, and there is no setpriv"),
]


@pytest.fixture(scope="module")
def installed() -> Generator[Path]:
    with installation() as folder:
        yield folder


def open_to_others(folder: Path) -> list[str]:
    """Return what others may use in a folder, with its mode; links have no rights of their own."""
    found: list[str] = []
    for each in folder.rglob("*"):
        # A running pet deletes files.
        with suppress(FileNotFoundError):
            status = each.lstat()
            if not stat.S_ISLNK(status.st_mode) and status.st_mode & OTHERS:
                found.append(f"{each.relative_to(folder)} {stat.filemode(status.st_mode)}")
    return found


def run(place: Home, umask: int, *arguments: str) -> str:
    environment = {**place.environment, "PYTHONPATH": str(place.installed), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-P", *arguments],
        env=environment,
        cwd=place.folder,
        umask=umask,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_writer_writes_for_its_user_only(installed: Path) -> None:
    # Whatever another mask would leave open, this one leaves open too.
    umask = 0o000
    with home(installed) as place:
        begun = start(place, umask=umask)
        assert begun.is_ready, begun
        log = place.folder.parent / f"{place.folder.name}.log"
        assert stat.S_IMODE(log.stat().st_mode) == 0o600
        run(place, umask, "-m", "deskpet", "--offline", "ask", "hello", "--session", "today")
        run(place, umask, "-m", "deskpet", "memory", "add", "I like tea")
        written = run(place, umask, str(PROJECT / "tests" / "starts" / "writers.py"), str(place.folder))
        assert "conversations.db-wal" in written, written
        files = [each for each in place.folder.rglob("*") if each.is_file()]
        assert len(files) > 40
        assert open_to_others(place.folder) == []


def test_what_an_older_version_left_open_is_narrowed(installed: Path) -> None:
    with home(installed) as place:
        assert start(place).is_ready
        kept = place.write("data/scratch/inner/story.txt", "once")
        target = place.folder / "outside"
        target.write_text("mine")
        target.chmod(0o644)
        place.path("data/scratch/link").symlink_to(target)
        for folder in ("config", "data", "state", "cache"):
            for each in (place.path(folder), *place.path(folder).rglob("*")):
                if not each.is_symlink():
                    each.chmod(0o777 if each.is_dir() else 0o666)
        assert open_to_others(place.folder)
        # A running pet has a copy of the shaders of a library in a temporary folder that is closed to others.
        own = [place.folder / name for name in PLACES[:4]]
        again = start(place, lambda: not any(map(open_to_others, own)))
        assert (again.is_ready, again.notices) == (True, ())
        assert open_to_others(place.folder) == ["outside -rw-r--r--"]
        assert kept.read_text() == "once"
        log = place.folder.parent / f"{place.folder.name}.log"
        messages = [json.loads(line).get("message", "") for line in log.read_text().splitlines()]
        assert any("were readable by others" in each for each in messages)


def test_a_command_closes_the_folders_too(installed: Path) -> None:
    with home(installed) as place:
        kept = place.write("data/notes.json", "[]")
        Path(kept.parent).chmod(0o755)
        run(place, 0o022, "-m", "deskpet", "memory", "list")
        assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
