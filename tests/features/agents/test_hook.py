"""The command that agents start: what it tells, what it prints, and that it never stops an agent."""

import json
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from deskpet.config import paths
from deskpet.config.choices import Agent
from deskpet.features.agents.events import AgentDecision, AgentEvent, EventKind, from_line
from deskpet.features.agents.hook import answer_payload, data_folder, read_answer
from deskpet.processes.instance_lock import InstanceLock
from tests.features.agents.hook_command import ASKED, PROMPT, command, patient_command
from tests.support.folders import PROJECT

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="the sockets of these tests are Unix sockets")

# Prints the modules that are imported for an event, and from which packages.
MODULES = """
import sys
from deskpet.__main__ import main
code = main(["hook", "claude"])
tops = {name.partition(".")[0] for name, module in sys.modules.items() if module}
print(code, *sorted(tops - set(sys.stdlib_module_names) - {"__main__"}))
"""


def start(words: list[str]) -> Popen[bytes]:
    """Start a command as an agent does."""
    return Popen(words, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=PROJECT)


def run(payload: object, *arguments: str) -> tuple[int, bytes]:
    """The exit code and the standard output for a payload."""
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    with start(command(*(arguments or ("claude",)))) as program:
        out, _ = program.communicate(data, timeout=60)
    return program.returncode, out


@contextmanager
def listening(tmp_path: Path) -> Generator[socket.socket]:
    """A socket in the place of the pet's, published in the lock of the data folder."""
    lock = InstanceLock(paths.data_folder())
    lock.acquire()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "agents.sock"))
        server.listen()
        server.settimeout(60)
        lock.publish("", agents=str(tmp_path / "agents.sock"))
        yield server
    lock.release()


@contextmanager
def accept(server: socket.socket) -> Generator[tuple[socket.socket, AgentEvent]]:
    """A connection of the command, and the event that it tells."""
    connection, _ = server.accept()
    with connection:
        connection.settimeout(60)
        line = b""
        while not line.endswith(b"\n"):
            line += connection.recv(65536)
        yield connection, from_line(line)


def printed_for(agent: str, answer: bytes, tmp_path: Path) -> bytes:
    """What the command prints when the pet answers a request with `answer`; ID stands for that of the request."""
    with listening(tmp_path) as server, start(patient_command(agent)) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(json.dumps(ASKED).encode())
        program.stdin.close()
        with accept(server) as (connection, event):
            assert (event.request, len(event.request_id)) == ("rm -rf build", 32)
            connection.sendall(answer.replace(b"ID", event.request_id.encode()))
        assert program.wait(60) == 0
        return program.stdout.read()


def test_the_data_folder_is_the_programs() -> None:
    assert data_folder() == paths.data_folder()


def test_the_data_folder_without_variables_is_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == paths.data_folder()


def test_an_event_needs_no_package_beyond_the_standard_library() -> None:
    ran = subprocess.run(
        [sys.executable, "-S", "-c", MODULES], input=json.dumps(PROMPT).encode(), capture_output=True, check=True,
        cwd=PROJECT,
    )  # fmt: skip
    assert ran.stdout.split() == [b"0", b"deskpet"], ran.stderr


@unix_only
def test_an_event_is_told_to_the_running_pet_and_nothing_is_printed(tmp_path: Path) -> None:
    with listening(tmp_path) as server, start(patient_command("claude")) as program:
        assert program.stdin
        assert program.stdout
        # The agent does not close its end.
        program.stdin.write(json.dumps(PROMPT).encode() + b"\n")
        program.stdin.flush()
        with accept(server) as (_, event):
            told = (event.agent, event.kind, event.session, event.project)
        assert told == (Agent.CLAUDE, EventKind.PROMPT, "s1", "/p")
        assert program.wait(60) == 0
        assert program.stdout.read() == b""


@unix_only
def test_the_command_goes_on_until_the_pet_has_looked_at_its_process(tmp_path: Path) -> None:
    with listening(tmp_path) as server, start(patient_command("claude")) as program:
        assert program.stdin
        program.stdin.write(json.dumps(PROMPT).encode())
        program.stdin.close()
        with accept(server) as (_, event):
            assert event.hook == program.pid
            with pytest.raises(subprocess.TimeoutExpired):
                program.wait(0.3)
        assert program.wait(60) == 0


@pytest.mark.slow_variants
@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"no json",
        b"[]",
        b"{}",
        b"\xef\xbb\xbf{}",
        b'{"a":' * 50_000,
        b"[" * 3_000_000,
        b'"' + b"x" * (5 << 20),
        b'{"n": ' + b"9" * 10_000 + b"}",
        {"hook_event_name": ["Stop"], "session_id": {}},
        ASKED | {"tool_input": json.loads("[" * 500 + "]" * 500)},
        PROMPT,
        ASKED,
    ],
)
def test_where_nobody_listens_nothing_happens(payload: object) -> None:
    assert run(payload) == (0, b"")


@pytest.mark.parametrize("arguments", [("unknown",), ("claude", "--odd"), ("--json",), ()])
def test_words_that_are_not_understood_stop_no_agent(arguments: tuple[str, ...]) -> None:
    with start(command(*arguments)) as program:
        out, _ = program.communicate(json.dumps(PROMPT).encode(), timeout=60)
    assert (out, program.returncode) == (b"", 0)


def test_a_standard_input_that_never_ends_is_given_up() -> None:
    with start(command("claude")) as program:
        assert program.stdin
        program.stdin.write(b'{"hook_event_name": ')
        program.stdin.flush()
        assert program.wait(60) == 0


@unix_only
def test_the_socket_of_a_pet_that_is_gone_is_ignored(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        server.close()
        assert run(PROMPT) == (0, b"")


@unix_only
@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        ("allow", {"behavior": "allow"}),
        ("deny", {"behavior": "deny", "message": "The user refused this."}),
    ],
)
def test_an_answer_is_printed_in_the_agents_form(tmp_path: Path, decision: str, expected: dict) -> None:
    answer = json.dumps({"request_id": "ID", "decision": decision}).encode() + b"\n"
    printed = json.loads(printed_for("codex", answer, tmp_path))
    assert printed == {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": expected}}


@unix_only
@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\n",
        b'{"decision": "allow"}\n',
        b'{"request_id": "00", "decision": "allow"}\n',
        b'{"request_id": "ID", "decision": "allow"}',
        b'{"request_id": "ID", "decision": "allowed"}\n',
        b'{"request_id": "ID", "decision": true}\n',
        b'{"request_id": "ID"}\n',
        b"x" * 10_000,
    ],
)
def test_nothing_but_a_whole_answer_to_this_request_is_one(tmp_path: Path, answer: bytes) -> None:
    """The pet was killed while it asked, or something else answers."""
    assert printed_for("claude", answer, tmp_path) == b""


def test_two_requests_at_once_take_only_their_own_answers() -> None:
    line = json.dumps({"request_id": "a", "decision": "allow"}).encode() + b"\n"
    assert read_answer(line, "a") is AgentDecision.ALLOW
    assert read_answer(line, "b") is None


@unix_only
def test_a_silent_pet_means_no_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for an answer ends the command with 0 and without a word; here it is shortened."""
    limits = "hook._STATE_SECONDS, hook._ANSWER_SECONDS = 60, 0.2"
    code = f"import sys; from deskpet.features.agents import hook; {limits}; sys.exit(hook.main(['claude']))"
    with listening(tmp_path) as server, Popen([sys.executable, "-c", code], stdin=PIPE, stdout=PIPE) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(json.dumps(ASKED).encode())
        program.stdin.close()
        with accept(server) as (_, event):
            assert program.wait(60) == 0
        assert event.kind is EventKind.PERMISSION_ASKED
        assert program.stdout.read() == b""


@unix_only
def test_nothing_is_told_to_what_is_no_socket_of_the_user(tmp_path: Path) -> None:
    lock = InstanceLock(paths.data_folder())
    lock.acquire()
    file = tmp_path / "file"
    file.write_text("")
    for address in (str(file), str(tmp_path / "missing"), "\0", "/dev/null"):
        lock.publish("", agents=address)
        assert run(PROMPT) == (0, b"")
    assert file.read_text() == ""
    lock.release()


def test_the_answer_to_the_plugin_of_opencode() -> None:
    assert answer_payload(Agent.OPENCODE, AgentDecision.DENY) == {"decision": "deny"}
