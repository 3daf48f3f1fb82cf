"""`--quick` leaves out slow tests and further variants."""

import subprocess
import sys
from pathlib import Path

from tests.support.folders import PROJECT

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


def collected(*arguments: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q", *arguments]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    # A summary of tests may follow, as under Wine.
    listed = run.stdout.partition("\n\n")[0]
    return [line.rpartition("::")[2] for line in listed.splitlines()]


def test_the_option_leaves_out_tests(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS)
    variants = [f"test_variants[{number}]" for number in (1, 2, 3)]
    quick_variants = [f"test_quick_variants[{number}]" for number in (1, 2)]
    # With a test of the project, so that its options are known.
    assert collected(__file__, str(file))[1:] == ["test_quick", "test_slow", *variants, *quick_variants]
    assert collected("--quick", __file__, str(file))[1:] == ["test_quick", variants[0], *quick_variants]
