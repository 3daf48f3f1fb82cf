"""Events of coding agents, and their form on the local socket: one JSON object a line.

The hook command writes them and the running pet reads them. Only the standard library is imported, because the agent
waits for the hook command.
"""

import json
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from deskpet.config.choices import Agent
from deskpet.processes.local_channel import MAX_NAME, BadLocalLine, decode_object

# Maximum size of the text of a request: a longer one is decided in the terminal.
MAX_REQUEST = 32 << 10
MAX_DETAIL = 200
MAX_RUNNING = 1000
# How long a request may be answered, in seconds. The hook and the agent wait a little longer.
ANSWER_SECONDS = 105.0
# What the line of an event begins with.
PREFIX = b'{"agent": '
_MAX_TIME = 1e11
# The highest number of a process, on any system.
_MAX_PROCESS = 1 << 32


AGENT_TITLES = {
    Agent.CLAUDE: "Claude Code",
    Agent.CODEX: "Codex",
    Agent.QWEN: "Qwen Code",
    Agent.GEMINI: "Gemini CLI",
    Agent.OPENCODE: "opencode",
}


class EventKind(StrEnum):
    """The kind of an event.

    INPUT_AWAITED: the user has to act in the terminal. RESTED: the agent waits for the next prompt.
    """

    SESSION_STARTED = "session_started"
    PROMPT = "prompt"
    TOOL_STARTED = "tool_started"
    TOOL_ENDED = "tool_ended"
    TOOL_FAILED = "tool_failed"
    PERMISSION_ASKED = "permission_asked"
    PERMISSION_ANSWERED = "permission_answered"
    INPUT_AWAITED = "input_awaited"
    SUBAGENT_STARTED = "subagent_started"
    SUBAGENT_ENDED = "subagent_ended"
    COMPACTION_STARTED = "compaction_started"
    COMPACTION_ENDED = "compaction_ended"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    RESTED = "rested"
    SESSION_ENDED = "session_ended"


class AgentDecision(StrEnum):
    """The user's answer to a permission request. Without one, the agent asks by itself."""

    ALLOW = "allow"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class AgentEvent:
    """One event of one session.

    at: when it happened by the agent's own clock, else when the hook was started, in seconds since 1970; orders events
        that arrive out of order.
    turn: the id of the turn, "" if the agent has none; all events of a turn have the same.
    project: the agent's working folder. transcript: the file to which it writes the session, or "".
    hook: the number of the hook's process, 0 without one. subagent: the id of the subagent that the event is of, or "".
    call_id: the id of the tool call. detail: what the call works on, shortened for display.
    fingerprint: a digest of the tool's name and input, by which a permission request and its call are compared.
    request: the complete text of a permission request, "" if it can only be answered in the terminal.
    request_id: random, of one permission request; an answer has to repeat it.
    running: the number of background tasks at the end of a turn, None if the agent does not tell it.
    """

    agent: Agent
    session: str
    kind: EventKind
    at: float
    turn: str = ""
    project: str = ""
    transcript: str = ""
    hook: int = 0
    subagent: str = ""
    tool: str = ""
    call_id: str = ""
    detail: str = ""
    fingerprint: str = ""
    request: str = ""
    request_id: str = ""
    running: int | None = None


def to_line(event: AgentEvent) -> bytes:
    """Return the event as a line."""
    return json.dumps(asdict(event), ensure_ascii=True).encode() + b"\n"


def from_line(line: bytes) -> AgentEvent:
    """Return the event in a line of at most MAX_LINE bytes. Raises BadLocalLine."""
    values = decode_object(line)
    texts = {field.name: _text(values, field.name) for field in fields(AgentEvent) if field.type is str}
    at: object = values.get("at")
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < _MAX_TIME:
        raise BadLocalLine("at")
    running = None if values.get("running") is None else _number(values, "running", MAX_RUNNING)
    hook = _number(values, "hook", _MAX_PROCESS)
    try:
        agent, kind = Agent(str(values.get("agent"))), EventKind(str(values.get("kind")))
    except ValueError as error:
        raise BadLocalLine(str(error)) from error
    return AgentEvent(agent, kind=kind, at=float(at), hook=hook, running=running, **texts)


def _number(values: dict[str, Any], name: str, most: int) -> int:
    value: object = values.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadLocalLine(name)
    return value


def _text(values: dict[str, Any], name: str) -> str:
    value = values.get(name, "")
    most = MAX_REQUEST if name == "request" else MAX_DETAIL if name == "detail" else MAX_NAME
    if not isinstance(value, str) or len(value) > most or (name == "session" and not value):
        raise BadLocalLine(name)
    return value
