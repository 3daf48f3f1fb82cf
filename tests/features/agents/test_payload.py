"""What is read from the agents' payloads, and the form of events on the socket."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.config.choices import Agent
from deskpet.features.agents.events import MAX_REQUEST, AgentEvent, EventKind, from_line, to_line
from deskpet.features.agents.payload import read_payload
from deskpet.processes.local_channel import MAX_LINE, BadLocalLine
from tests.features.agents.payloads import PAYLOADS

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
_KEYS = (
    "session_id",
    "cwd",
    "tool_name",
    "tool_input",
    "tool_use_id",
    "agent_id",
    "background_tasks",
    "error",
    "notification_type",
    "timestamp",
    "prompt_id",
    "transcript_path",
)
_NAMES = ("PreToolUse", "PermissionRequest", "Stop", "StopFailure", "Notification", "SubagentStop")


@pytest.mark.parametrize(("agent", "payload", "kind", "detail", "request_text"), PAYLOADS)
def test_each_documented_payload(agent: Agent, payload: dict, kind: str, detail: str, request_text: str) -> None:
    event = read_payload(agent, payload, 5.0)
    told = (str(event.kind), event.detail, event.request) if event else ("", "", "")
    assert told == (kind, detail, request_text)
    if event:
        assert from_line(to_line(event)) == event
        # What was typed and what a tool returned stays with the agent.
        assert b"secret" not in to_line(event)


def test_the_background_tasks_of_a_turn_are_counted() -> None:
    stopped = [read_payload(agent, payload, 0) for agent, payload, kind, *_ in PAYLOADS if kind == "stopped"]
    assert [each.running if each else "none" for each in stopped] == [1, None, None]


NOW = 1793527201.0


@pytest.mark.parametrize(
    ("timestamp", "at"),
    [
        ("2026-11-01T10:00:00Z", NOW - 1),
        ("2026-11-01T11:00:00.250+01:00", NOW - 0.75),
        ("…", NOW),
        (1793527200, NOW),
        (None, NOW),
        ("2026-11-01T12:00:00Z", NOW),
        ("9999-11-01T10:00:00Z", NOW),
        ("0001-01-01T00:00:00+23:59", NOW),
    ],
)
def test_the_agents_own_time_counts(timestamp: object, at: float) -> None:
    event = read_payload(Agent.GEMINI, {"hook_event_name": "Stop", "session_id": "s", "timestamp": timestamp}, NOW)
    assert event
    assert event.at == at


@pytest.mark.parametrize(
    ("agent", "key"), [(Agent.CLAUDE, "prompt_id"), (Agent.QWEN, "prompt_id"), (Agent.CODEX, "turn_id")]
)
def test_events_name_their_turn_and_the_file_of_their_session(agent: Agent, key: str) -> None:
    payload = {"hook_event_name": "Stop", "session_id": "s", "transcript_path": "/t.jsonl", key: "t1"}
    event = read_payload(agent, payload, 5.0)
    assert event
    assert (event.turn, event.transcript) == ("t1", "/t.jsonl")
    # A name that is cut off would be that of another file.
    longer = read_payload(agent, payload | {"transcript_path": "/" + "t" * 400}, 5.0)
    assert longer
    assert longer.transcript == ""


def test_a_request_that_is_too_long_to_be_read_is_left_to_the_terminal() -> None:
    payload = {"hook_event_name": "PermissionRequest", "session_id": "s", "tool_name": "Bash"}
    fits = read_payload(Agent.CLAUDE, payload | {"tool_input": {"command": "x" * MAX_REQUEST}}, 0)
    longer = read_payload(Agent.CLAUDE, payload | {"tool_input": {"command": "x" * (MAX_REQUEST + 1)}}, 0)
    assert fits
    assert longer
    assert (len(fits.request), longer.request) == (MAX_REQUEST, "")


@given(st.sampled_from(list(Agent)), st.sampled_from(_NAMES), st.dictionaries(st.sampled_from(_KEYS), _JSON))
def test_any_payload_is_an_event_that_fits_into_a_line_or_none(agent: Agent, name: str, rest: dict[str, Any]) -> None:
    event = read_payload(agent, rest | {"hook_event_name": name}, 1.0)
    if event:
        line = to_line(event)
        assert len(line) <= 8 * MAX_REQUEST
        assert from_line(line) == event


def test_a_request_and_its_call_have_the_same_fingerprint() -> None:
    """Codex describes a command only when it asks for it."""
    base = {"session_id": "s", "tool_name": "Bash"}
    asked = base | {"hook_event_name": "PermissionRequest", "tool_input": {"command": "git push", "description": "x"}}
    ended = base | {"hook_event_name": "PostToolUse", "tool_input": {"command": "git push"}}
    other = base | {"hook_event_name": "PostToolUse", "tool_input": {"command": "git pull"}}
    events = [read_payload(Agent.CODEX, each, 0) for each in (asked, ended, other)]
    prints = [each.fingerprint for each in events if each]
    assert prints[0] == prints[1] != prints[2]


def _line(**changes: object) -> bytes:
    return json.dumps({"agent": "claude", "session": "s", "kind": "prompt", "at": 1.0} | changes).encode()


def test_a_line_needs_only_what_every_event_has() -> None:
    assert from_line(_line()) == AgentEvent(Agent.CLAUDE, "s", EventKind.PROMPT, 1.0)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        b"{" * 3000,
        _line(agent="cursor"),
        _line(kind="danced"),
        _line(at="now"),
        _line(at=True),
        _line(at=float("nan")),
        _line(session=""),
        _line(session=5),
        _line(session="s" * 500),
        _line(running=-1),
        _line(running=True),
        _line(hook=-1),
        _line(hook="5"),
        _line(hook=True),
        _line(turn="t" * 500),
        _line(request="x" * (MAX_REQUEST + 1)),
        b'{"at": ' + b"9" * 5000 + b"}",
        b" " * MAX_LINE + _line(),
    ],
)
def test_a_line_that_is_no_event_is_refused(line: bytes) -> None:
    with pytest.raises(BadLocalLine):
        from_line(line)
