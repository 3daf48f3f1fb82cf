"""The socket for the hooks of agents: what is accepted, and that only a decision of the user is an answer."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.config import paths
from deskpet.config.choices import Agent
from deskpet.features.agents.controller import PendingRequest, listen_to_hooks
from deskpet.features.agents.events import AgentDecision, AgentEvent, EventKind, to_line
from deskpet.processes.instance_lock import InstanceLock
from deskpet.processes.local_channel import MAX_LINE
from deskpet.ui.platform.local_server import LocalSocketServer
from tests.features.agents.hook_command import ASKED, PROMPT, patient_command
from tests.support.folders import PROJECT

EVENT = AgentEvent(Agent.CLAUDE, "s1", EventKind.PROMPT, 1.0)
REQUEST = AgentEvent(
    Agent.CLAUDE, "s1", EventKind.PERMISSION_ASKED, 1.0, request="rm -rf build", request_id="id-1", fingerprint="f"
)


class Listener(QObject):
    """The socket, and what hooks have told."""

    def __init__(self, lock: InstanceLock) -> None:
        super().__init__()
        self.events: list[AgentEvent] = []
        self.requests: list[PendingRequest] = []
        lines = LocalSocketServer(lock)
        self.end = listen_to_hooks(lines, self.events.append, self.requests.append)
        running = lock.running()
        assert running
        self.address = running.agents


@pytest.fixture
def listener(qapp: QApplication) -> Generator[Listener]:
    lock = InstanceLock(paths.data_folder())
    lock.acquire()
    listener = Listener(lock)
    yield listener
    listener.end()
    lock.release()


def connected(listener: Listener, data: bytes = b"") -> QLocalSocket:
    client = QLocalSocket(listener)
    client.connectToServer(listener.address)
    client.write(data)
    return client


def is_closed(client: QLocalSocket) -> bool:
    return client.state() is QLocalSocket.LocalSocketState.UnconnectedState


def test_an_event_is_received_and_its_hook_let_go(listener: Listener, qtbot: QtBot) -> None:
    client = connected(listener, to_line(EVENT))
    qtbot.waitUntil(lambda: listener.events == [EVENT])
    qtbot.waitUntil(lambda: is_closed(client))


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe is no file")
def test_only_the_user_can_open_the_socket(listener: Listener) -> None:
    file = Path(listener.address)
    assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o022 == 0
    listener.end()
    assert not file.exists()


@pytest.mark.parametrize(
    "data",
    [b"\n", b"no event\n", b"{}\n", b"[" * 10_000 + b"\n", b"x" * (MAX_LINE + 10), to_line(EVENT)[:-3] + b"\n"],
)
def test_what_is_no_event_is_cut_off(listener: Listener, qtbot: QtBot, data: bytes) -> None:
    client = connected(listener, data)
    qtbot.waitUntil(lambda: is_closed(client))
    assert listener.events == []


def test_many_silent_connections_do_not_keep_events_out_for_long(listener: Listener, qtbot: QtBot) -> None:
    silent = [connected(listener) for _ in range(40)]
    qtbot.waitUntil(lambda: all(is_closed(each) for each in silent))
    connected(listener, to_line(EVENT))
    qtbot.waitUntil(lambda: listener.events == [EVENT])


@pytest.mark.parametrize("decision", list(AgentDecision))
def test_a_decision_is_sent_once(listener: Listener, qtbot: QtBot, decision: AgentDecision) -> None:
    client = connected(listener, to_line(REQUEST))
    qtbot.waitUntil(lambda: len(listener.requests) == 1)
    (request,) = listener.requests
    assert request.answer(decision)
    assert not request.answer(AgentDecision.ALLOW)
    qtbot.waitUntil(lambda: is_closed(client))
    assert json.loads(client.readAll().data()) == {"request_id": "id-1", "decision": decision.value}


def test_a_released_request_gets_no_word(listener: Listener, qtbot: QtBot) -> None:
    client = connected(listener, to_line(REQUEST))
    qtbot.waitUntil(lambda: len(listener.requests) == 1)
    listener.requests[0].connection.release()
    qtbot.waitUntil(lambda: is_closed(client))
    assert client.readAll().data() == b""
    assert not listener.requests[0].answer(AgentDecision.ALLOW)


def test_a_closing_pet_answers_nothing(listener: Listener, qtbot: QtBot) -> None:
    client = connected(listener, to_line(REQUEST))
    qtbot.waitUntil(lambda: len(listener.requests) == 1)
    listener.end()
    qtbot.waitUntil(lambda: is_closed(client))
    assert client.readAll().data() == b""


def test_a_hook_that_is_gone_ends_its_request_only(listener: Listener, qtbot: QtBot) -> None:
    clients = [connected(listener, to_line(REQUEST)) for _ in range(2)]
    qtbot.waitUntil(lambda: len(listener.requests) == 2)
    ended: list[PendingRequest] = []
    for request in listener.requests:
        request.connection.ended.connect(lambda request=request: ended.append(request))
    clients[0].abort()
    qtbot.waitUntil(lambda: len(ended) == 1)
    (other,) = set(listener.requests) - set(ended)
    assert other.answer(AgentDecision.DENY)


@pytest.mark.parametrize("payload", [PROMPT, ASKED])
def test_the_real_command_reaches_the_server(listener: Listener, qtbot: QtBot, payload: dict) -> None:
    program = subprocess.Popen(
        patient_command("claude"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        env=os.environ,
    )
    with program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(json.dumps(payload).encode())
        program.stdin.close()
        qtbot.waitUntil(lambda: bool(listener.events or listener.requests))
        for request in listener.requests:
            request.answer(AgentDecision.ALLOW)
        qtbot.waitUntil(lambda: program.poll() is not None)
        assert program.returncode == 0
        assert bool(program.stdout.read()) == bool(listener.requests)
