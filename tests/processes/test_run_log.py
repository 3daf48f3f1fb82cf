"""What is left of runs that ended by a fault."""

import subprocess
import sys
from pathlib import Path

import pytest

from deskpet.processes import run_log

BEGIN = """
import faulthandler, logging, sys
from pathlib import Path
from deskpet.processes.run_log import RunLog
log = RunLog(Path(sys.argv[1]))
logger = logging.getLogger("deskpet.test")
"""


def run(folder: Path, code: str) -> int:
    command = [sys.executable, "-c", BEGIN + code, str(folder)]
    return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode


def test_a_run_that_ends_well_leaves_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, "logger.warning('the disk is slow'); log.end()") == 0
    assert list(tmp_path.iterdir()) == []


def test_a_crash_leaves_the_stack_of_every_thread(tmp_path: Path) -> None:
    assert run(tmp_path, "faulthandler._sigsegv()") != 0
    (found,) = run_log.faulty_runs(tmp_path)
    assert found.has_crashed
    assert "<string>" in found.text


def test_an_unexpected_error_is_kept_without_its_values_although_the_run_ends_well(tmp_path: Path) -> None:
    raised = "try:\n    raise ValueError('sk-secret')\nexcept ValueError:\n"
    code = f"{raised}    logger.exception('in %s', 'sk-secret')\nlog.end()"
    assert run(tmp_path, code) == 0
    (found,) = run_log.faulty_runs(tmp_path)
    assert not found.has_crashed
    assert found.text.endswith("ValueError\n")
    assert "sk-secret" not in found.text


def test_a_run_that_was_killed_had_no_fault(tmp_path: Path) -> None:
    run(tmp_path, "logger.warning('slow'); import os; os._exit(9)")
    assert run_log.faulty_runs(tmp_path) == ()
    assert list(tmp_path.iterdir()) == []


def test_a_fault_is_told_once_and_kept_for_a_report(tmp_path: Path) -> None:
    run(tmp_path, "faulthandler._sigsegv()")
    (found,) = run_log.faulty_runs(tmp_path)
    assert not found.is_known
    found.mark_known()
    (again,) = run_log.faulty_runs(tmp_path)
    assert again.is_known
    assert again.text == found.text


def test_a_run_that_repeats_a_warning_fills_no_disk(tmp_path: Path) -> None:
    code = "for _ in range(10_000):\n    logger.warning('x' * 100)\nfaulthandler._sigsegv()"
    run(tmp_path, code)
    (found,) = run_log.faulty_runs(tmp_path)
    assert found.has_crashed
    assert len(found.text) < run_log.MAX_BYTES + 20_000


@pytest.mark.parametrize("count", [run_log.MAX_FILES, run_log.MAX_FILES + 3])
def test_the_last_faults_are_kept(tmp_path: Path, count: int) -> None:
    for number in range(count):
        (tmp_path / f"{number:03}-1.log").write_text(f"Fatal Python error: {number}", encoding="utf-8")
    kept = run_log.faulty_runs(tmp_path)
    assert [each.text[-1] for each in kept] == [str(number)[-1] for number in range(count - 1, count - 11, -1)]
    assert len(list(tmp_path.iterdir())) == run_log.MAX_FILES


def test_the_file_of_the_running_process_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "1-77.log").write_text("", encoding="utf-8")
    assert run_log.faulty_runs(tmp_path, own=77) == ()
    assert (tmp_path / "1-77.log").exists()
