"""Single-instance lock: one process at a time holds it, and a crash releases it."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from deskpet.processes.instance_lock import InstanceLock, LockResult, RunningInstance

HOLDER = """
import sys
from pathlib import Path
from deskpet.processes.instance_lock import InstanceLock

lock = InstanceLock(Path(sys.argv[1]))
print(lock.acquire().name, flush=True)
sys.stdin.read()
"""


@contextmanager
def holders(folder: Path, count: int) -> Generator[Sequence["subprocess.Popen[str]"]]:
    """Start processes that try to lock `folder`, print the result, and keep running."""
    command = [sys.executable, "-c", HOLDER, str(folder)]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        for _ in range(count)
    ]
    try:
        yield running
    finally:
        for process in running:
            process.communicate()


def said(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def test_of_many_at_the_same_moment_exactly_one_has_it(tmp_path: Path) -> None:
    with holders(tmp_path, 12) as running:
        assert sorted(map(said, running)) == ["HELD", *["TAKEN"] * 11]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_crash_does_not_leave_it_shut(tmp_path: Path) -> None:
    lock = InstanceLock(tmp_path)
    with holders(tmp_path, 1) as (other,):
        assert said(other) == "HELD"
        assert lock.acquire() is LockResult.TAKEN
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
        assert lock.acquire() is LockResult.HELD


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_child_process_does_not_keep_it_shut(tmp_path: Path) -> None:
    lock = InstanceLock(tmp_path)
    assert lock.acquire() is LockResult.HELD
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False)
    lock.release()
    assert InstanceLock(tmp_path).acquire() is LockResult.HELD
    child.communicate(b"\n")


def test_the_same_folder_by_another_way_is_the_same_lock_and_another_folder_another(tmp_path: Path) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    data.mkdir()
    other.mkdir()
    (tmp_path / "link").symlink_to(data)
    first = InstanceLock(data)
    assert first.acquire() is LockResult.HELD
    assert InstanceLock(tmp_path / "link").acquire() is LockResult.TAKEN
    assert InstanceLock(other / ".." / "data").acquire() is LockResult.TAKEN
    assert InstanceLock(other).acquire() is LockResult.HELD


def test_who_holds_it_can_be_read_until_another_one_does(tmp_path: Path) -> None:
    first, second = InstanceLock(tmp_path), InstanceLock(tmp_path)
    assert first.running() is None
    assert first.acquire() is LockResult.HELD
    assert second.running() is None
    first.publish("somewhere")
    assert second.running() == RunningInstance(os.getpid(), "somewhere")
    first.release()
    assert second.acquire() is LockResult.HELD
    assert first.running() is None


@pytest.mark.parametrize(
    "note", [b"", b"\xff\xfe", b"[" * 5000, b"[1]", b'{"pid": "x"}', b'{"pid": 1}', b"x" * 10_000_000]
)
def test_a_note_that_nobody_of_us_wrote_says_nothing(tmp_path: Path, note: bytes) -> None:
    (tmp_path / "deskpet.lock").write_bytes(note)
    assert InstanceLock(tmp_path).running() is None


def test_where_nothing_can_be_locked_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    assert InstanceLock(tmp_path / "a file" / "deskpet").acquire() is LockResult.UNAVAILABLE


@pytest.mark.skipif(sys.platform == "win32", reason="there is no mkfifo")
def test_a_pipe_in_the_place_of_the_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "deskpet.lock")
    lock = InstanceLock(tmp_path)
    assert lock.acquire() in LockResult
    assert lock.running() is None
