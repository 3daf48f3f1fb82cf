"""Asked to end from outside, the program is gone soon at any moment, and what was said until then is kept."""

import asyncio
import json
import signal
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Message, ToolUse
from deskpet.store import Store
from tests.app.controlled_pet import DRAFT, QUESTION
from tests.app.running_pet import ChatServer, open_pet, type_and_send, write_settings
from tests.deskpet_process import data_folder, start_python, started
from tests.waiting import until, wait_until

pytestmark = [pytest.mark.window, pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")]

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# The time that it takes is measured by the bench; this only bounds a test that fails.
MOST_S = 20


class Talkative(socketserver.ThreadingTCPServer):
    """Answers every request of chat/completions with `script`, and hangs after it."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, script: Callable[[Callable[[dict], None]], None]) -> None:
        self.script = script
        self.asked = threading.Event()
        super().__init__(("127.0.0.1", 0), _Answer)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Answer(socketserver.StreamRequestHandler):
    server: Talkative  # pyright: ignore[reportIncompatibleVariableOverride]

    def handle(self) -> None:
        while self.rfile.readline() not in {b"\r\n", b""}:
            pass
        self.server.asked.set()
        try:
            self.server.script(self._delta)
            self.rfile.read()
        except OSError:
            pass

    def _delta(self, delta: dict) -> None:
        if self.wfile.closed:
            return
        choice = {"choices": [{"index": 0, "delta": delta}]}
        head = b"" if hasattr(self, "begun") else b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        self.begun = True
        self.wfile.write(head + f"data: {json.dumps(choice)}\n\n".encode())


@contextmanager
def talkative(script: Callable[[Callable[[dict], None]], None]) -> Generator[Talkative]:
    """A server on loopback with this script."""
    with Talkative(script) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def words(say: Callable[[dict], None]) -> None:
    """Words without end."""
    for number in range(100_000):
        say({"content": f"word {number} "})
        time.sleep(0.01)


def call(say: Callable[[dict], None]) -> None:
    """Some words and a call."""
    say({"content": "Let me see. "})
    for number in range(2):
        # The first one is complete as soon as another one begins.
        function = {"name": "time_now", "arguments": "{}"}
        say({"tool_calls": [{"index": number, "id": f"c{number}", "function": function}]})


def silence(_: Callable[[dict], None]) -> None:
    """Nothing."""


class Led:
    """A pet in a state, in a process of its own."""

    def __init__(self, state: str, folder: Path, *arguments: str, **environment: str) -> None:
        self._note = folder / "note"
        self.process = start_python("-m", "tests.app.controlled_pet", state, str(self._note), *arguments, **environment)

    @property
    def lines(self) -> Sequence[str]:
        return self._note.read_text(encoding="utf-8").splitlines() if self._note.exists() else ()

    @property
    def shown(self) -> int:
        """How many characters of an answer have been shown."""
        return max((int(line.split()[1]) for line in self.lines if line.startswith("shown")), default=0)

    def wait_for(self, condition: Callable[[], object]) -> None:
        wait_until(lambda: self.process.poll() is not None or condition())
        assert self.process.poll() is None, self.process.communicate()

    def end(self, number: signal.Signals, *, impatient: bool = False) -> None:
        """Send the signal, `impatient` again and again, and see that the program ends well and quietly."""
        self.process.send_signal(number)
        until = time.monotonic() + MOST_S
        while impatient and self.process.poll() is None and time.monotonic() < until:
            self.process.send_signal(number)
            time.sleep(0.003)
        out, err = self.process.communicate(timeout=MOST_S)
        assert (self.process.returncode, out, err) == (0, "", "")


@contextmanager
def led(state: str, folder: Path, *arguments: str, **environment: str) -> Generator[Led]:
    """A pet in a state, as soon as it has reached it."""
    pet = Led(state, folder, *arguments, **environment)
    try:
        pet.wait_for(lambda: "ready" in pet.lines)
        yield pet
    finally:
        if pet.process.poll() is None:
            pet.process.kill()
        pet.process.communicate()


def kept() -> tuple[Message, ...]:
    """What the last conversation says when it is opened again."""
    store = Store(data_folder() / "conversations.db")
    saved = store.last()
    store.close()
    assert saved
    return tuple(node.message for node in saved.nodes)


def draft() -> str:
    """What was typed and not sent."""

    async def read() -> str:
        store = Store(data_folder() / "conversations.db")
        text = (await store.draft(None)).text
        store.close()
        return text

    return asyncio.run(read())


def settings(folder: Path, url: str, more: str = "") -> str:
    file = write_settings(folder, url)
    with file.open("a", encoding="utf-8") as end:
        end.write(more)
    return str(file)


@pytest.mark.parametrize("number", SIGNALS)
def test_what_an_answer_said_until_then_is_kept(tmp_path: Path, number: signal.Signals) -> None:
    with talkative(words) as server, led("ask", tmp_path, "--settings", settings(tmp_path, server.url)) as pet:
        pet.wait_for(lambda: pet.shown > 300)
        shown = pet.shown
        pet.end(number)
        question, answer = kept()
        assert question.text == QUESTION
        assert len(answer.text) >= shown
        assert answer.text.startswith("word 0 word 1 word 2 ")
        assert answer.ended == "cancelled"


@pytest.mark.parametrize("state", ["idle", "menu", "dialog", "nested"])
def test_nothing_that_is_open_keeps_it(tmp_path: Path, state: str) -> None:
    with led(state, tmp_path, "--settings", settings(tmp_path, "http://127.0.0.1:9/v1")) as pet:
        pet.end(signal.SIGTERM)


def test_the_first_run_does_not_keep_it(tmp_path: Path) -> None:
    empty = tmp_path / "settings.toml"
    empty.write_text("", encoding="utf-8")
    with led("idle", tmp_path, "--settings", str(empty)) as pet:
        pet.end(signal.SIGINT)


def test_a_draft_is_kept(tmp_path: Path) -> None:
    with led("type", tmp_path, "--settings", settings(tmp_path, "http://127.0.0.1:9/v1")) as pet:
        pet.end(signal.SIGTERM)
    assert draft() == DRAFT


def test_ctrl_c_pressed_again_and_again_changes_nothing(tmp_path: Path) -> None:
    with talkative(words) as server, led("ask", tmp_path, "--settings", settings(tmp_path, server.url)) as pet:
        pet.wait_for(lambda: pet.shown > 100)
        shown = pet.shown
        pet.end(signal.SIGINT, impatient=True)
        answer = kept()[-1]
        assert len(answer.text) >= shown
        assert answer.ended == "cancelled"


def test_a_call_that_waits_for_its_permission_does_not_keep_it(tmp_path: Path) -> None:
    file_of = settings
    with talkative(call) as server:
        file = file_of(tmp_path, server.url, '[tools.policies]\n"time.now" = "ask"\n')
        with led("permission", tmp_path, "--settings", file) as pet:
            pet.end(signal.SIGTERM)
    answer = kept()[-1]
    assert answer.text == "Let me see. "
    assert [block.status for block in answer.blocks if isinstance(block, ToolUse)] == ["error", "error"]


def test_a_server_that_does_not_answer_does_not_keep_it(tmp_path: Path) -> None:
    with talkative(silence) as server, led("ask", tmp_path, "--settings", settings(tmp_path, server.url)) as pet:
        pet.wait_for(server.asked.is_set)
        pet.end(signal.SIGTERM)
    assert kept()[0].text == QUESTION


def test_a_name_server_that_does_not_answer_does_not_keep_it(tmp_path: Path) -> None:
    with led("name_server", tmp_path, "--settings", settings(tmp_path, "http://somewhere.invalid/v1")) as pet:
        pet.wait_for(lambda: "looked up" in pet.lines)
        pet.end(signal.SIGTERM)
    assert kept()[0].text == QUESTION


def test_a_keyring_that_waits_for_its_password_does_not_keep_it(tmp_path: Path) -> None:
    backend = """
import time
from pathlib import Path
from keyring.backend import KeyringBackend

class Locked(KeyringBackend):
    priority = 1
    def get_password(self, service, username):
        Path({asked!r}).touch()
        time.sleep(3600)
    def set_password(self, service, username, password):
        time.sleep(3600)
"""
    asked = tmp_path / "asked"
    (tmp_path / "locked_keyring.py").write_text(backend.format(asked=str(asked)), encoding="utf-8")
    environment = {"PYTHON_KEYRING_BACKEND": "locked_keyring.Locked", "PYTHONPATH": str(tmp_path)}
    with led("ask", tmp_path, "--settings", settings(tmp_path, "http://127.0.0.1:9/v1"), **environment) as pet:
        pet.wait_for(asked.exists)
        pet.end(signal.SIGTERM)
    assert kept()[0].text == QUESTION


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("later", [0.0, 0.1, 0.3])
def test_the_first_second_has_no_moment_in_which_it_stays(number: signal.Signals, later: float) -> None:
    with started("--offline") as program:
        wait_until(lambda: catches(program, signal.SIGTERM))
        # What happens then has no sign of its own: these are moments anywhere in a start.
        time.sleep(later)
        program.send_signal(number)
        out, err = program.communicate(timeout=MOST_S)
        assert (program.returncode, out, err) == (0, "", "")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_signal_that_was_ignored_stays_ignored() -> None:
    command = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"
    )
    program = start_python("-c", command, sys.executable, "-m", "deskpet", "--offline")
    try:
        wait_until(lambda: catches(program, signal.SIGTERM))
        assert not catches(program, signal.SIGHUP)
    finally:
        program.kill()
        program.communicate()


def catches(program: "subprocess.Popen[str]", number: signal.Signals) -> bool:
    """Whether the program has a handler for the signal."""
    status = Path(f"/proc/{program.pid}/status").read_text(encoding="ascii")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (number - 1) & 1)


async def test_the_end_of_the_session_keeps_everything_and_then_ends_it(tmp_path: Path) -> None:
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    life, talk = await open_pet(pet)
    type_and_send(talk, "hello")
    await until(lambda: bool(upstream.requests))
    upstream.delta(content="This was said")
    await until(lambda: talk.conversation.messages[-1].text == "This was said")
    talk.chat.composer.field.setPlainText("half a thought")
    # What Windows sends from within its last message, after which the process is ended.
    talk.save_now()
    assert kept()[-1].text == "This was said"
    assert talk.conversation.is_running
    QCoreApplication.postEvent(QCoreApplication.instance(), QEvent(QEvent.Type.Quit))
    assert await life == 0
    assert kept()[-1].ended == "cancelled"
    await upstream.close()
