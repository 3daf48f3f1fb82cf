"""`--quick` leaves out slow tests and further variants, and nothing else."""

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
    return [line.rpartition("::")[2] for line in run.stdout.splitlines() if "::" in line]


def test_one_variant_of_a_slow_test_is_left(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS)
    variants = [f"test_variants[{number}]" for number in (1, 2, 3)]
    quick_variants = [f"test_quick_variants[{number}]" for number in (1, 2)]
    assert collected(file) == ["test_quick", "test_slow", *variants, *quick_variants]
    assert collected(file, "--quick") == ["test_quick", variants[0], *quick_variants]
