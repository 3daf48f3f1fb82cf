"""Child processes: results, timeouts, crashes and limits."""

import contextlib
import os
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from deskpet.processes import child
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.processes.child_kinds import ChildKind
from deskpet.processes.one_shot import ChildFailed, Failure, exchange
from tests.support.deskpet_process import start_python
from tests.support.waiting import LIMIT_S, wait_until


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of a module that a child process can import; the tests write it."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path / "a_program.py"


LIMIT = (
    "from deskpet.processes.child_kinds import ChildKind; from deskpet.processes.confinement import limit; "
    "limit(ChildKind(name='test', megabytes={}, seconds=9, reply_size=9)); "
)


def run(program: Path, text: str, request: str = "", seconds: float = 60.0, start_seconds: float = 60.0) -> str:
    """Return what a child prints after it is ready; `text` has a line for that, or runs afterwards."""
    ready = "import sys; print('ready', flush=True); "
    program.write_text(ready + text, encoding="utf-8")
    kind = ChildKind(name="test", seconds=seconds, start_seconds=start_seconds, reply_size=10_000)
    return exchange(kind, "a_program", request.encode()).decode()


def failure(program: Path, text: str, seconds: float = 60.0) -> ChildFailed:
    with pytest.raises(ChildFailed) as caught:
        run(program, text, seconds=seconds)
    return caught.value


def test_the_request_and_the_reply_are_utf_8(program: Path) -> None:
    assert run(program, "print('おはよう', sys.stdin.buffer.read().decode(), end='')", "a b ü") == "おはよう a b ü"


def test_the_last_line_of_an_error_and_the_code_are_known(program: Path) -> None:
    failed = failure(program, "print('oh', file=sys.stderr); sys.exit(7)")
    assert (failed.how, failed.code, failed.last_line) == (Failure.CRASHED, 7, "oh")


def test_keys_are_not_inherited(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DESKPET_API_KEY", "OPENAI_API_KEY", "A_NAME_OF_THE_PERSONS_OWN"):
        monkeypatch.setenv(name, "sk-canary")
    assert run(program, "import os; print(*os.environ.values())").count("canary") == 0


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has sessions")
def test_ctrl_c_in_a_terminal_does_not_reach_a_child(program: Path) -> None:
    assert run(program, "import os; print(os.getsid(0) == os.getpgrp() == os.getpid())") == "True\n"


def test_a_timeout_kills_the_child(program: Path) -> None:
    assert failure(program, "import time; time.sleep(600)", seconds=1.5).how is Failure.TIMED_OUT


def test_what_a_child_leaves_behind_with_its_pipe_is_not_waited_for(program: Path) -> None:
    sleeps = "[sys.executable, '-c', 'import time; time.sleep(600)']"
    left = int(run(program, f"import subprocess; print(subprocess.Popen({sleeps}, stdout=subprocess.DEVNULL).pid)"))
    psutil.Process(left).kill()


def test_a_crash_is_returned_as_an_exit_code(program: Path) -> None:
    failed = failure(program, LIMIT.format(500) + "import os; os.abort()")
    assert failed.how is Failure.CRASHED
    assert failed.code not in {None, 0, 1}


@pytest.mark.skipif(sys.platform != "linux", reason="only there the kernel sees to it")
def test_a_child_dies_with_a_killed_parent(program: Path, tmp_path: Path) -> None:
    started = tmp_path / "born"
    program.write_text(
        f"import os, pathlib, time; {LIMIT.format(500)}\n"
        f"pathlib.Path({str(started)!r}).write_text(str(os.getpid())); time.sleep(600)",
        encoding="utf-8",
    )
    parent = start_python("-c", "from deskpet.processes import child; child.start('a_program').wait()")
    wait_until(lambda: started.exists() and started.read_text(encoding="utf-8"))
    parent.kill()
    parent.communicate()
    folder = Path("/proc", started.read_text(encoding="utf-8"), "stat")
    wait_until(lambda: not folder.exists() or folder.read_text(encoding="ascii").split()[2] == "Z")


def test_end_all_kills_running_children(program: Path, tmp_path: Path) -> None:
    started = tmp_path / "born"
    text = f"import pathlib, time; pathlib.Path({str(started)!r}).touch(); time.sleep(600)"
    with ThreadPoolExecutor() as threads:
        result = threads.submit(run, program, text)
        wait_until(started.exists)
        child.kill_all()
        with pytest.raises(ChildFailed) as caught:
            result.result()
        assert caught.value.code not in {None, 0}


@pytest.mark.skipif(sys.platform != "linux", reason="only there the limit is sure to hold")
def test_memory_is_limited(program: Path) -> None:
    text = "print(len(bytearray(900 << 20)))"
    assert run(program, LIMIT.format(1500) + text) == f"{900 << 20}\n"
    failed = failure(program, LIMIT.format(500) + text)
    assert (failed.how, failed.last_line) == (Failure.OUT_OF_MEMORY, "MemoryError")


def test_modules_are_not_imported_from_the_working_folder(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "place"
    folder.mkdir()
    (folder / "json.py").write_text("raise SystemExit(99)", encoding="utf-8")
    monkeypatch.chdir(folder)
    assert run(program, "import json, deskpet; print(json.dumps([1]))").strip() == "[1]"
    assert os.listdir(folder) == ["json.py"]  # noqa: PTH208 - a cache beside it would be one more


def test_a_cancelled_run_kills_the_child(program: Path) -> None:
    """Its connection ends with it, which every system shows."""
    cancellation = Cancellation()
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor() as pool:
        server.settimeout(LIMIT_S)
        text = f"import socket, time; kept = socket.create_connection({server.getsockname()}); time.sleep(600)"
        running = pool.submit(cancellation.run, lambda: run(program, text, seconds=600))
        connection, _ = server.accept()
        with connection:
            connection.settimeout(LIMIT_S)
            cancellation.cancel()
            with pytest.raises(Cancelled):
                running.result(LIMIT_S)
            with contextlib.suppress(ConnectionResetError):
                assert connection.recv(1) == b""
