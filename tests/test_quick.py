"""`--quick` leaves out slow tests and further variants, `--half` half of the tests that have windows."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from tests.folders import PROJECT
from tests.quick import other_half

TESTS = """
import pytest

def test_quick(): pass

@pytest.mark.slow
def test_slow(): pass

@pytest.mark.slow_variants
@pytest.mark.parametrize("number", [1, 2, 3])
def test_variants(number): pass

@pytest.mark.parametrize("number", [1, 2])
def test_quick_variants(number): pass
"""
# It has hundreds of tests that take part in the halves, and none that is slow.
WINDOW_TESTS = PROJECT / "tests" / "ui" / "markdown" / "test_document.py"


class Item(NamedTuple):
    nodeid: str
    path: Path


def collected(*arguments: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q", *arguments]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    # A summary of tests may follow, as under Wine.
    listed = run.stdout.partition("\n\n")[0]
    return [line.rpartition("::")[2] for line in listed.splitlines()]


def test_the_options_leave_out_tests(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS)
    variants = [f"test_variants[{number}]" for number in (1, 2, 3)]
    quick_variants = [f"test_quick_variants[{number}]" for number in (1, 2)]
    everything = collected(str(WINDOW_TESTS), str(file))
    chosen = collected("--quick", "--half", "a", str(WINDOW_TESTS), str(file))
    assert everything[-7:] == ["test_quick", "test_slow", *variants, *quick_variants]
    assert chosen[-4:] == ["test_quick", variants[0], *quick_variants]
    assert 0 < len(chosen[:-4]) < len(everything[:-7])


def left_out(folder: str, word: str) -> set[str]:
    tests = [Item(f"test_a[{number}]", PROJECT / "tests" / folder / "test_a.py") for number in range(1000)]
    return {item.nodeid for item in other_half(cast("list[pytest.Item]", tests), word)}


@pytest.mark.parametrize("folder", ["ui/chat", "app"])
def test_a_word_chooses_half_of_the_tests_with_windows(folder: str) -> None:
    assert 400 < len(left_out(folder, "a")) < 600
    assert left_out(folder, "a") == left_out(folder, "a")
    assert 400 < len(left_out(folder, "a") ^ left_out(folder, "b")) < 600


def test_tests_without_windows_are_not_halved() -> None:
    assert left_out("llm", "a") == set()
