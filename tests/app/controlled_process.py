"""The whole pet in a process of its own in a given state, and a server that answers it without end."""

import json
import signal
import socketserver
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.app.running_pet import write_settings
from tests.support.deskpet_process import start_python
from tests.support.waiting import wait_until

# The duration is measured by the bench. This only limits how long a failing test takes.
END_LIMIT_S = 20
SIGNAL_INTERVAL_S = 0.003

Script = Callable[[Callable[[dict], None]], None]
"""Sends the deltas of an answer with the function that it is given."""


class StreamingServer(socketserver.ThreadingTCPServer):
    """Answers every request of chat/completions with `script`, and keeps the connection open after it."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked = threading.Event()
        super().__init__(("127.0.0.1", 0), _Answer)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Answer(socketserver.StreamRequestHandler):
    server: StreamingServer  # pyright: ignore[reportIncompatibleVariableOverride]
    has_begun = False

    def handle(self) -> None:
        while self.rfile.readline() not in {b"\r\n", b""}:
            pass
        self.server.asked.set()
        try:
            self.server.script(self._send_delta)
            self.rfile.read()
        except OSError:
            pass

    def _send_delta(self, delta: dict) -> None:
        if self.wfile.closed:
            return
        choice = {"choices": [{"index": 0, "delta": delta}]}
        head = b"" if self.has_begun else b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        self.has_begun = True
        self.wfile.write(head + f"data: {json.dumps(choice)}\n\n".encode())


@contextmanager
def streaming_server(script: Script) -> Generator[StreamingServer]:
    """Run a server on loopback with this script."""
    with StreamingServer(script) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def endless_answer(send: Callable[[dict], None]) -> None:
    """Send words without end."""
    for number in range(100_000):
        send({"content": f"word {number} "})
        time.sleep(0.01)


def answer_with_calls(send: Callable[[dict], None]) -> None:
    """Send some words and two calls; the first one is complete as soon as the second one begins."""
    send({"content": "Let me see. "})
    for number in range(2):
        function = {"name": "time_now", "arguments": "{}"}
        send({"tool_calls": [{"index": number, "id": f"c{number}", "function": function}]})


def no_answer(_: Callable[[dict], None]) -> None:
    """Send nothing."""


class PetProcess:
    """A process of tests.app.controlled_pet."""

    def __init__(self, state: str, folder: Path, *arguments: str, **environment: str) -> None:
        self._events = folder / "events"
        command = ("-m", "tests.app.controlled_pet", state, str(self._events), *arguments)
        self.process = start_python(*command, **environment)

    @property
    def lines(self) -> Sequence[str]:
        """The lines that the process has written, see tests.app.controlled_pet."""
        return self._events.read_text(encoding="utf-8").splitlines() if self._events.exists() else ()

    @property
    def shown(self) -> int:
        """Number of characters of the answer that were shown."""
        return max((int(line.split()[1]) for line in self.lines if line.startswith("shown")), default=0)

    def wait_for(self, condition: Callable[[], object]) -> None:
        """Block until `condition` returns a true value. Fails if the process ends before."""
        wait_until(lambda: self.process.poll() is not None or condition())
        assert self.process.poll() is None, self.process.communicate()

    def end(self, number: signal.Signals, *, is_repeated: bool = False) -> None:
        """Send a signal, once or until the process ends; it must end with exit code 0 and without output."""
        self.process.send_signal(number)
        deadline = time.monotonic() + END_LIMIT_S
        while is_repeated and self.process.poll() is None and time.monotonic() < deadline:
            self.process.send_signal(number)
            time.sleep(SIGNAL_INTERVAL_S)
        out, err = self.process.communicate(timeout=END_LIMIT_S)
        assert (self.process.returncode, out, err) == (0, "", "")


@contextmanager
def pet_process(
    state: str, folder: Path, base_url: str = "http://127.0.0.1:9/v1", more_settings: str = "", **environment: str
) -> Generator[PetProcess]:
    """Start a pet and wait until it has reached `state`; it is killed at the end of the block if it still runs.

    base_url: the chat server; the default refuses connections, and "" leaves the settings empty.
    """
    file = folder / "settings.toml"
    if base_url:
        write_settings(folder, base_url, more_settings)
    else:
        file.write_text("", encoding="utf-8")
    pet = PetProcess(state, folder, "--settings", str(file), **environment)
    try:
        pet.wait_for(lambda: "ready" in pet.lines)
        yield pet
    finally:
        if pet.process.poll() is None:
            pet.process.kill()
        pet.process.communicate()


@contextmanager
def answered_pet(
    state: str, folder: Path, script: Script, more_settings: str = "", **environment: str
) -> Generator[tuple[StreamingServer, PetProcess]]:
    """Start a pet that is answered with `script`, and wait until it has reached `state`."""
    with (
        streaming_server(script) as server,
        pet_process(state, folder, server.url, more_settings, **environment) as pet,
    ):
        yield server, pet


def handles_signal(program: "subprocess.Popen[str]", number: signal.Signals) -> bool:
    """Return whether the program has a handler for the signal. Only on Linux."""
    status = Path(f"/proc/{program.pid}/status").read_text(encoding="ascii")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (number - 1) & 1)
