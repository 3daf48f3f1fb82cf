"""A run whose process ended goes on after the test that ended it."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.folders import PROJECT
from tests.support.record import RECORD

WITHOUT_STOPPING = [sys.executable, "-m", "pytest", "--continue-on-collection-errors"]
CONFTEST = """
import os
from pathlib import Path
from tests.support.record import RECORD, Recorder

def pytest_configure(config):
    config.pluginmanager.register(Recorder(Path(os.environ[RECORD])))
"""
TESTS = """
import os
import pytest

@pytest.fixture
def broken():
    yield
    raise OSError

def test_good(): pass
def test_bad(): assert False
def test_with_a_bad_end(broken): pass
def test_crash(): os._exit(3)
def test_after_it(): pytest.skip("no")
"""


def run(folder: Path) -> int:
    """Run the tests of a folder in a process. Returns its exit code."""
    variables = {"PYTHONPATH": str(PROJECT), RECORD: str(folder / "record.jsonl")}
    command = [*WITHOUT_STOPPING, "-q", "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(
        command, cwd=folder, env=os.environ | variables, stdout=subprocess.DEVNULL, timeout=100, check=False
    ).returncode


def test_a_second_run_goes_on_after_the_test_that_ended_the_process(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "test_unusable.py").write_text("import not_there", encoding="utf-8")
    assert (run(tmp_path), run(tmp_path)) == (3, 1)
    entries = [json.loads(line) for line in (tmp_path / "record.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {entry["test"].split("::")[-1]: entry["outcome"] for entry in entries if "test" in entry} == {
        "test_unusable.py": "error",
        "test_good": "passed",
        "test_bad": "failed",
        "test_with_a_bad_end": "error",
        "test_crash": "started",
        "test_after_it": "skipped",
    }
    assert "assert False" in next(entry["text"] for entry in entries if entry.get("outcome") == "failed")
    assert entries[-1] == {"exit code": 1}
