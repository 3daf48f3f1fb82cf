"""A second start calls the pet that runs, and ends; whatever else comes over its socket does no harm."""

import contextlib
import os
import signal
import socket
import stat
import sys
import threading
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import PetController
from deskpet.processes import exit_actions
from deskpet.processes.instance_lock import InstanceLock, LockResult, RunningInstance
from deskpet.processes.threads import run_in_thread
from deskpet.ui.platform.local_server import (
    ActivationResult,
    LocalConnection,
    LocalSocketServer,
    activate_running,
    call,
)
from tests.app.running_pet import running, write_settings
from tests.support.deskpet_process import data_folder, start, start_python, started, wait_until_callable
from tests.support.waiting import until, wait_until

pytestmark = [pytest.mark.window, pytest.mark.skipif(sys.platform == "win32", reason="the sockets here are POSIX's")]


@pytest.fixture
def server(qtbot: QtBot, tmp_path: Path) -> Generator[LocalSocketServer]:
    """One that listens nowhere yet."""
    server = LocalSocketServer(InstanceLock(tmp_path))
    yield server
    server.close()


def in_thread(work: Callable[[], object]) -> Callable[[], list]:
    """Begin `work` beside Qt's loop; what it gave, as soon as there is something."""
    gave: list = []
    threading.Thread(target=lambda: gave.append(work()), daemon=True).start()
    return lambda: gave


CALLER = "import sys; from deskpet.ui.platform.local_server import call; print(call(sys.argv[1]).name)"

ENDER = """
import sys
from pathlib import Path
from deskpet.processes.instance_lock import InstanceLock
from deskpet.ui.platform.local_server import end_running
sys.exit(end_running(InstanceLock(Path(sys.argv[1])), installs="installs" in sys.argv))
"""


def answered(address: str) -> Callable[[], str]:
    """Begin to call from another process; what came of it, empty while nothing did."""
    # Qt's waiting for a socket keeps all of Python waiting, so a thread would not do.
    caller = start_python("-c", CALLER, address)
    said: list[str] = []

    def outcome() -> str:
        if not said and caller.poll() is not None:
            said.append(caller.communicate()[0].strip())
        return said[0] if said else ""

    return outcome


def test_a_call_is_heard_and_answered(server: LocalSocketServer, qtbot: QtBot, tmp_path: Path) -> None:
    address = server.open()
    with qtbot.waitSignal(server.called):
        answer = answered(address)
    qtbot.waitUntil(lambda: answer() == "SHOWN")


def test_the_socket_is_its_owners_alone(server: LocalSocketServer, tmp_path: Path) -> None:
    address = Path(server.open())
    assert stat.S_IMODE(address.stat().st_mode) & 0o077 == 0
    assert not stat.S_IMODE(address.parent.stat().st_mode) & 0o022


def test_what_is_no_call_is_hung_up_on_and_the_next_call_is_heard(
    server: LocalSocketServer, qtbot: QtBot, tmp_path: Path
) -> None:
    address = server.open()
    heard: list[bool] = []
    server.called.connect(lambda: heard.append(True))

    def send(data: bytes) -> bytes:
        with socket.socket(socket.AF_UNIX) as sender:
            sender.connect(address)
            try:
                sender.sendall(data)
                return sender.recv(100)
            except OSError:
                return b""

    for garbage in (b"\xff" * 20_000_000, b"GET / HTTP/1.1\r\n\r\n", b"\n", b"x" * 64, b"deskpet show", b""):
        answer = in_thread(lambda garbage=garbage: send(garbage))
        qtbot.waitUntil(lambda answer=answer: answer() == [b""])
    assert not heard
    answer = answered(address)
    qtbot.waitUntil(lambda: answer() == "SHOWN")


def test_many_that_say_nothing_do_not_lock_others_out(server: LocalSocketServer, qtbot: QtBot, tmp_path: Path) -> None:
    address = server.open()
    silent = [socket.socket(socket.AF_UNIX) for _ in range(40)]
    for each in silent:
        each.setblocking(False)
        each.connect_ex(address)
    outcomes: list[str] = []
    # Those that came before it and say nothing are hung up on in time.
    while outcomes[-1:] != ["SHOWN"] and len(outcomes) < 100:
        answer = answered(address)
        qtbot.waitUntil(lambda answer=answer: bool(answer()))
        outcomes.append(answer())
    assert outcomes[-1] == "SHOWN"
    for each in silent:
        each.close()


def test_agents_and_commands_share_the_socket_and_leave_each_other_room(
    server: LocalSocketServer, qtbot: QtBot, tmp_path: Path
) -> None:
    address = server.open()
    heard: list[LocalConnection] = []
    end = server.listen(b'{"call": ', heard.append)
    waiting = [socket.socket(socket.AF_UNIX) for _ in range(40)]
    for each in waiting:
        each.setblocking(False)
        each.connect_ex(address)
        with contextlib.suppress(BlockingIOError):
            each.send(b'{"call": 1}\n')
    qtbot.waitUntil(lambda: len(heard) == 32)
    answer = answered(address)
    qtbot.waitUntil(lambda: answer() == "SHOWN")
    end()
    assert not any(each.is_open for each in heard)
    for each in waiting:
        each.close()
    answer = answered(address)
    qtbot.waitUntil(lambda: answer() == "SHOWN")


def test_agents_find_the_address_while_somebody_listens_for_them(qtbot: QtBot, tmp_path: Path) -> None:
    lock = InstanceLock(tmp_path)
    assert lock.acquire() is LockResult.HELD
    server = LocalSocketServer(lock)
    address = server.open()
    assert lock.running() == RunningInstance(os.getpid(), address, "")
    ends = [server.listen(prefix, lambda _: None) for prefix in (b'{"call": ', b'{"agent": ')]
    assert lock.running() == RunningInstance(os.getpid(), address, address)
    for end in ends:
        end()
    assert lock.running() == RunningInstance(os.getpid(), address, "")
    server.close()
    lock.release()


def test_a_socket_that_a_crash_left_is_no_obstacle(server: LocalSocketServer, qtbot: QtBot, tmp_path: Path) -> None:
    address = server.open()
    server.close()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(address)
    assert call(address) is ActivationResult.GONE
    assert server.open() == address
    answer = answered(address)
    qtbot.waitUntil(lambda: answer() == "SHOWN")


@pytest.mark.parametrize("case", ["missing", "too long", "open to others", "relative", "unset", "a file"])
def test_without_a_usable_runtime_folder_the_socket_is_elsewhere(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    places = {
        "missing": tmp_path / "no" / "such",
        "too long": tmp_path / ("long" * 40),
        "open to others": tmp_path / "open",
        "relative": Path("runtime"),
        "a file": tmp_path / "file",
    }
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / ("long" * 40)).mkdir()
    (tmp_path / "open" / "deskpet").mkdir(parents=True)
    (tmp_path / "open" / "deskpet").chmod(0o777)
    monkeypatch.delenv("XDG_RUNTIME_DIR") if case == "unset" else monkeypatch.setenv(
        "XDG_RUNTIME_DIR", str(places[case])
    )
    data = tmp_path / ("data" * 30)
    data.mkdir()
    server = LocalSocketServer(InstanceLock(data))
    address = server.open()
    assert address
    assert not address.startswith(str(tmp_path))
    answer = answered(address)
    qtbot.waitUntil(lambda: answer() == "SHOWN")
    server.close()


def test_what_is_not_our_own_socket_is_not_spoken_to(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert call(str(file)) is ActivationResult.GONE
    assert call(str(tmp_path / "missing")) is ActivationResult.GONE
    assert call("\0") is ActivationResult.GONE


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_another_users_socket_is_not_spoken_to(tmp_path: Path) -> None:
    address = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(address)
        other.listen()
        os.chown(address, 12345, 12345)
        assert call(address) is ActivationResult.GONE


@pytest.mark.parametrize("reply", [b"", b"x" * 1_000_000, b"deskpet hidden\n"])
def test_one_that_answers_wrongly_or_not_at_all_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], reply: bytes
) -> None:
    first, second = InstanceLock(tmp_path), InstanceLock(tmp_path)
    assert first.acquire() is LockResult.HELD
    assert second.acquire() is LockResult.TAKEN
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        listener.listen()
        first.publish(str(tmp_path / "s"))

        def answer() -> None:
            connection, _ = listener.accept()
            with connection, contextlib.suppress(OSError):
                connection.sendall(reply)
                while connection.recv(100):
                    pass

        in_thread(answer)
        assert activate_running(second) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert f"end process {os.getpid()}" in told.err
    assert len(told.err.splitlines()) == 1


def test_one_that_can_not_be_called_is_told_of_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = InstanceLock(tmp_path), InstanceLock(tmp_path)
    assert first.acquire() is LockResult.HELD
    first.publish("")
    assert activate_running(second) == 1
    assert "does not answer" in capsys.readouterr().err


def test_when_the_first_has_just_ended_the_second_takes_its_place(tmp_path: Path) -> None:
    first, second = InstanceLock(tmp_path), InstanceLock(tmp_path)
    assert first.acquire() is LockResult.HELD
    first.publish(str(tmp_path / "gone"))
    first.release()
    assert activate_running(second) is None
    assert first.acquire() is LockResult.TAKEN


async def test_the_call_brings_back_the_character_and_the_chat(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    lock = InstanceLock(data)
    assert lock.acquire() is LockResult.HELD
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False, lock=lock)
    async with running(pet) as talk:
        talk.chat.put_away()
        pet.window.hide()
        await until(lambda: not pet.window.isVisible() and not talk.chat.isVisible())
        holder = lock.running()
        assert holder
        answer = answered(holder.address)
        await until(lambda: answer() == "SHOWN")
        await until(lambda: pet.window.isVisible() and talk.chat.isVisible())
    assert call(holder.address) is ActivationResult.GONE


@pytest.mark.parametrize("installs", [True, False])
async def test_an_update_that_waits_is_installed_unless_an_installer_asks_for_the_end(
    installs: bool, tmp_path: Path
) -> None:
    data, done = tmp_path / "data", list[str]()
    lock = InstanceLock(data)
    assert lock.acquire() is LockResult.HELD
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=True, lock=lock)
    async with running(pet):
        exit_actions.add(lambda: done.append("installed"))
        asking = start_python("-c", ENDER, str(data), *["installs"] * installs)
        await until(pet._quit.is_set)
    lock.release()
    assert (await run_in_thread(asking.communicate), asking.returncode) == (("", ""), 0)
    exit_actions.run()
    assert done == ["installed"] * installs


def test_a_second_start_calls_the_first_and_ends_well() -> None:
    with started("--offline") as first:
        wait_until_callable(first)
        second = start("--offline")
        out, err = second.communicate(timeout=60)
        assert (second.returncode, out, err) == (0, "deskpet is running already; its window was called.\n", "")
        assert first.poll() is None


def test_the_command_quit_ends_the_pet_and_waits_for_it() -> None:
    with started("--offline") as first:
        wait_until_callable(first)
        ending = start("quit")
        assert (ending.communicate(timeout=60), ending.returncode) == (("", ""), 0)
        assert first.wait(timeout=30) == 0


def test_without_a_pet_quit_has_nothing_to_do() -> None:
    ending = start("quit")
    assert (ending.communicate(timeout=60), ending.returncode) == (("", ""), 0)


def test_of_starts_at_the_same_moment_one_stays() -> None:
    programs = [start("--offline") for _ in range(3)]
    try:
        wait_until(lambda: sum(program.poll() is None for program in programs) <= 1)
        ends = sorted((program.poll(), program.communicate()) for program in programs if program.poll() is not None)
        said = ("deskpet is running already; its window was called.\n", "")
        assert ends == [(0, said), (0, said)]
        holder = InstanceLock(data_folder()).running()
        assert holder
        assert [program.pid for program in programs if program.poll() is None] == [holder.pid]
    finally:
        for program in programs:
            if program.poll() is None:
                program.kill()
            program.communicate()


def test_after_a_crash_the_next_start_is_a_first_one() -> None:
    with started("--offline") as first:
        wait_until_callable(first)
        first.kill()
        first.wait()
        with started("--offline") as second:
            wait_until_callable(second)


def test_one_that_hangs_is_told_of_with_what_to_do() -> None:
    with started("--offline") as first:
        wait_until_callable(first)
        first.send_signal(signal.SIGSTOP)
        second = start("--offline")
        out, err = second.communicate(timeout=60)
        assert (second.returncode, out) == (1, "")
        assert err == (
            f"deskpet: deskpet is running already but does not answer. Quit it, or end process {first.pid}, "
            "and start again.\n"
        )


def test_two_data_folders_are_two_pets(tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "deskpet").mkdir(parents=True)
    with started("--offline") as first, started("--offline", XDG_DATA_HOME=str(other)) as second:
        wait_until_callable(first)
        wait_until_callable(second, other / "deskpet")
        assert first.poll() is None
