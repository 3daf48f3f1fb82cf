"""`--progress` prints how much of a run is done."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.folders import PROJECT
from tests.support.progress import INTERVAL_S, Progress

# pytest's own percentages are left out, as in `make test`.
CLASSIC = ("-o", "console_output_style=classic")
TESTS = """
import pytest

def test_good(): pass
def test_bad(): assert False
def test_left_out(): pytest.skip("no")
"""


@pytest.mark.parametrize("processes", [(), ("-n", "1")], ids=["one process", "another process"])
def test_the_last_line_has_all_tests_and_the_summary_counts_them(tmp_path: Path, processes: tuple[str, ...]) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS, encoding="utf-8")
    # With a test of the project, so that its options are known.
    quick = f"{Path(__file__).with_name('test_folders.py')}"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--progress",
        *CLASSIC,
        *processes,
        str(file),
        quick,
    ]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, encoding="utf-8", check=False)
    lines = run.stdout.splitlines()
    assert [line for line in lines if re.fullmatch(r"100%, (\d+) of \1 tests, \d+ s", line)], run.stdout
    assert re.match(r"1 failed, \d+ passed, 1 skipped in ", lines[-1])
    assert [line for line in lines if re.fullmatch("failed: .*::test_bad", line)]
    assert not [line for line in lines if re.match(r"\.|.*\[.*%\]", line)]


def test_a_line_comes_after_some_seconds() -> None:
    now, output = 0.0, io.StringIO()
    progress = Progress(output, lambda: now)
    progress.pytest_xdist_node_collection_finished(["test"] * 200)
    for _ in range(100):
        now += INTERVAL_S / 40
        progress.pytest_runtest_logfinish()
    assert output.getvalue() == " 20%, 40 of 200 tests, 10 s\n 40%, 80 of 200 tests, 20 s\n"
