"""Translate the JSON that an agent gives its hooks into an AgentEvent.

Claude Code, Codex and Qwen Code share the names of events and fields; Gemini CLI has other names for some events; the
plugin of opencode writes Claude's form. Unknown events and fields are ignored, because agents add new ones. Only the
standard library is imported.
"""

import hashlib
import json
import ntpath
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from deskpet.config.choices import Agent
from deskpet.features.agents.events import MAX_DETAIL, MAX_REQUEST, MAX_RUNNING, AgentEvent, EventKind
from deskpet.processes.local_channel import MAX_NAME
from deskpet.text.shown_arguments import shown_text
from deskpet.text.surrogates import replace_lone_surrogates

_EVENTS = {
    "SessionStart": EventKind.SESSION_STARTED,
    "UserPromptSubmit": EventKind.PROMPT,
    "PreToolUse": EventKind.TOOL_STARTED,
    "PostToolUse": EventKind.TOOL_ENDED,
    "PostToolUseFailure": EventKind.TOOL_FAILED,
    "PermissionRequest": EventKind.PERMISSION_ASKED,
    "PermissionDenied": EventKind.PERMISSION_ANSWERED,
    "Elicitation": EventKind.INPUT_AWAITED,
    "SubagentStart": EventKind.SUBAGENT_STARTED,
    "SubagentStop": EventKind.SUBAGENT_ENDED,
    "PreCompact": EventKind.COMPACTION_STARTED,
    "PostCompact": EventKind.COMPACTION_ENDED,
    "Stop": EventKind.STOPPED,
    "StopFailure": EventKind.FAILED,
    "Interrupt": EventKind.INTERRUPTED,
    "SessionEnd": EventKind.SESSION_ENDED,
    # Gemini CLI
    # Its PreCompress is left out: it comes before each request to the model, whether anything is summed up or not.
    "BeforeAgent": EventKind.PROMPT,
    "BeforeTool": EventKind.TOOL_STARTED,
    "AfterTool": EventKind.TOOL_ENDED,
    "AfterAgent": EventKind.STOPPED,
}
_NOTIFICATIONS = {
    "permission_prompt": EventKind.INPUT_AWAITED,
    "elicitation_dialog": EventKind.INPUT_AWAITED,
    "agent_needs_input": EventKind.INPUT_AWAITED,
    "ToolPermission": EventKind.INPUT_AWAITED,
    # After Esc, Qwen Code tells nothing else.
    "idle_prompt": EventKind.RESTED,
}
# Questions with choices of their own: to allow them answers nothing.
_QUESTIONS = {
    "AskUserQuestion",
    "ExitPlanMode",
    "ask_user_question",
    "exit_plan_mode",
    "ask_user",
    "request_user_input",
    "question",
}
# How much earlier than its hook an event may have happened, in seconds: another time is none of this computer's clock.
_MAX_LAG = 600.0
_ENDED = ("completed", "failed", "killed", "stopped", "cancelled")

Payload = Mapping[str, Any]


def read_payload(agent: Agent, payload: Payload, started_at: float) -> AgentEvent | None:
    """Return the event in an agent's hook payload, or None if it is of no interest.

    started_at: when the hook was started, for agents that don't tell the time.
    """
    kind = _kind(payload)
    session = _text(payload, "session_id", MAX_NAME)
    # Cursor runs Claude Code's hooks as well, but its sessions are not Claude Code's.
    if kind is None or not session or "cursor_version" in payload:
        return None
    tool, given = _text(payload, "tool_name", MAX_NAME), payload.get("tool_input")
    arguments = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    transcript = _text(payload, "transcript_path", MAX_NAME + 1)
    request = _request(arguments) if kind is EventKind.PERMISSION_ASKED else ""
    if tool in _QUESTIONS and kind in {EventKind.PERMISSION_ASKED, EventKind.TOOL_STARTED}:
        kind, request = EventKind.INPUT_AWAITED, ""
    return AgentEvent(
        agent,
        session,
        kind,
        _time(payload, started_at),
        # Claude Code's name for it, and Codex's.
        turn=_text(payload, "prompt_id", MAX_NAME) or _text(payload, "turn_id", MAX_NAME),
        # A path is of no use if it is cut off.
        transcript=transcript if len(transcript) <= MAX_NAME else "",
        project=_text(payload, "cwd", MAX_NAME),
        subagent=_text(payload, "agent_id", MAX_NAME),
        tool=tool,
        call_id=_text(payload, "tool_use_id", MAX_NAME),
        detail=_detail(payload, arguments),
        fingerprint=_fingerprint(tool, arguments) if tool else "",
        request=request,
        running=_running(payload) if kind is EventKind.STOPPED else None,
    )


def _kind(payload: Payload) -> EventKind | None:
    name = payload.get("hook_event_name")
    if name == "Notification":
        return _NOTIFICATIONS.get(str(payload.get("notification_type")))
    return _EVENTS.get(name) if isinstance(name, str) else None


def _time(payload: Payload, otherwise: float) -> float:
    """Return the agent's own time of the event, in seconds since 1970."""
    value = payload.get("timestamp")
    if not isinstance(value, str):
        return otherwise
    try:
        at = datetime.fromisoformat(value).timestamp()
    except (ValueError, OverflowError, OSError):
        return otherwise
    return at if abs(at - otherwise) <= _MAX_LAG else otherwise


def _text(payload: Payload, key: str, most: int) -> str:
    value = payload.get(key)
    return replace_lone_surrogates(value)[:most] if isinstance(value, str) else ""


def _detail(payload: Payload, arguments: dict[str, Any]) -> str:
    """Return what the event is about in one line: a command, a file's name, an address, or the cause of a failure."""
    if payload.get("hook_event_name") == "StopFailure":
        return _line(payload.get("error"))
    for key in ("file_path", "path", "absolute_path", "filePath", "notebook_path"):
        if isinstance(value := arguments.get(key), str):
            return _line(ntpath.basename(value.rstrip("/\\")))
    found = (arguments.get(key) for key in ("command", "pattern", "query", "url", "description"))
    return _line(next((value for value in found if value), ""))


def _line(value: object) -> str:
    # A command may be a list of its words.
    words = cast("list[object]", value) if isinstance(value, list) else [value if isinstance(value, str) else ""]
    return " ".join(replace_lone_surrogates(" ".join(map(str, words[:50])))[: 4 * MAX_DETAIL].split())[:MAX_DETAIL]


def _request(arguments: dict[str, Any]) -> str:
    """Return everything that is asked for, the command first; "" if it is too long to be read."""
    rest = dict(arguments)
    command = rest.pop("command", None)
    texts = [] if command is None else [shown_text(command)]
    # A path is not to be found below the content of its file.
    texts += sorted((shown_text({key: value}) for key, value in rest.items()), key=len)
    text = "\n".join(texts)
    return text if len(text) <= MAX_REQUEST else ""


def _fingerprint(tool: str, arguments: dict[str, Any]) -> str:
    # Codex describes a command only when it asks for it.
    data = json.dumps([tool, arguments.get("command", arguments)], sort_keys=True).encode()
    return hashlib.blake2s(data, digest_size=12).hexdigest()


def _running(payload: Payload) -> int | None:
    """Return the number of background tasks that go on, or None if the agent does not tell it."""
    tasks = payload.get("background_tasks")
    if not isinstance(tasks, list):
        return None
    described = [cast("Payload", each) for each in cast("list[object]", tasks) if isinstance(each, dict)]
    return min(sum(each.get("status") not in _ENDED for each in described), MAX_RUNNING)
