"""What a process of its own may do, and how it may end, without any harm to this one."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from deskpet.pet import child
from deskpet.pet.child import Ending
from tests.started import start_python, wait_until


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module that a child can run, to be written."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path / "a_program.py"


def run(program: Path, text: str, *arguments: str, seconds: float = 60.0) -> Ending:
    program.write_text(text, encoding="utf-8")
    return child.run("a_program", *arguments, seconds=seconds)


def test_what_it_says_and_ends_with_is_told(program: Path) -> None:
    text = "import sys; print('おはよう', *sys.argv[1:]); print('oh', file=sys.stderr); sys.exit(7)"
    assert run(program, text, "a b", "ü") == Ending(7, "おはよう a b ü\n", "oh\n")


def test_it_knows_no_key(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DESKPET_API_KEY", "OPENAI_API_KEY", "A_NAME_OF_THE_PERSONS_OWN"):
        monkeypatch.setenv(name, "sk-canary")
    assert run(program, "import os; print(*os.environ.values())").output.count("canary") == 0


def test_one_that_takes_too_long_is_ended(program: Path) -> None:
    assert run(program, "import time; time.sleep(600)", seconds=1.5) == Ending(None)


def test_one_that_crashes_is_outlived(program: Path) -> None:
    ending = run(program, "from deskpet.pet import child; child.confine(500); import os; os.abort()")
    assert ending.code not in {None, 0, 1}


def test_it_has_nothing_to_read(program: Path) -> None:
    assert run(program, "import sys; print(repr(sys.stdin.read()))").output == "''\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only there the kernel sees to it")
def test_it_does_not_outlive_a_parent_that_was_killed(program: Path, tmp_path: Path) -> None:
    born = tmp_path / "born"
    program.write_text(
        "import os, pathlib, time; from deskpet.pet import child; child.confine(500)\n"
        f"pathlib.Path({str(born)!r}).write_text(str(os.getpid())); time.sleep(600)",
        encoding="utf-8",
    )
    parent = start_python("-c", "from deskpet.pet import child; child.run('a_program', seconds=600)")
    wait_until(lambda: born.exists() and born.read_text(encoding="utf-8"))
    parent.kill()
    parent.communicate()
    place = Path("/proc", born.read_text(encoding="utf-8"), "stat")
    wait_until(lambda: not place.exists() or place.read_text(encoding="ascii").split()[2] == "Z")


def test_those_that_run_end_when_the_program_does(program: Path, tmp_path: Path) -> None:
    born = tmp_path / "born"
    text = f"import pathlib, time; pathlib.Path({str(born)!r}).touch(); time.sleep(600)"
    with ThreadPoolExecutor() as threads:
        ending = threads.submit(run, program, text)
        wait_until(born.exists)
        child.end_all()
        assert ending.result().code not in {None, 0}


@pytest.mark.skipif(sys.platform != "linux", reason="only there the limit is sure to hold")
def test_it_has_no_more_memory_than_it_was_given(program: Path) -> None:
    text = "from deskpet.pet import child; child.confine({}); print(len(bytearray(900 << 20)))"
    assert run(program, text.format(1500)).code == 0
    ending = run(program, text.format(500))
    assert ending.code != 0
    assert "MemoryError" in ending.errors


def test_the_working_folder_is_not_asked_for_modules(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "json.py").write_text("raise SystemExit(99)", encoding="utf-8")
    monkeypatch.chdir(place)
    assert run(program, "import json, deskpet; print(json.dumps([1]))").output == "[1]\n"
    assert os.listdir(place) == ["json.py"]  # noqa: PTH208 - a cache beside it would be one more
