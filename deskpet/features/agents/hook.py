"""`deskpet hook AGENT`: tell the running pet what a coding agent does, and bring back the answer to a request.

An agent starts it with a JSON object on standard input. Where no pet listens, it does nothing. It prints only an answer
that the user has given, and always exits with 0, because another code could stop the agent. It imports only the
standard library.
"""

import contextlib
import json
import os
import secrets
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from deskpet.config.choices import Agent
from deskpet.features.agents.events import ANSWER_SECONDS, AgentDecision, AgentEvent, EventKind, to_line
from deskpet.features.agents.payload import read_payload
from deskpet.processes.instance_lock import InstanceLock
from deskpet.processes.local_channel import BadLocalLine, Channel, connect, decode_object

# The whole time without a question, the interpreter's start excluded, and how long an answer is awaited, in seconds.
_STATE_SECONDS, _ANSWER_SECONDS = 0.4, ANSWER_SECONDS + 5
# An agent's payload holds the content of the files it reads.
_MAX_INPUT = 4 << 20
_CHUNK = 1 << 16


def main(arguments: list[str]) -> int:
    """Handle one event of the agent `arguments[0]`. Returns 0, whatever happens."""
    limit = _exit_after(_STATE_SECONDS)
    try:
        event = _read_event(arguments, time.time())
        channel = _connect() if event else None
        if event and channel:
            _tell(event, channel, limit)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - any other exit code could stop the agent
        # Agents show this only in their logs.
        sys.stderr.write(f"deskpet hook: {error!r}\n")
    limit.cancel()
    return 0


def _exit_after(seconds: float) -> threading.Timer:
    """End the process after some seconds, even while it waits for its input."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()
    return timer


def _read_event(arguments: list[str], at: float) -> AgentEvent | None:
    payload = _read_payload()
    return read_payload(Agent(arguments[0]), payload, at) if arguments and payload is not None else None


def _read_payload() -> dict[str, Any] | None:
    """Return the JSON object on standard input, None if there is none. The writer may leave its end open."""
    data = b""
    while len(data) <= _MAX_INPUT:
        chunk = os.read(0, _CHUNK)
        data += chunk
        if len(chunk) < _CHUNK and (not chunk or data.rstrip().endswith(b"}")):
            try:
                value = json.loads(data.decode("utf-8-sig", "replace"))
            except ValueError:
                if not chunk:
                    return None
                continue
            return cast("dict[str, Any]", value) if isinstance(value, dict) else None
    return None


def _connect() -> Channel | None:
    running = InstanceLock(data_folder()).running()
    return connect(running.agents) if running and running.agents else None


def data_folder() -> Path:
    """Return `deskpet.config.paths.data_folder()` without the library that finds it."""
    home = Path.home()
    if sys.platform == "win32":
        found = os.environ.get("WIN_PD_OVERRIDE_LOCAL_APPDATA") or os.environ.get("LOCALAPPDATA")
        return Path(found or home / "AppData" / "Local") / "deskpet"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "deskpet"
    found = os.environ.get("XDG_DATA_HOME", "").strip()
    return Path(found or home / ".local" / "share") / "deskpet"


def _tell(event: AgentEvent, channel: Channel, limit: threading.Timer) -> None:
    event = replace(event, hook=os.getpid())
    if event.kind is not EventKind.PERMISSION_ASKED or not event.request:
        channel.send(to_line(event))
        # The pet closes its end when it has looked from this process for that of the agent.
        with contextlib.suppress(OSError):
            channel.receive_line()
        return
    # The agent waits for an answer anyway.
    limit.cancel()
    wait = _exit_after(_ANSWER_SECONDS)
    asked = replace(event, request_id=secrets.token_hex(16))
    channel.send(to_line(asked))
    decision = read_answer(channel.receive_line(), asked.request_id)
    wait.cancel()
    if decision:
        os.write(1, json.dumps(answer_payload(event.agent, decision)).encode())


def read_answer(line: bytes, request_id: str) -> AgentDecision | None:
    """Return the user's decision in the pet's answer to this request, None if it has none."""
    if not line.endswith(b"\n"):
        return None
    try:
        values = decode_object(line)
    except BadLocalLine:
        return None
    is_answer = values.get("request_id") == request_id
    return next((each for each in AgentDecision if is_answer and values.get("decision") == each.value), None)


def answer_payload(agent: Agent, decision: AgentDecision) -> dict[str, Any]:
    """Return the JSON by which an agent takes a decision."""
    if agent is Agent.OPENCODE:
        return {"decision": decision.value}
    answer = {"behavior": decision.value}
    if decision is AgentDecision.DENY:
        answer["message"] = "The user refused this."
    return {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": answer}}
