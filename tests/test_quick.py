"""`--quick` leaves out slow tests and further variants, `--half` half of the tests that have windows."""

import subprocess
import sys
from pathlib import Path

from tests.folders import PROJECT

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


def collected(file: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q", *options]
    # The conftest.py of this folder is read because a file beside it is named too.
    beside = PROJECT / "tests" / "folders.py"
    run = subprocess.run([*command, str(beside), str(file)], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return [line for line in run.stdout.splitlines() if "::" in line]


def names(file: Path, *options: str) -> list[str]:
    return [test.rpartition("::")[2] for test in collected(file, *options)]


def test_one_variant_of_a_slow_test_is_left(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS)
    variants = [f"test_variants[{number}]" for number in (1, 2, 3)]
    quick_variants = [f"test_quick_variants[{number}]" for number in (1, 2)]
    assert names(file) == ["test_quick", "test_slow", *variants, *quick_variants]
    assert names(file, "--quick") == ["test_quick", variants[0], *quick_variants]


def test_two_words_choose_two_halves_of_the_tests_with_windows() -> None:
    file = PROJECT / "tests" / "ui" / "markdown"
    everything = collected(file)
    first, same, second = (collected(file, "--half", word) for word in ("a", "a", "b"))
    assert first == same
    assert set(first) != set(second)
    assert all(0.3 < len(half) / len(everything) < 0.7 for half in (first, second))


def test_tests_without_windows_are_not_halved() -> None:
    file = PROJECT / "tests" / "test_bounded.py"
    assert collected(file, "--half", "a") == collected(file)
