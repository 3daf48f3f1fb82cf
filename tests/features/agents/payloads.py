"""Payloads of the agents' hooks, as their documentation has them."""

from typing import Any

from deskpet.config.choices import Agent

_CLAUDE = {"session_id": "s1", "transcript_path": "t.jsonl", "cwd": "/p", "permission_mode": "default"}
_CODEX = {"session_id": "th1", "turn_id": "3", "transcript_path": None, "cwd": "/p", "model": "m"}
_GEMINI = {"session_id": "g1", "transcript_path": "t", "cwd": "/p", "timestamp": "2026-11-01T10:00:00Z"}
_QWEN = {"session_id": "q1", "transcript_path": "t", "cwd": "/p", "timestamp": "…", "permission_mode": "default"}

_RM = {"command": "rm -rf build", "description": "Clean"}


def _of(base: dict[str, Any], name: str, **fields: Any) -> dict[str, Any]:
    return base | {"hook_event_name": name} | fields


# Agent, payload, and the expected kind, detail and text of the request; no kind: nothing is told.
PAYLOADS: tuple[tuple[Agent, dict[str, Any], str, str, str], ...] = (
    (Agent.CLAUDE, _of(_CLAUDE, "SessionStart", source="startup"), "session_started", "", ""),
    (Agent.CLAUDE, _of(_CLAUDE, "UserPromptSubmit", prompt="my secret plan"), "prompt", "", ""),
    (
        Agent.CLAUDE,
        _of(_CLAUDE, "PreToolUse", tool_name="Bash", tool_input={"command": "npm test"}, tool_use_id="toolu_1"),
        "tool_started",
        "npm test",
        "",
    ),
    (
        Agent.CLAUDE,
        _of(_CLAUDE, "PostToolUse", tool_name="Read", tool_input={"file_path": "/p/src/a.py"}, tool_response="secret"),
        "tool_ended",
        "a.py",
        "",
    ),
    (
        Agent.CLAUDE,
        _of(_CLAUDE, "PermissionRequest", tool_name="Bash", tool_input=_RM, permission_suggestions=[]),
        "permission_asked",
        "rm -rf build",
        "rm -rf build\ndescription: Clean",
    ),
    (
        Agent.CLAUDE,
        _of(_CLAUDE, "PermissionRequest", tool_name="AskUserQuestion", tool_input={"questions": []}),
        "input_awaited",
        "",
        "",
    ),
    (Agent.CLAUDE, _of(_CLAUDE, "Notification", notification_type="permission_prompt"), "input_awaited", "", ""),
    (Agent.CLAUDE, _of(_CLAUDE, "Notification", notification_type="idle_prompt"), "rested", "", ""),
    (Agent.CLAUDE, _of(_CLAUDE, "SomethingNew"), "", "", ""),
    (
        Agent.CLAUDE,
        _of(_CLAUDE, "Stop", background_tasks=[{"id": "t1", "status": "running"}, {"id": "t2", "status": "completed"}]),
        "stopped",
        "",
        "",
    ),
    (Agent.CLAUDE, _of(_CLAUDE, "SubagentStop", agent_id="a1", agent_type="review"), "subagent_ended", "", ""),
    (Agent.CLAUDE, _of(_CLAUDE, "Stop", cursor_version="3.1"), "", "", ""),
    (
        Agent.CODEX,
        _of(_CODEX, "PermissionRequest", tool_name="Bash", tool_input={"command": ["git", "push"]}),
        "permission_asked",
        "git push",
        "1. git\n2. push",
    ),
    (Agent.CODEX, _of(_CODEX, "Stop", last_assistant_message="Renamed."), "stopped", "", ""),
    (Agent.CODEX, _of(_CODEX, "PreToolUse", tool_name="request_user_input", tool_input={}), "input_awaited", "", ""),
    (Agent.CODEX, _of(_CODEX, "Interrupt"), "interrupted", "", ""),
    (
        Agent.GEMINI,
        _of(_GEMINI, "BeforeTool", tool_name="run_shell_command", tool_input={"command": "ls"}),
        "tool_started",
        "ls",
        "",
    ),
    (Agent.GEMINI, _of(_GEMINI, "BeforeAgent", prompt="go"), "prompt", "", ""),
    (Agent.GEMINI, _of(_GEMINI, "Notification", notification_type="ToolPermission"), "input_awaited", "", ""),
    (Agent.GEMINI, _of(_GEMINI, "BeforeTool", tool_name="ask_user", tool_input={}), "input_awaited", "", ""),
    (Agent.GEMINI, _of(_GEMINI, "PreCompress", trigger="auto"), "", "", ""),
    (Agent.GEMINI, _of(_GEMINI, "AfterAgent"), "stopped", "", ""),
    (
        Agent.QWEN,
        _of(_QWEN, "PermissionRequest", tool_name="write_file", tool_input={"file_path": "/p/a", "content": "hi\nyou"}),
        "permission_asked",
        "a",
        "file_path: /p/a\ncontent: hi↵\n│ you",
    ),
    (Agent.QWEN, _of(_QWEN, "StopFailure", error="rate_limit", error_details="429"), "failed", "rate_limit", ""),
    (
        Agent.OPENCODE,
        {
            "session_id": "ses_1",
            "cwd": "C:\\p",
            "hook_event_name": "PreToolUse",
            "tool_name": "edit",
            "tool_input": {"filePath": "C:\\p\\a.ts"},
        },
        "tool_started",
        "a.ts",
        "",
    ),
)
