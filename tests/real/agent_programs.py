"""Coding agents' own programs in a home of the test's own, and the model that they talk to.

The model is scripted: the first request of a conversation gets a call of the shell, the next one a closing sentence.
"""

import json
import os
import re
import select
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from deskpet import paths
from deskpet.agents import sessions
from deskpet.agents.events import AgentDecision, AgentEvent, from_line
from deskpet.agents.sessions import Agents, AgentState
from deskpet.instance_lock import InstanceLock

PROGRAMS = "DESKPET_AGENTS"
"""The variable that names the folder with the programs, such as node_modules/.bin."""


def program(name: str) -> str:
    """Return the path of an agent's program, "" if it is not installed."""
    # The program is started in another folder.
    found = shutil.which(name, path=os.environ.get(PROGRAMS, ""))
    return os.path.abspath(found) if found else ""  # noqa: PTH100 - its links say where the rest of it is


class ScriptedModel(BaseHTTPRequestHandler):
    """Answers chat completions and responses; `script` is what the model runs."""

    script = ""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the overridden method
        """Print nothing."""

    def do_GET(self) -> None:
        self._send("application/json", json.dumps({"object": "list", "data": [{"id": "scripted"}]}))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        if self.path.endswith("/responses"):
            self._send("text/event-stream", "".join(_response(body, self.script)))
        else:
            self._send("text/event-stream", "".join(_completion(body, self.script)))

    def _send(self, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _completion(body: dict, command: str) -> Generator[str]:
    names = [each["function"]["name"] for each in body.get("tools", [])]
    shell = next((each for each in ("run_shell_command", "bash") if each in names), "")
    delta: dict[str, Any] = {"role": "assistant", "content": "All done."}
    reason = "stop"
    if shell and not any(each["role"] == "tool" for each in body["messages"]):
        arguments = json.dumps({"command": command, "description": "Make a file", "is_background": False})
        call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": shell, "arguments": arguments}}
        delta, reason = {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"
    usage = {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10}
    for choices in ([{"index": 0, "delta": delta}], [{"index": 0, "delta": {}, "finish_reason": reason}], []):
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": choices}
        yield f"data: {json.dumps(chunk | ({} if choices else {'usage': usage}))}\n\n"
    yield "data: [DONE]\n\n"


def _response(body: dict, command: str) -> Generator[str]:
    is_answered = any(isinstance(each, dict) and "output" in str(each.get("type")) for each in body["input"])
    arguments = {"cmd": command, "sandbox_permissions": "require_escalated", "justification": "The test wants it"}
    item: dict[str, Any] = {
        "type": "function_call",
        "call_id": "call_1",
        "name": "exec_command",
        "arguments": json.dumps(arguments),
    }
    if is_answered:
        content = [{"type": "output_text", "text": "All done."}]
        item = {"type": "message", "role": "assistant", "id": "m1", "content": content}
    usage = {"input_tokens": 5, "output_tokens": 5, "total_tokens": 10}
    for kind, more in (
        ("response.created", {"response": {"id": "r1"}}),
        ("response.output_item.done", {"item": item}),
        ("response.completed", {"response": {"id": "r1", "usage": usage}}),
    ):
        yield f"event: {kind}\ndata: {json.dumps({'type': kind} | more)}\n\n"


@contextmanager
def scripted_model(command: str) -> Generator[str]:
    """Serve on loopback during the block; gives the base URL."""
    handler = type("Handler", (ScriptedModel,), {"script": command})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
        thread.join()


class Recorder:
    """Stands in for the pet: keeps the events, and answers each request with `decision`, None: not at all."""

    def __init__(self, folder: Path, decision: AgentDecision | None) -> None:
        self.events: list[AgentEvent] = []
        self.states: list[AgentState] = []
        self._agents, self.decision = Agents(), decision
        self._lock = InstanceLock(paths.data_folder())
        self._lock.acquire()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(folder / "agents.sock"))
        self._socket.listen()
        self._lock.publish_agents(str(folder / "agents.sock"))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as lines:
                if not (line := lines.readline()):
                    continue
                event = from_line(line)
                self._agents = sessions.apply(self._agents, event, time.monotonic())
                self.events.append(event)
                self.states.append(self._agents.state)
                if event.request_id:
                    self._agents = sessions.release(self._agents, event.request_id)
                    if self.decision:
                        answer = {"request_id": event.request_id, "decision": self.decision.value}
                        connection.sendall(json.dumps(answer).encode() + b"\n")

    def close(self) -> None:
        self._lock.release()
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


@contextmanager
def in_terminal(words: list[str], folder: Path, environment: dict[str, str]) -> Generator[None]:
    """Run a program with a terminal of its own during the block; its group is killed afterwards."""
    ours, theirs = os.openpty()
    running = subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment, start_new_session=True
    )
    os.close(theirs)
    reader = threading.Thread(target=_discard, args=(ours, running), daemon=True)
    reader.start()
    try:
        yield
    finally:
        os.killpg(running.pid, 9)
        running.wait()
        reader.join()
        os.close(ours)


def _discard(terminal: int, running: "subprocess.Popen[bytes]") -> None:
    """Read what the program prints, and answer its question where the cursor is."""
    while running.poll() is None:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                data = os.read(terminal, 1 << 16)
            except OSError:
                return
            if re.search(rb"\x1b\[6n", data):
                os.write(terminal, b"\x1b[1;1R")


@contextmanager
def in_background(words: list[str], folder: Path, environment: dict[str, str]) -> Generator[None]:
    """Run a program without a terminal during the block."""
    null = subprocess.DEVNULL
    running = subprocess.Popen(
        words, stdin=null, stdout=null, stderr=null, cwd=folder, env=environment, start_new_session=True
    )
    try:
        yield
    finally:
        os.killpg(running.pid, 9)
        running.wait()
